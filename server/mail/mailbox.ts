// Addresses of people, and texts that stand on one line of a mail.

/** Who a mail is from: an address, and a name beside it. */
export interface Mailbox {
  readonly name: string;
  readonly address: string;
}

const localPart = /^[a-zA-Z0-9!#$%&'*+/=?^_`{|}~.-]{1,64}$/;
const label = /^[a-zA-Z0-9-]{1,63}$/;

/** Whether mail can be sent to this address. Nothing in it can end a line or begin another address. */
export function isMailAddress(text: string): boolean {
  const at = text.indexOf('@');
  if (text.length > 254 || !localPart.test(text.slice(0, Math.max(0, at)))) return false;
  return text
    .slice(at + 1)
    .split('.')
    .every((each) => label.test(each) && !each.startsWith('-') && !each.endsWith('-'));
}

/** `ann@example.com` or `Ann <ann@example.com>`; undefined for anything else. */
export function readMailbox(text: string): Mailbox | undefined {
  const [, quoted = '', between] = /^([^<>]*)<([^<>]*)>$/.exec(text.trim()) ?? [];
  const address = between ?? text.trim();
  if (!isMailAddress(address)) return undefined;
  return { name: oneLine(quoted).replace(/^"(.*)"$/, '$1'), address };
}

/** A text without anything that ends a line or directs a terminal; blanks are folded. */
export const oneLine = (text: string): string => text.replace(/[\s\p{Cc}\p{Cf}\u2028\u2029]+/gu, ' ').trim();
