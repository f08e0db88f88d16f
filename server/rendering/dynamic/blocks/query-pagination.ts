// Blocks that render the pagination of a query. Content is always rendered with the first page. A front end that supports the links
// requests the other pages from the API.
import type { Block } from '../../blocks/parse.ts';
import { integerInRange, textOr, wrapperAttributes } from '../../blocks/text.ts';
import type { BlockContext, DynamicBlock, RenderedBlock } from '../dynamic-block.ts';
import type { LoadedData, Need } from '../needs.ts';

export const pagination: DynamicBlock = { name: 'core/query-pagination', needs, render: renderPagination };
/** The link to the previous page. It is always empty, because the first page has none. */
export const paginationPrevious: DynamicBlock = { name: 'core/query-pagination-previous', render: () => '' };
export const paginationNumbers: DynamicBlock = { name: 'core/query-pagination-numbers', needs, render: numbers };
export const paginationNext: DynamicBlock = { name: 'core/query-pagination-next', needs, render: next };

function needs(_: Block, { query: enclosingQuery }: BlockContext): Need[] {
  return enclosingQuery ? [{ kind: 'total', query: enclosingQuery.query }] : [];
}

function pagesOf({ query: around }: BlockContext, found: LoadedData): number {
  if (!around) return 0;
  const { query, pages } = around;
  const all = Math.ceil(Math.max(0, found.total(query) - query.offset) / query.limit);
  return pages > 0 ? Math.min(pages, all) : all;
}

function pageUrl({ entry, query: around }: BlockContext, page: number): string {
  const separator = entry.url.includes('?') ? '&amp;' : '?';
  return `${entry.url}${separator}query-${around?.number ?? 0}-page=${page}`;
}

function renderPagination(block: Block, context: BlockContext, found: LoadedData): RenderedBlock {
  if (pagesOf(context, found) < 2) return '';
  const inner = block.innerContent.filter((part) => typeof part !== 'string');
  const classes = ['is-layout-flex', 'wp-block-query-pagination-is-layout-flex'];
  return [
    `<nav${wrapperAttributes(block, classes)} aria-label="Pagination">`,
    { innerContent: inner, context },
    '</nav>',
  ];
}

function next(block: Block, context: BlockContext, found: LoadedData): string {
  if (pagesOf(context, found) < 2) return '';
  const text = textOr(block.attributes.label, 'Next Page');
  return `<a${wrapperAttributes(block)} href="${pageUrl(context, 2)}">${text}</a>`;
}

function numbers(block: Block, context: BlockContext, found: LoadedData): string {
  const pages = pagesOf(context, found);
  if (pages < 2) return '';
  const around = integerInRange(block.attributes.midSize, 2, 0, 10);
  const pageNumbers = Array.from({ length: Math.min(pages, 1 + Math.max(1, around)) }, (_, at) => at + 1);
  const link = (page: number) =>
    page === 1
      ? '<span aria-current="page" class="page-numbers current">1</span>'
      : `<a class="page-numbers" href="${pageUrl(context, page)}">${page}</a>`;
  const last = pages - pageNumbers.length;
  const gap = last > 1 ? '<span class="page-numbers dots">&hellip;</span>' : '';
  return `<div${wrapperAttributes(block)}>${pageNumbers.map(link).join('')}${gap}${last > 0 ? link(pages) : ''}</div>`;
}
