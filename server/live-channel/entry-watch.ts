// Watches the entries that editors have open, and their locks. All streams of the process share one poll, which reads nothing from the
// database unless a table that it depends on has changed, in this process or in another one.

import { findLocks, type LockRow, lockLifetimeMs } from '../cms-v2/locks/store.ts';
import { reportBackgroundFailure } from '../database/diagnostics.ts';
import { assignPositionsUnlessBusy } from '../events/deliver-events.ts';
import type { SiteEvent } from '../events/event.ts';
import { eventsAfter, lastPosition } from '../events/store.ts';
import type { Call } from '../http/module.ts';
import { Waiters } from '../live-feed/waiters.ts';
import type { Clock } from '../time/zone.ts';
import { type EntryState, type EntryStateDeps, loadEntryStates } from './entry-states.ts';

/** An entry with its lock. It is replaced, never changed. */
export interface WatchedEntry {
  /** Undefined if the entry does not exist. */
  readonly entry: EntryState | undefined;
  /** Undefined if the entry is not locked. */
  readonly lock: LockRow | undefined;
}

/** The current state of the entries of a stream. */
export interface WatchedEntries {
  /** The entries by ID. */
  readonly entries: ReadonlyMap<number, WatchedEntry>;
  /** The number of changes until this state, for waiting for the next one. */
  readonly changeCount: number;
}

interface WatchRecord {
  /** Number of streams that watch the entry. */
  watchers: number;
  /** The time at which the last stream ended, as returned by `performance.now()`. */
  unwatchedAt: number;
  /** Whether a stream needs the version of the entry. */
  needsVersion: boolean;
  /** Undefined until it has been loaded. */
  state: WatchedEntry | undefined;
  /** The number of changes when the state last changed. */
  changedAt: number;
}

/** Dependencies of the watch. */
export interface EntryWatchDeps extends EntryStateDeps {
  readonly clock: Clock;
  /** Reloads the settings of the site if they have changed, because states depend on its time zone. */
  readonly refreshSettings: () => Promise<void>;
}

/** Polling interval, in milliseconds. */
const pollIntervalMs = 400;

/** Time for which an entry stays in memory after its last stream has ended, in milliseconds, so that reconnecting is cheap. */
const lingerMs = 10_000;

/** Maximum number of events per statement, and of statements per poll. After more events, all entries are loaded again. */
const [eventBatchSize, maxEventBatches] = [100, 20];

/** Kinds of events that may change many entries without naming them: their terms, authors or time zone. */
const kindsThatChangeAll: ReadonlySet<string> = new Set([
  'term.deleted',
  'user.deleted',
  'settings.updated',
  'site.restored',
]);

/** The entries that streams watch. */
export class EntryWatch {
  readonly #deps: EntryWatchDeps;
  readonly #records = new Map<number, WatchRecord>();
  readonly #waiters = new Waiters<number>();
  /** Entries whose state may have changed since it was loaded. */
  readonly #stale = new Set<number>();
  /** The call of the last stream that was opened. */
  #call: Call | undefined;
  #watchers = 0;
  #changeCount = 0;
  /** The version of the tracked tables up to which the states are current. */
  #version = 0;
  /** The position of the last event that was read; undefined if no entries are loaded. */
  #position: number | undefined;
  #refreshed: Promise<void> = Promise.resolve();
  #timer: NodeJS.Timeout | undefined;

  constructor(deps: EntryWatchDeps) {
    this.#deps = deps;
  }

  /**
   * Watches entries until `unwatch` is called with the same IDs, which must not contain duplicates. Their versions are loaded only after
   * a call of `requireVersions`.
   */
  watch(ids: readonly number[], call: Call): void {
    this.#call = call;
    this.#watchers += 1;
    for (const id of ids) {
      const record = this.#records.get(id) ?? newRecord();
      record.watchers += 1;
      this.#records.set(id, record);
    }
    this.#schedulePoll();
  }

  /**
   * Loads the versions of watched entries with the next refresh. Their texts are needed for this, so it must be called only for entries
   * that the follower may edit.
   */
  requireVersions(ids: readonly number[]): void {
    for (const id of ids) {
      const record = this.#records.get(id);
      if (!record || record.needsVersion) continue;
      record.needsVersion = true;
      this.#stale.add(id);
    }
  }

  /** Ends a call of `watch`. */
  unwatch(ids: readonly number[]): void {
    this.#watchers -= 1;
    for (const id of ids) {
      const record = this.#records.get(id);
      if (!record) continue;
      record.watchers -= 1;
      record.unwatchedAt = performance.now();
    }
  }

  /** Returns the state of watched entries as of the last refresh. */
  current(ids: readonly number[]): WatchedEntries {
    const known = ids.map((id) => [id, this.#records.get(id)?.state] as const);
    return {
      entries: new Map(known.flatMap(([id, state]) => (state ? [[id, state] as const] : []))),
      changeCount: this.#changeCount,
    };
  }

  /** Resolves when one of the entries has changed since `changeCount`, after `timeoutMs` milliseconds, or when `ending` aborts. */
  async nextChange(ids: readonly number[], changeCount: number, timeoutMs: number, ending: AbortSignal): Promise<void> {
    const hasChanged = () => ids.some((id) => (this.#records.get(id)?.changedAt ?? 0) > changeCount);
    if (!hasChanged()) await this.#waiters.wait(hasChanged, timeoutMs, ending);
  }

  /**
   * Loads what has changed. Afterwards, the states of all watched entries include every write that this process had acknowledged before the
   * call, and those of other processes up to about 100 ms before. Concurrent calls run one after another.
   *
   * Throws the errors of the database; then the states are those before the call.
   */
  refresh(): Promise<void> {
    const run = this.#refreshed.then(() => this.#refresh());
    this.#refreshed = run.catch(() => {});
    return run;
  }

  async #refresh(): Promise<void> {
    this.#prune();
    const { database, clock } = this.#deps;
    const { changes } = database;
    database.pollChanges();
    const isChanged = (...tables: string[]) => changes.haveTablesChangedSince(this.#version, tables);
    const ids = [...this.#records.keys()];
    const missing = ids.filter((id) => this.#records.get(id)?.state === undefined);
    const areEventsNew = this.#position === undefined || isChanged('events');
    const areLocksNew = missing.length > 0 || isChanged('edit_locks', 'users');
    const version = changes.version();
    if (areEventsNew) await this.#readEvents();
    if (isChanged('entries')) this.#markWithoutEvents();
    for (const id of missing) this.#stale.add(id);
    const loading = ids.filter((id) => this.#stale.has(id));
    // Entries that become stale while these are loaded are loaded by the next refresh.
    this.#stale.clear();
    try {
      const entries = await this.#load(loading);
      const locks = areLocksNew ? await findLocks(database.read, ids, clock()) : undefined;
      this.#version = version;
      this.#apply(ids, {
        loaded: new Set(loading),
        entries,
        locks: locks && new Map(locks.map((lock) => [lock.entry_id, lock])),
      });
    } catch (error) {
      for (const id of loading) this.#stale.add(id);
      throw error;
    }
  }

  async #load(ids: readonly number[]): Promise<ReadonlyMap<number, EntryState>> {
    if (ids.length === 0 || !this.#call) return new Map();
    const call = this.#call;
    const versioned = new Set(ids.filter((id) => this.#records.get(id)?.needsVersion));
    await this.#deps.refreshSettings();
    return loadEntryStates(this.#deps, { ids, needsVersion: (id) => versioned.has(id), call });
  }

  /** Stores the new states of entries, and wakes the streams of those that have changed. */
  #apply(ids: readonly number[], read: LoadedStates): void {
    const now = this.#deps.clock();
    const before = this.#changeCount;
    for (const id of ids) {
      const record = this.#records.get(id);
      if (!record) continue;
      const { state } = record;
      const stored = read.locks ? read.locks.get(id) : state?.lock;
      const lock = stored && stored.renewed + lockLifetimeMs > now ? stored : undefined;
      const entry = read.loaded.has(id) ? read.entries.get(id) : state?.entry;
      if (state && entry === state.entry && lock === state.lock) continue;
      const next = { entry, lock };
      if (!state || !isSame(state, next)) {
        this.#changeCount += 1;
        record.changedAt = this.#changeCount;
      }
      record.state = next;
    }
    if (this.#changeCount > before) this.#waiters.notify(this.#changeCount);
  }

  /** Marks the entries that new events concern as stale. */
  async #readEvents(): Promise<void> {
    const { database } = this.#deps;
    await assignPositionsUnlessBusy(database);
    let position = this.#position;
    if (position === undefined) {
      this.#position = await lastPosition(database.read);
      return;
    }
    for (let batch = 1; batch <= maxEventBatches; batch += 1) {
      const events = await eventsAfter(database.read, position, eventBatchSize);
      for (const event of events) this.#markStale(event);
      position = events.at(-1)?.position ?? position;
      this.#position = position;
      if (events.length === eventBatchSize) continue;
      // The position is smaller if the database was restored to an earlier state.
      if (events.length > 0 || (await lastPosition(database.read)) >= position) return;
      break;
    }
    this.#markAllStale();
    this.#position = await lastPosition(database.read);
  }

  #markStale({ kind, subject, tags }: SiteEvent): void {
    if (kindsThatChangeAll.has(kind)) this.#markAllStale();
    if (!kind.startsWith('entry.')) return;
    // The tags include entries that have moved with the entry.
    const tagged = tags.flatMap((tag) => (tag.startsWith('entry:') ? [Number(tag.slice('entry:'.length))] : []));
    for (const id of [subject, ...tagged]) if (this.#records.has(id)) this.#stale.add(id);
  }

  /** Marks entries as stale whose changes are no events: auto-drafts, and IDs without an entry, which may become auto-drafts. */
  #markWithoutEvents(): void {
    for (const [id, { state }] of this.#records)
      if (state && (!state.entry || state.entry.status === 'auto-draft')) this.#stale.add(id);
  }

  #markAllStale(): void {
    for (const id of this.#records.keys()) this.#stale.add(id);
  }

  /** Removes entries that no stream has watched for some time. */
  #prune(): void {
    const before = performance.now() - lingerMs;
    for (const [id, { watchers, unwatchedAt }] of this.#records)
      if (watchers === 0 && unwatchedAt < before) this.#records.delete(id);
    if (this.#records.size > 0) return;
    this.#position = undefined;
    this.#call = undefined;
    this.#stale.clear();
  }

  #schedulePoll(): void {
    if (this.#timer || this.#records.size === 0) return;
    const poll = async () => {
      // Nothing is read while there are only entries that no stream watches.
      if (this.#watchers === 0) this.#prune();
      // The next poll tries again.
      else await this.refresh().catch((error: unknown) => reportBackgroundFailure('poll of the live channel', error));
      this.#timer = undefined;
      this.#schedulePoll();
    };
    this.#timer = setTimeout(poll, pollIntervalMs).unref();
  }
}

const newRecord = (): WatchRecord => ({
  ...{ watchers: 0, unwatchedAt: 0, needsVersion: false, state: undefined, changedAt: 0 },
});

/** The states that a refresh has read. */
interface LoadedStates {
  /** IDs of the entries that were loaded. */
  readonly loaded: ReadonlySet<number>;
  /** States of the loaded entries that exist. */
  readonly entries: ReadonlyMap<number, EntryState>;
  /** All locks of watched entries; undefined if they have not changed. */
  readonly locks: ReadonlyMap<number, LockRow> | undefined;
}

/** Whether two states are the same for followers. Renewals of a lock do not count. */
const isSame = (one: WatchedEntry, other: WatchedEntry): boolean =>
  JSON.stringify(one.entry) === JSON.stringify(other.entry) && lockKeyOf(one.lock) === lockKeyOf(other.lock);

/** Returns a key of a lock that does not change when the lock is renewed; empty if there is no lock. */
export const lockKeyOf = (lock: LockRow | undefined): string =>
  lock ? JSON.stringify([lock.user_id, lock.acquired, lock.user_name]) : '';
