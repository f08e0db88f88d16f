// Describes unexpected errors for administrators, without values that requests and rows contain.
import { describeCause } from '../database/describe-cause.ts';

/** Maximum length of a message, in characters. */
const maxMessageLength = 400;

/** Text between quotation marks, which may be a value: `"…"`, `'…'`, or a backtick pair. */
const quotedText = /"[^"]*"|'[^']*'|`[^`]*`/g;

/** The part of a URL after its host, and its credentials. Both may contain secrets. */
const urlDetails = /\b([a-z][a-z0-9+.-]*:\/\/)(?:[^\s/?#@]*@)?([^\s/?#]*)[^\s]*/gi;

const emailAddress = /[^\s<>@"',:;]+@[^\s<>@"',:;]+/g;

/** Character sequences that look like keys, tokens or hashes: 20 or more letters and digits, of which at least one is a digit. */
const token = /(?<![\w-])(?=[\w-]*\d)[\w-]{20,}(?![\w-])/g;

/**
 * Returns the class of an error, its message and its location in the code. Messages of classes other than `Error` are omitted, because they
 * may quote values (`describeCause`). Of the others, which the authors of the code have written, quoted text, email addresses, details of
 * URLs and everything that looks like a key are replaced by `…`.
 */
export function redactedMessageOf(error: unknown): string {
  const described = describeCause(error);
  const isWritten = error instanceof Error && error.constructor === Error;
  return (isWritten ? redact(described) : described).slice(0, maxMessageLength);
}

const redact = (text: string): string =>
  text
    .replace(urlDetails, (_all, scheme: string, host: string) => `${scheme}${host}/…`)
    .replace(quotedText, '"…"')
    .replace(emailAddress, '…')
    .replace(token, '…');
