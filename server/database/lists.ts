// What lists of every kind have in common: pages of rows in some order, and how many rows there are on all pages.
import type { Expression, SelectQueryBuilder } from 'kysely';
import { type NamedSlots, type Slots, slot } from './slot.ts';

/** The values of a list by the names of its parameters; those that its shape does not use are not there. */
export interface PageValues {
  readonly limit: number;
  readonly offset: number;
  readonly [name: string]: string | number | readonly number[] | readonly string[] | undefined;
}

/** One page of the rows in this order; which one is in the parameters `limit` and `offset`. */
export const pageOf = <DB, TB extends keyof DB, Row>(
  rows: SelectQueryBuilder<DB, TB, Row>,
  order: readonly Expression<unknown>[],
  p: NamedSlots | Slots<{ limit: number; offset: number }>,
): SelectQueryBuilder<DB, TB, Row> =>
  order
    .reduce<SelectQueryBuilder<DB, TB, Row>>((query, each) => query.orderBy(each), rows)
    .limit(slot(p as NamedSlots, 'limit'))
    .offset(slot(p as NamedSlots, 'offset'));

/** Laid over the shape of a list that is counted: its order makes no difference, so one statement counts for all orders. */
export const inNoOrder = { orderby: 'id', order: 'asc' } as const;

/** The number in the row of a statement that counts as `n`. */
export const totalOf = (row: unknown): number => (row as { n: number } | undefined)?.n ?? 0;
