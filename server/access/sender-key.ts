// Derives the keys by which rate limits identify senders.
import { isIPv6 } from 'node:net';

/**
 * Returns the rate limit key of an IP address: the address itself for IPv4, also when mapped into IPv6; the /64 network for IPv6, because
 * one host usually controls all addresses of the network. Other strings are returned unchanged.
 */
export function senderKey(address: string): string {
  const withoutZone = address.split('%', 1)[0] ?? '';
  if (!isIPv6(withoutZone)) return withoutZone;
  const groups = parseGroups(withoutZone);
  const [high = 0, low = 0] = groups.slice(6);
  if (groups.slice(0, 6).every((group, at) => group === (at < 5 ? 0 : 0xffff)))
    return [high >> 8, high & 255, low >> 8, low & 255].join('.');
  return `${groups
    .slice(0, 4)
    .map((group) => group.toString(16))
    .join(':')}::/64`;
}

/** Returns the eight groups of an IPv6 address. */
function parseGroups(address: string): number[] {
  const [before = '', after] = address.split('::');
  const split = (text: string) => (text === '' ? [] : text.split(':').flatMap((segment) => parseSegment(segment)));
  const [head, tail] = [split(before), split(after ?? '')];
  const missing = 8 - head.length - tail.length;
  return after === undefined ? head : [...head, ...Array.from({ length: missing }, () => 0), ...tail];
}

/** Returns the groups of an address segment between colons: one, or two for an embedded IPv4 address. */
function parseSegment(segment: string): number[] {
  const [first = 0, second = 0, third = 0, fourth = 0] = segment.split('.').map(Number);
  return segment.includes('.') ? [first * 256 + second, third * 256 + fourth] : [Number.parseInt(segment, 16)];
}
