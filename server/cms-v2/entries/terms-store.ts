// The SQL of the terms that entries carry.
import type { ReadHandle, WriteHandle } from '../../database/handle.ts';
import { type Slots, statement } from '../../database/statement.ts';

/** A term an entry carries. */
export interface CarriedTerm {
  readonly entry_id: number;
  readonly term_id: number;
  readonly taxonomy: string;
  readonly slug: string;
}

const carried = statement((q, p: Slots<{ entries: number[] }>) =>
  q
    .selectFrom('entry_terms as link')
    .innerJoin('terms', 'terms.id', 'link.term_id')
    .select(['link.entry_id', 'link.term_id', 'link.taxonomy', 'terms.slug'])
    .where(q.dialect.inList('link.entry_id', p.entries))
    .orderBy('terms.name_key')
    .orderBy('terms.id'),
);

/** The terms of entries, ordered by name (posts-and-pages.md §2, categories). */
export const findCarriedTerms = (read: ReadHandle, entries: readonly number[]): Promise<CarriedTerm[]> =>
  read.all(carried, { entries: [...entries] });

const known = statement((q, p: Slots<{ taxonomy: string; ids: number[] }>) =>
  q.selectFrom('terms').select('id').where('taxonomy', '=', p.taxonomy).where(q.dialect.inList('id', p.ids)),
);

/** Which of these numbers are terms of the taxonomy. */
export const findKnownTerms = async (read: ReadHandle, taxonomy: string, ids: readonly number[]): Promise<number[]> =>
  (await read.all(known, { taxonomy, ids: [...ids] })).map((row) => row.id);

const linking = statement((q, p: Slots<{ entry: number; taxonomy: string; terms: number[] }>) =>
  q
    .insertInto('entry_terms')
    .columns(['entry_id', 'term_id', 'taxonomy', 'type', 'status', 'date'])
    .expression(
      q
        .selectFrom('entries')
        .innerJoin('terms', (join) => join.onTrue())
        .select([
          'entries.id',
          'terms.id as term_id',
          'terms.taxonomy',
          'entries.type',
          'entries.status',
          'entries.date',
        ])
        .where('entries.id', '=', p.entry)
        .where('terms.taxonomy', '=', p.taxonomy)
        .where(q.dialect.inList('terms.id', p.terms)),
    ),
);

/** Makes a stored entry carry terms of a taxonomy that it does not carry yet. */
export const linkTerms = (tx: WriteHandle, entry: number, taxonomy: string, terms: readonly number[]) =>
  tx.run(linking, { entry, taxonomy, terms: [...terms] });

const unlinking = statement((q, p: Slots<{ entry: number; terms: number[] }>) =>
  q.deleteFrom('entry_terms').where('entry_id', '=', p.entry).where(q.dialect.inList('term_id', p.terms)),
);

/** Makes an entry carry these terms no longer. */
export const unlinkTerms = (tx: WriteHandle, entry: number, terms: readonly number[]) =>
  tx.run(unlinking, { entry, terms: [...terms] });

const following = statement((q, p: Slots<{ entry: number; status: string; date: string }>) =>
  q.updateTable('entry_terms').set({ status: p.status, date: p.date }).where('entry_id', '=', p.entry),
);

/** Repeats an entry's state and date on its links, which lists of a term are filtered and ordered by. */
export const updateLinks = (tx: WriteHandle, entry: number, status: string, date: string) =>
  tx.run(following, { entry, status, date });

const counting = statement((q, p: Slots<{ terms: number[]; n: number }>) =>
  q
    .updateTable('terms')
    .set((eb) => ({ count: eb('count', '+', p.n as never) }))
    .where(q.dialect.inList('id', p.terms)),
);

/**
 * Lets one transaction at a time change which terms entries carry and how many: what it finds of them is true until it
 * ends, no term it links goes away, and none waits in a circle.
 */
export const claimTermNumbers = (tx: WriteHandle) => tx.lock('numbers of terms');

/** Adds to the numbers of published entries of terms. */
export async function countTerms(tx: WriteHandle, terms: readonly number[], n: 1 | -1): Promise<void> {
  await claimTermNumbers(tx);
  await tx.run(counting, { terms: [...terms], n });
}

const below = statement((q, p: Slots<{ terms: number[] }>) =>
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

/** Terms and all that are below them. */
export const findTermTrees = async (read: ReadHandle, terms: readonly number[]): Promise<number[]> =>
  (await read.all(below, { terms: [...terms] })).map((row) => row.id);

const published = statement((q, p: Slots<{ taxonomy: string; term: number }>) =>
  q.selectFrom('terms').select('count').where('id', '=', p.term).where('taxonomy', '=', p.taxonomy),
);

/** How many published entries carry a term of a taxonomy; 0 for what is no such term. */
export const publishedOfTerm = async (read: ReadHandle, taxonomy: string, term: number): Promise<number> =>
  (await read.first(published, { taxonomy, term }))?.count ?? 0;
