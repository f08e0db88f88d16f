// Permissions on templates (templates-and-styles.md §3).
import type { PermissionError } from '../../http/module.ts';

/** The error for users who may neither edit entries, which is required to read templates, nor edit the theme. */
export const manageError: PermissionError = {
  code: 'rest_cannot_manage_templates',
  message: 'You are not allowed to manage templates.',
};
