// Builds list queries: pages of rows in some order, and the total number of rows.
import type { Expression, SelectQueryBuilder } from 'kysely';
import type { Slots } from './slot.ts';

/** The parameters of a page of a list. */
export interface PageValues {
  readonly limit: number;
  readonly offset: number;
}

/** Returns a query for one page of the rows in an order; the parameters `limit` and `offset` select the page. */
export const pageOf = <DB, TB extends keyof DB, Row>(
  rows: SelectQueryBuilder<DB, TB, Row>,
  order: readonly Expression<unknown>[],
  p: Slots<PageValues>,
): SelectQueryBuilder<DB, TB, Row> =>
  order
    .reduce<SelectQueryBuilder<DB, TB, Row>>((query, each) => query.orderBy(each), rows)
    .limit(p.limit)
    .offset(p.offset);

/** Fixed ordering for count queries: the order makes no difference, so that all orders share one statement. */
export const fixedOrder = { orderby: 'id', order: 'asc' } as const;

/** Returns the count `n` in the row of a counting statement. */
export const totalOf = (row: unknown): number => (row as { n: number } | undefined)?.n ?? 0;
