// The name of an account as people type it.

/** Longer names nobody has. Characters. */
const longestName = 200;

/**
 * The name that is meant: without blanks around it and without U+0000, which no statement carries (database/slot.ts). An
 * account is looked for by this, and tries are counted by this: otherwise every blank would begin a count of its own.
 */
export const accountName = (typed: string): string => typed.replaceAll('\0', '').trim().slice(0, longestName);
