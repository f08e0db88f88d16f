// Loads what the page of an entry needs to know about its comments, through the API as an anonymous caller.
import { isOpenForComments } from '../../cms-v2/comments/permissions.ts';
import type { EntryDeps } from '../../cms-v2/entries/deps.ts';
import type { ResolvedEntry } from '../../cms-v2/entry-urls/resolve-url.ts';
import type { Dispatch } from '../../http/pipeline.ts';
import { type CommentFormView, emptyCommentForm, type PageComments } from '../../rendering/dynamic/comment-form.ts';
import { threadsPerPage } from '../../rendering/dynamic/needs.ts';
import { type PageClient, readApi, readApiTotal } from '../api-reads.ts';
import type { PageDeps } from '../page-response.ts';
import type { RequestedComments } from './comment-urls.ts';

/**
 * Returns the comments of the page of an entry; undefined if there is no such page of comments. `submitted` is the state of the form after
 * a comment was not accepted. Throws ApiError as the API does.
 */
export async function loadPageComments(
  deps: Pick<PageDeps, 'entries' | 'dispatch'>,
  { row }: Pick<ResolvedEntry, 'row'>,
  { page, replyTo, isHeld }: RequestedComments,
  client: PageClient,
  submitted?: Omit<CommentFormView, 'replyTo'>,
): Promise<PageComments | undefined> {
  if (!(page === 1 || page <= (await countCommentPages(deps.dispatch, row.id, client)))) return undefined;
  const form = submitted ?? (isOpenToAnonymous(deps.entries, row) ? { ...emptyCommentForm, isHeld } : undefined);
  const comments = { page, maxDepth: deps.entries.site.settings.values.comment_depth };
  if (!form) return { ...comments, form };
  const repliedComment = replyTo === 0 ? undefined : await findRepliedComment(deps.dispatch, row.id, replyTo, client);
  return { ...comments, form: { ...form, replyTo: repliedComment } };
}

/** Whether anonymous callers may comment on an entry: it is public without a password, and open for comments. */
const isOpenToAnonymous = (deps: EntryDeps, row: ResolvedEntry['row']): boolean =>
  row.status === 'publish' &&
  row.password === '' &&
  deps.site.settings.values.anonymous_comments &&
  isOpenForComments(deps, row);

/** Returns the number of pages of comments of an entry that anonymous callers may read. Throws ApiError as the API does. */
export async function countCommentPages(dispatch: Dispatch, entry: number, client: PageClient): Promise<number> {
  const query = { post: String(entry), parent: '0', per_page: '1', _fields: 'id' };
  return Math.ceil((await readApiTotal(dispatch, '/cms/v2/comments', query, client)) / threadsPerPage);
}

/** Returns a public comment on an entry; undefined if there is none with this ID. Throws ApiError as the API does. */
export async function findRepliedComment(
  dispatch: Dispatch,
  entry: number,
  id: number,
  client: PageClient,
): Promise<CommentFormView['replyTo']> {
  const query = { _fields: 'id,post,status,type,author_name' };
  const comment = await readApi(dispatch, `/cms/v2/comments/${id}`, query, client);
  const isOnEntry = comment?.post === entry && comment.status === 'approved' && comment.type === 'comment';
  return isOnEntry ? { id, authorName: String(comment.author_name) } : undefined;
}
