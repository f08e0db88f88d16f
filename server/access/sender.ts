// By what senders are told apart where tries are counted.
import { isIPv6 } from 'node:net';

/**
 * What an address counts as: an IPv4 address as itself, also where it is written within IPv6; an IPv6 address as its
 * network of 64 bits, for whoever has one of these addresses has them all. Other text counts as itself.
 */
export function senderOf(address: string): string {
  const bare = address.split('%', 1)[0] ?? '';
  if (!isIPv6(bare)) return bare;
  const groups = groupsOf(bare);
  const [high = 0, low = 0] = groups.slice(6);
  if (groups.slice(0, 6).every((group, at) => group === (at < 5 ? 0 : 0xffff)))
    return [high >> 8, high & 255, low >> 8, low & 255].join('.');
  return `${groups
    .slice(0, 4)
    .map((group) => group.toString(16))
    .join(':')}::/64`;
}

/** The eight groups of an address. */
function groupsOf(address: string): number[] {
  const [before = '', after] = address.split('::');
  const split = (text: string) => (text === '' ? [] : text.split(':').flatMap((part) => groupsIn(part)));
  const [head, tail] = [split(before), split(after ?? '')];
  const missing = 8 - head.length - tail.length;
  return after === undefined ? head : [...head, ...Array.from({ length: missing }, () => 0), ...tail];
}

/** A part of an address between colons: a group, or two of them written as an IPv4 address. */
function groupsIn(part: string): number[] {
  const [first = 0, second = 0, third = 0, fourth = 0] = part.split('.').map(Number);
  return part.includes('.') ? [first * 256 + second, third * 256 + fourth] : [Number.parseInt(part, 16)];
}
