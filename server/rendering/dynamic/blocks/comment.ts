// One comment: the one that a comment template has come to.
import type { Block } from '../../blocks/grammar.ts';
import { formatDate, usualFormat } from '../dates.ts';
import type { Context, DynamicBlock } from '../dynamic-block.ts';
import type { ShownComment, ShownEntry } from '../shown.ts';
import { addressIn, attributes, literal, ownAttributes, textOf, wholeNumber } from '../text.ts';

export const commentAuthorName: DynamicBlock = { name: 'core/comment-author-name', render: authorName };
export const commentAuthorAvatar: DynamicBlock = { name: 'core/comment-author-avatar', render: avatar };
export const commentContent: DynamicBlock = { name: 'core/comment-content', render: content };
export const commentDate: DynamicBlock = { name: 'core/comment-date', render: date };
/** Nothing: a content is the same for all its readers, and few of them may edit a comment. */
export const commentEditLink: DynamicBlock = { name: 'core/comment-edit-link', render: () => '' };
export const commentReplyLink: DynamicBlock = { name: 'core/comment-reply-link', render: replyLink };

/** Where a comment stands on the page of its entry, for an attribute. */
export const addressOfComment = ({ id }: ShownComment, { address }: ShownEntry): string => `${address}#comment-${id}`;

/** The author of a comment as HTML, with a link to the address they gave unless it could run something. */
export function authorOfComment(comment: ShownComment, target?: string): string {
  const name = textOf(comment.authorName) || 'Anonymous';
  const href = addressIn(comment.authorUrl);
  return href ? `<a${attributes({ href, rel: 'external nofollow ugc', target })}>${name}</a>` : name;
}

/** The picture of the author of a comment; `''` where none is shown. `size`: dots. */
export const avatarOf = ({ picture }: ShownComment, size: number, classes: string): string =>
  picture &&
  `<img alt="" src="${picture.replace('{size}', String(size))}" class="${classes} avatar avatar-${size}" height="${size}" width="${size}" loading="lazy" decoding="async" />`;

function authorName(block: Block, { comment }: Context): string {
  if (!comment) return '';
  const { isLink, linkTarget } = block.attributes;
  const own = isLink === false ? { ...comment, authorUrl: '' } : comment;
  return `<div${ownAttributes(block)}>${authorOfComment(own, linkTarget === '_blank' ? '_blank' : undefined)}</div>`;
}

function avatar(block: Block, { comment }: Context): string {
  const image = comment && avatarOf(comment, wholeNumber(block.attributes.width, 96, 1, 512), 'wp-block-avatar__image');
  return image ? `<div${ownAttributes(block)}>${image}</div>` : '';
}

function content(block: Block, { comment }: Context): string {
  return comment ? `<div${ownAttributes(block)}>${comment.content}</div>` : '';
}

function date(block: Block, { comment, entry }: Context): string {
  if (!comment) return '';
  const { format, isLink } = block.attributes;
  const written = formatDate(comment.date, typeof format === 'string' && format !== '' ? format : usualFormat);
  const time = `<time datetime="${comment.date}">${literal(written)}</time>`;
  const link = isLink === false ? time : `<a href="${addressOfComment(comment, entry)}">${time}</a>`;
  return `<div${ownAttributes(block)}>${link}</div>`;
}

function replyLink(block: Block, { comment, entry }: Context): string {
  return comment
    ? `<div${ownAttributes(block)}><a rel="nofollow" href="${addressOfComment(comment, entry)}">Reply</a></div>`
    : '';
}
