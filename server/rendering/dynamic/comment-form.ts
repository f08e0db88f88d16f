// Declares the comments of the entry whose page is rendered: the requested page of comments, and the comment form.

/** The visible fields of the comment form. */
export const commentFormFields = ['comment', 'name', 'email', 'website'] as const;
export type CommentFormField = (typeof commentFormFields)[number];

/** A reason why a submitted comment was not accepted, and the fields that it concerns, if any. */
export interface CommentFormError {
  readonly message: string;
  readonly fields: readonly CommentFormField[];
}

/** The state of the comment form. */
export interface CommentFormView {
  /** The values of the fields as submitted, not escaped; empty for an empty form. */
  readonly values: Readonly<Record<CommentFormField, string>>;
  /** The reason why the submitted comment was not accepted; undefined if none was submitted. */
  readonly error: CommentFormError | undefined;
  /** The comment to reply to. `authorName` is HTML. */
  readonly replyTo: { readonly id: number; readonly authorName: string } | undefined;
  /** Whether the page informs the author that a comment awaits moderation. */
  readonly isHeld: boolean;
}

/** The comments on the page of an entry. */
export interface PageComments {
  /** The requested page of comments, from 1. */
  readonly page: number;
  /** Maximum nesting depth of comments; 0 for no limit. */
  readonly maxDepth: number;
  /** The comment form; undefined if anonymous callers may not comment on the entry. */
  readonly form: CommentFormView | undefined;
}

const noValues: CommentFormView['values'] = { comment: '', name: '', email: '', website: '' };

/** An empty comment form. */
export const emptyCommentForm: CommentFormView = {
  values: noValues,
  error: undefined,
  replyTo: undefined,
  isHeld: false,
};

/** Returns the URL of a page of comments, from 1, of the entry with a URL. If the URL is escaped for attributes, so is the result. */
export function commentsPageUrl(url: string, page: number, ampersand: '&' | '&amp;'): string {
  if (page <= 1) return url;
  return url.includes('?') ? `${url}${ampersand}cpage=${page}` : `${url.replace(/\/?$/, '/')}comment-page-${page}/`;
}
