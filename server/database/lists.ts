// Builds list queries: pages of rows in some order, and the total number of rows.
import type { Expression, SelectQueryBuilder } from 'kysely';
import { type NamedSlots, type Slots, slot } from './slot.ts';

/** Values of a list's parameters, without those that its query does not use. */
export interface PageValues {
  readonly limit: number;
  readonly offset: number;
  readonly [name: string]: string | number | readonly number[] | readonly string[] | undefined;
}

/** Returns a query for one page of the rows in an order; the parameters `limit` and `offset` select the page. */
export const pageOf = <DB, TB extends keyof DB, Row>(
  rows: SelectQueryBuilder<DB, TB, Row>,
  order: readonly Expression<unknown>[],
  p: NamedSlots | Slots<{ limit: number; offset: number }>,
): SelectQueryBuilder<DB, TB, Row> =>
  order
    .reduce<SelectQueryBuilder<DB, TB, Row>>((query, each) => query.orderBy(each), rows)
    .limit(slot(p as NamedSlots, 'limit'))
    .offset(slot(p as NamedSlots, 'offset'));

/** Fixed ordering for count queries: the order makes no difference, so that all orders share one statement. */
export const fixedOrder = { orderby: 'id', order: 'asc' } as const;

/** Returns the count `n` in the row of a counting statement. */
export const totalOf = (row: unknown): number => (row as { n: number } | undefined)?.n ?? 0;
