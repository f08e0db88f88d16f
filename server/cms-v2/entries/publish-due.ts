// Publishes scheduled entries when their date has passed (posts-and-pages.md §5, future).
import type { WriteHandle } from '../../database/handle.ts';
import { recordEvent } from '../../events/record.ts';
import { now } from '../../time/zone.ts';
import { moveCount } from './counts-store.ts';
import type { EntryDeps } from './deps.ts';
import { findDueEntries, publishEntries } from './due-store.ts';
import { entryTags, termTags } from './event-tags.ts';
import { treeLock, usersLock } from './lock-entry.ts';
import { findEntryTerms, lockTermCounts } from './terms-store.ts';

/** Maximum number of entries that are published in one transaction. The limit keeps the transaction short. */
const batchSize = 200;

/**
 * Publishes all due entries, and returns the number of entries that this process has published. Other processes may do the same
 * concurrently; each entry is published by exactly one process.
 *
 * @throws DatabaseBusy, DatabaseUnavailable, DiskFull. Entries that were published before the error remain published.
 */
export async function publishDue(deps: EntryDeps): Promise<number> {
  const timestamp = now(deps.site.clock);
  let published = 0;
  while ((await findDueEntries(deps.database.read, timestamp, 1)).length > 0) {
    published += await deps.database.transaction((tx) => publishBatch(deps, tx, timestamp));
  }
  return published;
}

async function publishBatch(deps: EntryDeps, tx: WriteHandle, timestamp: string): Promise<number> {
  // The deletion of a user moves entries to the trash, or changes their authors, without the locks on these entries.
  await tx.share(usersLock);
  await tx.lock('scheduled entries');
  const candidates = await findDueEntries(tx, timestamp, batchSize);
  // The entries may change before their locks are acquired, so they are read again.
  for (const name of lockNames(deps, candidates)) await tx.lock(name);
  const ids = new Set(candidates.map(({ id }) => id));
  const due = (await findDueEntries(tx, timestamp, batchSize * 2)).filter(({ id }) => ids.has(id));
  if (due.length === 0) return 0;
  await lockTermCounts(tx);
  const published = await publishEntries(
    tx,
    due.map(({ id }) => id),
  );
  for (const entry of published) await moveCount(tx, { ...entry, status: 'future' }, { ...entry, status: 'publish' });
  const publishedIds = published.map(({ id }) => id);
  const entryTerms = Map.groupBy(await findEntryTerms(tx, publishedIds), (term) => term.entry_id);
  for (const { id, type, author, parent } of published) {
    const states = { statusBefore: 'future', status: 'publish' };
    const tags = [
      ...(author === 0 ? [] : [`user:${author}`]),
      ...entryTags(parent === 0 ? [] : [parent]),
      ...termTags((entryTerms.get(id) ?? []).map((term) => term.term_id)),
    ];
    await recordEvent(tx, { kind: 'entry.updated', type, subject: id, ...states, tags });
    await deps.writer.reportStatus(tx, { id, type, parent, before: 'future', status: 'publish' });
  }
  return published.length;
}

/** Returns the names of the locks on entries, always in the same order to prevent deadlocks. */
function lockNames({ contract }: EntryDeps, entries: readonly { readonly id: number; readonly type: string }[]) {
  const names = entries.map(({ id, type: name }) => {
    const type = contract.types.get(name);
    return type?.hierarchical ? treeLock(type) : `entry ${id}`;
  });
  return [...new Set(names)].sort();
}
