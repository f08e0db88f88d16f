// Defines the permission error of the template routes (templates-and-styles.md §3).
import type { PermissionError } from '../../http/module.ts';

/**
 * Error for callers who lack the permission that a request requires: editing entries of any type to read templates, editing the
 * theme to change them.
 */
export const manageError: PermissionError = {
  code: 'rest_cannot_manage_templates',
  message: 'You are not allowed to manage templates.',
};
