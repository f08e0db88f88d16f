// The pages of a query. A content is always shown with its first page; a front end that follows the links asks the API
// for the others.
import type { Block } from '../../blocks/grammar.ts';
import type { Context, DynamicBlock, Shown } from '../dynamic-block.ts';
import type { Found, Need } from '../needs.ts';
import { ownAttributes, textIn, wholeNumber } from '../text.ts';

export const pagination: DynamicBlock = { name: 'core/query-pagination', needs, render: frame };
/** There is nothing before the first page. */
export const paginationPrevious: DynamicBlock = { name: 'core/query-pagination-previous', render: () => '' };
export const paginationNumbers: DynamicBlock = { name: 'core/query-pagination-numbers', needs, render: numbers };
export const paginationNext: DynamicBlock = { name: 'core/query-pagination-next', needs, render: next };

function needs(_: Block, { query: around }: Context): Need[] {
  return around ? [{ kind: 'total', query: around.query }] : [];
}

function pagesOf({ query: around }: Context, found: Found): number {
  if (!around) return 0;
  const { query, pages } = around;
  const all = Math.ceil(Math.max(0, found.total(query) - query.offset) / query.limit);
  return pages > 0 ? Math.min(pages, all) : all;
}

function addressOf({ entry, query: around }: Context, page: number): string {
  const sign = entry.address.includes('?') ? '&amp;' : '?';
  return `${entry.address}${sign}query-${around?.number ?? 0}-page=${page}`;
}

function frame(block: Block, context: Context, found: Found): Shown {
  if (pagesOf(context, found) < 2) return '';
  const inner = block.pieces.filter((piece) => typeof piece !== 'string');
  const classes = ['is-layout-flex', 'wp-block-query-pagination-is-layout-flex'];
  return [`<nav${ownAttributes(block, classes)} aria-label="Pagination">`, { pieces: inner, context }, '</nav>'];
}

function next(block: Block, context: Context, found: Found): string {
  if (pagesOf(context, found) < 2) return '';
  const text = textIn(block.attributes.label, 'Next Page');
  return `<a${ownAttributes(block)} href="${addressOf(context, 2)}">${text}</a>`;
}

function numbers(block: Block, context: Context, found: Found): string {
  const pages = pagesOf(context, found);
  if (pages < 2) return '';
  const around = wholeNumber(block.attributes.midSize, 2, 0, 10);
  const shown = Array.from({ length: Math.min(pages, 1 + Math.max(1, around)) }, (_, at) => at + 1);
  const link = (page: number) =>
    page === 1
      ? '<span aria-current="page" class="page-numbers current">1</span>'
      : `<a class="page-numbers" href="${addressOf(context, page)}">${page}</a>`;
  const last = pages - shown.length;
  const gap = last > 1 ? '<span class="page-numbers dots">&hellip;</span>' : '';
  return `<div${ownAttributes(block)}>${shown.map(link).join('')}${gap}${last > 0 ? link(pages) : ''}</div>`;
}
