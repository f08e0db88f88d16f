// Blocks that render the comments of an entry and their number. On the page of the entry, the requested page of comments is rendered; in
// content and for other entries, the oldest comments.
import type { Block } from '../../blocks/parse.ts';
import { headingElement, titleOf, wrapperAttributes } from '../../blocks/text.ts';
import type { BlockContext, DynamicBlock, InnerBlocks, RenderedBlock } from '../dynamic-block.ts';
import type { LoadedData, Need } from '../needs.ts';
import type { CommentView } from '../views.ts';
import { pageCommentsOf } from './comments-form.ts';

export const commentsTitle: DynamicBlock = { name: 'core/comments-title', needs: needCounts, render: title };
export const commentTemplate: DynamicBlock = {
  name: 'core/comment-template',
  needs: needComments,
  render: renderCommentTemplate,
};
export const postCommentsCount: DynamicBlock = { name: 'core/post-comments-count', needs: needCounts, render: count };
export const postCommentsLink: DynamicBlock = { name: 'core/post-comments-link', needs: needCounts, render: link };

function needCounts(_: Block, { entry }: BlockContext): Need[] {
  return [{ kind: 'comment counts', id: entry.id }];
}

function needComments(_: Block, context: BlockContext): Need[] {
  const page = pageCommentsOf(context)?.page;
  return [{ kind: 'comments of entry', id: context.entry.id, ...(page !== undefined && { page }) }];
}

const formatCommentCount = (total: number) =>
  total === 0 ? 'No comments' : `${total} ${total === 1 ? 'comment' : 'comments'}`;

function title(block: Block, { entry }: BlockContext, found: LoadedData): string {
  const { total } = found.commentCounts(entry.id);
  if (total === 0) return '';
  const { showPostTitle, showCommentsCount, level } = block.attributes;
  const name = showPostTitle === false ? '' : ` on “${titleOf(entry)}”`;
  const text =
    showCommentsCount === false ? `${total === 1 ? 'Comment' : 'Comments'}${name}` : formatCommentCount(total) + name;
  const tag = headingElement(level, 2);
  return `<${tag}${wrapperAttributes({ ...block, attributes: { anchor: 'comments', ...block.attributes } })}>${text}</${tag}>`;
}

function count(block: Block, { entry }: BlockContext, found: LoadedData): string {
  return `<div${wrapperAttributes(block)}>${found.commentCounts(entry.id).total}</div>`;
}

function link(block: Block, { entry }: BlockContext, found: LoadedData): string {
  const text = formatCommentCount(found.commentCounts(entry.id).total);
  return `<div${wrapperAttributes(block)}><a href="${entry.url}#comments">${text}</a></div>`;
}

/** Renders the template for each comment. Replies are nested at any depth; replies to missing comments are at the top level. */
function renderCommentTemplate(block: Block, context: BlockContext, found: LoadedData): RenderedBlock {
  const { comments, omitsReplies } = found.commentsOf(context.entry.id, pageCommentsOf(context)?.page);
  if (comments.length === 0) return '';
  const commentIds = new Set(comments.map(({ id }) => id));
  const commentsByParent = Map.groupBy(comments, ({ parent }) => (commentIds.has(parent) ? parent : 0));
  const itemsOf = (parent: number, depth: number) =>
    (commentsByParent.get(parent) ?? []).flatMap((comment) => item(comment, depth));
  const item = (comment: CommentView, depth: number): (string | InnerBlocks)[] => [
    `<li id="comment-${comment.id}" class="comment">`,
    { innerContent: block.innerContent, context: { ...context, comment: { ...comment, depth } } },
    ...(commentsByParent.has(comment.id) ? ['<ol>', ...itemsOf(comment.id, depth + 1), '</ol>'] : []),
    '</li>',
  ];
  const note = omitsReplies ? '<p class="comments-omitted">Some replies are not shown.</p>' : '';
  return [`<ol${wrapperAttributes(block)}>`, ...itemsOf(0, 1), `</ol>${note}`];
}
