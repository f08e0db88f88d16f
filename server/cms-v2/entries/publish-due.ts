// Publishing scheduled entries when their date comes (posts-and-pages.md §5, future).
import type { WriteHandle } from '../../database/handle.ts';
import { recordEvent } from '../../events/record.ts';
import { now } from '../../time/zone.ts';
import { addPageToMenus } from '../menu-items/add-page.ts';
import { treeLock } from './claim-entry.ts';
import { countEntries } from './counts-store.ts';
import { findDue, writePublished } from './due-store.ts';
import type { EntryParts } from './parts.ts';
import { entryTags, termTags } from './save-entry.ts';
import { findEntry } from './store.ts';
import { claimTermNumbers, findCarriedTerms } from './terms-store.ts';

/** So many are published in one transaction: few enough that nobody waits long for it. */
const together = 200;

/**
 * Publishes every entry whose date has come; gives how many this process has published. Others may do the same at the same
 * time: each entry is published by one of them, once.
 *
 * @throws DatabaseBusy, DatabaseUnavailable, DiskFull; what was published before stays.
 */
export async function publishDue(parts: EntryParts): Promise<number> {
  const moment = now(parts.clock);
  let published = 0;
  while ((await findDue(parts.database.read, moment, 1)).length > 0) {
    published += await parts.database.transaction((tx) => publishSome(parts, tx, moment));
  }
  return published;
}

async function publishSome(parts: EntryParts, tx: WriteHandle, moment: string): Promise<number> {
  await tx.lock('scheduled entries');
  const seen = await findDue(tx, moment, together);
  // Whoever changes one of them meanwhile is waited for, and what they have made of it is looked at again.
  for (const name of claimsOf(parts, seen)) await tx.lock(name);
  const ids = new Set(seen.map(({ id }) => id));
  const due = (await findDue(tx, moment, together * 2)).filter(({ id }) => ids.has(id));
  if (due.length === 0) return 0;
  await claimTermNumbers(tx);
  await writePublished(
    tx,
    due.map(({ id }) => id),
  );
  for (const [, [first, ...others]] of Map.groupBy(due, ({ type, author }) => `${type} ${author}`)) {
    if (!first) continue;
    const n = others.length + 1;
    await countEntries(tx, { ...first, status: 'future' }, -n);
    await countEntries(tx, { ...first, status: 'publish' }, n);
  }
  const carried = Map.groupBy(await findCarriedTerms(tx, [...ids]), (term) => term.entry_id);
  for (const { id, type, author, parent } of due) {
    const states = { statusBefore: 'future', status: 'publish' };
    const tags = [
      ...(author === 0 ? [] : [`user:${author}`]),
      ...entryTags(parent === 0 ? [] : [parent]),
      ...termTags((carried.get(id) ?? []).map((term) => term.term_id)),
    ];
    await recordEvent(tx, { kind: 'entry.updated', type, subject: id, ...states, tags });
    if (type !== 'page') continue;
    await addPageToMenus(parts, tx, { status: 'future' }, await findEntry(tx, type, id));
  }
  return due.length;
}

/** The names under which entries are held by who changes them, always in the same order. */
function claimsOf({ contract }: EntryParts, entries: readonly { readonly id: number; readonly type: string }[]) {
  const names = entries.map(({ id, type: name }) => {
    const type = contract.types.get(name);
    return type?.hierarchical ? treeLock(type) : `entry ${id}`;
  });
  return [...new Set(names)].sort();
}
