// The SQL of terms.

import type { Selectable } from 'kysely';
import { sql } from 'kysely';
import type { TermOrder } from '../../../contract/shared/terms.ts';
import type { ReadHandle, WriteHandle } from '../../database/handle.ts';
import { inNoOrder, type PageValues, pageOf, totalOf } from '../../database/lists.ts';
import {
  type Builder,
  type NamedSlots,
  type Slots,
  slot,
  statement,
  statementFamily,
} from '../../database/statement.ts';
import type { TermsTable } from '../../database/tables/terms.ts';
import { recordEvent } from '../../events/record.ts';

export type TermRow = Selectable<TermsTable>;
export type TermColumns = Omit<TermRow, 'id'>;

const one = statement((q, p: Slots<{ taxonomy: string; id: number }>) =>
  q.selectFrom('terms').selectAll().where('id', '=', p.id).where('taxonomy', '=', p.taxonomy),
);

/** The term of this taxonomy and number. */
export const findTerm = (read: ReadHandle, taxonomy: string, id: number): Promise<TermRow | undefined> =>
  read.first(one, { taxonomy, id });

const many = statement((q, p: Slots<{ taxonomy: string; ids: number[] }>) =>
  q.selectFrom('terms').selectAll().where('taxonomy', '=', p.taxonomy).where(q.dialect.inList('id', p.ids)),
);

/** The terms of this taxonomy with these numbers. */
export const findTermsById = (read: ReadHandle, taxonomy: string, ids: readonly number[]): Promise<TermRow[]> =>
  read.all(many, { taxonomy, ids: [...ids] });

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

/** The terms that entries carry, by name. */
export const findTermsOfEntries = (read: ReadHandle, taxonomy: string, entries: readonly number[]) =>
  read.all(ofEntries, { taxonomy, entries: [...entries] });

const named = statement((q, p: Slots<{ taxonomy: string; key: string }>) =>
  q.selectFrom('terms').selectAll().where('taxonomy', '=', p.taxonomy).where('name_key', '=', p.key).orderBy('id'),
);

/** The terms of a taxonomy whose names differ in case and accents at most. */
export const findTermsByName = (read: ReadHandle, taxonomy: string, key: string): Promise<TermRow[]> =>
  read.all(named, { taxonomy, key });

const slugged = statement((q, p: Slots<{ slug: string }>) =>
  q.selectFrom('terms').selectAll().where('slug', '=', p.slug),
);

/** The terms of all taxonomies that have a slug. */
export const findTermsBySlug = (read: ReadHandle, slug: string): Promise<TermRow[]> => read.all(slugged, { slug });

const slugsTaken = statement((q, p: Slots<{ slugs: string[] }>) =>
  q.selectFrom('terms').select(['id', 'slug']).where(q.dialect.inTextList('slug', p.slugs)),
);

/** Who has these slugs, in whatever taxonomy. */
export const findTermsOfSlugs = (read: ReadHandle, slugs: readonly string[]) =>
  read.all(slugsTaken, { slugs: [...slugs] });

const insertion = statement((q, p: Slots<TermColumns>) =>
  q
    .insertInto('terms')
    .values({
      taxonomy: p.taxonomy,
      name: p.name,
      name_key: p.name_key,
      slug: p.slug,
      description: p.description,
      description_key: p.description_key,
      parent: p.parent,
      path: p.path,
      count: p.count,
    } as never)
    .returning('id'),
);

/** Stores a new term; gives its number. */
export async function insertTerm(tx: WriteHandle, term: TermColumns): Promise<number> {
  const made = await tx.first(insertion, term);
  if (!made) throw new Error('a new term was given no number');
  return made.id;
}

type Changed = Omit<TermRow, 'taxonomy' | 'count'>;

const change = statement((q, p: Slots<Changed>) =>
  q
    .updateTable('terms')
    .set({
      name: p.name,
      name_key: p.name_key,
      slug: p.slug,
      description: p.description,
      description_key: p.description_key,
      parent: p.parent,
      path: p.path,
    } as never)
    .where('id', '=', p.id),
);

/** Writes a term; its number of entries is kept by the entries. */
export const writeTerm = (
  tx: WriteHandle,
  { id, name, name_key, slug, description, description_key, parent, path }: TermRow,
) => tx.run(change, { id, name, name_key, slug, description, description_key, parent, path });

const below = statement((q, p: Slots<{ taxonomy: string; parents: number[] }>) =>
  q
    .selectFrom('terms')
    .select(['id', 'slug', 'parent', 'path'])
    .where('taxonomy', '=', p.taxonomy)
    .where(q.dialect.inList('parent', p.parents)),
);

/** The terms right below these. */
export const findTermsBelow = (read: ReadHandle, taxonomy: string, parents: readonly number[]) =>
  read.all(below, { taxonomy, parents: [...parents] });

const placing = statement((q, p: Slots<{ id: number; parent: number; path: string }>) =>
  q.updateTable('terms').set({ parent: p.parent, path: p.path }).where('id', '=', p.id),
);

/** Writes where a term stands. */
export const placeTerm = (tx: WriteHandle, id: number, parent: number, path: string) =>
  tx.run(placing, { id, parent, path });

const removal = statement((q, p: Slots<{ id: number }>) => q.deleteFrom('terms').where('id', '=', p.id));

/** Removes a term; entries carry it no longer. `tags` name what else has changed with it. */
export async function removeTerm(
  tx: WriteHandle,
  { id, taxonomy }: Pick<TermRow, 'id' | 'taxonomy'>,
  tags: readonly string[] = [],
): Promise<void> {
  await tx.run(removal, { id });
  await recordEvent(tx, { kind: 'term.deleted', type: taxonomy, subject: id, tags });
}

const lonely = statement((q, p: Slots<{ term: number; taxonomy: string }>) =>
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

/** The entries that carry no other term of the taxonomy than this one, with their states. */
export const findEntriesOfOnly = (read: ReadHandle, taxonomy: string, term: number) =>
  read.all(lonely, { taxonomy, term });

const handOver = statement((q, p: Slots<{ entries: number[]; from: number; to: number }>) =>
  q
    .updateTable('entry_terms')
    .set({ term_id: p.to })
    .where('term_id', '=', p.from)
    .where(q.dialect.inList('entry_id', p.entries)),
);

/** Makes entries carry one term instead of another. */
export const exchangeTerm = (tx: WriteHandle, entries: readonly number[], from: number, to: number) =>
  tx.run(handOver, { entries: [...entries], from, to });

/** What distinguishes one list from another, values aside. */
export interface TermListShape {
  /** Of one taxonomy, or of those in the parameter `taxonomies`. */
  readonly taxonomies?: 'several';
  readonly filters: readonly (keyof typeof filters)[];
  readonly orderby: TermOrder;
  readonly order: 'asc' | 'desc';
}

/** The values of a list. */
export interface TermListValues extends PageValues {
  readonly taxonomy?: string;
}

/** Filters, each with the parameter of its name. `used` keeps terms with entries, and those with such a term below them. */
const filters = {
  include: (q: Builder, p: NamedSlots) => q.dialect.inList('terms.id', slot(p, 'include')),
  exclude: (q: Builder, p: NamedSlots) => sql<boolean>`not (${q.dialect.isAmong('terms.id', slot(p, 'exclude'))})`,
  slugs: (q: Builder, p: NamedSlots) => q.dialect.inTextList('terms.slug', slot(p, 'slugs')),
  parent: (_q: Builder, p: NamedSlots) => sql<boolean>`terms.parent = ${slot(p, 'parent')}`,
  entry: (_q: Builder, p: NamedSlots) =>
    sql<boolean>`terms.id in (select term_id from entry_terms where entry_id = ${slot(p, 'entry')})`,
  used: (_q: Builder, _p: NamedSlots) => sql<boolean>`terms.count > 0`,
  usedBelow: (_q: Builder, p: NamedSlots) => sql<boolean>`terms.id in (
    with recursive used (id, parent) as (
      select id, parent from terms where taxonomy = ${slot(p, 'taxonomy')} and count > 0
      union select above.id, above.parent from terms as above inner join used on above.id = used.parent
    ) select id from used)`,
  search: ({ dialect }: Builder, p: NamedSlots) =>
    sql<boolean>`(${dialect.contains('terms.name_key', slot(p, 'search'))} or ${dialect.contains('terms.slug', slot(p, 'search'))})`,
} as const;

/** What a list of terms has an index for. */
const INDEXED: readonly TermOrder[] = ['id', 'name', 'slug', 'count', 'term_group', 'include', 'include_slugs'];

/** The parameter that may make a list look at many terms; undefined where it does not. */
export function slowTermParameter({ filters, orderby }: TermListShape): string | undefined {
  if (filters.includes('search')) return 'search';
  if (filters.includes('used') || filters.includes('usedBelow')) return 'hide_empty';
  return INDEXED.includes(orderby) ? undefined : 'orderby';
}

/** A page of a list. */
export const findTerms = (read: ReadHandle, shape: TermListShape, values: TermListValues): Promise<TermRow[]> =>
  read.all(pages(shape), values as never) as Promise<TermRow[]>;

/** How many terms there are on all pages. */
export async function countTerms(read: ReadHandle, shape: TermListShape, values: TermListValues): Promise<number> {
  return totalOf(await read.first(counts({ ...shape, ...inNoOrder }), values as never));
}

const pages = statementFamily((q: Builder, shape: TermListShape, p: NamedSlots) =>
  pageOf(chosen(q, shape, p).selectAll('terms'), ordered(q, shape, p), p),
);

const counts = statementFamily((q: Builder, shape: TermListShape, p: NamedSlots) =>
  chosen(q, shape, p).select((eb) => eb.fn.countAll<number>().as('n')),
);

const chosen = (q: Builder, shape: TermListShape, p: NamedSlots) =>
  shape.filters.reduce(
    (query, name) => query.where(filters[name](q, p) as never),
    shape.taxonomies === 'several'
      ? q.selectFrom('terms').where(q.dialect.inTextList('terms.taxonomy', slot(p, 'taxonomies')))
      : q.selectFrom('terms').where('terms.taxonomy', '=', slot(p, 'taxonomy')),
  );

const columnOf = { id: 'id', name: 'name_key', slug: 'slug', description: 'description_key', count: 'count' } as const;

/** What the list is ordered by; all terms are of one group. Ties are broken by id (contract/README.md, decision 12). */
function ordered(q: Builder, { orderby, order }: TermListShape, p: NamedSlots) {
  const by = (column: string) => sql`${sql.ref(`terms.${column}`)} ${sql.raw(order)}`;
  if (orderby === 'include' || orderby === 'include_slugs')
    return [sql`${q.dialect.orderByList('terms.id', slot(p, 'ranked'))} ${sql.raw(order)}`, by('id')];
  if (orderby === 'term_group' || orderby === 'id') return [by('id')];
  return [by(columnOf[orderby]), by('id')];
}

const ofSlugs = statement((q, p: Slots<{ taxonomy: string; slugs: string[] }>) =>
  q
    .selectFrom('terms')
    .select(['id', 'slug'])
    .where('taxonomy', '=', p.taxonomy)
    .where(q.dialect.inTextList('slug', p.slugs)),
);

/** The numbers of the terms of a taxonomy that have these slugs. */
export const findIdsOfSlugs = (read: ReadHandle, taxonomy: string, slugs: readonly string[]) =>
  read.all(ofSlugs, { taxonomy, slugs: [...slugs] });
