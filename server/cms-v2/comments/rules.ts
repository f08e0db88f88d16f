// Who may do what with comments (users-and-comments.md §1, §5.2, §5.7). What is asked about the entry is the rule of entries.
import type { Contract } from '../../../contract/contract.ts';
import type { ContentType } from '../../../contract/grammar/content-type.ts';
import type { Actor } from '../../access/actor.ts';
import { isSignedIn } from '../../access/actor.ts';
import type { Denial } from '../../http/room.ts';
import { aboveOf, type JudgedAbove } from '../entries/above.ts';
import { type JudgedEntry, mayEdit, mayRead, passes } from '../entries/rules.ts';
import type { CommentRow, EntryOfComment } from './rows.ts';

/** The right to see addresses, and to decide on what others wrote. */
export const isModerator = (actor: Actor): boolean => actor.can('moderate_comments');

/** An entry that comments are on, as rules look at it. */
export interface CommentedEntry extends JudgedEntry {
  readonly type: string;
  readonly password: string;
  readonly above: JudgedAbove | null;
}

/** The entry of a comment that was loaded with it; undefined where there is none. */
export function entryOf(row: EntryOfComment & { readonly post: number }): CommentedEntry | undefined {
  if (row.entry_type === null) return undefined;
  return {
    id: row.post,
    type: row.entry_type,
    author: row.entry_author ?? 0,
    status: row.entry_status ?? '',
    rights_status: row.entry_rights_status ?? '',
    password: row.entry_password ?? '',
    above: aboveOf(row),
  };
}

/** Whether the actor may change an entry of whatever type; of a type that is not served nobody may. */
export function mayEditEntry({ types }: Contract, actor: Actor, entry: CommentedEntry): boolean {
  const type = types.get(entry.type);
  return type !== undefined && passes(mayEdit, actor, type, entry);
}

/** Whether the actor may read what is said about an entry: the entry itself, and what a password guards with it. */
export function mayReadEntry(contract: Contract, actor: Actor, entry: CommentedEntry, password: unknown): boolean {
  const type = contract.types.get(entry.type);
  if (!type || !passes(mayRead, actor, type, entry)) return false;
  return entry.password === '' || entry.password === password || passes(mayEdit, actor, type, entry);
}

/** Whoever may change the entry may change a comment on it; where there is no entry, whoever writes. */
export function mayEditComment(contract: Contract, actor: Actor, row: CommentRow): boolean {
  const entry = entryOf(row);
  return entry ? mayEditEntry(contract, actor, entry) : actor.can('edit_posts');
}

/** Whoever may change a comment, and moderators, decide on it (users-and-comments.md §5.4, §5.5). */
export const mayModerate = (contract: Contract, actor: Actor, row: CommentRow): boolean =>
  isModerator(actor) || mayEditComment(contract, actor, row);

/** Everyone reads what is approved on entries that they read; its author and whoever may change it read it in any state. */
export function mayReadComment(contract: Contract, actor: Actor, row: CommentRow, password: unknown): boolean {
  const entry = entryOf(row);
  const isOpen = row.status === 'approved' && row.type !== 'note';
  if (isOpen && entry && mayReadEntry(contract, actor, entry, password)) return true;
  if (!isSignedIn(actor) || (row.post === 0 && !isModerator(actor))) return false;
  return row.author === actor.id || mayEditComment(contract, actor, row);
}

/** Whether notes can be made on entries of a type: posts, pages and the like (users-and-comments.md §5.6). */
export const takesNotes = (type: ContentType | undefined): boolean =>
  type?.hasPages === true && type.supports.includes('editor');

/** Sentences of refusal (users-and-comments.md §5.2 to §5.6). */
export const denials = {
  editContext: { code: 'rest_forbidden_context', message: 'You may not see comments as moderators do.' },
  read: { code: 'rest_cannot_read', message: 'You may not read this comment.' },
  readDetached: { code: 'rest_cannot_read', message: 'You may not read comments that are on nothing.' },
  readPost: { code: 'rest_cannot_read_post', message: 'You may not read what this is about.' },
  filter: {
    code: 'rest_forbidden_param',
    message: 'You are not allowed to filter comments by author, email address, type or status.',
  },
  login: { code: 'rest_comment_login_required', message: 'Sign in to write a comment.', status: 401 },
  author: { code: 'rest_comment_invalid_author', message: 'You may not write in the name of somebody else.' },
  address: { code: 'rest_comment_invalid_author_ip', message: 'You may not name another sender.' },
  note: { code: 'rest_cannot_create_note', message: 'You may not make notes on this.' },
  state: { code: 'rest_comment_invalid_status', message: 'You may not choose the state of a comment.' },
  noPost: {
    code: 'rest_comment_invalid_post_id',
    message: 'There is no entry of this number to comment on.',
    status: 403,
  },
  noNotes: {
    code: 'rest_comment_not_supported_post_type',
    message: 'Notes cannot be made on entries of this type.',
    status: 403,
  },
  draft: { code: 'rest_comment_draft_post', message: 'A draft takes no comments.', status: 403 },
  trashed: { code: 'rest_comment_trash_post', message: 'What is in the trash takes no comments.', status: 403 },
  closed: { code: 'rest_comment_closed', message: 'No comments are taken here.', status: 403 },
  edit: { code: 'rest_cannot_edit', message: 'You may not change this comment.' },
  delete: { code: 'rest_cannot_delete', message: 'You may not delete this comment.' },
} as const satisfies Record<string, Denial>;
