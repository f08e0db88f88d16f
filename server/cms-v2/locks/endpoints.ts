// Implements the endpoints of edit locks. A lock belongs to a user and is advisory: it does not prevent others from changing the entry,
// except that their autosaves no longer change a draft (../revisions/save-autosave.ts).
import type { ContentType } from '../../../contract/grammar/content-type.ts';
import { type LockEndpoints, type lockFields, locksModule } from '../../../contract/octavo-v1/locks.ts';
import { ApiError } from '../../api-error.ts';
import { ForeignKeyViolation } from '../../database/errors.ts';
import { implement, type Operations, type Permissions } from '../../http/implement.ts';
import { type Module, type Presenter, parseId } from '../../http/module.ts';
import type { Clock } from '../../time/zone.ts';
import { editCondition, forbiddenErrors, passes } from '../entries/conditions.ts';
import type { EntryDeps } from '../entries/deps.ts';
import {
  cannotEditEntries,
  findEditableEntries,
  mayEditSomeEntries,
  typeOfEntries,
} from '../entries/editable-entries.ts';
import { type CheckedEntryOfAnyType, findEntriesOfAnyType } from '../entries/store.ts';
import { lockRecord } from './lock-record.ts';
import { acquireLock, deleteLock, findLocks, type LockRow } from './store.ts';

/** An entry that is locked or to be locked, with its content type. */
interface LockableEntry {
  readonly row: CheckedEntryOfAnyType;
  readonly type: ContentType;
}

/** The targets of the permissions. */
type LockTargets = { 'edit-locked-entry': LockableEntry };

/** The operations, keyed by their names in the contract. */
type LockOperations = Operations<LockEndpoints, LockTargets, LockRow>;

/** Dependencies of the endpoints of edit locks. */
type LockDeps = Pick<EntryDeps, 'contract' | 'database'> & { readonly site: { readonly clock: Clock } };

/** Returns the error for an entry that does not exist or has no routes of entries. */
const entryNotFound = () => new ApiError('rest_post_invalid_id', 404, 'No entry with this ID.');

/** Returns the permissions of edit locks, keyed by their names in the contract. */
function defineLockPermissions({ contract, database }: LockDeps): Permissions<LockEndpoints, LockTargets> {
  return {
    'list-locks': {
      permit: ({ actor }) => (mayEditSomeEntries(actor, contract) ? undefined : cannotEditEntries),
    },
    'edit-locked-entry': {
      load: async ({ path }) => {
        const [row] = await findEntriesOfAnyType(database.read, [parseId(path.entry)]);
        const type = row && typeOfEntries(contract, row.type);
        if (!row || !type) throw entryNotFound();
        return { row, type };
      },
      // Actors without an account cannot hold a lock.
      permit: ({ actor }, { row, type }) =>
        actor.id !== 0 && passes(editCondition, actor, type, row) ? undefined : forbiddenErrors.edit,
    },
  };
}

const lockPresenter: Presenter<typeof lockFields, LockRow, undefined> = {
  prepare: async () => undefined,
  fields: {
    entry: (row) => lockRecord(row).entry,
    user: (row) => lockRecord(row).user,
    name: (row) => lockRecord(row).name,
    acquired: (row) => lockRecord(row).acquired,
    renewed: (row) => lockRecord(row).renewed,
    expires: (row) => lockRecord(row).expires,
  },
  facts: () => ({}),
};

// GET /octavo/v1/locks: lists the locks on entries.

/** Responds with the locks on those of the entries that the caller may edit, in the order of the entries' IDs. */
const listLocks = (deps: LockDeps): LockOperations['list-locks'] => ({
  async run({ args, actor }) {
    const { read } = deps.database;
    const editable = await findEditableEntries(deps, actor, args.entries);
    return { kind: 'list', rows: await findLocks(read, editable, deps.site.clock()), uncached: true };
  },
});

// POST /octavo/v1/locks/<entry>: acquires or renews the lock on an entry.

/** The time after a renewal during which further renewals are not stored, in milliseconds. */
const minRenewalIntervalMs = 10_000;

/**
 * Acquires the lock on the entry, or renews it, and responds 200 with it. Changes nothing else: neither the entry and its `ETag`, nor
 * cached responses, and it causes no event.
 *
 * Throws ApiError 409 `rest_entry_locked` with the lock in `data.lock` if another user holds it and `take_over` is false, and 404
 * `rest_post_invalid_id` if the entry or the account of the caller has been deleted.
 */
const acquireLockOfEntry = ({ database, site: { clock } }: LockDeps): LockOperations['acquire-lock'] => ({
  async run({ args: { take_over: takeOver }, actor: { id: user } }, { row: { id: entry } }) {
    const now = clock();
    const [current] = await findLocks(database.read, [entry], now);
    const isFresh = current?.user_id === user && now - current.renewed < minRenewalIntervalMs;
    if (isFresh) return { kind: 'record', row: current };
    if (current && current.user_id !== user && !takeOver) throw entryLocked(current);
    const row = await database
      .transaction(async (tx) => {
        const isAcquired = await acquireLock(tx, { entry, user, now, takeOver });
        // Other transactions cannot change the row until this one ends, even if the lock was not acquired.
        const [lock] = await findLocks(tx, [entry], now);
        if (!lock) throw new Error('an acquired lock was not found');
        if (!isAcquired) throw entryLocked(lock);
        return lock;
      })
      .catch(mapDeletedEntry);
    return { kind: 'record', row };
  },
});

function mapDeletedEntry(error: unknown): never {
  throw error instanceof ForeignKeyViolation ? entryNotFound() : error;
}

const entryLocked = (lock: LockRow): ApiError =>
  new ApiError('rest_entry_locked', 409, 'Another user is editing this entry.', { data: { lock: lockRecord(lock) } });

// DELETE /octavo/v1/locks/<entry>: releases the lock of the caller.

/** Releases the caller's lock and responds with it. Throws ApiError 404 `rest_lock_not_found` if the caller does not hold the lock. */
const deleteLockOfEntry = ({ database, site: { clock } }: LockDeps): LockOperations['delete-lock'] => ({
  async run({ actor }, { row: { id: entry } }) {
    const previous = await database.transaction(async (tx) => {
      const [lock] = await findLocks(tx, [entry], clock());
      if (lock?.user_id !== actor.id || !(await deleteLock(tx, entry, actor.id)))
        throw new ApiError('rest_lock_not_found', 404, 'You do not hold the lock on this entry.');
      return lock;
    });
    return { kind: 'deleted', previous, context: 'view' };
  },
});

/** Returns the module of edit locks. */
export function locksEndpoints(deps: LockDeps): Module {
  return implement(locksModule, {
    permissions: defineLockPermissions(deps),
    operations: {
      'list-locks': listLocks(deps),
      'acquire-lock': acquireLockOfEntry(deps),
      'delete-lock': deleteLockOfEntry(deps),
    },
    presenter: lockPresenter,
  });
}
