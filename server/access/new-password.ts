// Validates account passwords that are chosen on a screen or on the command line (users-and-comments.md §3.2). The API requires no minimum
// length, like the reference service.
import { maxPasswordBytes } from './secrets.ts';

/** Minimum length of a new password, in characters. */
export const minPasswordLength = 8;

/** Returns the error for a new password as a sentence; undefined if the password is valid. */
export function validateNewPassword(password: string): string | undefined {
  if ([...password].length < minPasswordLength) return `A password must have at least ${minPasswordLength} characters.`;
  if (Buffer.byteLength(password) > maxPasswordBytes) return `A password must have at most ${maxPasswordBytes} bytes.`;
  if (password.includes('\\')) return 'A password cannot contain a backslash.';
  return undefined;
}
