// Describes unexpected errors for administrators, without values that requests and rows contain.
import { describeCause } from './describe-cause.ts';

/** Maximum length of a message, in characters. */
const maxMessageLength = 400;

/** Maximum length of the beginning of a message that is redacted, in characters, so that hostile messages take little time. */
const maxRedactedLength = 2000;

/**
 * Text between quotation marks, which may be a value: `"…"`, `'…'`, `“…”` or a backtick pair. Without the closing mark, it ends with the
 * message. An apostrophe within a word is no quotation mark.
 */
const quotedText = /"[^"]*(?:"|$)|(?<!\w)'(?:[^']|'(?=\w))*(?:'|$)|`[^`]*(?:`|$)|[“„][^”“]*(?:[”“]|$)/g;

/** The part of a URL after its host, and its credentials. Both may contain secrets. */
const urlDetails = /\b([a-z][a-z0-9+.-]*:\/\/)(?:[^\s/?#@]*@)?([^\s/?#]*)[^\s]*/gi;

const emailAddress = /[^\s<>@"',:;]+@[^\s<>@"',:;]+/g;

/**
 * Character sequences that look like keys, tokens or hashes: 20 or more letters and digits, of which at least one is a digit, or 32 or more of
 * the characters of Base64.
 */
const token = /(?<![\w-])(?:(?=[\w-]*\d)[\w-]{20,}|[\w+/-]{32,}={0,2})(?![\w-])/g;

/**
 * Returns the class of an error, its message and its location in the code. Messages of classes other than `Error` are omitted, because they
 * may quote values (`describeCause`). Of the others, which the authors of the code have written, quoted text, email addresses, details of
 * URLs and everything that looks like a key are replaced by `…`.
 */
export function redactedMessageOf(error: unknown): string {
  const isWritten = error instanceof Error && error.constructor === Error;
  // A message is redacted before it is shortened to what is stored.
  return describeCause(isWritten ? withRedactedMessage(error) : error).slice(0, maxMessageLength);
}

function withRedactedMessage(error: Error): Error {
  const copy = Object.assign(
    new Error(redact(error.message.slice(0, maxRedactedLength).replace(/\s+/g, ' ')), { cause: error.cause }),
    error,
  );
  if (error.stack !== undefined) copy.stack = error.stack;
  return copy;
}

const redact = (text: string): string =>
  text
    .replace(urlDetails, (_all, scheme: string, host: string) => `${scheme}${host}/…`)
    .replace(quotedText, '"…"')
    .replace(emailAddress, '…')
    .replace(token, '…');
