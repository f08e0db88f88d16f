import { setImmediate as nextTurn } from 'node:timers/promises';
import { Mutex } from '../../../workers/mutex.ts';
import { DatabaseBusy } from '../../errors.ts';
import { isPersistent, type TransactionCommands } from '../../transaction.ts';
import type { WritingHandle } from '../../write-handle.ts';
import type { Connection } from './connection.ts';
import { type Deadline, retryWhileBusy } from './retry-while-busy.ts';

/** Maximum number of transactions that are committed together. */
const MAX_TRANSACTIONS = 64;

/** Maximum time for which a group accepts further transactions, in milliseconds. */
const MAX_OPEN_MS = 5;

/** Limits of a group. */
export interface GroupLimits {
  readonly maxTransactions: number;
  readonly maxOpenMs: number;
}

const defaultLimits: GroupLimits = { maxTransactions: MAX_TRANSACTIONS, maxOpenMs: MAX_OPEN_MS };

/** A lock that excludes all transactions. */
export interface WriteLock {
  /** Runs `work` while no transaction is open. `deadline` is that of `Mutex`. Throws DatabaseBusy if the lock is not free before. */
  runExclusive<T>(work: () => T | Promise<T>, deadline: Deadline): Promise<T>;
}

/** Functions of the database that run before and after transactions of the connection. */
export interface TransactionHooks {
  /** Throws if no write can be stored. */
  readonly beforeBegin: () => void;
  /** Called when the connection has begun a transaction: until its end, no other connection commits. If it throws, it is rolled back. */
  readonly afterBegin: () => void;
  /** Called immediately before a commit, with the handles of its transactions in their order. If it throws, they are rolled back. */
  readonly beforeCommit: (handles: readonly WritingHandle[]) => void;
  /** Called immediately after a commit, with the handles of the transactions in their order. Returns a function that flushes them to disk. */
  readonly afterCommit: (handles: readonly WritingHandle[]) => Flush;
  /** Called when a transaction begins that will be committed together with others, with the handle of the last one of these. */
  readonly beforeNext: (handle: WritingHandle) => void;
  /** Called immediately after transactions were rolled back, with their handles and the error. */
  readonly onRollback: (handles: readonly WritingHandle[], error: unknown) => void;
}

/** A transaction of a caller. */
export interface Transaction<T> {
  readonly handle: WritingHandle;
  /** Runs the transaction. Begins and ends it with the commands that it receives. */
  readonly run: (commands: TransactionCommands) => Promise<T>;
  /** Deadline for acquiring the lock and beginning. */
  readonly deadline: Deadline;
  /** Whether it must not be committed together with others. */
  readonly isAlone: boolean;
  /** Whether the caller waits for the flush later, so that it need not begin immediately after the commit. */
  readonly mayFlushLater: boolean;
}

/** Resolves when a commit is on disk; rejects if it may not be. */
export type Flush = () => Promise<void>;

/** A commit of the connection. */
interface Commit {
  /** Begins to flush the commit, or waits for the flush that has begun. */
  readonly flush: Flush;
}

/** A transaction of the connection that consists of one or more transactions of callers. */
interface Group {
  readonly hooks: TransactionHooks;
  readonly beganAt: number;
  /** Whether the caller of a transaction waits for the flush now. */
  isUrgent: boolean;
  /** Whether it will be committed at the end of this turn of the event loop. */
  isCommitDue: boolean;
  /** Number of transactions that began. */
  began: number;
  /** The handles of those that are to be committed. */
  readonly handles: WritingHandle[];
  readonly outcome: PromiseWithResolvers<Commit>;
}

/**
 * The transactions of a write connection, one at a time. They are committed at the end of the turn of the event loop: the transactions of
 * requests that are served in the same turn continue in the same transaction of the connection, each in a savepoint of its own, so that they
 * share the pages that the commit writes to the log, and the flush. Nothing waits for requests that have not arrived. A transaction that
 * fails is undone by itself.
 */
export class GroupCommit implements WriteLock {
  readonly #connection: Connection;
  readonly #limits: GroupLimits;
  readonly #lock = new Mutex(() => new DatabaseBusy('Timed out waiting for the write lock.'));
  #group: Group | undefined;

  constructor(connection: Connection, limits: Partial<GroupLimits> = {}) {
    this.#connection = connection;
    this.#limits = { ...defaultLimits, ...limits };
  }

  runExclusive<T>(work: () => T | Promise<T>, deadline: Deadline): Promise<T> {
    return this.#lock.runExclusive(() => {
      this.#commit();
      return work();
    }, deadline);
  }

  /**
   * Runs a transaction, and resolves with its result once it has been committed, so that other connections see it. It must not be
   * acknowledged before `flush` resolves. The hooks are called for all transactions of its group, and must be the same for all of them.
   *
   * @throws DatabaseBusy, the error of the transaction, or that of the commit
   */
  async run<T>(transaction: Transaction<T>, hooks: TransactionHooks): Promise<Commit & { readonly result: T }> {
    const { result, committed } = await this.#lock.runExclusive(async () => {
      if (transaction.isAlone) this.#commit();
      try {
        const result = await transaction.run(this.#commandsFor(transaction, hooks));
        return { result, committed: this.#group?.outcome.promise };
      } finally {
        if (transaction.isAlone || !this.#mayContinue()) await this.#end();
        else this.#commitAtEndOfTurn();
      }
    }, transaction.deadline);
    return { result, flush: (await committed)?.flush ?? (async () => {}) };
  }

  /** Commits the open group. If others are waiting, requests get a turn of the event loop before the next group. */
  async #end(): Promise<void> {
    this.#commit();
    if (this.#lock.hasWaiting) await nextTurn();
  }

  /** Commits the open group at the end of this turn of the event loop, or later if a transaction of the group is open then. */
  #commitAtEndOfTurn(): void {
    const group = this.#group;
    if (group === undefined || group.isCommitDue) return;
    group.isCommitDue = true;
    setImmediate(() => {
      group.isCommitDue = false;
      if (this.#group === group && !this.#lock.isLocked) this.#commit();
    });
  }

  /** Whether other transactions can be committed together with the open group. */
  #mayContinue(): boolean {
    if (this.#group === undefined) return false;
    const { began, beganAt } = this.#group;
    const { maxTransactions, maxOpenMs } = this.#limits;
    return began < maxTransactions && performance.now() - beganAt < maxOpenMs;
  }

  #commandsFor(
    { handle, deadline, mayFlushLater }: Transaction<unknown>,
    hooks: TransactionHooks,
  ): TransactionCommands {
    let isFirst = false;
    return {
      begin: async () => {
        const last = this.#group?.handles.at(-1);
        if (last !== undefined) hooks.beforeNext(last);
        isFirst = this.#group === undefined;
        if (isFirst) await this.#begin(deadline, hooks);
        else this.#connection.runText('savepoint grouped');
        if (this.#group) this.#group.began += 1;
      },
      commit: () => {
        // The first one has no savepoint: nothing is before it.
        if (!isFirst) this.#connection.runText('release grouped');
        if (this.#group === undefined) return;
        this.#group.handles.push(handle);
        this.#group.isUrgent ||= !mayFlushLater;
      },
      rollback: (error) => {
        if (isFirst) this.#abandon(error, handle);
        else this.#undo(error, handle);
      },
    };
  }

  async #begin(deadline: Deadline, hooks: TransactionHooks): Promise<void> {
    hooks.beforeBegin();
    // Takes the write lock immediately: a read transaction that starts to write later can fail halfway.
    await retryWhileBusy(() => this.#connection.runText('begin immediate'), deadline);
    const outcome = Promise.withResolvers<Commit>();
    // Each transaction of the group handles the error, but there may be none.
    outcome.promise.catch(() => {});
    this.#group = {
      ...{ hooks, beganAt: performance.now(), isUrgent: false, isCommitDue: false },
      ...{ began: 0, handles: [], outcome },
    };
    try {
      hooks.afterBegin();
    } catch (error) {
      this.#abandon(error);
      throw error;
    }
  }

  /** Undoes the transaction that failed with this error, and retains the others of the group if possible. */
  #undo(error: unknown, handle: WritingHandle): void {
    try {
      this.#connection.runText('rollback to grouped');
      this.#connection.runText('release grouped');
    } catch {
      // After some failures, such as a full disk, SQLite has rolled back the transaction of the connection.
      // Other callers do not receive an error that may describe data of this one.
      const isShared = isPersistent(error);
      this.#abandon(isShared ? error : new DatabaseBusy('A transaction of the same commit failed; try again.'), handle);
      return;
    }
    this.#group?.hooks.onRollback([handle], error);
  }

  /** Rolls back the open group, and rejects its transactions. `failed` is the handle of the transaction that failed by itself, if any. */
  #abandon(error: unknown, failed?: WritingHandle): void {
    const group = this.#group;
    if (group === undefined) return;
    this.#group = undefined;
    group.outcome.reject(error);
    if (this.#connection.inTransaction) this.#connection.runText('rollback');
    group.hooks.onRollback(failed === undefined ? group.handles : [...group.handles, failed], error);
  }

  /** Commits the open group, if there is one. */
  #commit(): void {
    const group = this.#group;
    if (group === undefined) return;
    try {
      group.hooks.beforeCommit(group.handles);
      this.#connection.runText('commit');
    } catch (error) {
      this.#abandon(error);
      return;
    }
    this.#group = undefined;
    const flush = once(group.hooks.afterCommit(group.handles));
    // The flush begins while the lock is held, and the next writer continues. Each transaction of the group handles its error.
    if (group.isUrgent) flush().catch(() => {});
    group.outcome.resolve({ flush });
  }
}

/** Returns a function that calls another one once, and returns the same promise at each call. */
function once(flush: Flush): Flush {
  let flushed: Promise<void> | undefined;
  return () => {
    flushed ??= flush();
    return flushed;
  };
}
