// Creates the headers of paged lists: totals, and links to the next and the previous page (protocol.md §10).

import type { Page } from './module.ts';
import { writeQuery } from './parameters/query-string.ts';

/** Returns the headers with the totals of a list. */
export const totalHeaders = ({ total, perPage }: Page): Record<string, string> => ({
  'X-CMS-Total': String(total),
  'X-CMS-TotalPages': String(Math.ceil(total / perPage)),
});

/**
 * Returns the `Link` header with the adjacent pages of a list; undefined if there are none. `query` has the validated parameters of
 * the query, which are repeated with `page` replaced or added.
 */
export function pagingLink(
  { total, perPage, page, usesPreviousPageNumber = false }: Page,
  url: string,
  query: Readonly<Record<string, unknown>>,
): string | undefined {
  const pages = Math.ceil(total / perPage);
  const linkTo = (target: number, rel: string) => `<${url}?${writeQuery({ ...query, page: target })}>; rel="${rel}"`;
  const links = [
    ...(page > 1 ? [linkTo(usesPreviousPageNumber ? page - 1 : Math.min(page - 1, pages), 'prev')] : []),
    ...(page < pages ? [linkTo(page + 1, 'next')] : []),
  ];
  return links.length > 0 ? links.join(', ') : undefined;
}
