// What an entry of a list is, in SQL.
import { type Expression, type ExpressionBuilder, type SqlBool, sql } from 'kysely';
import { type Condition, predicate } from '../../access/conditions.ts';
import { type Builder, type NamedSlots, slot } from '../../database/statement.ts';
import type { Tables } from '../../database/tables/index.ts';
import { found } from './search-in-texts.ts';
import type { FilterName, ListShape, TermClause } from './shape-of-list.ts';

export type Entries = ExpressionBuilder<Tables, 'entries'>;

type Filter = (q: Builder, eb: Entries, p: NamedSlots, at: Columns) => Expression<SqlBool>;

/** Where the columns are read that the links of terms have too. */
export interface Columns {
  readonly id: Expression<number>;
  readonly date: Expression<string>;
}

const ofEntries: Columns = { id: sql.ref<number>('entries.id'), date: sql.ref<string>('entries.date') };
const ofLinks: Columns = { id: sql.ref<number>('along.entry_id'), date: sql.ref<string>('along.date') };

/** The columns of a list's walk. */
export const columnsOf = ({ along }: Pick<ListShape, 'along'>): Columns => (along === 'entries' ? ofEntries : ofLinks);

/** The simple filters. One value is compared, so that its index serves; more are looked up. */
const filters: Readonly<Record<FilterName, Filter>> = {
  include: (q, _eb, p, { id }) => q.dialect.inList(id, slot(p, 'include')),
  exclude: (q, eb, p, { id }) => eb.not(q.dialect.isAmong(id, slot(p, 'exclude'))),
  slug: (_q, eb, p) => eb('entries.slug', '=', slot(p, 'slug')),
  slugs: (q, _eb, p) => q.dialect.inTextList('entries.slug', slot(p, 'slugs')),
  author: (_q, eb, p) => eb('entries.author', '=', slot(p, 'author')),
  authors: (q, _eb, p) => q.dialect.isAmong('entries.author', slot(p, 'authors')),
  otherAuthors: (q, eb, p) => eb.not(q.dialect.isAmong('entries.author', slot(p, 'otherAuthors'))),
  after: (_q, eb, p, { date }) => eb(date, '>', slot(p, 'after')),
  before: (_q, eb, p, { date }) => eb(date, '<', slot(p, 'before')),
  modifiedAfter: (_q, eb, p) => eb('entries.modified', '>', slot(p, 'modifiedAfter')),
  modifiedBefore: (_q, eb, p) => eb('entries.modified', '<', slot(p, 'modifiedBefore')),
  parent: (_q, eb, p) => eb('entries.parent', '=', slot(p, 'parent')),
  parents: (q, _eb, p) => q.dialect.isAmong('entries.parent', slot(p, 'parents')),
  otherParents: (q, eb, p) => eb.not(q.dialect.isAmong('entries.parent', slot(p, 'otherParents'))),
  menuOrder: (_q, eb, p) => eb('entries.menu_order', '=', slot(p, 'menuOrder')),
  sticky: (_q, eb) => eb('entries.sticky', '=', eb.lit(1)),
  unsticky: (_q, eb) => eb('entries.sticky', '=', eb.lit(0)),
};

/** The filters that can be told from the links of terms. */
const ofAnyWalk: readonly FilterName[] = ['include', 'exclude', 'after', 'before'];

/** Whether a walk along the links of terms has to look at the entries as well. */
export const needsEntries = ({ visible, filters, format, unlocked, search }: ListShape): boolean =>
  visible.kind !== 'always' ||
  filters.some((name) => !ofAnyWalk.includes(name)) ||
  format !== 'any' ||
  unlocked !== undefined ||
  search?.hasUnindexed === true;

/** What an entry of a list is; its type is in the parameter `type`, or in another. */
export function chosen(q: Builder, eb: Entries, shape: ListShape, p: NamedSlots, type = 'type'): Expression<SqlBool> {
  const columns = columnsOf(shape);
  const isVisible = shape.visible.kind === 'always' ? [] : [predicate(eb, 'entries', shape.visible, slot(p, 'actor'))];
  return eb.and([
    ...(shape.along === 'entries' || needsEntries(shape) ? place(q, eb, shape, p, type) : []),
    ...isVisible,
    ...(shape.target ? [hasTarget(eb, shape.target, columns.id, slot(p, 'actor'))] : []),
    ...shape.filters.map((name) => filters[name](q, eb, p, columns)),
    ...byTerms(q, eb, shape, p, type),
    ...(shape.search ? found(q, eb, shape.search, p, columns.id) : []),
    ...(shape.unlocked
      ? [eb.or([eb('entries.password', '=', eb.val('')), predicate(eb, 'entries', shape.unlocked, slot(p, 'actor'))])]
      : []),
  ]);
}

/** Whether a menu item leads to an entry that meets the condition, or to none. */
function hasTarget(
  eb: Entries,
  condition: Condition,
  id: Expression<number>,
  actor: Expression<number>,
): Expression<SqlBool> {
  const unmet = eb
    .selectFrom('menu_items as leading')
    .innerJoin('entries as target', 'target.id', 'leading.object_id')
    .select('target.id')
    .where('leading.entry_id', '=', id)
    .where('leading.type', '=', 'post_type')
    .where((inner) => inner.not(predicate(inner, 'target', condition, actor)));
  return eb.not(eb.exists(unmet));
}

/** The type and states, on the columns that the wanted order is kept by. */
const place = (q: Builder, eb: Entries, { states }: ListShape, p: NamedSlots, type: string): Expression<SqlBool>[] => [
  eb('entries.type', '=', slot(p, type)),
  states === 'one'
    ? eb('entries.status', '=', slot(p, 'state'))
    : q.dialect.inTextList('entries.status', slot(p, 'states')),
];

function byTerms(q: Builder, eb: Entries, shape: ListShape, p: NamedSlots, type: string): Expression<SqlBool>[] {
  const { id } = columnsOf(shape);
  const clauses = shape.terms.flatMap((clause, at) => {
    if (shape.along !== 'entries' && at === 0) return [];
    const carries = eb(id, 'in', links(q, shape, clause, at, p, type).select('link.entry_id') as never);
    return [clause.match === 'none' ? eb.not(carries) : carries];
  });
  const all = [...clauses, ...ofFormat(q, eb, shape, p)];
  if (all.length === 0) return [];
  return [shape.relation === 'OR' ? eb.or(all) : eb.and(all)];
}

/** One format is compared, so that its index serves; a list of them is looked up. */
function ofFormat(q: Builder, eb: Entries, { format }: ListShape, p: NamedSlots): Expression<SqlBool>[] {
  if (format === 'any') return [];
  return [
    format === 'one'
      ? eb('entries.format', '=', slot(p, 'format'))
      : q.dialect.inTextList('entries.format', slot(p, 'formats')),
  ];
}

/**
 * The links of the terms of a clause, of entries of the type and states alone, so that their index says everything. A term
 * counts for nothing as one of another taxonomy. Grouped by entry where each has to carry all terms.
 */
export function links(
  q: Builder,
  { states, along }: ListShape,
  { taxonomy, match }: TermClause,
  at: number,
  p: NamedSlots,
  type: string,
) {
  const terms = q.selectFrom('terms').select('terms.id').where('terms.taxonomy', '=', taxonomy);
  const only = along === 'term' && at === 0;
  const found = q
    .selectFrom('entry_terms as link')
    .where((eb) =>
      only
        ? eb('link.term_id', '=', terms.where('terms.id', '=', slot(p, 'term')) as never)
        : eb('link.term_id', 'in', terms.where(q.dialect.inList('terms.id', slot(p, `t${at}`))) as never),
    )
    .where('link.type', '=', slot(p, type))
    .where((eb) =>
      states === 'one'
        ? eb('link.status', '=', slot(p, 'state'))
        : q.dialect.inTextList('link.status', slot(p, 'states')),
    );
  if (match !== 'all') return found;
  return found.groupBy(['link.entry_id', 'link.date']).having((eb) => eb.fn.countAll(), '=', slot(p, `n${at}`));
}
