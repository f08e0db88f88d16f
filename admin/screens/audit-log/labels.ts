// The names of the actions in the audit log.
import { __, _x } from '@wordpress/i18n';

/** Returns the names of the types of objects other than entries, by their values in the API. */
export const objectTypeLabels = (): Readonly<Record<string, string>> => ({
  user: _x('user', 'type of object'),
  'application-password': _x('application password', 'type of object'),
  revision: _x('revision', 'type of object'),
  term: _x('term', 'type of object'),
  comment: _x('comment', 'type of object'),
  settings: _x('settings', 'type of object'),
  extension: _x('extension', 'type of object'),
  backup: _x('backup', 'type of object'),
  import: _x('import', 'type of object'),
  email: _x('email', 'type of object'),
  webhook: _x('webhook', 'type of object'),
  submission: _x('submission', 'type of object'),
  receipt: _x('receipt of consent', 'type of object'),
});

/** Returns the names of the actions, by their values in the API. */
export const actionLabels = (): Readonly<Record<string, string>> => ({
  'signed-in': __('Signed in'),
  'signed-out': __('Signed out'),
  'sign-in-failed': __('Failed to sign in'),
  'user-created': __('Created a user'),
  'user-deleted': __('Deleted a user'),
  'user-roles-changed': __('Changed the roles of a user'),
  'user-email-changed': __('Changed the email address of a user'),
  'user-password-changed': __('Changed the password of a user'),
  'password-reset-sent': __('Sent a link for a new password'),
  'invitation-sent': __('Sent an invitation again'),
  'application-password-created': __('Created an application password'),
  'application-password-used': __('Used an application password for the first time'),
  'application-password-revoked': __('Revoked an application password'),
  'entry-deleted': __('Deleted an entry'),
  'revision-deleted': __('Deleted a revision'),
  'term-deleted': __('Deleted a term'),
  'comment-deleted': __('Deleted a comment'),
  'settings-updated': __('Changed settings'),
  'data-erased': __('Erased the data of a person'),
  'data-exported': __('Exported the data of persons'),
  'backup-created': __('Created a backup'),
  'backup-restored': __('Restored a backup'),
  'backup-deleted': __('Deleted a backup'),
  'backup-downloaded': __('Downloaded a backup'),
  'backup-uploaded': __('Uploaded a backup'),
  'import-started': __('Started an import'),
  'emails-retried': __('Sent emails again'),
  'webhook-created': __('Created a webhook'),
  'webhook-updated': __('Changed a webhook'),
  'webhook-deleted': __('Deleted a webhook'),
  'webhook-disabled': __('Disabled a webhook'),
});
