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
import { requestedPosition } from '../live-feed/requested-position.ts';
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
 * without details, at most once per second; if the client continues from a position, first those that happened after it. The stream ends after `maxDurationMs`, or when the caller's credentials are no longer valid or
 * the caller may no longer edit any entries.
 *
 * Throws ApiError 400 `rest_missing_callback_param` without entries and groups, 400 `rest_invalid_event_id` for an invalid position, and 429 `rest_too_many_followers` if there are too many
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
      const span = { after: requestedPosition(call), ...streamLimits };
      const open = followers.counted(call.actor.id, (ending) =>
        streamEntries({ contract: deps.contract, watch, groupWatch }, call, span, ending),
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

/** The position at which a stream begins, and its limits. */
interface StreamSpan extends Required<StreamLimits> {
  /** The position from which the client continues; undefined for a new client. */
  readonly after: number | undefined;
}

/** Minimum time between messages about groups, in milliseconds: each message makes a client read its lists. */
const groupIntervalMs = 1000;

async function* streamEntries(
  { contract, watch, groupWatch }: StreamDeps,
  call: FollowCall,
  { after, maxDurationMs, maxSilenceMs }: StreamSpan,
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
    const { position } = groupChanges;
    const missed = groups.length === 0 || after === undefined ? [] : await groupWatch.changedAfter(after);
    await watch.refresh();
    watch.requireVersions(report.withoutVersion(watch.current(ids).entries, call.actor));
    await watch.refresh();
    const first = watch.current(ids);
    let { changeCount } = first;
    const firstMessages = report.update(first.entries, call.actor) + groupChanges.missedMessages(missed, call.actor);
    yield formatRetry(reconnectDelayMs) + firstMessages + report.ready(position);
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
  /** The position of the last event whose changes the follower knows; undefined without groups. */
  #position: number | undefined;
  #sentAt = Number.NEGATIVE_INFINITY;

  constructor(watch: GroupWatch, groups: readonly ChangeGroup[]) {
    this.#watch = watch;
    this.#groups = groups;
    this.#changeCount = watch.changeCount;
    this.#position = groups.length === 0 ? undefined : watch.position;
  }

  /** The position of the last event whose changes are known; undefined without groups. */
  get position(): number | undefined {
    return this.#position;
  }

  /** Returns messages about the groups that the follower may have missed and may follow; empty if there are none. */
  missedMessages(missed: readonly ChangeGroup[], reader: Actor): string {
    return this.#format(
      this.#groups.filter((group) => missed.includes(group)),
      reader,
    );
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
    this.#position = this.#watch.position;
    const messages = this.#format(changed, reader);
    if (messages !== '') this.#sentAt = performance.now();
    return messages;
  }

  /** Only the last message has the position: a follower that has received only some of them continues before all of them. */
  #format(changed: readonly ChangeGroup[], reader: Actor): string {
    const permitted = changed.filter((group) => group !== 'comments' || canModerateComments(reader));
    const position = this.#position;
    return permitted
      .map((group, index) => formatEvent('changed', { group }, index === permitted.length - 1 ? position : undefined))
      .join('');
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

  /** Returns the message after the first states. It contains the IDs of the reported entries, and has the position of the stream. */
  ready(position: number | undefined): string {
    return formatEvent('ready', { entries: [...this.#reported.keys()] }, position);
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
