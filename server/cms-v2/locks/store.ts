// SQL statements for edit locks.
import type { Selectable } from 'kysely';
import type { Database, ReadHandle, WriteHandle } from '../../database/handle.ts';
import { type Slots, statement } from '../../database/statement.ts';
import type { EditLocksTable } from '../../database/tables/locks.ts';
import type { Clock } from '../../time/zone.ts';

/** The time after its last renewal at which a lock expires, in milliseconds. */
export const lockLifetimeMs = 150_000;

/** A lock that has not expired, with the display name of the user who holds it. */
export type LockRow = Selectable<EditLocksTable> & { readonly user_name: string };

const findLocksStatement = statement((q, p: Slots<{ entries: number[]; expired: number }>) =>
  q
    .selectFrom('edit_locks')
    .innerJoin('users', 'users.id', 'edit_locks.user_id')
    .select(['edit_locks.entry_id', 'edit_locks.user_id', 'edit_locks.acquired', 'edit_locks.renewed'])
    .select('users.name as user_name')
    .where(q.dialect.inList('edit_locks.entry_id', p.entries))
    .where('edit_locks.renewed', '>', p.expired)
    .orderBy('edit_locks.entry_id'),
);

/** Returns the locks on these entries that have not expired at `now`, in milliseconds since 1970, in the order of the entries' IDs. */
export const findLocks = (read: ReadHandle, entries: readonly number[], now: number): Promise<LockRow[]> =>
  read.all(findLocksStatement, { entries: [...entries], expired: now - lockLifetimeMs });

/** Returns the lock on an entry that another user holds at `now`, in milliseconds since 1970; undefined if there is none. */
export async function findLockOfOther(
  read: ReadHandle,
  { entry, user, now }: { readonly entry: number; readonly user: number; readonly now: number },
): Promise<LockRow | undefined> {
  const [lock] = await findLocks(read, [entry], now);
  return lock?.user_id === user ? undefined : lock;
}

/** A request for a lock. */
interface LockRequest {
  readonly entry: number;
  readonly user: number;
  /** The current time, in milliseconds since 1970. */
  readonly now: number;
  /** Whether the lock is acquired even if another user holds it. */
  readonly takeOver: boolean;
}

type LockSlots = { entry: number; user: number; now: number; expired: number; takeOver: number };

// One statement decides who acquires the lock, so that exactly one of several concurrent callers does.
const acquireStatement = statement((q, p: Slots<LockSlots>) =>
  q
    .insertInto('edit_locks')
    .values({ entry_id: p.entry, user_id: p.user, acquired: p.now, renewed: p.now })
    .onConflict((conflict) =>
      conflict
        .column('entry_id')
        .doUpdateSet((eb) => ({
          user_id: eb.ref('excluded.user_id'),
          acquired: eb
            .case()
            .when(
              eb.and([
                eb('edit_locks.user_id', '=', eb.ref('excluded.user_id')),
                eb('edit_locks.renewed', '>', p.expired),
              ]),
            )
            .then(eb.ref('edit_locks.acquired'))
            .else(eb.ref('excluded.acquired'))
            .end(),
          renewed: eb.ref('excluded.renewed'),
        }))
        .where((eb) =>
          eb.or([
            eb('edit_locks.user_id', '=', eb.ref('excluded.user_id')),
            eb('edit_locks.renewed', '<=', p.expired),
            eb(p.takeOver, '=', 1),
          ]),
        ),
    ),
);

/**
 * Acquires the lock on an entry for a user, or renews it. Returns whether the user holds the lock: it is not acquired if another user
 * holds it, unless `takeOver` is true.
 *
 * Throws ForeignKeyViolation if the entry or the user does not exist.
 */
export async function acquireLock(tx: WriteHandle, { entry, user, now, takeOver }: LockRequest): Promise<boolean> {
  const slots = { entry, user, now, expired: now - lockLifetimeMs, takeOver: takeOver ? 1 : 0 };
  return (await tx.run(acquireStatement, slots)).changes > 0;
}

const deleteStatement = statement((q, p: Slots<{ entry: number; user: number }>) =>
  q.deleteFrom('edit_locks').where('entry_id', '=', p.entry).where('user_id', '=', p.user),
);

/** Deletes the lock of a user on an entry. Returns whether there was one, even if it had expired. */
export const deleteLock = async (tx: WriteHandle, entry: number, user: number): Promise<boolean> =>
  (await tx.run(deleteStatement, { entry, user })).changes > 0;

const pruneStatement = statement((q, p: Slots<{ expired: number }>) =>
  q.deleteFrom('edit_locks').where('renewed', '<=', p.expired),
);

/** Deletes the locks that have expired. Returns their number. */
export const pruneLocks = (database: Database, clock: Clock): Promise<number> =>
  database.transaction(async (tx) => (await tx.run(pruneStatement, { expired: clock() - lockLifetimeMs })).changes);
