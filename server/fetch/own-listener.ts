// Recognising the service's own listener under whatever host name it is asked for (attacks-and-faults.md, check 39).
import { BlockList, isIPv4, isIPv6 } from 'node:net';
import { networkInterfaces } from 'node:os';

/** Where the service listens, as it is configured. */
export interface OwnListener {
  readonly host: string;
  readonly port: number;
}

/** Whether a connection to an address and port leads to this service. */
export type IsOwn = (address: string, port: number) => boolean;

const add = (list: BlockList, address: string): void => {
  if (isIPv4(address)) list.addAddress(address, 'ipv4');
  else if (isIPv6(address)) list.addAddress(address, 'ipv6');
};

/** The addresses that every machine calls its own; connections to `0.0.0.0` and `::` stay on it, too. */
function loopback(): BlockList {
  const list = new BlockList();
  for (const net of ['127.0.0.0', '0.0.0.0']) list.addSubnet(net, 8, 'ipv4');
  for (const address of ['::', '::1']) list.addAddress(address, 'ipv6');
  return list;
}

/**
 * Makes the test for a listener. One that is bound to a single address has that one; any other has all addresses of this
 * machine. A proxy in front of it has host names and ports of its own, which are not known here.
 */
export function isOwnListener({ host, port }: OwnListener): IsOwn {
  const bare = host.replace(/^\[|\]$/g, '');
  const isLocal = bare === 'localhost' || loopback().check(bare, isIPv6(bare) ? 'ipv6' : 'ipv4');
  const isWildcard = bare === '0.0.0.0' || bare === '::' || (!isLocal && !isIPv4(bare) && !isIPv6(bare));
  const own = isWildcard || isLocal ? loopback() : new BlockList();
  if (isWildcard) for (const each of Object.values(networkInterfaces()).flat()) add(own, each?.address ?? '');
  else add(own, bare);
  return (address, at) => at === port && own.check(address, isIPv6(address) ? 'ipv6' : 'ipv4');
}
