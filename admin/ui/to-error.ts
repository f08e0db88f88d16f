// Converts what was thrown, which can be anything, to errors and messages.

/** Returns an error: what was thrown, or an error with its text. */
export const toError = (reason: unknown): Error => (reason instanceof Error ? reason : new Error(String(reason)));

/** Returns the message of an error, or the text of anything else that was thrown. */
export const messageOf = (reason: unknown): string => toError(reason).message;
