// Paginates in-memory lists.
import type { Outcome } from '../../http/module.ts';

/** Returns the page of `items` that the parameters request; pages after the last one are empty. */
export function paginate(items: readonly unknown[], args: Readonly<Record<string, unknown>>): Outcome {
  const { page, per_page: perPage } = args as { page: number; per_page: number };
  const rows = items.slice((page - 1) * perPage, page * perPage);
  return { kind: 'list', rows, page: { total: items.length, perPage, page, usesPreviousPageNumber: true } };
}
