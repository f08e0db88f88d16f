// New passwords, as they are chosen on pages.
import { minPasswordLength, validateNewPassword } from '../access/new-password.ts';
import { field } from './fields.ts';
import { html, type Markup } from './html.ts';

/** What is wrong with a new password, as a sentence; undefined where nothing is (users-and-comments.md §3.2). */
export function faultOfPassword(password: string, again: string): string | undefined {
  const fault = validateNewPassword(password);
  if (fault !== undefined) return fault;
  return password === again ? undefined : 'The two new passwords are not the same.';
}

/** The fields of a form in which somebody chooses a password. */
export const newPasswordFields = (invalid = false): Markup =>
  html`${field({
    name: 'new-password',
    label: 'New password',
    type: 'password',
    autocomplete: 'new-password',
    hint: `At least ${minPasswordLength} characters; long ones are good ones.`,
    invalid,
  })}
${field({ name: 'again', label: 'New password again', type: 'password', autocomplete: 'new-password', invalid })}`;
