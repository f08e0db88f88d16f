// Totals and the links to the next and the previous page (protocol.md §10).
import { writeQuery } from './parameters/query-string.ts';
import type { Page } from './room.ts';

/**
 * The headers of a list: `X-CMS-Total`, `X-CMS-TotalPages`, and `Link` to the neighbouring pages. `query` holds the
 * parameters of the query in their checked form; they are repeated with `page` replaced or added.
 */
export function pagingHeaders(
  { total, perPage, page, stepsBack = false }: Page,
  address: string,
  query: Readonly<Record<string, unknown>>,
): Record<string, string> {
  const pages = Math.ceil(total / perPage);
  const linkTo = (target: number, rel: string) =>
    `<${address}?${writeQuery({ ...query, page: target })}>; rel="${rel}"`;
  const links = [
    ...(page > 1 ? [linkTo(stepsBack ? page - 1 : Math.min(page - 1, pages), 'prev')] : []),
    ...(page < pages ? [linkTo(page + 1, 'next')] : []),
  ];
  return {
    'X-CMS-Total': String(total),
    'X-CMS-TotalPages': String(pages),
    ...(links.length > 0 ? { Link: links.join(', ') } : {}),
  };
}
