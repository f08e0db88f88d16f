// Who may comment on what (users-and-comments.md §5.3, rows 1 to 11; §5.6 for notes).
import type { CommentArgs } from '../../../contract/cms-v2/comments.ts';
import { isSignedIn } from '../../access/actor.ts';
import type { Call, Denial } from '../../http/room.ts';
import { wrongAuthor } from './author.ts';
import type { EntryToComment } from './entries-store.ts';
import type { CommentParts } from './parts.ts';
import { denials, isModerator, mayEditEntry, mayReadEntry, takesNotes } from './rules.ts';

/** Why the caller may not write the comment on the entry, in the contract's order; undefined: it may. */
export function mayComment(parts: CommentParts, call: Call, entry: EntryToComment | undefined): Denial | undefined {
  const { contract, settings } = parts;
  const { actor } = call;
  const { status } = call.args as CommentArgs;
  const isNote = call.sent('type') === 'note';
  if (!isSignedIn(actor) && (isNote || !settings.values.anonymous_comments)) return denials.login;
  const wrong = wrongAuthor(call as Call<CommentArgs>, undefined);
  if (wrong) return wrong;
  const decides = isNote ? entry !== undefined && mayEditEntry(contract, actor, entry) : isModerator(actor);
  if (isNote && !decides) return denials.note;
  if (status !== undefined && !decides) return denials.state;
  if (!entry) return denials.noPost;
  if (isNote && !takesNotes(contract.types.get(entry.type))) return denials.noNotes;
  if (entry.status === 'draft' && !isNote) return denials.draft;
  if (entry.status === 'trash') return denials.trashed;
  if (!mayReadEntry(contract, actor, entry, call.sent('password'))) return denials.readPost;
  return isNote || isOpen(parts, entry) ? undefined : denials.closed;
}

const day = 86_400_000;

/** Whether an entry takes comments: it says so itself, and the site may close what is older than so many days. */
function isOpen({ contract, settings, clock }: CommentParts, entry: EntryToComment): boolean {
  if (entry.comment_status !== 'open') return false;
  const days = settings.values.close_comments_days_old;
  if (days === 0 || contract.types.get(entry.type)?.discussion !== 'setting') return true;
  return clock() - Date.parse(`${entry.date_gmt ?? entry.date}Z`) < days * day;
}
