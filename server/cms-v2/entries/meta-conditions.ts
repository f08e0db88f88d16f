// SQL conditions on the indexes of filterable meta fields.
import { type Expression, expressionBuilder, type SqlBool, sql } from 'kysely';
import { type Builder, type Slots, slotOf } from '../../database/statement.ts';
import type { Tables } from '../../database/tables/index.ts';
import { isMetaFilter, type ListShape, type ListValues } from './entry-list-shape.ts';
import { missing, valueMark } from './meta-values.ts';

const eb = expressionBuilder<Tables, never>();

/** Returns the conditions on the rows of the index of a clause, which are read with the alias `alias`. */
function rowConditions(
  q: Builder,
  { meta = [], states, order }: ListShape,
  p: Slots<ListValues>,
  at: number,
  alias: string,
): Expression<SqlBool>[] {
  const column = (name: string) => sql.ref<string>(`${alias}.${name}`);
  const value = column('value');
  const match = meta[at]?.match ?? 'any';
  const after = eb(value, '>', slotOf(p, `after${at}`));
  const before = eb(value, '<', slotOf(p, `before${at}`));
  const hasValue = [eb(value, '>=', sql.lit(valueMark)), eb(value, '<', sql.lit(missing.last))];
  const ranges: Readonly<Record<typeof match, readonly Expression<SqlBool>[]>> = {
    // The rows of entries without a value are at the end of the index in the direction in which it is read.
    any: order === 'asc' ? hasValue.slice(0, 1) : hasValue.slice(1),
    equal: [eb(value, '=', slotOf(p, `equal${at}`))],
    after: [after, ...hasValue.slice(1)],
    before: [...hasValue.slice(0, 1), before],
    between: [after, before],
  };
  return [
    eb(column('field'), '=', slotOf(p, `field${at}`)),
    states === 'one' ? eb(column('status'), '=', p.state) : q.dialect.inTextList(column('status'), p.states),
    ...ranges[match],
  ];
}

/** Selects the rows of the index by which a list is sorted, with the alias `along`. */
export const sortedMeta = (q: Builder, shape: ListShape, p: Slots<ListValues>) =>
  q.selectFrom('entry_meta as along').where(eb.and(rowConditions(q, shape, p, 0, 'along')));

/** Returns the conditions for the filters by meta fields, except a filter of the field by which the list is sorted. */
export function metaConditions(
  q: Builder,
  shape: ListShape,
  p: Slots<ListValues>,
  id: Expression<number>,
): Expression<SqlBool>[] {
  const { meta = [], along } = shape;
  return meta.flatMap((clause, at) => {
    if (!isMetaFilter(clause) || (along === 'meta' && at === 0)) return [];
    const rows = q
      .selectFrom('entry_meta as filtered')
      .select('filtered.entry_id')
      .where(eb.and(rowConditions(q, shape, p, at, 'filtered')));
    return [eb(id, 'in', rows)];
  });
}
