// By what senders are told apart where tries are counted.
import { isIPv6 } from 'node:net';

/**
 * What an address counts as: an IPv4 address as itself, also where it is written within IPv6; an IPv6 address as its
 * network of 64 bits, for whoever has one of these addresses has them all. Other text counts as itself.
 */
export function senderOf(address: string): string {
  const bare = address.split('%', 1)[0] ?? '';
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(bare)?.[1];
  if (mapped !== undefined) return mapped;
  return isIPv6(bare) ? `${groupsOf(bare).slice(0, 4).join(':')}::/64` : bare;
}

/** The eight groups of an address, each in its shortest form. */
function groupsOf(address: string): string[] {
  const [before = '', after] = address.split('::');
  const split = (text: string) => (text === '' ? [] : text.split(':').map((group) => short(group)));
  const [head, tail] = [split(before), split(after ?? '')];
  const missing = 8 - head.length - tail.length;
  return after === undefined ? head : [...head, ...Array.from({ length: missing }, () => '0'), ...tail];
}

const short = (group: string): string => (group.includes('.') ? group : Number.parseInt(group, 16).toString(16));
