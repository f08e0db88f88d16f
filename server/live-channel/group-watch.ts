// Watches groups of records for lists, which only need to know that something has changed. All streams of the process share one poll, which
// reads nothing from the database unless there are new events.
import type { ChangeGroup } from '../../contract/octavo-v1/live.ts';
import { reportBackgroundFailure } from '../database/diagnostics.ts';
import type { Database } from '../database/handle.ts';
import { assignPositionsUnlessBusy } from '../events/deliver-events.ts';
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

/** The groups that events have changed, and the position up to which these were read. */
interface ReadChanges {
  readonly groups: readonly ChangeGroup[];
  readonly position: number;
}

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

  /** The position of the last event that was read. Later changes increase `changeCount`. Only defined while groups are watched. */
  get position(): number | undefined {
    return this.#position;
  }

  /**
   * Returns the groups that have changed after the event at a position. If there were more events than can be read at once, if some
   * were deleted, or if a backup was restored, all groups count as changed. Throws the errors of the database.
   */
  async changedAfter(position: number): Promise<readonly ChangeGroup[]> {
    return (await this.#changesAfter(position)).groups;
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
    await assignPositionsUnlessBusy(database);
    const { groups, position } =
      this.#position === undefined
        ? { groups: [], position: await lastPosition(database.read) }
        : await this.#changesAfter(this.#position);
    // The last watcher may have ended meanwhile.
    this.#position = this.#watchers === 0 ? undefined : position;
    this.#version = version;
    if (groups.length === 0) return;
    this.#changeCount += 1;
    for (const group of groups) this.#changedAt.set(group, this.#changeCount);
    this.#waiters.notify(this.#changeCount);
  }

  async #changesAfter(position: number): Promise<ReadChanges> {
    const { read } = this.#database;
    const events = await eventsAfter(read, position, maxEvents);
    const newest = events.at(-1);
    // Positions have no gaps, unless older events were deleted or a backup was restored.
    if (newest && events.length < maxEvents && events[0]?.position === position + 1) {
      const groups = events.flatMap(({ kind }) => groupsOfEvents[kind.split('.', 1)[0] ?? ''] ?? []);
      return { groups, position: newest.position };
    }
    const last = await lastPosition(read);
    // The last position is smaller if the database was restored to an earlier state, and greater if an event came after the first statement.
    const isIncomplete = newest !== undefined || last !== position;
    return { groups: isIncomplete ? Object.values(groupsOfEvents).flat() : [], position: last };
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
