// Defines the errors for forbidden operations on application passwords. Users may manage the application passwords of every user whom they
// may edit (users-and-comments.md §4.3).
import type { PermissionError } from '../../http/module.ts';

/** The error for each operation that the caller is not allowed to perform. */
export const forbiddenErrors = {
  list: {
    code: 'rest_cannot_list_application_passwords',
    message: 'You are not allowed to list the application passwords of this user.',
  },
  read: {
    code: 'rest_cannot_read_application_password',
    message: 'You are not allowed to view this application password.',
  },
  create: {
    code: 'rest_cannot_create_application_passwords',
    message: 'You are not allowed to create application passwords for this user.',
  },
  edit: {
    code: 'rest_cannot_edit_application_password',
    message: 'You are not allowed to edit this application password.',
  },
  delete: {
    code: 'rest_cannot_delete_application_password',
    message: 'You are not allowed to revoke this application password.',
  },
  deleteAll: {
    code: 'rest_cannot_delete_application_passwords',
    message: 'You are not allowed to revoke the application passwords of this user.',
  },
  introspect: {
    code: 'rest_cannot_introspect_app_password_for_non_authenticated_user',
    message: 'You are only allowed to view the application password that you are signed in with.',
  },
} as const satisfies Record<string, PermissionError>;
