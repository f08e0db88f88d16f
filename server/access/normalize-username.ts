// Normalizes submitted usernames.

/** Maximum length of a username or email address, in characters. */
const maxNameLength = 200;

/**
 * Returns the first 200 characters of a submitted username, without surrounding whitespace and without U+0000, which is also removed from
 * the parameters of statements (database/slot.ts). Accounts are looked up and login attempts are counted by this name; otherwise every
 * variant with whitespace would have a separate counter.
 */
export const normalizeUsername = (submitted: string): string =>
  submitted.replaceAll('\0', '').trim().slice(0, maxNameLength);
