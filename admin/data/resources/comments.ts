// Reads and writes comments for those who moderate them.
import { type Page, type QueryValue, type RequestOptions, readPage, send } from '../client.ts';

/** The record of an entry or a comment to which a comment refers. It has only a code if the user may not read it. */
interface EmbeddedEntry {
  readonly id?: number;
  readonly type?: string;
  readonly title?: { readonly rendered: string };
}

/** A comment in the edit context. */
export interface Comment {
  readonly id: number;
  readonly post: number;
  readonly parent: number;
  readonly author_name: string;
  readonly author_email: string;
  readonly author_url: string;
  readonly author_ip: string;
  /** The date, in the time zone of the site. */
  readonly date: string;
  /** The URL of the comment on the site. */
  readonly link: string;
  /** `approved`, `hold`, `spam` or `trash`. */
  readonly status: string;
  readonly content: { readonly raw: string; readonly rendered: string };
  readonly _links: { readonly self?: readonly { readonly targetHints?: { readonly etag?: string } }[] };
  readonly _embedded?: {
    /** The entry. */
    readonly up?: readonly EmbeddedEntry[];
    /** The comment to which this one replies. */
    readonly 'in-reply-to'?: readonly {
      readonly author_name?: string;
      readonly content?: { readonly rendered: string };
    }[];
  };
}

const path = '/wp/v2/comments';

const pathOf = ({ id }: Pick<Comment, 'id'>): string => `${path}/${id}`;

/** Includes comments of all types except notes, which belong to the editor. */
const allTypes = { type: '' };

/** Reads one page of comments, with their entries and the comments to which they reply. Throws ApiError. */
export const listComments = (
  query: Readonly<Record<string, QueryValue>>,
  signal?: AbortSignal,
): Promise<Page<Comment>> =>
  readPage(path, { context: 'edit', _embed: ['up', 'in-reply-to'], _etags: true, ...allTypes, ...query }, signal);

/** Reads the IDs of one page of comments. Throws ApiError. */
export async function listCommentIds(
  query: Readonly<Record<string, QueryValue>>,
  signal?: AbortSignal,
): Promise<readonly number[]> {
  const { items } = await readPage<Pick<Comment, 'id'>>(
    path,
    { context: 'edit', _fields: ['id'], ...allTypes, ...query },
    signal,
  );
  return items.map(({ id }) => id);
}

/** Returns the number of comments that match a query. Throws ApiError. */
export async function countComments(
  query: Readonly<Record<string, QueryValue>>,
  signal?: AbortSignal,
): Promise<number> {
  const { total } = await readPage(
    path,
    { context: 'edit', _fields: ['id'], per_page: 1, ...allTypes, ...query },
    signal,
  );
  return total;
}

/** Reads a comment. Throws ApiError. */
export async function readComment(id: number, signal?: AbortSignal): Promise<Comment> {
  const { data, headers } = await send<Comment>(`${path}/${id}`, {
    query: { context: 'edit' },
    ...(signal && { signal }),
  });
  return withVersion(data, headers);
}

/** A status that a request may contain. `unspam` and `untrash` restore the previous status. */
export type SubmittedStatus = 'approved' | 'hold' | 'spam' | 'unspam' | 'trash' | 'untrash';

/** The fields that the user may edit. */
export interface CommentFields {
  readonly content: string;
  readonly author_name: string;
  readonly author_email: string;
  readonly author_url: string;
}

/** Changes a comment. Resolves with the changed comment. Throws ApiError; 412 if it was changed since it was read. */
export const updateComment = (
  comment: Comment,
  changes: Partial<CommentFields> & { readonly status?: SubmittedStatus },
): Promise<Comment> => change(comment, { method: 'POST', body: changes });

/** Deletes a comment permanently; its replies become replies to its parent. Throws ApiError; 412 if it was changed since it was read. */
export async function deleteComment(comment: Comment): Promise<void> {
  await send(pathOf(comment), { method: 'DELETE', query: { force: true }, ...matching(comment) });
}

/** Publishes a reply by the user to a comment. Throws ApiError. */
export async function createReply({ id, post }: Comment, content: string): Promise<Comment> {
  const { data, headers } = await send<Comment>(path, {
    ...{ method: 'POST', body: { post, parent: id, content, status: 'approved' } },
  });
  return withVersion(data, headers);
}

async function change(comment: Comment, options: RequestOptions): Promise<Comment> {
  const { data, headers } = await send<Comment>(pathOf(comment), { ...options, ...matching(comment) });
  return { ...withVersion(data, headers), ...(comment._embedded && { _embedded: comment._embedded }) };
}

/** Returns the option that limits a request to the version of the comment that the user has seen. */
function matching({ _links }: Comment): Pick<RequestOptions, 'ifMatch'> {
  const etag = _links.self?.[0]?.targetHints?.etag;
  return etag === undefined ? {} : { ifMatch: etag };
}

/** Returns a comment with the version that a response contains, where lists have it. */
function withVersion(comment: Comment, headers: Headers): Comment {
  const etag = headers.get('ETag');
  const self = etag === null ? [] : [{ targetHints: { etag } }];
  return { ...comment, _links: { ...comment._links, self } };
}

/** A comment with its replies. */
export interface ThreadItem {
  readonly comment: Comment;
  readonly replies: readonly ThreadItem[];
}

/** A conversation: the comment to which a comment replies, and the replies to the comment. */
export interface Conversation {
  readonly parent: Comment | undefined;
  readonly replies: readonly ThreadItem[];
  /** Whether there are more replies than the service returns at a time. */
  readonly isIncomplete: boolean;
}

/** Maximum number of levels of replies that are read. */
const maxLevels = 5;

/** Maximum number of replies on a level. */
const maxPerLevel = 100;

/** Reads the conversation of a comment, without spam and trash, with one request for each level of replies. Throws ApiError. */
export async function readConversation({ id, parent }: Comment, signal?: AbortSignal): Promise<Conversation> {
  const above = parent === 0 ? undefined : await readComment(parent, signal).catch(() => undefined);
  const found: Comment[] = [];
  let isIncomplete = false;
  let level = [id];
  for (let depth = 0; depth < maxLevels && level.length > 0; depth += 1) {
    const query = { parent: level, status: 'all', per_page: maxPerLevel, order: 'asc' };
    const { items, total } = await listComments(query, signal);
    isIncomplete ||= total > items.length;
    found.push(...items);
    level = items.map((item) => item.id);
  }
  return { parent: above, replies: repliesTo(id, found), isIncomplete: isIncomplete || level.length > 0 };
}

const repliesTo = (id: number, comments: readonly Comment[]): readonly ThreadItem[] =>
  comments
    .filter(({ parent }) => parent === id)
    .map((comment) => ({ comment, replies: repliesTo(comment.id, comments) }));
