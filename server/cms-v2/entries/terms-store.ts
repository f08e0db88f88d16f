// SQL statements for the terms of entries.
import type { ReadHandle, WriteHandle } from '../../database/handle.ts';
import { rowInsert } from '../../database/row-insert.ts';
import { type Slots, statement } from '../../database/statement.ts';
import type { EntryTermsTable } from '../../database/tables/entries.ts';
import { newEntries } from './store.ts';

/** A term that is assigned to an entry. */
export interface EntryTerm {
  readonly entry_id: number;
  readonly term_id: number;
  readonly taxonomy: string;
  readonly slug: string;
}

const listEntryTermsStatement = statement((q, p: Slots<{ entries: number[] }>) =>
  q
    .selectFrom('entry_terms as link')
    .innerJoin('terms', 'terms.id', 'link.term_id')
    .select(['link.entry_id', 'link.term_id', 'link.taxonomy', 'terms.slug'])
    .where(q.dialect.inList('link.entry_id', p.entries))
    .orderBy('terms.name_key')
    .orderBy('terms.id'),
);

/** Returns the terms of entries, ordered by name (posts-and-pages.md §2, categories). */
export const findEntryTerms = (read: ReadHandle, entries: readonly number[]): Promise<EntryTerm[]> =>
  read.all(listEntryTermsStatement, { entries: [...entries] });

const findKnownStatement = statement((q, p: Slots<{ taxonomy: string; ids: number[] }>) =>
  q.selectFrom('terms').select('id').where('taxonomy', '=', p.taxonomy).where(q.dialect.inList('id', p.ids)),
);

/** Returns the IDs among `ids` that belong to terms of the taxonomy. */
export const findKnownTerms = async (read: ReadHandle, taxonomy: string, ids: readonly number[]): Promise<number[]> =>
  (await read.all(findKnownStatement, { taxonomy, ids: [...ids] })).map((row) => row.id);

const newLinks = rowInsert<EntryTermsTable>(
  'entry_terms',
  ['entry_id', 'term_id', 'taxonomy', 'type', 'status', 'date'],
  { references: [newEntries] },
);

/** Assigns a term to an entry that does not have it yet. The link has a copy of columns of the entry. */
export const linkTerm = (tx: WriteHandle, link: EntryTermsTable) => tx.insert(newLinks, link);

const deleteLinksStatement = statement((q, p: Slots<{ entry: number; terms: number[] }>) =>
  q.deleteFrom('entry_terms').where('entry_id', '=', p.entry).where(q.dialect.inList('term_id', p.terms)),
);

/** Removes terms from an entry. */
export const unlinkTerms = (tx: WriteHandle, entry: number, terms: readonly number[]) =>
  tx.send(deleteLinksStatement, { entry, terms: [...terms] });

const updateLinksStatement = statement((q, p: Slots<{ entry: number; status: string; date: string }>) =>
  q.updateTable('entry_terms').set({ status: p.status, date: p.date }).where('entry_id', '=', p.entry),
);

/** Copies the status and date of an entry to its term links, so that the entries of a term can be filtered and sorted by them. */
export const updateLinks = (tx: WriteHandle, entry: number, status: string, date: string) =>
  tx.send(updateLinksStatement, { entry, status, date });

const addToCountStatement = statement((q, p: Slots<{ term: number; n: number }>) =>
  q
    .updateTable('terms')
    .set((eb) => ({ count: eb('count', '+', p.n) }))
    .where('id', '=', p.term),
);

const termCountsLock = 'numbers of terms';

/**
 * Locks the term links and counts of all terms until the transaction ends: no other transaction changes them, so that the data that this
 * one has read does not change. Only for transactions that change the links of several entries, or delete terms.
 */
export const lockTermCounts = (tx: WriteHandle) => tx.lock(termCountsLock);

/**
 * Acquires the lock of `lockTermCounts` in shared mode, so that no term is deleted while the transaction assigns it. The transaction may
 * change only the links of entries that it has locked or created.
 */
export const shareTermCounts = (tx: WriteHandle) => tx.share(termCountsLock);

/** Adds numbers to the numbers of published entries of terms, by term ID. The transaction must hold the lock on term counts. */
export async function countTerms(tx: WriteHandle, numbers: ReadonlyMap<number, number>): Promise<void> {
  for (const [term, n] of numbers) await tx.add(addToCountStatement, { term }, n);
}

const descendantsStatement = statement((q, p: Slots<{ terms: number[] }>) =>
  q
    .withRecursive('tree', (qc) =>
      qc
        .selectFrom('terms')
        .select('id')
        .where(q.dialect.inList('id', p.terms))
        .union(qc.selectFrom('terms').innerJoin('tree', 'tree.id', 'terms.parent').select('terms.id')),
    )
    .selectFrom('tree')
    .select('id'),
);

/** Returns the IDs of terms and of all their descendants. */
export const listTermsWithDescendants = async (read: ReadHandle, terms: readonly number[]): Promise<number[]> =>
  (await read.all(descendantsStatement, { terms: [...terms] })).map((row) => row.id);

const publishedCountStatement = statement((q, p: Slots<{ taxonomy: string; term: number }>) =>
  q.selectFrom('terms').select('count').where('id', '=', p.term).where('taxonomy', '=', p.taxonomy),
);

/** Returns the number of published entries with a term of a taxonomy; 0 if there is no such term. */
export const countPublishedOfTerm = async (read: ReadHandle, taxonomy: string, termId: number): Promise<number> =>
  (await read.first(publishedCountStatement, { taxonomy, term: termId }))?.count ?? 0;
