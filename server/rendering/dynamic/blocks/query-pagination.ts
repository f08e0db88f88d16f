// Blocks that render the pagination of a query. Content that the API returns contains the first page of every query; a front end that
// supports the links requests the other pages from the API.
import type { Block } from '../../blocks/parse.ts';
import { integerInRange, textOr, wrapperAttributes } from '../../blocks/text.ts';
import type { BlockContext, DynamicBlock, RenderedBlock } from '../dynamic-block.ts';
import type { LoadedData, Need } from '../needs.ts';
import { needsTotalOfQuery, pagesOfQuery, urlOfQueryPage } from './query-results.ts';

export const pagination: DynamicBlock = { name: 'core/query-pagination', needs, render: renderPagination };
export const paginationPrevious: DynamicBlock = { name: 'core/query-pagination-previous', needs, render: previous };
export const paginationNumbers: DynamicBlock = { name: 'core/query-pagination-numbers', needs, render: numbers };
export const paginationNext: DynamicBlock = { name: 'core/query-pagination-next', needs, render: next };

function needs(_: Block, context: BlockContext): Need[] {
  return needsTotalOfQuery(context);
}

function renderPagination(block: Block, context: BlockContext, found: LoadedData): RenderedBlock {
  if (pagesOfQuery(context, found) < 2) return '';
  const inner = block.innerContent.filter((part) => typeof part !== 'string');
  const classes = ['is-layout-flex', 'wp-block-query-pagination-is-layout-flex'];
  return [
    `<nav${wrapperAttributes(block, classes)} aria-label="Pagination">`,
    { innerContent: inner, context },
    '</nav>',
  ];
}

const currentPage = ({ query }: BlockContext): number => query?.page ?? 1;

function previous(block: Block, context: BlockContext, found: LoadedData): string {
  const page = Math.min(currentPage(context), pagesOfQuery(context, found) + 1);
  if (page < 2) return '';
  const text = textOr(block.attributes.label, 'Previous Page');
  return `<a${wrapperAttributes(block)} href="${urlOfQueryPage(context, page - 1)}">${text}</a>`;
}

function next(block: Block, context: BlockContext, found: LoadedData): string {
  const page = currentPage(context);
  if (pagesOfQuery(context, found) <= page) return '';
  const text = textOr(block.attributes.label, 'Next Page');
  return `<a${wrapperAttributes(block)} href="${urlOfQueryPage(context, page + 1)}">${text}</a>`;
}

/** Renders links to the first page, to the last page and to those around the current page. */
function numbers(block: Block, context: BlockContext, found: LoadedData): string {
  const pages = pagesOfQuery(context, found);
  if (pages < 2) return '';
  const current = currentPage(context);
  const around = Math.max(1, integerInRange(block.attributes.midSize, 2, 0, 10));
  const start = Math.max(1, current - around);
  const near = Array.from({ length: Math.min(pages, current + around) - start + 1 }, (_, at) => start + at);
  const shown = [...new Set([1, ...near, pages])];
  const link = (page: number) =>
    page === current
      ? `<span aria-current="page" class="page-numbers current">${page}</span>`
      : `<a class="page-numbers" href="${urlOfQueryPage(context, page)}">${page}</a>`;
  const links = shown.map((page, at) => {
    const isAfterGap = page - (shown[at - 1] ?? 0) > 1;
    return (isAfterGap ? '<span class="page-numbers dots">&hellip;</span>' : '') + link(page);
  });
  return `<div${wrapperAttributes(block)}>${links.join('')}</div>`;
}
