// Checks the permission to comment (users-and-comments.md §5.3, rows 1 to 11; §5.6 for notes).
import type { CommentArgs } from '../../../contract/cms-v2/comments.ts';
import { isSignedIn } from '../../access/actor.ts';
import type { Call, PermissionError } from '../../http/module.ts';
import { validateAuthor } from './author.ts';
import { canModerateComments, forbiddenErrors, mayEditEntry, mayReadEntry, supportsNotes } from './conditions.ts';
import type { CommentDeps } from './deps.ts';
import type { EntryToComment } from './entries-store.ts';

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
  if (entry.status === 'draft' && !isNote) return forbiddenErrors.draft;
  if (entry.status === 'trash') return forbiddenErrors.trashed;
  if (!mayReadEntry(contract, actor, entry, call.submitted('password'))) return forbiddenErrors.readPost;
  return isNote || isOpenForComments(deps, entry) ? undefined : forbiddenErrors.closed;
}

const dayMs = 86_400_000;

/**
 * Whether an entry is open for comments. If the type of the entry has `discussion: 'setting'`, comments close when the entry is older
 * than the setting `close_comments_days_old` allows.
 */
function isOpenForComments({ contract, site: { settings, clock } }: CommentDeps, entry: EntryToComment): boolean {
  if (entry.comment_status !== 'open') return false;
  const days = settings.values.close_comments_days_old;
  if (days === 0 || contract.types.get(entry.type)?.discussion !== 'setting') return true;
  return clock() - Date.parse(`${entry.date_gmt ?? entry.date}Z`) < days * dayMs;
}
