// Resolves and checks the author data of comments (users-and-comments.md §5.3; contract/README.md, decision 14).
import type { CommentArgs } from '../../../contract/cms-v2/comments.ts';
import { isSignedIn } from '../../access/actor.ts';
import { ApiError } from '../../api-error.ts';
import type { ReadHandle } from '../../database/handle.ts';
import type { Call, PermissionError } from '../../http/module.ts';
import { sanitizeName, toSingleLineText } from '../../rendering/sanitise/names.ts';
import { findUser } from '../users/store.ts';
import { canModerateComments, forbiddenErrors } from './conditions.ts';
import type { CommentRow } from './rows.ts';

/** The author data that is stored with a comment. */
export interface CommentAuthor {
  readonly author: number;
  readonly author_name: string;
  readonly author_email: string;
  readonly author_url: string;
}

/**
 * Returns the error if the caller may not set this author or sender IP address, else undefined. In a new comment, only
 * moderators may set another user or IP address than those of the caller; `resolveNewAuthor` checks the name, email address and URL.
 * In a stored comment, only moderators may change the author data or the IP address.
 */
export function validateAuthor(
  { args, actor, from }: Call<CommentArgs>,
  before: CommentRow | undefined,
): PermissionError | undefined {
  if (canModerateComments(actor)) return undefined;
  const currentAuthor = before ? before.author : actor.id;
  if (args.author !== undefined && args.author !== currentAuthor) return forbiddenErrors.author;
  if (before && changesAuthor(args, before)) return forbiddenErrors.author;
  const sender = before ? before.author_ip : from;
  return args.author_ip !== undefined && args.author_ip !== sender ? forbiddenErrors.address : undefined;
}

const authorFields = ['author_name', 'author_email', 'author_url'] as const;

const changesAuthor = (args: CommentArgs, before: CommentAuthor): boolean =>
  authorFields.some((name) => args[name] !== undefined && cleanAuthorFields(args)[name] !== before[name]);

/** Returns the submitted author data in its stored form, with the name sanitized. */
function cleanAuthorFields(args: CommentArgs): Partial<Omit<CommentAuthor, 'author'>> {
  const { author_name, author_email, author_url } = args;
  return {
    ...(author_name !== undefined && { author_name: sanitizeName(author_name) }),
    ...(author_email !== undefined && { author_email }),
    ...(author_url !== undefined && { author_url }),
  };
}

const noAuthor: CommentAuthor = { author: 0, author_name: '', author_email: '', author_url: '' };

/** Returns the author data of a user. Throws ApiError 400 `rest_comment_author_invalid` if the user does not exist. */
async function getUserAsAuthor(read: ReadHandle, id: number): Promise<CommentAuthor> {
  const user = id > 0 ? await findUser(read, id, { published: [], private: [] }) : undefined;
  if (!user) throw new ApiError('rest_comment_author_invalid', 400, 'No user with this ID.');
  return { author: user.id, author_name: user.name, author_email: user.email, author_url: user.url };
}

/**
 * Returns the author of a new comment: the submitted author data if the caller is anonymous or a moderator, else the data of the
 * caller. Moderators can submit a user, whose data is overridden by submitted author fields. If they submit no user and all submitted
 * author fields are empty, the author is the caller.
 *
 * Throws ApiError 400 `rest_comment_author_invalid` if the submitted user does not exist, and 403 `rest_comment_invalid_author` if a
 * user who is not a moderator submits the data of another author.
 */
export async function resolveNewAuthor(read: ReadHandle, { args, actor }: Call<CommentArgs>): Promise<CommentAuthor> {
  const submitted = cleanAuthorFields(args);
  if (!isSignedIn(actor)) return { ...noAuthor, ...submitted };
  if (args.author !== undefined) {
    const author = await getUserAsAuthor(read, args.author);
    rejectForeignAuthor(args, author, canModerateComments(actor));
    return { ...author, ...submitted };
  }
  if (authorFields.every((name) => !args[name])) return getUserAsAuthor(read, actor.id);
  if (canModerateComments(actor)) return { ...noAuthor, ...submitted };
  const currentUser = await getUserAsAuthor(read, actor.id);
  rejectForeignAuthor(args, currentUser, false);
  return currentUser;
}

function rejectForeignAuthor(args: CommentArgs, author: CommentAuthor, canNameOthers: boolean): void {
  if (!canNameOthers && changesAuthor(args, author)) {
    const { code, message } = forbiddenErrors.author;
    throw new ApiError(code, 403, message);
  }
}

/** Returns the author of an updated comment. Submitted author fields override the data of a submitted user. */
export async function resolveUpdatedAuthor(
  read: ReadHandle,
  args: CommentArgs,
  before: CommentAuthor,
): Promise<CommentAuthor> {
  const { author, author_name, author_email, author_url } = before;
  const currentAuthor = { author, author_name, author_email, author_url };
  const user = args.author === undefined ? currentAuthor : await getUserAsAuthor(read, args.author);
  return { ...user, ...cleanAuthorFields(args) };
}

/** Maximum length of a stored user agent, in characters. */
const maxUserAgentLength = 250;

/** Returns the user agent in its stored form: one line of text, truncated to the maximum length. */
export const cleanUserAgent = (agent: string): string =>
  toSingleLineText(agent).slice(0, maxUserAgentLength).toWellFormed();
