// In whose name a comment is written (users-and-comments.md §5.3; contract/README.md, decision 14).
import type { CommentArgs } from '../../../contract/cms-v2/comments.ts';
import { isSignedIn } from '../../access/actor.ts';
import type { ReadHandle } from '../../database/handle.ts';
import type { Call, Denial } from '../../http/room.ts';
import { Refusal } from '../../refusal.ts';
import { escapedName, plainText } from '../../rendering/sanitise/names.ts';
import { findUser } from '../users/store.ts';
import type { CommentRow } from './rows.ts';
import { denials, isModerator } from './rules.ts';

/** Who has written a comment, as it is kept with it. */
export interface Author {
  readonly author: number;
  readonly author_name: string;
  readonly author_email: string;
  readonly author_url: string;
}

/**
 * Why the caller may not name this author or sender: only moderators may name another than themselves, or change whom a
 * comment is by. Who did not sign in says who they are, but is no user.
 */
export function wrongAuthor(
  { args, actor, from }: Call<CommentArgs>,
  before: CommentRow | undefined,
): Denial | undefined {
  if (isModerator(actor)) return undefined;
  const own = before ? before.author : actor.id;
  if (args.author !== undefined && args.author !== own) return denials.author;
  if (before && changesAuthor(args, before)) return denials.author;
  const sender = before ? before.author_ip : from;
  return args.author_ip !== undefined && args.author_ip !== sender ? denials.address : undefined;
}

const named = ['author_name', 'author_email', 'author_url'] as const;

const changesAuthor = (args: CommentArgs, before: Author): boolean =>
  named.some((name) => args[name] !== undefined && cleaned(args)[name] !== before[name]);

/** What was sent of an author, made harmless. */
function cleaned(args: CommentArgs): Partial<Omit<Author, 'author'>> {
  const { author_name, author_email, author_url } = args;
  return {
    ...(author_name !== undefined && { author_name: escapedName(author_name) }),
    ...(author_email !== undefined && { author_email }),
    ...(author_url !== undefined && { author_url }),
  };
}

const nobody: Author = { author: 0, author_name: '', author_email: '', author_url: '' };

/** A user as the author of a comment. Throws Refusal 400 `rest_comment_author_invalid`. */
async function userAsAuthor(read: ReadHandle, id: number): Promise<Author> {
  const user = id > 0 ? await findUser(read, id, { published: [], private: [] }) : undefined;
  if (!user) throw new Refusal('rest_comment_author_invalid', 400, 'There is no user of this number.');
  return { author: user.id, author_name: user.name, author_email: user.email, author_url: user.url };
}

/**
 * The author of a new comment: the caller, or whom a moderator names, a user or a person by name and address. What is named
 * beside a user stands in place of what the user has. Empty names and addresses alone name nobody.
 *
 * Throws Refusal 400 `rest_comment_author_invalid`, 403 `rest_comment_invalid_author`.
 */
export async function newAuthor(read: ReadHandle, { args, actor }: Call<CommentArgs>): Promise<Author> {
  const sent = cleaned(args);
  if (!isSignedIn(actor)) return { ...nobody, ...sent };
  if (args.author !== undefined) {
    const author = await userAsAuthor(read, args.author);
    refuseDisguise(args, author, isModerator(actor));
    return { ...author, ...sent };
  }
  if (named.every((name) => !args[name])) return userAsAuthor(read, actor.id);
  if (isModerator(actor)) return { ...nobody, ...sent };
  const self = await userAsAuthor(read, actor.id);
  refuseDisguise(args, self, false);
  return self;
}

function refuseDisguise(args: CommentArgs, author: Author, mayNameAnother: boolean): void {
  if (!mayNameAnother && changesAuthor(args, author)) {
    const { code, message } = denials.author;
    throw new Refusal(code, 403, message);
  }
}

/** The author of a changed comment: a user named brings name and addresses, unless they are sent too. */
export async function changedAuthor(read: ReadHandle, args: CommentArgs, before: Author): Promise<Author> {
  const { author, author_name, author_email, author_url } = before;
  const kept = { author, author_name, author_email, author_url };
  const user = args.author === undefined ? kept : await userAsAuthor(read, args.author);
  return { ...user, ...cleaned(args) };
}

/** The longest name of a sending program that is kept. Characters. */
const longestAgent = 250;

/** The program that a comment was sent with, on one line. */
export const storedAgent = (agent: string): string => plainText(agent).slice(0, longestAgent).toWellFormed();
