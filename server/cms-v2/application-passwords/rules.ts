// Who may do what with application passwords: whoever may change the user they belong to (users-and-comments.md §4.3).
import type { Denial } from '../../http/room.ts';

/** Sentences of refusal. */
export const denials = {
  list: {
    code: 'rest_cannot_list_application_passwords',
    message: 'You may not see the application passwords of this user.',
  },
  read: { code: 'rest_cannot_read_application_password', message: 'You may not see this application password.' },
  create: {
    code: 'rest_cannot_create_application_passwords',
    message: 'You may not make application passwords for this user.',
  },
  edit: { code: 'rest_cannot_edit_application_password', message: 'You may not change this application password.' },
  delete: { code: 'rest_cannot_delete_application_password', message: 'You may not revoke this application password.' },
  deleteAll: {
    code: 'rest_cannot_delete_application_passwords',
    message: 'You may not revoke the application passwords of this user.',
  },
  introspect: {
    code: 'rest_cannot_introspect_app_password_for_non_authenticated_user',
    message: 'You may only ask for the application password that you are signed in with yourself.',
  },
} as const satisfies Record<string, Denial>;
