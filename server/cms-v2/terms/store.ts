// SQL statements for terms.
import { type Selectable, sql } from 'kysely';
import { plainColumns } from '../../../contract/columns.ts';
import { columnNames, writableColumnNames } from '../../../contract/grammar/column.ts';
import type { TermOrder } from '../../../contract/shared/terms.ts';
import type { ReadHandle, WriteHandle } from '../../database/handle.ts';
import { fixedOrder, type PageValues, pageOf, totalOf } from '../../database/lists.ts';
import { type Builder, pickSlots, type Slots, statement, statementFamily } from '../../database/statement.ts';
import type { TermsTable } from '../../database/tables/terms.ts';
import { recordEvent } from '../../events/record.ts';

export type TermRow = Selectable<TermsTable>;
type TermColumns = Omit<TermRow, 'id'>;

const byId = statement((q, p: Slots<{ taxonomy: string; id: number }>) =>
  q.selectFrom('terms').selectAll().where('id', '=', p.id).where('taxonomy', '=', p.taxonomy),
);

/** Returns the term of a taxonomy with this ID. */
export const findTerm = (read: ReadHandle, taxonomy: string, id: number): Promise<TermRow | undefined> =>
  read.first(byId, { taxonomy, id });

const byIds = statement((q, p: Slots<{ taxonomy: string; ids: number[] }>) =>
  q.selectFrom('terms').selectAll().where('taxonomy', '=', p.taxonomy).where(q.dialect.inList('id', p.ids)),
);

/** Returns the terms of a taxonomy with these IDs, in no particular order. */
export const findTermsById = (read: ReadHandle, taxonomy: string, ids: readonly number[]): Promise<TermRow[]> =>
  read.all(byIds, { taxonomy, ids: [...ids] });

const ofEntries = statement((q, p: Slots<{ taxonomy: string; entries: number[] }>) =>
  q
    .selectFrom('entry_terms as link')
    .innerJoin('terms', 'terms.id', 'link.term_id')
    .selectAll('terms')
    .select('link.entry_id')
    .where('terms.taxonomy', '=', p.taxonomy)
    .where(q.dialect.inList('link.entry_id', p.entries))
    .orderBy('terms.name_key')
    .orderBy('terms.id'),
);

/** Returns the terms of these entries in a taxonomy, with the IDs of the entries, ordered by name. */
export const findTermsOfEntries = (read: ReadHandle, taxonomy: string, entries: readonly number[]) =>
  read.all(ofEntries, { taxonomy, entries: [...entries] });

const byName = statement((q, p: Slots<{ taxonomy: string; key: string }>) =>
  q.selectFrom('terms').selectAll().where('taxonomy', '=', p.taxonomy).where('name_key', '=', p.key).orderBy('id'),
);

/** Returns the terms of a taxonomy whose folded names equal `key`. */
export const findTermsByName = (read: ReadHandle, taxonomy: string, key: string): Promise<TermRow[]> =>
  read.all(byName, { taxonomy, key });

const bySlug = statement((q, p: Slots<{ slug: string }>) =>
  q.selectFrom('terms').selectAll().where('slug', '=', p.slug),
);

/** Returns the terms of all taxonomies with this slug. */
export const findTermsBySlug = (read: ReadHandle, slug: string): Promise<TermRow[]> => read.all(bySlug, { slug });

const bySlugs = statement((q, p: Slots<{ slugs: string[] }>) =>
  q.selectFrom('terms').select(['id', 'slug']).where(q.dialect.inTextList('slug', p.slugs)),
);

/** Returns the IDs and slugs of the terms of all taxonomies with these slugs. */
export const findTermsBySlugs = (read: ReadHandle, slugs: readonly string[]) =>
  read.all(bySlugs, { slugs: [...slugs] });

const ownColumns = ['name', 'name_key', 'slug', 'description', 'description_key', 'parent', 'path'] as const;

const updatedColumns = [...ownColumns, ...writableColumnNames(plainColumns.terms)] as const;

const insertStatement = statement((q, p: Slots<TermColumns>) =>
  q
    .insertInto('terms')
    .values(pickSlots(p, ['taxonomy', ...ownColumns, ...columnNames(plainColumns.terms)]))
    .returning('id'),
);

/** Inserts a term and returns its ID. */
export async function insertTerm(tx: WriteHandle, term: TermColumns): Promise<number> {
  const inserted = await tx.first(insertStatement, term);
  if (!inserted) throw new Error('the insert of a term returned no row');
  return inserted.id;
}

const updateStatement = statement((q, p: Slots<TermRow>) =>
  q.updateTable('terms').set(pickSlots(p, updatedColumns)).where('id', '=', p.id),
);

/** Updates all columns of a term except for the taxonomy and read-only columns, such as the number of entries. */
export const updateTermRow = (tx: WriteHandle, term: TermRow) => tx.run(updateStatement, term);

const childrenOf = statement((q, p: Slots<{ taxonomy: string; parents: number[] }>) =>
  q
    .selectFrom('terms')
    .select(['id', 'slug', 'parent', 'path'])
    .where('taxonomy', '=', p.taxonomy)
    .where(q.dialect.inList('parent', p.parents)),
);

/** Returns the direct children of these terms. */
export const findChildTerms = (read: ReadHandle, taxonomy: string, parents: readonly number[]) =>
  read.all(childrenOf, { taxonomy, parents: [...parents] });

const updatePath = statement((q, p: Slots<{ id: number; parent: number; path: string }>) =>
  q.updateTable('terms').set({ parent: p.parent, path: p.path }).where('id', '=', p.id),
);

/** Changes the parent of a term, and its path of ancestors. */
export const updateTermPath = (tx: WriteHandle, id: number, parent: number, path: string) =>
  tx.run(updatePath, { id, parent, path });

const deleteStatement = statement((q, p: Slots<{ id: number }>) => q.deleteFrom('terms').where('id', '=', p.id));

/**
 * Deletes a term. Its assignments to entries and, for a menu, its options and locations are deleted by cascade. Records the event
 * `term.deleted`; `tags` are the tags of other objects that the deletion changes (docs/events.md).
 */
export async function deleteTermRow(
  tx: WriteHandle,
  { id, taxonomy }: Pick<TermRow, 'id' | 'taxonomy'>,
  tags: readonly string[] = [],
): Promise<void> {
  await tx.run(deleteStatement, { id });
  await recordEvent(tx, { kind: 'term.deleted', type: taxonomy, subject: id, tags });
}

const entriesWithOnly = statement((q, p: Slots<{ term: number; taxonomy: string }>) =>
  q
    .selectFrom('entry_terms as link')
    .select(['link.entry_id', 'link.status'])
    .where('link.term_id', '=', p.term)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('entry_terms as other')
            .select('other.term_id')
            .whereRef('other.entry_id', '=', 'link.entry_id')
            .where('other.taxonomy', '=', p.taxonomy)
            .where('other.term_id', '<>', p.term),
        ),
      ),
    ),
);

/** Returns the IDs and statuses of the entries that have this term and no other term of the taxonomy. */
export const findEntriesWithOnlyTerm = (read: ReadHandle, taxonomy: string, termId: number) =>
  read.all(entriesWithOnly, { taxonomy, term: termId });

const replaceTerm = statement((q, p: Slots<{ entries: number[]; from: number; to: number }>) =>
  q
    .updateTable('entry_terms')
    .set({ term_id: p.to })
    .where('term_id', '=', p.from)
    .where(q.dialect.inList('entry_id', p.entries)),
);

/** Replaces one term with another in these entries. */
export const replaceTermOfEntries = (
  tx: WriteHandle,
  entryIds: readonly number[],
  oldTermId: number,
  newTermId: number,
) => tx.run(replaceTerm, { entries: [...entryIds], from: oldTermId, to: newTermId });

/** Properties of a list of terms that determine its statement. */
export interface TermListShape {
  /**
   * `several` for a list of the taxonomies in the parameter `taxonomies`; absent for a list of the single taxonomy in the parameter
   * `taxonomy`.
   */
  readonly taxonomies?: 'several';
  readonly filters: readonly (keyof typeof filters)[];
  readonly orderby: TermOrder;
  readonly order: 'asc' | 'desc';
}

/** Parameter values of a list of terms. */
export interface TermListValues extends PageValues {
  readonly taxonomy?: string;
  readonly taxonomies?: readonly string[];
  readonly include?: readonly number[];
  readonly exclude?: readonly number[];
  readonly slugs?: readonly string[];
  readonly parent?: number;
  readonly entry?: number;
  /** The folded search text. */
  readonly search?: string;
  /** IDs in the order of the list. */
  readonly ranked?: readonly number[];
}

/**
 * Filters. A filter with a value has the name of its parameter. `used` selects terms with published entries; `usedBelow` also
 * selects the ancestors of such terms.
 */
const filters = {
  include: (q: Builder, p: Slots<TermListValues>) => q.dialect.inList('terms.id', p.include),
  exclude: (q: Builder, p: Slots<TermListValues>) => sql<boolean>`not (${q.dialect.isAmong('terms.id', p.exclude)})`,
  slugs: (q: Builder, p: Slots<TermListValues>) => q.dialect.inTextList('terms.slug', p.slugs),
  parent: (_q: Builder, p: Slots<TermListValues>) => sql<boolean>`terms.parent = ${p.parent}`,
  entry: (_q: Builder, p: Slots<TermListValues>) =>
    sql<boolean>`terms.id in (select term_id from ${sql.table('entry_terms')} where entry_id = ${p.entry})`,
  used: (_q: Builder, _p: Slots<TermListValues>) => sql<boolean>`terms.count > 0`,
  usedBelow: (_q: Builder, p: Slots<TermListValues>) => sql<boolean>`terms.id in (
    with recursive used (id, parent) as (
      select id, parent from ${sql.table('terms')} where taxonomy = ${p.taxonomy} and count > 0
      union select above.id, above.parent from ${sql.table('terms')} as above inner join used on above.id = used.parent
    ) select id from used)`,
  search: ({ dialect }: Builder, p: Slots<TermListValues>) =>
    sql<boolean>`(${dialect.contains('terms.name_key', p.search)} or ${dialect.contains('terms.slug', p.search)})`,
} as const;

/** Orders that do not sort all matching terms, because an index or a list of IDs supports them. */
const INDEXED_ORDERS: readonly TermOrder[] = ['id', 'name', 'slug', 'count', 'term_group', 'include', 'include_slugs'];

/** Returns the name of the request parameter that may make a list scan many terms; undefined if there is none. */
export function slowTermParameter({ filters, orderby }: TermListShape): string | undefined {
  if (filters.includes('search')) return 'search';
  if (filters.includes('used') || filters.includes('usedBelow')) return 'hide_empty';
  return INDEXED_ORDERS.includes(orderby) ? undefined : 'orderby';
}

/** Returns a page of terms. */
export const findTerms = (read: ReadHandle, shape: TermListShape, values: TermListValues): Promise<TermRow[]> =>
  read.all(pages(shape), values);

/** Returns the total number of matching terms. */
export async function countTerms(read: ReadHandle, shape: TermListShape, values: TermListValues): Promise<number> {
  return totalOf(await read.first(counts({ ...shape, ...fixedOrder }), values));
}

const pages = statementFamily((q: Builder, shape: TermListShape, p: Slots<TermListValues>) =>
  pageOf(selectShape(q, shape, p).selectAll('terms'), orderTerms(q, shape, p), p),
);

const counts = statementFamily((q: Builder, shape: TermListShape, p: Slots<TermListValues>) =>
  selectShape(q, shape, p).select((eb) => eb.fn.countAll<number>().as('n')),
);

const selectShape = (q: Builder, shape: TermListShape, p: Slots<TermListValues>) =>
  shape.filters.reduce(
    (query, name) => query.where(filters[name](q, p)),
    shape.taxonomies === 'several'
      ? q.selectFrom('terms').where(q.dialect.inTextList('terms.taxonomy', p.taxonomies))
      : q.selectFrom('terms').where('terms.taxonomy', '=', p.taxonomy),
  );

const columnOf = { id: 'id', name: 'name_key', slug: 'slug', description: 'description_key', count: 'count' } as const;

/**
 * Returns the ORDER BY expressions of a list. `term_group` orders by ID, because all terms are in one group. Ties are broken by
 * ID (contract/README.md, decision 12).
 */
function orderTerms(q: Builder, { orderby, order }: TermListShape, p: Slots<TermListValues>) {
  const by = (column: string) => sql`${sql.ref(`terms.${column}`)} ${sql.raw(order)}`;
  if (orderby === 'include' || orderby === 'include_slugs')
    return [sql`${q.dialect.orderByList('terms.id', p.ranked)} ${sql.raw(order)}`, by('id')];
  if (orderby === 'term_group' || orderby === 'id') return [by('id')];
  return [by(columnOf[orderby]), by('id')];
}

const idsBySlugs = statement((q, p: Slots<{ taxonomy: string; slugs: string[] }>) =>
  q
    .selectFrom('terms')
    .select(['id', 'slug'])
    .where('taxonomy', '=', p.taxonomy)
    .where(q.dialect.inTextList('slug', p.slugs)),
);

/** Returns the IDs and slugs of the terms of a taxonomy with these slugs. */
export const findTermIdsBySlugs = (read: ReadHandle, taxonomy: string, slugs: readonly string[]) =>
  read.all(idsBySlugs, { taxonomy, slugs: [...slugs] });
