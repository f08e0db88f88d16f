// Renders and validates the form fields for a new password.
import { minPasswordLength, validateNewPassword } from '../access/new-password.ts';
import { fieldMarkup } from './fields.ts';
import { html, type Markup } from './html.ts';

/** Returns an error message if a new password is invalid or not confirmed; otherwise undefined (users-and-comments.md §3.2). */
export function validateNewPasswordPair(password: string, confirmation: string): string | undefined {
  const error = validateNewPassword(password);
  if (error !== undefined) return error;
  return password === confirmation ? undefined : 'The new passwords do not match.';
}

/** Returns the form fields for choosing a password. */
export const newPasswordFields = (invalid = false): Markup =>
  html`${fieldMarkup({
    name: 'new-password',
    label: 'New password',
    type: 'password',
    autocomplete: 'new-password',
    hint: `At least ${minPasswordLength} characters; longer is better.`,
    invalid,
  })}
${fieldMarkup({ name: 'again', label: 'Confirm new password', type: 'password', autocomplete: 'new-password', invalid })}`;
