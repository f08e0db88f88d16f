// The rules that the routes of comments name, on what the address names (users-and-comments.md §5.2 to §5.6).
import type { CommentArgs, CommentListArgs, commentPermissions } from '../../../contract/cms-v2/comments.ts';
import type { ReadHandle } from '../../database/handle.ts';
import { type Call, type Denial, numberIn, type Permission } from '../../http/room.ts';
import { Refusal } from '../../refusal.ts';
import { tryPasswords } from '../entries/try-password.ts';
import { showsAddressHash } from '../users/avatars.ts';
import { wrongAuthor } from './author.ts';
import { type EntryToComment, findEntriesToComment } from './entries-store.ts';
import { mayComment } from './may-comment.ts';
import type { CommentParts } from './parts.ts';
import type { CommentRow } from './rows.ts';
import {
  type CommentedEntry,
  denials,
  entryOf,
  isModerator,
  mayEditComment,
  mayEditEntry,
  mayModerate,
  mayReadComment,
  mayReadEntry,
  takesNotes,
} from './rules.ts';
import { findComment } from './store.ts';

/** The comment of a number. Throws Refusal 404 `rest_comment_invalid_id`. */
export async function requireComment(read: ReadHandle, id: number): Promise<CommentRow> {
  const comment = id > 0 ? await findComment(read, id) : undefined;
  if (!comment) throw new Refusal('rest_comment_invalid_id', 404, 'There is no comment of this number.');
  return comment;
}

/** The rules by the names that declarations use. */
export function commentRules(parts: CommentParts): Record<(typeof commentPermissions)[number], Permission> {
  const { contract, database } = parts;
  const tryAt = (call: Call, entry: CommentedEntry | undefined) =>
    entry && tryPasswords(parts, call, contract.types.get(entry.type), entry);
  const load = async (call: Call) => {
    const comment = await requireComment(database.read, numberIn(call.path.id));
    await tryAt(call, entryOf(comment));
    return comment;
  };
  const ofPost = async (call: Call) => {
    const { post } = call.args;
    if (typeof post !== 'number' || post <= 0) return undefined;
    const [entry] = await findEntriesToComment(database.read, [post]);
    await tryAt(call, entry);
    return entry;
  };
  const ofPosts = async (call: Call) => {
    // Of a write it is one number.
    const post = [call.args.post ?? []].flat() as number[];
    const entries = post.length > 0 ? await findEntriesToComment(database.read, post) : [];
    if (post.length === 1) await tryAt(call, entries[0]);
    return entries;
  };
  return {
    'list-comments': {
      load: ofPosts,
      permit: (call: Call, entries: readonly EntryToComment[]) =>
        mayList(parts, call as Call<CommentListArgs>, entries),
    },
    'read-comment': {
      load,
      permit: ({ args, actor }, row: CommentRow) => {
        const seesAll = row.type === 'note' ? mayEditComment(contract, actor, row) : isModerator(actor);
        if (args.context === 'edit' && !seesAll) return denials.editContext;
        if (!mayReadComment(contract, actor, row, args.password)) return denials.read;
        const entry = entryOf(row);
        return entry && !mayReadEntry(contract, actor, entry, args.password) ? denials.readPost : undefined;
      },
    },
    'create-comment': {
      load: ofPost,
      permit: (call: Call, entry: EntryToComment | undefined) => mayComment(parts, call, entry),
    },
    'edit-comment': {
      load,
      permit: (call: Call, row: CommentRow) => {
        if (!mayModerate(contract, call.actor, row)) return denials.edit;
        return wrongAuthor(call as Call<CommentArgs>, row);
      },
    },
    'delete-comment': {
      load,
      permit: ({ actor }, row: CommentRow) => (mayModerate(contract, actor, row) ? undefined : denials.delete),
    },
  };
}

/** In the contract's order: the entries asked for, the edit context, filters that tell what is guarded. */
function mayList(
  { contract, settings }: CommentParts,
  { args, actor }: Call<CommentListArgs>,
  entries: readonly EntryToComment[],
): Denial | undefined {
  const isOfNotes = args.type === 'note';
  const mayEditIt = (entry: EntryToComment) => mayEditEntry(contract, actor, entry);
  const asked = [args.post ?? []].flat();
  const password = asked.length === 1 ? args.password : undefined;
  for (const entry of entries) {
    if (!mayReadEntry(contract, actor, entry, password)) return denials.readPost;
    if (isOfNotes && !takesNotes(contract.types.get(entry.type)))
      return mayEditIt(entry) ? denials.noNotes : denials.filter;
  }
  if (asked.includes(0) && !isModerator(actor)) return denials.readDetached;
  if (args.context === 'edit') {
    const known = new Set(entries.map(({ id }) => id));
    const ofOwn = isOfNotes && asked.length > 0 && asked.every((id) => known.has(id)) && entries.every(mayEditIt);
    if (!ofOwn && !isModerator(actor)) return denials.editContext;
  }
  const confirmsAddress = Boolean(args.author_email) && !isModerator(actor) && !showsAddressHash(settings.values);
  return confirmsAddress || (!actor.can('edit_posts') && isGuarded(args)) ? denials.filter : undefined;
}

/** Where a parameter is left out where methods are worked out, it counts as one that needs a right (protocol.md §9.1). */
const isGuarded = ({ author, author_exclude, author_email, type, status }: CommentListArgs): boolean =>
  (author?.length ?? 0) > 0 ||
  (author_exclude?.length ?? 0) > 0 ||
  Boolean(author_email) ||
  type !== 'comment' ||
  status !== 'approve';
