// Checks the permissions for comments, which depend on the permissions for their entries (users-and-comments.md §1, §5.2, §5.7).
import type { Contract } from '../../../contract/contract.ts';
import type { ContentType } from '../../../contract/grammar/content-type.ts';
import type { Actor } from '../../access/actor.ts';
import { isSignedIn } from '../../access/actor.ts';
import type { PermissionError } from '../../http/module.ts';
import { type CheckedEntry, editCondition, passes, readCondition } from '../entries/conditions.ts';
import { type CheckedParent, parentFromRow } from '../entries/parent-entry.ts';
import type { CommentRow, EntryOfComment } from './rows.ts';

/** Whether the actor may moderate all comments, and view the email and IP addresses of their authors. */
export const canModerateComments = (actor: Actor): boolean => actor.can('moderate_comments');

/** The columns of an entry on which the permissions for its comments depend. */
export interface EntryForPermissions extends CheckedEntry {
  readonly type: string;
  readonly password: string;
  readonly above: CheckedParent | null;
}

/** Returns the entry that was loaded with a comment; undefined if there is none. */
export function entryOf(row: EntryOfComment & { readonly post: number }): EntryForPermissions | undefined {
  if (row.entry_type === null) return undefined;
  return {
    id: row.post,
    type: row.entry_type,
    author: row.entry_author ?? 0,
    status: row.entry_status ?? '',
    rights_status: row.entry_rights_status ?? '',
    password: row.entry_password ?? '',
    above: parentFromRow(row),
  };
}

/** Whether the actor may edit an entry of any type; false if its type is not registered. */
export function mayEditEntry({ types }: Contract, actor: Actor, entry: EntryForPermissions): boolean {
  const type = types.get(entry.type);
  return type !== undefined && passes(editCondition, actor, type, entry);
}

/**
 * Whether the actor may read the comments on an entry. This requires permission to read the entry and, if the entry is protected, its
 * password or permission to edit the entry.
 */
export function mayReadEntry(contract: Contract, actor: Actor, entry: EntryForPermissions, password: unknown): boolean {
  const type = contract.types.get(entry.type);
  if (!type || !passes(readCondition, actor, type, entry)) return false;
  return entry.password === '' || entry.password === password || passes(editCondition, actor, type, entry);
}

/** Whether the actor may edit the entry of a comment or, if the comment has no entry, may write posts. */
export function mayEditComment(contract: Contract, actor: Actor, row: CommentRow): boolean {
  const entry = entryOf(row);
  return entry ? mayEditEntry(contract, actor, entry) : actor.can('edit_posts');
}

/** Whether the actor may edit, moderate or delete a comment (users-and-comments.md §5.4, §5.5). */
export const mayModerate = (contract: Contract, actor: Actor, row: CommentRow): boolean =>
  canModerateComments(actor) || mayEditComment(contract, actor, row);

/**
 * Whether the actor may read a comment. Approved comments, except notes, can be read by all callers who may read the comments on the
 * entry. Each comment can also be read by its author, if signed in, and by users who may edit it. Comments without an entry can be
 * read only by moderators.
 */
export function mayReadComment(contract: Contract, actor: Actor, row: CommentRow, password: unknown): boolean {
  const entry = entryOf(row);
  const isOpen = row.status === 'approved' && row.type !== 'note';
  if (isOpen && entry && mayReadEntry(contract, actor, entry, password)) return true;
  if (!isSignedIn(actor) || (row.post === 0 && !canModerateComments(actor))) return false;
  return row.author === actor.id || mayEditComment(contract, actor, row);
}

/** Whether a type supports notes: it must have pages and support the editor, as posts and pages do (users-and-comments.md §5.6). */
export const supportsNotes = (type: ContentType | undefined): boolean =>
  type?.hasPages === true && type.supports.includes('editor');

/** Errors for forbidden operations (users-and-comments.md §5.2 to §5.6). */
export const forbiddenErrors = {
  editContext: { code: 'rest_forbidden_context', message: 'You are not allowed to view comments in the edit context.' },
  read: { code: 'rest_cannot_read', message: 'You are not allowed to read this comment.' },
  readDetached: { code: 'rest_cannot_read', message: 'You are not allowed to read comments that belong to no entry.' },
  readPost: { code: 'rest_cannot_read_post', message: 'You are not allowed to read the entry of this comment.' },
  filter: {
    code: 'rest_forbidden_param',
    message: 'You are not allowed to filter comments by author, email address, type or status.',
  },
  login: { code: 'rest_comment_login_required', message: 'Sign in to write a comment.', status: 401 },
  author: { code: 'rest_comment_invalid_author', message: 'You are not allowed to set the author of a comment.' },
  address: {
    code: 'rest_comment_invalid_author_ip',
    message: 'You are not allowed to set the IP address of a comment.',
  },
  note: { code: 'rest_cannot_create_note', message: 'You are not allowed to create notes on this entry.' },
  state: { code: 'rest_comment_invalid_status', message: 'You are not allowed to set the status of a comment.' },
  noPost: {
    code: 'rest_comment_invalid_post_id',
    message: 'No entry with this ID.',
    status: 403,
  },
  noNotes: {
    code: 'rest_comment_not_supported_post_type',
    message: 'Entries of this type do not support notes.',
    status: 403,
  },
  draft: { code: 'rest_comment_draft_post', message: 'Drafts cannot be commented on.', status: 403 },
  trashed: { code: 'rest_comment_trash_post', message: 'Entries in the trash cannot be commented on.', status: 403 },
  closed: { code: 'rest_comment_closed', message: 'Comments are closed for this entry.', status: 403 },
  edit: { code: 'rest_cannot_edit', message: 'You are not allowed to edit this comment.' },
  delete: { code: 'rest_cannot_delete', message: 'You are not allowed to delete this comment.' },
} as const satisfies Record<string, PermissionError>;
