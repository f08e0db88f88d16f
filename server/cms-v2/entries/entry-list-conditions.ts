// SQL conditions for lists of entries.
import { type Expression, expressionBuilder, type SqlBool, sql } from 'kysely';
import { type Condition, predicate } from '../../access/conditions.ts';
import { type Builder, type Slots, slotOf } from '../../database/statement.ts';
import type { Tables } from '../../database/tables/index.ts';
import type { FilterName, ListShape, ListValues, TermClause, TypeParameter } from './entry-list-shape.ts';
import { metaConditions } from './meta-conditions.ts';
import { searchConditions } from './search-in-texts.ts';

const eb = expressionBuilder<Tables, 'entries'>();

type Filter = (q: Builder, p: Slots<ListValues>, at: Columns) => Expression<SqlBool>;

/** The columns that both entries and term links have. */
export interface Columns {
  readonly id: Expression<number>;
  readonly date: Expression<string>;
}

const entryColumns: Columns = { id: sql.ref<number>('entries.id'), date: sql.ref<string>('entries.date') };
const linkColumns: Columns = { id: sql.ref<number>('along.entry_id'), date: sql.ref<string>('along.date') };

const columnsByTable: Readonly<Record<ListShape['along'], Columns>> = {
  entries: entryColumns,
  term: linkColumns,
  terms: linkColumns,
  // The index of a meta field has no dates.
  meta: { id: linkColumns.id, date: entryColumns.date },
};

/** Returns the columns of the table whose rows a list reads in order. */
export const columnsOf = ({ along }: Pick<ListShape, 'along'>): Columns => columnsByTable[along];

/** SQL conditions of the simple filters. A single value is compared with `=`, so that an index can be used. */
const filters: Readonly<Record<FilterName, Filter>> = {
  include: (q, p, { id }) => q.dialect.inList(id, p.include),
  exclude: (q, p, { id }) => eb.not(q.dialect.isAmong(id, p.exclude)),
  slug: (_q, p) => eb('entries.slug', '=', p.slug),
  slugs: (q, p) => q.dialect.inTextList('entries.slug', p.slugs),
  author: (_q, p) => eb('entries.author', '=', p.author),
  authors: (q, p) => q.dialect.isAmong('entries.author', p.authors),
  otherAuthors: (q, p) => eb.not(q.dialect.isAmong('entries.author', p.otherAuthors)),
  after: (_q, p, { date }) => eb(date, '>', p.after),
  before: (_q, p, { date }) => eb(date, '<', p.before),
  modifiedAfter: (_q, p) => eb('entries.modified', '>', p.modifiedAfter),
  modifiedBefore: (_q, p) => eb('entries.modified', '<', p.modifiedBefore),
  parent: (_q, p) => eb('entries.parent', '=', p.parent),
  parents: (q, p) => q.dialect.isAmong('entries.parent', p.parents),
  otherParents: (q, p) => eb.not(q.dialect.isAmong('entries.parent', p.otherParents)),
  menuOrder: (_q, p) => eb('entries.menu_order', '=', p.menuOrder),
  sticky: () => eb('entries.sticky', '=', eb.lit(1)),
  unsticky: () => eb('entries.sticky', '=', eb.lit(0)),
};

/** Filters that need no columns other than those of term links, or of the indexes of meta fields. */
const linkFilters: readonly FilterName[] = ['include', 'exclude', 'after', 'before'];
const metaFilters: readonly FilterName[] = ['include', 'exclude'];

/** Whether a list that reads term links or the index of a meta field must also read the entries. */
export const needsEntries = ({ visible, filters, format, unlocked, search, along }: ListShape): boolean =>
  visible.kind !== 'always' ||
  filters.some((name) => !(along === 'meta' ? metaFilters : linkFilters).includes(name)) ||
  format !== 'any' ||
  unlocked !== undefined ||
  search?.hasUnindexed === true;

/** Returns the condition on the entries of a list. `type` is the name of the parameter that contains their type. */
export function listCondition(
  q: Builder,
  shape: ListShape,
  p: Slots<ListValues>,
  type: TypeParameter = 'type',
): Expression<SqlBool> {
  const columns = columnsOf(shape);
  const isVisible = shape.visible.kind === 'always' ? [] : [predicate(eb, 'entries', shape.visible, p.actor)];
  return eb.and([
    ...(shape.along === 'entries' || needsEntries(shape) ? typeAndStatus(q, shape, p, type) : []),
    ...isVisible,
    ...(shape.target ? [targetCondition(shape.target, columns.id, p.actor)] : []),
    ...shape.filters.map((name) => filters[name](q, p, columns)),
    ...termConditions(q, shape, p, type),
    ...metaConditions(q, shape, p, columns.id),
    ...(shape.search ? searchConditions(q, shape.search, p, columns.id) : []),
    ...(shape.unlocked
      ? [eb.or([eb('entries.password', '=', eb.val('')), predicate(eb, 'entries', shape.unlocked, p.actor)])]
      : []),
  ]);
}

/** Returns the condition that a menu item has no target entry, or one that meets `condition`. */
function targetCondition(condition: Condition, id: Expression<number>, actor: Expression<number>): Expression<SqlBool> {
  const unmet = eb
    .selectFrom('menu_items as leading')
    .innerJoin('entries as target', 'target.id', 'leading.object_id')
    .select('target.id')
    .where('leading.entry_id', '=', id)
    .where('leading.type', '=', 'post_type')
    .where((inner) => inner.not(predicate(inner, 'target', condition, actor)));
  return eb.not(eb.exists(unmet));
}

/** Returns the conditions on type and status. These are the first columns of the index for each sort order. */
const typeAndStatus = (
  q: Builder,
  { states }: ListShape,
  p: Slots<ListValues>,
  type: TypeParameter,
): Expression<SqlBool>[] => [
  eb('entries.type', '=', slotOf(p, type)),
  states === 'one' ? eb('entries.status', '=', p.state) : q.dialect.inTextList('entries.status', p.states),
];

function termConditions(
  q: Builder,
  shape: ListShape,
  p: Slots<ListValues>,
  type: TypeParameter,
): Expression<SqlBool>[] {
  const { id } = columnsOf(shape);
  const clauses = shape.terms.flatMap((clause, at) => {
    if ((shape.along === 'term' || shape.along === 'terms') && at === 0) return [];
    const hasTerm = eb(id, 'in', links(q, shape, p, { clause, at, type }).select('link.entry_id'));
    return [clause.match === 'none' ? eb.not(hasTerm) : hasTerm];
  });
  const all = [...clauses, ...formatCondition(q, shape, p)];
  if (all.length === 0) return [];
  return [shape.relation === 'OR' ? eb.or(all) : eb.and(all)];
}

/** Returns the condition on the format. A single format is compared with `=`, so that an index can be used. */
function formatCondition(q: Builder, { format }: ListShape, p: Slots<ListValues>): Expression<SqlBool>[] {
  if (format === 'any') return [];
  return [format === 'one' ? eb('entries.format', '=', p.format) : q.dialect.inTextList('entries.format', p.formats)];
}

interface ClauseOfType {
  readonly clause: TermClause;
  /** Position of the clause in the list's shape. */
  readonly at: number;
  readonly type: TypeParameter;
}

/**
 * Selects the links of the terms in a clause, restricted to the type and statuses of the list, so that the index covers the
 * query. The ID of a term in another taxonomy matches nothing. The links are grouped by entry if each entry must have all terms.
 */
export function links(
  q: Builder,
  { states, along }: ListShape,
  p: Slots<ListValues>,
  { clause: { taxonomy, match }, at, type }: ClauseOfType,
) {
  const terms = q.selectFrom('terms').select('terms.id').where('terms.taxonomy', '=', taxonomy);
  const only = along === 'term' && at === 0;
  const query = q
    .selectFrom('entry_terms as link')
    .where((eb) =>
      only
        ? eb('link.term_id', '=', terms.where('terms.id', '=', p.term))
        : eb('link.term_id', 'in', terms.where(q.dialect.inList('terms.id', slotOf(p, `t${at}`)))),
    )
    .where('link.type', '=', slotOf(p, type))
    .where((eb) =>
      states === 'one' ? eb('link.status', '=', p.state) : q.dialect.inTextList('link.status', p.states),
    );
  if (match !== 'all') return query;
  return query.groupBy(['link.entry_id', 'link.date']).having((eb) => eb.fn.countAll(), '=', slotOf(p, `n${at}`));
}
