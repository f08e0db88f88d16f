// Totals and the links to the next and the previous page (protocol.md §10).
import { writeQuery } from './parameters/query-string.ts';
import type { Page } from './room.ts';

/** The totals of a list, as headers. */
export const totalHeaders = ({ total, perPage }: Page): Record<string, string> => ({
  'X-CMS-Total': String(total),
  'X-CMS-TotalPages': String(Math.ceil(total / perPage)),
});

/**
 * The `Link` header to the neighbouring pages of a list; undefined where there are none. `query` holds the parameters of the
 * query in their checked form; they are repeated with `page` replaced or added.
 */
export function pagingLink(
  { total, perPage, page, stepsBack = false }: Page,
  address: string,
  query: Readonly<Record<string, unknown>>,
): string | undefined {
  const pages = Math.ceil(total / perPage);
  const linkTo = (target: number, rel: string) =>
    `<${address}?${writeQuery({ ...query, page: target })}>; rel="${rel}"`;
  const links = [
    ...(page > 1 ? [linkTo(stepsBack ? page - 1 : Math.min(page - 1, pages), 'prev')] : []),
    ...(page < pages ? [linkTo(page + 1, 'next')] : []),
  ];
  return links.length > 0 ? links.join(', ') : undefined;
}
