// Blocks that render the comments of an entry and their number.
import type { Block } from '../../blocks/parse.ts';
import { headingElement, titleOf, wrapperAttributes } from '../../blocks/text.ts';
import type { BlockContext, DynamicBlock, InnerBlocks, RenderedBlock } from '../dynamic-block.ts';
import type { LoadedData, Need } from '../needs.ts';
import type { CommentView } from '../views.ts';

export const commentsTitle: DynamicBlock = { name: 'core/comments-title', needs, render: title };
export const commentTemplate: DynamicBlock = { name: 'core/comment-template', needs, render: renderCommentTemplate };
export const postCommentsCount: DynamicBlock = { name: 'core/post-comments-count', needs, render: count };
export const postCommentsLink: DynamicBlock = { name: 'core/post-comments-link', needs, render: link };

/** Creates a pagination block. It is always empty, because all comments are on one page. */
const emptyPagination = (name: string): DynamicBlock => ({ name, render: () => '' });
export const commentsPagination = emptyPagination('core/comments-pagination');
export const commentsPaginationNext = emptyPagination('core/comments-pagination-next');
export const commentsPaginationNumbers = emptyPagination('core/comments-pagination-numbers');
export const commentsPaginationPrevious = emptyPagination('core/comments-pagination-previous');

/** The comment form. It is always empty, because the front end provides a form that submits comments to the API. */
export const postCommentsForm: DynamicBlock = { name: 'core/post-comments-form', render: () => '' };

function needs(_: Block, { entry }: BlockContext): Need[] {
  return [{ kind: 'comments of entry', id: entry.id }];
}

const formatCommentCount = (total: number) =>
  total === 0 ? 'No comments' : `${total} ${total === 1 ? 'comment' : 'comments'}`;

function title(block: Block, { entry }: BlockContext, found: LoadedData): string {
  const { total } = found.commentsOf(entry.id);
  if (total === 0) return '';
  const { showPostTitle, showCommentsCount, level } = block.attributes;
  const name = showPostTitle === false ? '' : ` on “${titleOf(entry)}”`;
  const text =
    showCommentsCount === false ? `${total === 1 ? 'Comment' : 'Comments'}${name}` : formatCommentCount(total) + name;
  const tag = headingElement(level, 2);
  return `<${tag}${wrapperAttributes({ ...block, attributes: { anchor: 'comments', ...block.attributes } })}>${text}</${tag}>`;
}

function count(block: Block, { entry }: BlockContext, found: LoadedData): string {
  return `<div${wrapperAttributes(block)}>${found.commentsOf(entry.id).total}</div>`;
}

function link(block: Block, { entry }: BlockContext, found: LoadedData): string {
  const text = formatCommentCount(found.commentsOf(entry.id).total);
  return `<div${wrapperAttributes(block)}><a href="${entry.url}#comments">${text}</a></div>`;
}

/** Renders the template for each comment. Replies are nested at any depth; replies to missing comments are at the top level. */
function renderCommentTemplate(block: Block, context: BlockContext, found: LoadedData): RenderedBlock {
  const { comments } = found.commentsOf(context.entry.id);
  if (comments.length === 0) return '';
  const commentIds = new Set(comments.map(({ id }) => id));
  const commentsByParent = Map.groupBy(comments, ({ parent }) => (commentIds.has(parent) ? parent : 0));
  const item = (comment: CommentView): (string | InnerBlocks)[] => {
    const replies = commentsByParent.get(comment.id) ?? [];
    return [
      `<li id="comment-${comment.id}" class="comment">`,
      { innerContent: block.innerContent, context: { ...context, comment } },
      ...(replies.length > 0 ? ['<ol>', ...replies.flatMap(item), '</ol>'] : []),
      '</li>',
    ];
  };
  return [`<ol${wrapperAttributes(block)}>`, ...(commentsByParent.get(0) ?? []).flatMap(item), '</ol>'];
}
