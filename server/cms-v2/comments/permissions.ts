// Defines the permissions of the comment routes (users-and-comments.md §5.2 to §5.6).
import type { CommentArgs, CommentEndpoints } from '../../../contract/cms-v2/comments.ts';
import { autoDraftStatus } from '../../../contract/shared/entry-fields.ts';
import { isSignedIn } from '../../access/actor.ts';
import { ApiError } from '../../api-error.ts';
import type { ReadHandle } from '../../database/handle.ts';
import type { PermissionArgs, Permissions } from '../../http/implement.ts';
import { type Call, type PermissionError, parseId } from '../../http/module.ts';
import type { EntryPasswords } from '../entries/check-password.ts';
import { disclosesEmailHash } from '../users/avatars.ts';
import { validateAuthor } from './author.ts';
import {
  canModerateComments,
  type EntryForPermissions,
  entryOf,
  forbiddenErrors,
  mayEditComment,
  mayEditEntry,
  mayModerate,
  mayReadComment,
  mayReadEntry,
  supportsNotes,
} from './conditions.ts';
import { type EntryToComment, findEntriesToComment } from './entries-store.ts';
import type { CommentDeps, CommentTargets } from './operations.ts';
import type { CommentRow } from './rows.ts';
import { findComment } from './store.ts';

// Checks the permission to comment (users-and-comments.md §5.3, rows 1 to 11; §5.6 for notes).

/** Returns the error if the caller may not write this comment, else undefined. Conditions are checked in the order of the contract. */
export function validateMayComment(
  deps: CommentDeps,
  call: Call,
  entry: EntryToComment | undefined,
): PermissionError | undefined {
  const { contract } = deps;
  const { settings } = deps.site;
  const { actor } = call;
  const { status } = call.args as CommentArgs;
  const isNote = call.submitted('type') === 'note';
  if (!isSignedIn(actor) && (isNote || !settings.values.anonymous_comments)) return forbiddenErrors.login;
  const authorError = validateAuthor(call as Call<CommentArgs>, undefined);
  if (authorError) return authorError;
  const canModerate = isNote ? entry !== undefined && mayEditEntry(contract, actor, entry) : canModerateComments(actor);
  if (isNote && !canModerate) return forbiddenErrors.note;
  if (status !== undefined && !canModerate) return forbiddenErrors.state;
  if (!entry) return forbiddenErrors.noPost;
  if (isNote && !supportsNotes(contract.types.get(entry.type))) return forbiddenErrors.noNotes;
  if (['draft', autoDraftStatus].includes(entry.status) && !isNote) return forbiddenErrors.draft;
  if (entry.status === 'trash') return forbiddenErrors.trashed;
  if (!mayReadEntry(contract, actor, entry, call.submitted('password'))) return forbiddenErrors.readPost;
  return isNote || isOpenForComments(deps, entry) ? undefined : forbiddenErrors.closed;
}

const dayMs = 86_400_000;

/**
 * Whether an entry is open for comments. If the type of the entry has `discussion: 'setting'`, comments close when the entry is older
 * than the setting `close_comments_days_old` allows.
 */
export function isOpenForComments(
  { contract, site: { settings, clock } }: Pick<CommentDeps, 'contract' | 'site'>,
  entry: Pick<EntryToComment, 'type' | 'comment_status' | 'date' | 'date_gmt'>,
): boolean {
  if (entry.comment_status !== 'open') return false;
  const days = settings.values.close_comments_days_old;
  if (days === 0 || contract.types.get(entry.type)?.discussion !== 'setting') return true;
  return clock() - Date.parse(`${entry.date_gmt ?? entry.date}Z`) < days * dayMs;
}

/** Returns the comment with this ID. Throws ApiError 404 `rest_comment_invalid_id` if it does not exist. */
export async function requireComment(read: ReadHandle, id: number): Promise<CommentRow> {
  const comment = id > 0 ? await findComment(read, id) : undefined;
  if (!comment) throw new ApiError('rest_comment_invalid_id', 404, 'No comment with this ID.');
  return comment;
}

/** Returns the permissions, keyed by their names in the contract. */
export function defineCommentPermissions(
  deps: CommentDeps,
  passwords: EntryPasswords,
): Permissions<CommentEndpoints, CommentTargets> {
  const { contract, database } = deps;
  const tryPasswordsOf = (call: Call, entry: EntryForPermissions | undefined) =>
    entry && passwords.checkCall(call, contract.types.get(entry.type), entry);
  const load = async (call: Call) => {
    const comment = await requireComment(database.read, parseId(call.path.id));
    await tryPasswordsOf(call, entryOf(comment));
    return comment;
  };
  // The permissions to list and to create comments share this function, so that the entries are loaded only once for `Allow`.
  const loadEntries = async (call: Call) => {
    // In requests to create a comment, `post` is a single ID.
    const post = [call.args.post ?? []].flat() as number[];
    const entries = post.length > 0 ? await findEntriesToComment(database.read, post) : [];
    if (post.length === 1) await tryPasswordsOf(call, entries[0]);
    return entries;
  };
  return {
    'list-comments': {
      load: loadEntries,
      permit: (call, entries) => validateMayList(deps, call, entries),
    },
    'read-comment': {
      load,
      permit: ({ args, actor }, row) => {
        const canEdit = row.type === 'note' ? mayEditComment(contract, actor, row) : canModerateComments(actor);
        if (args.context === 'edit' && !canEdit) return forbiddenErrors.editContext;
        if (!mayReadComment(contract, actor, row, args.password)) return forbiddenErrors.read;
        const entry = entryOf(row);
        return entry && !mayReadEntry(contract, actor, entry, args.password) ? forbiddenErrors.readPost : undefined;
      },
    },
    'create-comment': {
      load: loadEntries,
      permit: (call, [entry]) =>
        // A list of IDs does not identify the entry of a new comment.
        validateMayComment(deps, call, typeof call.args.post === 'number' ? entry : undefined),
    },
    'edit-comment': {
      load,
      permit: (call, row) => {
        if (!mayModerate(contract, call.actor, row)) return forbiddenErrors.edit;
        return validateAuthor(call, row);
      },
    },
    'delete-comment': {
      load,
      permit: ({ actor }, row) => (mayModerate(contract, actor, row) ? undefined : forbiddenErrors.delete),
    },
  };
}

type ListArgs = PermissionArgs<CommentEndpoints, 'list-comments'>;

/**
 * Returns the error if the caller may not list these comments, else undefined. Checks, in the order of the contract, the requested
 * entries, the edit context, and filters that could disclose personal data.
 */
function validateMayList(
  { contract, site: { settings } }: CommentDeps,
  { args, actor }: Call<ListArgs>,
  entries: readonly EntryToComment[],
): PermissionError | undefined {
  const isOfNotes = args.type === 'note';
  const canEditEntry = (entry: EntryToComment) => mayEditEntry(contract, actor, entry);
  const requestedIds = [args.post ?? []].flat();
  const password = requestedIds.length === 1 ? args.password : undefined;
  for (const entry of entries) {
    if (!mayReadEntry(contract, actor, entry, password)) return forbiddenErrors.readPost;
    if (isOfNotes && !supportsNotes(contract.types.get(entry.type)))
      return canEditEntry(entry) ? forbiddenErrors.noNotes : forbiddenErrors.filter;
  }
  if (requestedIds.includes(0) && !canModerateComments(actor)) return forbiddenErrors.readDetached;
  if (args.context === 'edit') {
    const known = new Set(entries.map(({ id }) => id));
    const canEditAll =
      isOfNotes && requestedIds.length > 0 && requestedIds.every((id) => known.has(id)) && entries.every(canEditEntry);
    if (!canEditAll && !canModerateComments(actor)) return forbiddenErrors.editContext;
  }
  const disclosesAddress =
    Boolean(args.author_email) && !canModerateComments(actor) && !disclosesEmailHash(settings.values);
  return disclosesAddress || (!actor.can('edit_posts') && needsEditPosts(args)) ? forbiddenErrors.filter : undefined;
}

/**
 * Whether a filter requires the capability `edit_posts`. Without arguments, as when the `Allow` header is computed, the result is true
 * (protocol.md §9.1).
 */
const needsEditPosts = ({ author, author_exclude, author_email, type, status }: ListArgs): boolean =>
  (author?.length ?? 0) > 0 ||
  (author_exclude?.length ?? 0) > 0 ||
  Boolean(author_email) ||
  type !== 'comment' ||
  status !== 'approve';
