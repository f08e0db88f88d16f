// Deletes auto-drafts that nobody has saved: those that were not modified for a week, and the oldest ones of a user who has too many.
import { maxAutoDrafts, mayBeAutoDraft } from '../../../contract/octavo-v1/auto-drafts.ts';
import { autoDraftStatus } from '../../../contract/shared/entry-fields.ts';
import { now, toSiteTime } from '../../time/zone.ts';
import type { EntryDeps } from '../entries/deps.ts';
import { treeLock, usersLock } from '../entries/lock-entry.ts';
import type { WholeEntry } from '../entries/rows.ts';
import { findEntry } from '../entries/store.ts';
import { type FoundAutoDraft, findExpiredAutoDrafts, findSurplusAutoDrafts } from './store.ts';

type DeletionDeps = Pick<EntryDeps, 'contract' | 'database' | 'site' | 'writer'>;

/** Time after which an auto-draft that was not modified is deleted, in milliseconds. */
const retentionMs = 7 * 24 * 3600_000;

/** Maximum number of auto-drafts that are found at a time. Each is deleted in its own transaction, which keeps transactions short. */
const batchSize = 100;

/** Returns the names of the types whose entries can be auto-drafts. */
const namesOfTypes = ({ contract }: DeletionDeps): string[] =>
  [...contract.types.values()].filter(mayBeAutoDraft).map(({ name }) => name);

/**
 * Deletes the auto-drafts that were not modified for a week, and returns the number of auto-drafts that this process has deleted. Media
 * attached to them remain. Other processes may do the same concurrently; each auto-draft is deleted by exactly one process, and one that
 * is saved in the meantime remains.
 *
 * @throws DatabaseBusy, DatabaseUnavailable, DiskFull. Auto-drafts that were deleted before the error remain deleted.
 */
export async function deleteExpiredAutoDrafts(deps: DeletionDeps): Promise<number> {
  const { database, site } = deps;
  const before = toSiteTime(
    now(() => site.clock() - retentionMs),
    site.settings.values.timezone,
  );
  const types = namesOfTypes(deps);
  const deleteBatch = async (): Promise<number> => {
    let deleted = 0;
    for (const each of await findExpiredAutoDrafts(database.read, types, before, batchSize))
      if (await deleteAutoDraft(deps, each, ({ modified }) => modified < before)) deleted += 1;
    return deleted;
  };
  let total = 0;
  for (let deleted = await deleteBatch(); deleted > 0; deleted = await deleteBatch()) total += deleted;
  return total;
}

/** Deletes the oldest auto-drafts of a user beyond the maximum number, except for those that are saved in the meantime. */
export async function deleteSurplusAutoDrafts(deps: DeletionDeps, author: number): Promise<void> {
  const range = { newest: maxAutoDrafts, limit: batchSize };
  const surplus = await findSurplusAutoDrafts(deps.database.read, namesOfTypes(deps), author, range);
  for (const each of surplus) await deleteAutoDraft(deps, each, (entry) => entry.author === author);
}

/** Deletes an entry if it is still an auto-draft and `isDue` holds for it. Returns whether it was deleted. */
async function deleteAutoDraft(
  { contract, database, writer }: DeletionDeps,
  { id, type: name }: FoundAutoDraft,
  isDue: (entry: WholeEntry) => boolean,
): Promise<boolean> {
  const type = contract.types.get(name);
  if (!type) return false;
  return database.transaction(async (tx) => {
    await tx.share(usersLock);
    await tx.lock(type.hierarchical ? treeLock(type) : `entry ${id}`);
    const entry = await findEntry(tx, name, id);
    if (entry?.status !== autoDraftStatus || !isDue(entry)) return false;
    await writer.delete(tx, type, entry);
    return true;
  });
}
