// Handles the comment form of the page of an entry. Sessions and cookies are ignored: pages are cached and contain no nonce, so a request
// with a session cookie must not comment as its user.
import { ApiError } from '../../api-error.ts';
import type { ResolvedEntry } from '../../cms-v2/entry-urls/resolve-url.ts';
import { isCrossSite } from '../../http/cross-site.ts';
import type { PageRequest, PageResponse } from '../../page-layout/page.ts';
import type { PageComments } from '../../rendering/dynamic/comment-form.ts';
import { type PageDeps, redirect } from '../page-response.ts';
import { heldCommentUrl, parseRequestedComments, publicCommentsUrl } from './comment-urls.ts';
import { countCommentPages, findRepliedComment, loadPageComments } from './load-page-comments.ts';
import { readCommentForm, type SubmissionResult, type SubmittedComment, submitComment } from './submit-comment.ts';

type CommentDeps = Pick<PageDeps, 'entries' | 'dispatch'>;

/** A request with a comment form for the page of an entry. */
export interface CommentRequest extends Pick<ResolvedEntry, 'row' | 'link'> {
  readonly url: URL;
  readonly request: PageRequest;
  readonly fields: URLSearchParams;
}

/**
 * Headers of pages that must not be cached and indexed: those with what a visitor has typed, and those with the form for a reply. They set
 * no Referrer-Policy, because a browser that sends no referrer sends no origin with the form either.
 */
export const uncachedHeaders = { 'Cache-Control': 'no-store, private', 'X-Robots-Tag': 'noindex' } as const;

/**
 * Creates the submitted comment through the API as an anonymous caller. Redirects to the comment if it is public, else to the page of the
 * entry with a notice that it awaits moderation. If the comment is not accepted, the response is the page, rendered with `renderPage`, with
 * the error, the submitted values and the status of the API; 401 becomes 403, since the page does not offer to sign in.
 *
 * Throws ApiError 403 `rest_cannot_comment` for a form that a page of another site submits, and for entries with a password, and 400
 * `rest_invalid_param` if the form is not that of the entry.
 */
export async function handleComment(
  deps: CommentDeps,
  comment: CommentRequest,
  renderPage: (comments: PageComments) => Promise<PageResponse | undefined>,
): Promise<PageResponse | undefined> {
  const { request, url } = comment;
  const form = readCommentForm(comment.fields);
  requireOwnForm(deps, comment, form);
  const result = await submit(deps, form, request);
  if (result.kind !== 'rejected') return redirect(303, await locationOf(deps, comment, form, result));
  const { page } = parseRequestedComments(url);
  const state = { values: form.values, error: result.error, isHeld: false };
  const requested = { page, replyTo: form.parent, isHeld: false };
  const comments = await loadPageComments(deps, comment, requested, request, state);
  const response = comments && (await renderPage(comments));
  if (!response) return undefined;
  const retryAfter = result.retryAfter === undefined ? {} : { 'Retry-After': result.retryAfter };
  const { status: _status, headers, body } = response;
  return { status: result.status, headers: { ...headers, ...uncachedHeaders, ...retryAfter }, body };
}

function requireOwnForm({ entries }: CommentDeps, { row, request }: CommentRequest, form: SubmittedComment): void {
  if (isCrossSite(request.headers ?? {}, entries.site.urls.home))
    throw new ApiError('rest_cannot_comment', 403, 'Comments can be submitted only on the pages of this site.');
  if (row.password !== '')
    throw new ApiError('rest_cannot_comment', 403, 'Comments on password-protected content cannot be submitted here.');
  if (form.entry !== row.id || Number.isNaN(form.parent))
    throw new ApiError(
      'rest_invalid_param',
      400,
      'The form is incomplete. Reload the page and submit your comment again.',
    );
}

/** Submits a comment to the API. A reply is rejected if the comment that it replies to is not public or belongs to another entry. */
async function submit(deps: CommentDeps, form: SubmittedComment, request: PageRequest): Promise<SubmissionResult> {
  if (form.parent === 0 || (await findRepliedComment(deps.dispatch, form.entry, form.parent, request)))
    return submitComment(deps.dispatch, form, request);
  const message = 'The comment that you reply to is no longer public. Your text is now a new comment; submit it again.';
  return { kind: 'rejected', status: 400, error: { message, fields: [] }, retryAfter: undefined };
}

/** Returns the URL of a new public comment, or the one that informs about moderation. A reply is on the page of its thread. */
async function locationOf(
  { dispatch }: CommentDeps,
  { link, url, row, request }: CommentRequest,
  { parent }: SubmittedComment,
  result: Exclude<SubmissionResult, { kind: 'rejected' }>,
): Promise<string> {
  if (result.kind === 'held') return heldCommentUrl(link);
  const page =
    parent === 0 ? await countCommentPages(dispatch, row.id, request) : parseRequestedComments(url).page || 1;
  return `${publicCommentsUrl(link, page)}#comment-${result.id}`;
}
