// Watches groups of records for lists, which only need to know that something has changed. All streams of the process share one poll, which
// reads nothing from the database unless there are new events.
import type { ChangeGroup } from '../../contract/octavo-v1/live.ts';
import { reportBackgroundFailure } from '../database/diagnostics.ts';
import type { Database } from '../database/handle.ts';
import { assignAllPositions } from '../events/deliver-events.ts';
import { eventsAfter, lastPosition } from '../events/store.ts';
import { Waiters } from '../live-feed/waiters.ts';

/** Polling interval, in milliseconds. */
const pollIntervalMs = 400;

/** Maximum number of events that a poll reads. After more events, all groups count as changed. */
const maxEvents = 100;

/** The groups in whose lists an event is visible, by the part of its kind before the dot; events of other kinds change no group. */
const groupsOfEvents: Readonly<Record<string, readonly ChangeGroup[]>> = {
  entry: ['entries'],
  // Lists of entries contain the names of terms and authors.
  term: ['entries'],
  user: ['entries'],
  comment: ['comments'],
  site: ['entries', 'comments'],
};

/** The groups that streams watch. */
export class GroupWatch {
  readonly #database: Database;
  readonly #waiters = new Waiters<number>();
  /** The number of changes when a group was last changed. */
  readonly #changedAt = new Map<ChangeGroup, number>();
  #changeCount = 0;
  #watchers = 0;
  /** The version of the events up to which they were read. */
  #version = 0;
  /** The position of the last event that was read; undefined if no stream watches groups. */
  #position: number | undefined;
  #timer: NodeJS.Timeout | undefined;

  constructor(database: Database) {
    this.#database = database;
  }

  /** The number of changes until now, for waiting for the next one. */
  get changeCount(): number {
    return this.#changeCount;
  }

  /**
   * Watches all groups until `unwatch` is called. When the promise resolves, later changes of this process are noticed, and those of other
   * processes since about 100 ms before. Throws the errors of the database.
   */
  async watch(): Promise<void> {
    this.#watchers += 1;
    if (this.#position === undefined) await this.#poll();
    this.#schedulePoll();
  }

  /** Ends a call of `watch`. */
  unwatch(): void {
    this.#watchers -= 1;
    if (this.#watchers === 0) this.#position = undefined;
  }

  /** Returns those of some groups that have changed since `changeCount`. */
  changedSince(groups: readonly ChangeGroup[], changeCount: number): ChangeGroup[] {
    return groups.filter((group) => (this.#changedAt.get(group) ?? 0) > changeCount);
  }

  /** Resolves when one of the groups has changed since `changeCount`, after `timeoutMs` milliseconds, or when `ending` aborts. */
  async nextChange(
    groups: readonly ChangeGroup[],
    changeCount: number,
    timeoutMs: number,
    ending: AbortSignal,
  ): Promise<void> {
    const hasChanged = () => this.changedSince(groups, changeCount).length > 0;
    if (!hasChanged()) await this.#waiters.wait(hasChanged, timeoutMs, ending);
  }

  async #poll(): Promise<void> {
    const database = this.#database;
    database.pollChanges();
    const version = database.changes.version();
    const isNew = database.changes.haveTablesChangedSince(this.#version, ['events']);
    if (this.#position !== undefined && !isNew) return;
    await assignAllPositions(database);
    const position = this.#position;
    const events = position === undefined ? [] : await eventsAfter(database.read, position, maxEvents);
    // The last position is smaller if the database was restored to an earlier state.
    const last = events.length > 0 && events.length < maxEvents ? undefined : await lastPosition(database.read);
    const isIncomplete =
      position !== undefined && last !== undefined && (last < position || events.length === maxEvents);
    const changed = isIncomplete
      ? Object.values(groupsOfEvents).flat()
      : events.flatMap(({ kind }) => groupsOfEvents[kind.split('.', 1)[0] ?? ''] ?? []);
    // The last watcher may have ended meanwhile.
    this.#position = this.#watchers === 0 ? undefined : (last ?? events.at(-1)?.position ?? position);
    this.#version = version;
    if (changed.length === 0) return;
    this.#changeCount += 1;
    for (const group of changed) this.#changedAt.set(group, this.#changeCount);
    this.#waiters.notify(this.#changeCount);
  }

  #schedulePoll(): void {
    if (this.#timer || this.#watchers === 0) return;
    const poll = async () => {
      // The next poll tries again.
      await this.#poll().catch((error: unknown) => reportBackgroundFailure('poll of the live channel', error));
      this.#timer = undefined;
      this.#schedulePoll();
    };
    this.#timer = setTimeout(poll, pollIntervalMs).unref();
  }
}
