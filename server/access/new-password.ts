// Validates account passwords that are chosen on a screen or on the command line (users-and-comments.md §3.2). The API requires no minimum
// length, like the reference service.
import { maxPasswordBytes } from './secrets.ts';

/** Minimum length of a new password, in characters. */
export const minPasswordLength = 8;

/** The errors of new passwords as sentences. Screens have them in other languages, too. */
const errors = {
  short: `A password must have at least ${minPasswordLength} characters.`,
  long: `A password must have at most ${maxPasswordBytes} bytes.`,
  backslash: 'A password cannot contain a backslash.',
} as const;

type NewPasswordError = (typeof errors)[keyof typeof errors];

/** Returns the error for a new password as a sentence; undefined if the password is valid. */
export function validateNewPassword(password: string): NewPasswordError | undefined {
  if ([...password].length < minPasswordLength) return errors.short;
  if (Buffer.byteLength(password) > maxPasswordBytes) return errors.long;
  if (password.includes('\\')) return errors.backslash;
  return undefined;
}
