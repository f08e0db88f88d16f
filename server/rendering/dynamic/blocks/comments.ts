// The comments of an entry: how many, and what is repeated for each.
import type { Block } from '../../blocks/grammar.ts';
import type { Context, DynamicBlock, Inner, Shown } from '../dynamic-block.ts';
import type { Found, Need } from '../needs.ts';
import type { ShownComment } from '../shown.ts';
import { headingIn, ownAttributes, titleOf } from '../text.ts';

export const commentsTitle: DynamicBlock = { name: 'core/comments-title', needs, render: title };
export const commentTemplate: DynamicBlock = { name: 'core/comment-template', needs, render: repeat };
export const postCommentsCount: DynamicBlock = { name: 'core/post-comments-count', needs, render: count };
export const postCommentsLink: DynamicBlock = { name: 'core/post-comments-link', needs, render: link };

/** Nothing: all comments that are shown stand on one page. */
const onlyPage = (name: string): DynamicBlock => ({ name, render: () => '' });
export const commentsPagination = onlyPage('core/comments-pagination');
export const commentsPaginationNext = onlyPage('core/comments-pagination-next');
export const commentsPaginationNumbers = onlyPage('core/comments-pagination-numbers');
export const commentsPaginationPrevious = onlyPage('core/comments-pagination-previous');

/** Nothing: comments are sent to the API by the front end, which has a form of its own. */
export const postCommentsForm: DynamicBlock = { name: 'core/post-comments-form', render: () => '' };

function needs(_: Block, { entry }: Context): Need[] {
  return [{ kind: 'comments of entry', id: entry.id }];
}

const inWords = (total: number) => (total === 0 ? 'No comments' : `${total} ${total === 1 ? 'comment' : 'comments'}`);

function title(block: Block, { entry }: Context, found: Found): string {
  const { total } = found.commentsOf(entry.id);
  if (total === 0) return '';
  const { showPostTitle, showCommentsCount, level } = block.attributes;
  const name = showPostTitle === false ? '' : ` on “${titleOf(entry)}”`;
  const text = showCommentsCount === false ? `${total === 1 ? 'Comment' : 'Comments'}${name}` : inWords(total) + name;
  const tag = headingIn(level, 2);
  return `<${tag}${ownAttributes({ ...block, attributes: { anchor: 'comments', ...block.attributes } })}>${text}</${tag}>`;
}

function count(block: Block, { entry }: Context, found: Found): string {
  return `<div${ownAttributes(block)}>${found.commentsOf(entry.id).total}</div>`;
}

function link(block: Block, { entry }: Context, found: Found): string {
  const text = inWords(found.commentsOf(entry.id).total);
  return `<div${ownAttributes(block)}><a href="${entry.address}#comments">${text}</a></div>`;
}

/** Answers stand below the comment that they answer, as deep as they go; those to comments that are not shown stand alone. */
function repeat(block: Block, context: Context, found: Found): Shown {
  const { comments } = found.commentsOf(context.entry.id);
  if (comments.length === 0) return '';
  const shown = new Set(comments.map(({ id }) => id));
  const below = Map.groupBy(comments, ({ parent }) => (shown.has(parent) ? parent : 0));
  const item = (comment: ShownComment): (string | Inner)[] => {
    const answers = below.get(comment.id) ?? [];
    return [
      `<li id="comment-${comment.id}" class="comment">`,
      { pieces: block.pieces, context: { ...context, comment } },
      ...(answers.length > 0 ? ['<ol>', ...answers.flatMap(item), '</ol>'] : []),
      '</li>',
    ];
  };
  return [`<ol${ownAttributes(block)}>`, ...(below.get(0) ?? []).flatMap(item), '</ol>'];
}
