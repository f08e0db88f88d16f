// Reads the parameters of the URL of an entry's page that concern its comments.
import { commentsPageUrl } from '../../rendering/dynamic/comment-form.ts';

/** The comments that a URL requests. */
export interface RequestedComments {
  /** The page of comments, from 1; NaN if the URL has a number that is none. */
  readonly page: number;
  /** ID of the comment to reply to; 0 for none. */
  readonly replyTo: number;
  /** Whether the page informs the author that a comment awaits moderation. */
  readonly isHeld: boolean;
}

/** Returns the comments that a URL requests: `/SLUG/comment-page-2/` or `?cpage=2`, and `?replytocom=5` or `?comment=held`. */
export function parseRequestedComments({ pathname, searchParams }: URL): RequestedComments {
  const page = /\/comment-page-(\d+)\/?$/i.exec(pathname)?.[1] ?? searchParams.get('cpage') ?? '1';
  const replyTo = searchParams.get('replytocom') ?? '';
  return {
    page: /^[1-9]\d{0,7}$/.test(page) ? Number(page) : Number.NaN,
    replyTo: /^[1-9]\d{0,14}$/.test(replyTo) ? Number(replyTo) : 0,
    isHeld: searchParams.get('comment') === 'held',
  };
}

/** Returns the public URL of a page of comments of the entry with a link. */
export const publicCommentsUrl = (link: string, page: number): string => commentsPageUrl(link, page, '&');

/** Returns the URL of the page that informs the author of a comment that it awaits moderation. It is the same for all comments. */
export const heldCommentUrl = (link: string): string => `${link}${link.includes('?') ? '&' : '?'}comment=held#respond`;
