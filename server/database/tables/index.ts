// Lists the tables of the schema.
import type { AttemptCountsTable } from './attempts.ts';
import type { AuditLogTable } from './audit.ts';
import type { ChangeLogTable } from './changes.ts';
import type { CommentCountsTable, CommentsTable, CommentTextTable } from './comments.ts';
import type {
  EntriesTable,
  EntryCountsTable,
  EntryMetaTable,
  EntryTermsTable,
  EntryTextTable,
  MetaIndexesTable,
  OldPathsTable,
  PendingTextsTable,
  RevisionsTable,
} from './entries.ts';
import type { RecentErrorsTable } from './errors.ts';
import type { EventListenersTable, EventsTable } from './events.ts';
import type { FetchedTable } from './fetched.ts';
import type { ImportPiecesTable, ImportsTable } from './imports.ts';
import type { JobsTable } from './jobs.ts';
import type { EditLocksTable } from './locks.ts';
import type { MailsTable } from './mails.ts';
import type { MediaFilesTable, MediaTable } from './media.ts';
import type { MenuItemsTable, MenuLocationsTable, MenusTable } from './menus.ts';
import type { DesignPreviewsTable, PreviewsTable } from './previews.ts';
import type { EmailChangesTable, InvitationsTable, PasswordResetsTable, SessionsTable } from './sessions.ts';
import type { ImportedTable, SettingsTable } from './settings.ts';
import type { TermsTable } from './terms.ts';
import type { ApplicationPasswordsTable, ProfileImagesTable, UserRolesTable, UsersTable } from './users.ts';
import type { WebhookDeliveriesTable, WebhooksTable } from './webhooks.ts';

export interface Tables {
  entries: EntriesTable;
  entry_text: EntryTextTable;
  pending_texts: PendingTextsTable;
  change_log: ChangeLogTable;
  entry_terms: EntryTermsTable;
  entry_counts: EntryCountsTable;
  entry_meta: EntryMetaTable;
  meta_indexes: MetaIndexesTable;
  old_paths: OldPathsTable;
  revisions: RevisionsTable;
  terms: TermsTable;
  menus: MenusTable;
  menu_locations: MenuLocationsTable;
  menu_items: MenuItemsTable;
  media: MediaTable;
  media_files: MediaFilesTable;
  users: UsersTable;
  user_roles: UserRolesTable;
  profile_images: ProfileImagesTable;
  application_passwords: ApplicationPasswordsTable;
  sessions: SessionsTable;
  password_resets: PasswordResetsTable;
  invitations: InvitationsTable;
  email_changes: EmailChangesTable;
  audit_log: AuditLogTable;
  recent_errors: RecentErrorsTable;
  attempt_counts: AttemptCountsTable;
  comments: CommentsTable;
  comment_text: CommentTextTable;
  comment_counts: CommentCountsTable;
  mails: MailsTable;
  settings: SettingsTable;
  imported: ImportedTable;
  imports: ImportsTable;
  import_pieces: ImportPiecesTable;
  previews: PreviewsTable;
  design_previews: DesignPreviewsTable;
  edit_locks: EditLocksTable;
  fetched: FetchedTable;
  events: EventsTable;
  event_listeners: EventListenersTable;
  jobs: JobsTable;
  webhooks: WebhooksTable;
  webhook_deliveries: WebhookDeliveriesTable;
}

const names: Readonly<Record<keyof Tables, true>> = {
  entries: true,
  entry_text: true,
  pending_texts: true,
  change_log: true,
  entry_terms: true,
  entry_counts: true,
  entry_meta: true,
  meta_indexes: true,
  old_paths: true,
  revisions: true,
  terms: true,
  menus: true,
  menu_locations: true,
  menu_items: true,
  media: true,
  media_files: true,
  users: true,
  user_roles: true,
  profile_images: true,
  application_passwords: true,
  sessions: true,
  password_resets: true,
  invitations: true,
  email_changes: true,
  audit_log: true,
  recent_errors: true,
  attempt_counts: true,
  comments: true,
  comment_text: true,
  comment_counts: true,
  mails: true,
  settings: true,
  imported: true,
  imports: true,
  import_pieces: true,
  previews: true,
  design_previews: true,
  edit_locks: true,
  fetched: true,
  events: true,
  event_listeners: true,
  jobs: true,
  webhooks: true,
  webhook_deliveries: true,
};

/** Names of all tables of the service, except the migration history. */
export const tableNames: ReadonlySet<string> = new Set(Object.keys(names));
