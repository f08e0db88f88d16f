// Blocks with links to the pages of comments. In content they are empty, because it has the oldest comments only.
import type { Block } from '../../blocks/parse.ts';
import { textOr, wrapperAttributes } from '../../blocks/text.ts';
import { commentsPageUrl } from '../comment-form.ts';
import type { BlockContext, DynamicBlock, RenderedBlock } from '../dynamic-block.ts';
import { type LoadedData, type Need, threadsPerPage } from '../needs.ts';
import { pageCommentsOf } from './comments-form.ts';

/** The number of page links before and after the current page. */
const pagesAround = 2;

const declareBlock = (name: string, render: DynamicBlock['render']): DynamicBlock => ({ name, needs, render });

export const commentsPagination = declareBlock('core/comments-pagination', renderPagination);
export const commentsPaginationPrevious = declareBlock('core/comments-pagination-previous', (...args) =>
  stepLink(...args, -1, 'Older Comments'),
);
export const commentsPaginationNext = declareBlock('core/comments-pagination-next', (...args) =>
  stepLink(...args, 1, 'Newer Comments'),
);
export const commentsPaginationNumbers = declareBlock('core/comments-pagination-numbers', numbers);

function needs(_: Block, context: BlockContext): Need[] {
  return pageCommentsOf(context) ? [{ kind: 'comment counts', id: context.entry.id }] : [];
}

/** Returns the current page of comments and the number of pages; both are 0 in content, and if there is only one page. */
function pagesOf(context: BlockContext, found: LoadedData): { readonly page: number; readonly pages: number } {
  const page = pageCommentsOf(context)?.page;
  const pages = Math.ceil(found.commentCounts(context.entry.id).threads / threadsPerPage);
  return page === undefined || pages < 2 ? { page: 0, pages: 0 } : { page, pages };
}

const pageUrl = ({ entry }: BlockContext, page: number): string =>
  `${commentsPageUrl(entry.url, page, '&amp;')}#comments`;

function renderPagination(block: Block, context: BlockContext, found: LoadedData): RenderedBlock {
  if (pagesOf(context, found).pages === 0) return '';
  const inner = block.innerContent.filter((part) => typeof part !== 'string');
  const classes = ['is-layout-flex', 'wp-block-comments-pagination-is-layout-flex'];
  return [
    `<nav${wrapperAttributes(block, classes)} aria-label="Pages of comments">`,
    { innerContent: inner, context },
    '</nav>',
  ];
}

function stepLink(block: Block, context: BlockContext, found: LoadedData, step: -1 | 1, label: string): string {
  const { page, pages } = pagesOf(context, found);
  const target = page + step;
  if (target < 1 || target > pages) return '';
  return `<a${wrapperAttributes(block)} href="${pageUrl(context, target)}">${textOr(block.attributes.label, label)}</a>`;
}

function numbers(block: Block, context: BlockContext, found: LoadedData): string {
  const { page, pages } = pagesOf(context, found);
  if (pages === 0) return '';
  const shown = Array.from({ length: pages }, (_, at) => at + 1).filter(
    (each) => each === 1 || each === pages || Math.abs(each - page) <= pagesAround,
  );
  const links = shown.map((each, at) => {
    const gap = each - (shown[at - 1] ?? 0) > 1 ? '<span class="page-numbers dots">&hellip;</span>' : '';
    return each === page
      ? `${gap}<span aria-current="page" class="page-numbers current">${each}</span>`
      : `${gap}<a class="page-numbers" href="${pageUrl(context, each)}">${each}</a>`;
  });
  return `<div${wrapperAttributes(block)}>${links.join('')}</div>`;
}
