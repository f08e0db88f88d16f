// GET /octavo/v1/live: streams the states of entries and their locks to editors, and changes of groups to lists, as server-sent events (HTML
// Standard §9.2).
import { setTimeout as pause } from 'node:timers/promises';
import type { Contract } from '../../contract/contract.ts';
import type { ChangeGroup, LiveEndpoints } from '../../contract/octavo-v1/live.ts';
import type { Actor } from '../access/actor.ts';
import { ApiError } from '../api-error.ts';
import { canModerateComments } from '../cms-v2/comments/conditions.ts';
import { mayEdit } from '../cms-v2/entries/editable-entries.ts';
import { lockRecord } from '../cms-v2/locks/lock-record.ts';
import type { Operations } from '../http/implement.ts';
import type { ArgsOf, Call } from '../http/module.ts';
import { type FollowerLimits, Followers } from '../live-feed/followers.ts';
import {
  formatEvent,
  formatRetry,
  keepAlive,
  reconnectDelayMs,
  type StreamLimits,
  withStreamDefaults,
} from '../live-feed/server-sent-events.ts';
import type { EntryState } from './entry-states.ts';
import { EntryWatch, type EntryWatchDeps, lockKeyOf, type WatchedEntry } from './entry-watch.ts';
import { GroupWatch } from './group-watch.ts';

/** The operations, keyed by their names in the contract. */
type LiveOperations = Operations<LiveEndpoints, object, never>;

type FollowCall = Call<ArgsOf<LiveEndpoints['follow-entries']>>;

/** Limits of the live channel. Default: 500 followers in this process, and 10 per user. */
type LiveLimits = Partial<FollowerLimits> & StreamLimits;

/**
 * Responds with a stream of the entries' states and locks: first the current ones, then every change within about half a second. Only
 * entries that the caller may edit are reported, according to the permissions at the time of each message. Changes of groups are reported
 * without details, at most once per second. The stream ends after `maxDurationMs`, or when the caller's credentials are no longer valid or
 * the caller may no longer edit any entries.
 *
 * Throws ApiError 400 `rest_missing_callback_param` without entries and groups, and 429 `rest_too_many_followers` if there are too many
 * followers.
 */
export function followEntries(deps: EntryWatchDeps, limits: LiveLimits = {}): LiveOperations['follow-entries'] {
  const { maxFollowers = 500, maxPerUser = 10 } = limits;
  const watch = new EntryWatch(deps);
  const groupWatch = new GroupWatch(deps.database);
  const followers = new Followers({ maxFollowers, maxPerUser });
  const streamLimits = withStreamDefaults(limits);
  return {
    async run(call) {
      const { entries = [], groups = [] } = call.args;
      if (entries.length === 0 && groups.length === 0)
        throw new ApiError('rest_missing_callback_param', 400, 'Missing parameters: entries.', {
          data: { params: ['entries'] },
        });
      followers.requireCapacity(call.actor.id);
      const open = followers.counted(call.actor.id, (ending) =>
        streamEntries({ contract: deps.contract, watch, groupWatch }, call, streamLimits, ending),
      );
      return { kind: 'stream', type: 'text/event-stream', open };
    },
  };
}

interface StreamDeps {
  readonly contract: Contract;
  readonly watch: EntryWatch;
  readonly groupWatch: GroupWatch;
}

/** Minimum time between messages about groups, in milliseconds: each message makes a client read its lists. */
const groupIntervalMs = 1000;

async function* streamEntries(
  { contract, watch, groupWatch }: StreamDeps,
  call: FollowCall,
  { maxDurationMs, maxSilenceMs }: Required<StreamLimits>,
  ending: AbortSignal,
): AsyncGenerator<string> {
  const ids = [...new Set(call.args.entries)];
  const groups = [...new Set(call.args.groups)];
  const endsAt = performance.now() + maxDurationMs;
  const report = new EntryReport(contract, call.spelling);
  watch.watch(ids, call);
  try {
    if (groups.length > 0) await groupWatch.watch();
    const groupChanges = new GroupChanges(groupWatch, groups);
    await watch.refresh();
    watch.requireVersions(report.withoutVersion(watch.current(ids).entries, call.actor));
    await watch.refresh();
    const first = watch.current(ids);
    let { changeCount } = first;
    yield `${formatRetry(reconnectDelayMs)}${report.update(first.entries, call.actor)}${report.ready()}`;
    let lastSentAt = performance.now();
    for (;;) {
      const timeoutMs = Math.max(1, Math.min(lastSentAt + maxSilenceMs, endsAt) - performance.now());
      await nextOf(ending, [
        (signal) => watch.nextChange(ids, changeCount, timeoutMs, signal),
        (signal) => groupChanges.next(timeoutMs, signal),
      ]);
      if (ending.aborted || performance.now() >= endsAt) return;
      // The permission is checked after the states were read, so that nothing is sent that happened after the permission was withdrawn.
      const current = watch.current(ids);
      const reader = await call.renew();
      if (!reader) return;
      ({ changeCount } = current);
      const unversioned = report.withoutVersion(current.entries, reader);
      if (unversioned.length > 0) {
        // The entries have become editable. They are reported when their versions have been loaded.
        watch.requireVersions(unversioned);
        await watch.refresh();
      }
      const messages = report.update(current.entries, reader) + groupChanges.messages(reader);
      if (messages === '' && performance.now() - lastSentAt < maxSilenceMs) continue;
      yield messages === '' ? keepAlive : messages;
      lastSentAt = performance.now();
    }
  } finally {
    watch.unwatch(ids);
    if (groups.length > 0) groupWatch.unwatch();
  }
}

/** Resolves with the first of some waits, and ends the others. */
async function nextOf(ending: AbortSignal, waits: readonly ((signal: AbortSignal) => Promise<void>)[]): Promise<void> {
  const ended = new AbortController();
  const signal = AbortSignal.any([ending, ended.signal]);
  try {
    await Promise.race(waits.map((wait) => wait(signal)));
  } finally {
    ended.abort();
  }
}

/** The changes of groups that a follower does not know. */
class GroupChanges {
  readonly #watch: GroupWatch;
  readonly #groups: readonly ChangeGroup[];
  #changeCount: number;
  #sentAt = Number.NEGATIVE_INFINITY;

  constructor(watch: GroupWatch, groups: readonly ChangeGroup[]) {
    this.#watch = watch;
    this.#groups = groups;
    this.#changeCount = watch.changeCount;
  }

  /** Resolves when there are changes to send, after `timeoutMs` milliseconds, or when `ending` aborts. */
  async next(timeoutMs: number, ending: AbortSignal): Promise<void> {
    const endsAt = performance.now() + timeoutMs;
    await this.#watch.nextChange(this.#groups, this.#changeCount, timeoutMs, ending);
    const delayMs = Math.min(this.#sentAt + groupIntervalMs, endsAt) - performance.now();
    if (delayMs > 0) await pause(delayMs, undefined, { signal: ending, ref: false }).catch(() => undefined);
  }

  /** Returns messages about the groups that have changed and that `reader` may follow; empty if there are none. */
  messages(reader: Actor): string {
    if (performance.now() < this.#sentAt + groupIntervalMs) return '';
    const changed = this.#watch.changedSince(this.#groups, this.#changeCount);
    this.#changeCount = this.#watch.changeCount;
    const permitted = changed.filter((group) => group !== 'comments' || canModerateComments(reader));
    if (permitted.length > 0) this.#sentAt = performance.now();
    return permitted.map((group) => formatEvent('changed', { group })).join('');
  }
}

/** An entry as it was last reported to a follower. */
interface ReportedEntry {
  readonly entry: EntryState;
  /** The last message about the entry. */
  readonly message: string;
  /** The key of its lock. */
  readonly lockKey: string;
}

/** The entries as they were last reported to a follower. Its size does not depend on the number of changes. */
class EntryReport {
  readonly #contract: Contract;
  readonly #spelling: Call['spelling'];
  readonly #reported = new Map<number, ReportedEntry>();

  constructor(contract: Contract, spelling: Call['spelling']) {
    this.#contract = contract;
    this.#spelling = spelling;
  }

  /** Returns the IDs of the entries that `reader` may edit and whose versions have not been loaded. */
  withoutVersion(current: ReadonlyMap<number, WatchedEntry>, reader: Actor): number[] {
    const unversioned = [...current].filter(
      ([, { entry }]) => entry && !entry.version && mayEdit(this.#contract, reader, entry),
    );
    return unversioned.map(([id]) => id);
  }

  /** Returns messages with the differences to what the follower knows, for entries that `reader` may edit; empty if there are none. */
  update(current: ReadonlyMap<number, WatchedEntry>, reader: Actor): string {
    return [...current].map(([id, watched]) => this.#updateEntry(id, watched, reader)).join('');
  }

  /** Returns the message after the first states. It contains the IDs of the reported entries. */
  ready(): string {
    return formatEvent('ready', { entries: [...this.#reported.keys()] });
  }

  #updateEntry(id: number, { entry, lock }: WatchedEntry, reader: Actor): string {
    const previous = this.#reported.get(id);
    const checked = entry ?? previous?.entry;
    if (!checked || !mayEdit(this.#contract, reader, checked)) {
      this.#reported.delete(id);
      return '';
    }
    if (!entry) {
      this.#reported.delete(id);
      return formatEvent('deleted', { id });
    }
    const { type, status, version } = entry;
    if (!version) return '';
    const fields = { id, type: this.#spelling.name(type), status, ...version };
    const message = formatEvent('entry', fields);
    const lockKey = lockKeyOf(lock);
    this.#reported.set(id, { entry, message, lockKey });
    const lockMessage = lock ? formatEvent('lock', lockRecord(lock)) : formatEvent('unlock', { entry: id });
    return `${message === previous?.message ? '' : message}${lockKey === previous?.lockKey ? '' : lockMessage}`;
  }
}
