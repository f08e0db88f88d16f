// What a new password of an account must be where a person or an operator chooses it (users-and-comments.md §3.2). The API takes
// any, as recorded.
import { longestPassword } from './secrets.ts';

/** The minimum length of a chosen password. Characters. */
export const minPasswordLength = 8;

/** Returns what is wrong with a new password as a sentence; undefined where nothing is. */
export function validateNewPassword(password: string): string | undefined {
  if ([...password].length < minPasswordLength) return `A password has at least ${minPasswordLength} characters.`;
  if (Buffer.byteLength(password) > longestPassword) return `A password has at most ${longestPassword} bytes.`;
  if (password.includes('\\')) return 'A password cannot contain a backslash.';
  return undefined;
}
