// Determines to which IP addresses the service may connect (docs/security.md, Fetching URLs). Addresses that are not known to be
// public are forbidden.
import { BlockList, isIPv4, isIPv6 } from 'node:net';

const specialRanges4: readonly (readonly [string, number])[] = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
];

/** Special ranges within the global unicast range of IPv6: addresses that translate to IPv4, private and unrouted addresses. */
const specialRanges6: readonly (readonly [string, number])[] = [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
];

const globalUnicast6 = new BlockList();
globalUnicast6.addSubnet('2000::', 3, 'ipv6');

const specialAddresses = new BlockList();
for (const [net, prefix] of specialRanges4) specialAddresses.addSubnet(net, prefix, 'ipv4');
for (const [net, prefix] of specialRanges6) specialAddresses.addSubnet(net, prefix, 'ipv6');

/** Returns whether an IP address is public. IPv4 addresses that are mapped or translated to IPv6 are not. */
export function isPublicAddress(address: string): boolean {
  if (isIPv4(address)) return !specialAddresses.check(address, 'ipv4');
  return isIPv6(address) && globalUnicast6.check(address, 'ipv6') && !specialAddresses.check(address, 'ipv6');
}

const defaultPorts: ReadonlySet<string> = new Set(['', '80', '443', '8080']);

/** Returns the normalized URL if its protocol, port and IP address (if any) are allowed and it has no credentials; else undefined. */
export function fetchableUrl(
  text: string,
  isAllowed: (address: string) => boolean = isPublicAddress,
  ports: ReadonlySet<string> = defaultPorts,
): URL | undefined {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (!url || !['http:', 'https:'].includes(url.protocol) || url.hostname === '') return undefined;
  if (url.username !== '' || url.password !== '' || !ports.has(url.port)) return undefined;
  const literal = ipLiteralOf(url);
  return literal === undefined || isAllowed(literal) ? url : undefined;
}

/** Returns the IP address in a URL; undefined if the URL has a host name instead. */
export function ipLiteralOf({ hostname }: URL): string | undefined {
  const bare = hostname.replace(/^\[|\]$/g, '');
  return isIPv4(bare) || isIPv6(bare) ? bare : undefined;
}
