// Blocks that render the current comment of a comment template.
import type { Block } from '../../blocks/parse.ts';
import { attributes, escapeLiteral, integerInRange, safeUrl, textOf, wrapperAttributes } from '../../blocks/text.ts';
import { defaultDateFormat, formatDate } from '../dates.ts';
import type { BlockContext, DynamicBlock } from '../dynamic-block.ts';
import type { CommentView, EntryView } from '../views.ts';

export const commentAuthorName: DynamicBlock = { name: 'core/comment-author-name', render: authorName };
export const commentAuthorAvatar: DynamicBlock = { name: 'core/comment-author-avatar', render: avatar };
export const commentContent: DynamicBlock = { name: 'core/comment-content', render: content };
export const commentDate: DynamicBlock = { name: 'core/comment-date', render: date };
/** The edit link. It is always empty, because content is the same for all visitors, and only a few of them may edit a comment. */
export const commentEditLink: DynamicBlock = { name: 'core/comment-edit-link', render: () => '' };
export const commentReplyLink: DynamicBlock = { name: 'core/comment-reply-link', render: replyLink };

/** Returns the URL of a comment on the page of its entry, escaped for an attribute. */
export const commentUrl = ({ id }: CommentView, { url }: EntryView): string => `${url}#comment-${id}`;

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

function date(block: Block, { comment, entry }: BlockContext): string {
  if (!comment) return '';
  const { format, isLink } = block.attributes;
  const formattedDate = formatDate(
    comment.date,
    typeof format === 'string' && format !== '' ? format : defaultDateFormat,
  );
  const time = `<time datetime="${comment.date}">${escapeLiteral(formattedDate)}</time>`;
  const link = isLink === false ? time : `<a href="${commentUrl(comment, entry)}">${time}</a>`;
  return `<div${wrapperAttributes(block)}>${link}</div>`;
}

function replyLink(block: Block, { comment, entry }: BlockContext): string {
  return comment
    ? `<div${wrapperAttributes(block)}><a rel="nofollow" href="${commentUrl(comment, entry)}">Reply</a></div>`
    : '';
}
