// GET /octavo/v1/live: streams the states of entries and their locks to editors, as server-sent events (HTML Standard §9.2).
import type { Contract } from '../../contract/contract.ts';
import type { LiveEndpoints } from '../../contract/octavo-v1/live.ts';
import type { Actor } from '../access/actor.ts';
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

/** The operations, keyed by their names in the contract. */
type LiveOperations = Operations<LiveEndpoints, object, never>;

type FollowCall = Call<ArgsOf<LiveEndpoints['follow-entries']>>;

/** Limits of the live channel. Default: 500 followers in this process, and 10 per user. */
type LiveLimits = Partial<FollowerLimits> & StreamLimits;

/**
 * Responds with a stream of the entries' states and locks: first the current ones, then every change within about half a second. Only
 * entries that the caller may edit are reported, according to the permissions at the time of each message. The stream ends after
 * `maxDurationMs`, or when the caller's credentials are no longer valid or the caller may no longer edit any entries.
 *
 * Throws ApiError 429 `rest_too_many_followers` if there are too many followers.
 */
export function followEntries(deps: EntryWatchDeps, limits: LiveLimits = {}): LiveOperations['follow-entries'] {
  const { maxFollowers = 500, maxPerUser = 10 } = limits;
  const watch = new EntryWatch(deps);
  const followers = new Followers({ maxFollowers, maxPerUser });
  const streamLimits = withStreamDefaults(limits);
  return {
    async run(call) {
      followers.requireCapacity(call.actor.id);
      const open = followers.counted(call.actor.id, (ending) =>
        streamEntries({ contract: deps.contract, watch }, call, streamLimits, ending),
      );
      return { kind: 'stream', type: 'text/event-stream', open };
    },
  };
}

async function* streamEntries(
  { contract, watch }: { readonly contract: Contract; readonly watch: EntryWatch },
  call: FollowCall,
  { maxDurationMs, maxSilenceMs }: Required<StreamLimits>,
  ending: AbortSignal,
): AsyncGenerator<string> {
  const ids = [...new Set(call.args.entries)];
  const endsAt = performance.now() + maxDurationMs;
  const report = new EntryReport(contract, call.spelling);
  watch.watch(ids, call);
  try {
    await watch.refresh();
    watch.requireVersions(report.withoutVersion(watch.current(ids).entries, call.actor));
    await watch.refresh();
    const first = watch.current(ids);
    let { changeCount } = first;
    yield `${formatRetry(reconnectDelayMs)}${report.update(first.entries, call.actor)}${report.ready()}`;
    let lastSentAt = performance.now();
    for (;;) {
      const timeoutMs = Math.max(1, Math.min(lastSentAt + maxSilenceMs, endsAt) - performance.now());
      await watch.nextChange(ids, changeCount, timeoutMs, ending);
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
      const messages = report.update(current.entries, reader);
      if (messages === '' && performance.now() - lastSentAt < maxSilenceMs) continue;
      yield messages === '' ? keepAlive : messages;
      lastSentAt = performance.now();
    }
  } finally {
    watch.unwatch(ids);
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
