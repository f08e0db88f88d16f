// Validates and parses email addresses, and formats text for header lines.

/** An email address with a display name. */
export interface Mailbox {
  readonly name: string;
  readonly address: string;
}

const localPart = /^[a-zA-Z0-9!#$%&'*+/=?^_`{|}~.-]{1,64}$/;
const label = /^[a-zA-Z0-9-]{1,63}$/;

/** Returns whether a string is a valid email address. A valid address contains no line break and no second address. */
export function isMailAddress(text: string): boolean {
  const at = text.indexOf('@');
  if (text.length > 254 || !localPart.test(text.slice(0, Math.max(0, at)))) return false;
  return text
    .slice(at + 1)
    .split('.')
    .every((each) => label.test(each) && !each.startsWith('-') && !each.endsWith('-'));
}

/** Parses an address such as `ann@example.com` or `Ann <ann@example.com>`. Returns undefined if it is invalid. */
export function parseMailbox(text: string): Mailbox | undefined {
  const [, displayName = '', bracketed] = /^([^<>]*)<([^<>]*)>$/.exec(text.trim()) ?? [];
  const address = bracketed ?? text.trim();
  if (!isMailAddress(address)) return undefined;
  return { name: oneLine(displayName).replace(/^"(.*)"$/, '$1'), address };
}

/** Replaces each sequence of whitespace and control characters with one space. */
export const oneLine = (text: string): string => text.replace(/[\s\p{Cc}\p{Cf}\u2028\u2029]+/gu, ' ').trim();
