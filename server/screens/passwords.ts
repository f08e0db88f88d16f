// New passwords, as they are chosen on pages.
import { longestPassword } from '../access/secrets.ts';
import { field } from './fields.ts';
import { html, type Markup } from './html.ts';

/** The fewest characters of a password that is chosen here. */
const fewest = 8;

/** What is wrong with a new password, as a sentence; undefined where nothing is (users-and-comments.md §3.2). */
export function faultOfPassword(password: string, again: string): string | undefined {
  if ([...password].length < fewest) return `Choose a password of at least ${fewest} characters.`;
  if (Buffer.byteLength(password) > longestPassword) return `A password has at most ${longestPassword} bytes.`;
  if (password.includes('\\')) return 'A password cannot contain a backslash.';
  return password === again ? undefined : 'The two new passwords are not the same.';
}

/** The fields of a form in which somebody chooses a password. */
export const newPasswordFields = (invalid = false): Markup =>
  html`${field({
    name: 'new-password',
    label: 'New password',
    type: 'password',
    autocomplete: 'new-password',
    hint: `At least ${fewest} characters; long ones are good ones.`,
    invalid,
  })}
${field({ name: 'again', label: 'New password again', type: 'password', autocomplete: 'new-password', invalid })}`;
