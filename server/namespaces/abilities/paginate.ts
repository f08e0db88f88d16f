// Paginates in-memory lists.
import type { Outcome } from '../../http/module.ts';

/** Returns the page of `items` that the parameters request; pages after the last one are empty. */
export function paginate<Row>(
  items: readonly Row[],
  { page, per_page: perPage }: { readonly page: number; readonly per_page: number },
): Outcome<Row> {
  const rows = items.slice((page - 1) * perPage, page * perPage);
  return { kind: 'list', rows, page: { total: items.length, perPage, page, usesPreviousPageNumber: true } };
}
