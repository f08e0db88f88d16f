// Renders form fields as HTML.
import { minPasswordLength, validateNewPassword } from '../access/new-password.ts';
import { type HtmlValue, html, type Markup } from './html.ts';
import type { Locale, PlainMessage } from './locale.ts';

interface FieldOptions {
  readonly name: string;
  readonly label: string;
  readonly type?: 'text' | 'password' | 'email';
  readonly value?: string;
  /** Value of the `autocomplete` attribute, for browsers and password managers. */
  readonly autocomplete: string;
  readonly hint?: HtmlValue;
  readonly invalid?: boolean;
  readonly autofocus?: boolean;
  readonly optional?: boolean;
  readonly readonly?: boolean;
}

/** Returns a field with its label and optional hint. Errors are displayed above the form, in the notice. */
export function fieldMarkup(options: FieldOptions): Markup {
  const { name, label, type = 'text', value, autocomplete, hint } = options;
  const descriptionIds = [hint !== undefined && `${name}-hint`, options.invalid && 'notice'].filter(Boolean).join(' ');
  const isName = autocomplete === 'username';
  return html`<div class="field">
<label for="${name}">${label}</label>
<input id="${name}" name="${name}" type="${type}" autocomplete="${autocomplete}"${value !== undefined && html` value="${value}"`}${
    isName && html` autocapitalize="none" spellcheck="false"`
  }${!options.optional && html` required`}${options.readonly && html` readonly`}${options.autofocus && html` autofocus`}${
    options.invalid && html` aria-invalid="true"`
  }${descriptionIds !== '' && html` aria-describedby="${descriptionIds}"`}>
${hint !== undefined && html`<span class="hint" id="${name}-hint">${hint}</span>`}
</div>`;
}

/** Returns the error if a new password is invalid or not confirmed; otherwise undefined (users-and-comments.md §3.2). */
export function validateNewPasswordPair(password: string, confirmation: string): PlainMessage | undefined {
  const error = validateNewPassword(password);
  if (error !== undefined) return error;
  return password === confirmation ? undefined : 'The new passwords do not match.';
}

/** Returns the form fields for choosing a password. */
export const newPasswordFields = ({ t }: Locale, invalid = false): Markup =>
  html`${fieldMarkup({
    name: 'new-password',
    label: t('New password'),
    type: 'password',
    autocomplete: 'new-password',
    hint: t('At least {count} characters; longer is better.', { count: minPasswordLength }),
    invalid,
  })}
${fieldMarkup({ name: 'again', label: t('Confirm new password'), type: 'password', autocomplete: 'new-password', invalid })}`;
