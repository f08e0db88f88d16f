// Which addresses of the network anybody may be sent to (attacks-and-faults.md, check 36). What is not known to be public is
// not.
import { BlockList, isIPv4, isIPv6 } from 'node:net';

const special4: readonly (readonly [string, number])[] = [
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

/** Within the part of IPv6 that is given out at all: what leads to IPv4 again, to one's own network, or nowhere. */
const special6: readonly (readonly [string, number])[] = [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
];

const given6 = new BlockList();
given6.addSubnet('2000::', 3, 'ipv6');

const special = new BlockList();
for (const [net, prefix] of special4) special.addSubnet(net, prefix, 'ipv4');
for (const [net, prefix] of special6) special.addSubnet(net, prefix, 'ipv6');

/** Whether an address is public. Mapped and translated forms of IPv4 are outside the part of IPv6 that counts. */
export function isPublicAddress(address: string): boolean {
  if (isIPv4(address)) return !special.check(address, 'ipv4');
  return isIPv6(address) && given6.check(address, 'ipv6') && !special.check(address, 'ipv6');
}

const usualPorts: ReadonlySet<string> = new Set(['', '80', '443', '8080']);

/** An address that may be asked for as far as its text goes; undefined for any other. Hosts come out in one form. */
export function fetchableUrl(
  text: string,
  isAllowed: (address: string) => boolean = isPublicAddress,
  ports: ReadonlySet<string> = usualPorts,
): URL | undefined {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (!url || !['http:', 'https:'].includes(url.protocol) || url.hostname === '') return undefined;
  if (url.username !== '' || url.password !== '' || !ports.has(url.port)) return undefined;
  const literal = literalOf(url);
  return literal === undefined || isAllowed(literal) ? url : undefined;
}

/** The address that stands in place of a host name. */
export function literalOf({ hostname }: URL): string | undefined {
  const bare = hostname.replace(/^\[|\]$/g, '');
  return isIPv4(bare) || isIPv6(bare) ? bare : undefined;
}
