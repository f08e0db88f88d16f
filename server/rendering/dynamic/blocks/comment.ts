// Blocks that render the current comment of a comment template.
import type { Block } from '../../blocks/parse.ts';
import { attributes, escapeLiteral, integerInRange, safeUrl, textOf, wrapperAttributes } from '../../blocks/text.ts';
import { commentsPageUrl } from '../comment-form.ts';
import { defaultDateFormat, formatDate } from '../dates.ts';
import type { BlockContext, DynamicBlock } from '../dynamic-block.ts';
import type { CommentView, EntryView } from '../views.ts';
import { commentFormUrl, pageCommentsOf } from './comments-form.ts';

export const commentAuthorName: DynamicBlock = { name: 'core/comment-author-name', render: authorName };
export const commentAuthorAvatar: DynamicBlock = { name: 'core/comment-author-avatar', render: avatar };
export const commentContent: DynamicBlock = { name: 'core/comment-content', render: content };
export const commentDate: DynamicBlock = { name: 'core/comment-date', render: date };
/** The edit link. It is always empty, because content is the same for all visitors, and only a few of them may edit a comment. */
export const commentEditLink: DynamicBlock = { name: 'core/comment-edit-link', render: () => '' };
export const commentReplyLink: DynamicBlock = { name: 'core/comment-reply-link', render: replyLink };

/** Returns the URL of a comment on the first page of comments of its entry, escaped for an attribute. */
export const commentUrl = ({ id }: CommentView, { url }: EntryView): string => `${url}#comment-${id}`;

/** Returns the URL of the current comment on the page of comments that is rendered, escaped for an attribute. */
const displayedCommentUrl = (comment: CommentView, context: BlockContext): string =>
  `${commentsPageUrl(context.entry.url, pageCommentsOf(context)?.page ?? 1, '&amp;')}#comment-${comment.id}`;

/** Returns the author of a comment as HTML, with a link to the submitted URL if its protocol is allowed. */
export function commentAuthorHtml(comment: CommentView, target?: string): string {
  const name = textOf(comment.authorName) || 'Anonymous';
  const href = safeUrl(comment.authorUrl);
  return href ? `<a${attributes({ href, rel: 'external nofollow ugc', target })}>${name}</a>` : name;
}

/** Returns the avatar of the author of a comment as HTML; `''` if avatars are disabled. `size` is in pixels. */
export const commentAvatarHtml = ({ avatarUrl }: CommentView, size: number, classes: string): string =>
  avatarUrl &&
  `<img alt="" src="${avatarUrl.replace('{size}', String(size))}" class="${classes} avatar avatar-${size}" height="${size}" width="${size}" loading="lazy" decoding="async" />`;

function authorName(block: Block, { comment }: BlockContext): string {
  if (!comment) return '';
  const { isLink, linkTarget } = block.attributes;
  const displayedComment = isLink === false ? { ...comment, authorUrl: '' } : comment;
  return `<div${wrapperAttributes(block)}>${commentAuthorHtml(displayedComment, linkTarget === '_blank' ? '_blank' : undefined)}</div>`;
}

function avatar(block: Block, { comment }: BlockContext): string {
  const image =
    comment && commentAvatarHtml(comment, integerInRange(block.attributes.width, 96, 1, 512), 'wp-block-avatar__image');
  return image ? `<div${wrapperAttributes(block)}>${image}</div>` : '';
}

function content(block: Block, { comment }: BlockContext): string {
  return comment ? `<div${wrapperAttributes(block)}>${comment.content}</div>` : '';
}

function date(block: Block, context: BlockContext): string {
  const { comment } = context;
  if (!comment) return '';
  const { format, isLink } = block.attributes;
  const formattedDate = formatDate(
    comment.date,
    typeof format === 'string' && format !== '' ? format : defaultDateFormat,
  );
  const time = `<time datetime="${comment.date}">${escapeLiteral(formattedDate)}</time>`;
  const link = isLink === false ? time : `<a href="${displayedCommentUrl(comment, context)}">${time}</a>`;
  return `<div${wrapperAttributes(block)}>${link}</div>`;
}

/**
 * Renders the link to reply. In content it leads to the comment, on the page of an entry to the form; there it is omitted if anonymous
 * callers may not comment, or if replies would be nested too deeply.
 */
function replyLink(block: Block, context: BlockContext): string {
  const { comment, entry } = context;
  if (!comment) return '';
  const comments = pageCommentsOf(context);
  if (!comments) return replyLinkHtml(block, { href: commentUrl(comment, entry) });
  const { page, form, maxDepth } = comments;
  if (!form || (maxDepth > 0 && comment.depth >= maxDepth)) return '';
  const label = `Reply to ${textOf(comment.authorName) || 'Anonymous'}`;
  return replyLinkHtml(block, { href: commentFormUrl(entry.url, page, comment.id), 'aria-label': label });
}

const replyLinkHtml = (block: Block, more: Readonly<Record<string, string>>): string =>
  `<div${wrapperAttributes(block)}><a${attributes({ rel: 'nofollow', ...more })}>Reply</a></div>`;
