// Recognizes the listeners of the service under any host name (docs/security.md, Fetching URLs).
import { BlockList, isIP, isIPv4, isIPv6 } from 'node:net';
import { networkInterfaces } from 'node:os';

/** The host and port of a listener. */
export interface ListenerAddress {
  readonly host: string;
  readonly port: number;
}

/** A function that returns whether a connection to an address and port leads to this service. */
export type IsOwnAddress = (address: string, port: number) => boolean;

const add = (list: BlockList, address: string): void => {
  if (isIPv4(address)) list.addAddress(address, 'ipv4');
  else if (isIPv6(address)) list.addAddress(address, 'ipv6');
};

/** Returns the addresses that refer to the local machine; connections to `0.0.0.0/8` and `::` stay on it, too. */
function loopbackAddresses(): BlockList {
  const list = new BlockList();
  for (const net of ['127.0.0.0', '0.0.0.0']) list.addSubnet(net, 8, 'ipv4');
  for (const address of ['::', '::1']) list.addAddress(address, 'ipv6');
  return list;
}

/**
 * Creates the check for a listener. A listener that is bound to a loopback address is recognized at all loopback addresses, one
 * that is bound to another single address only at that address, and any other at all addresses of this machine. The
 * addresses and ports of a reverse proxy are unknown and therefore not recognized.
 */
export function createOwnAddressCheck({ host, port }: ListenerAddress): IsOwnAddress {
  // Found at the first use, because Node.js compiles a large regular expression for IPv6 addresses.
  let ownAddresses: BlockList | undefined;
  return (address, at) => {
    if (at !== port) return false;
    ownAddresses ??= findOwnAddresses(host);
    return ownAddresses.check(address, isIPv6(address) ? 'ipv6' : 'ipv4');
  };
}

/**
 * The listeners through which requests reach this service: its own and, in a program that embeds it, those of the program, which are known
 * when they pass on the first request.
 */
export class OwnListeners {
  readonly #checks = new Map<string, IsOwnAddress>();

  /** Adds a listener. Can be called repeatedly with the same one. */
  add({ host, port }: ListenerAddress): void {
    const name = `${port} ${host}`;
    if (!this.#checks.has(name)) this.#checks.set(name, createOwnAddressCheck({ host, port }));
  }

  /**
   * Adds a listener of the program, of which only a port is known: the port of a connection that it has accepted. Undefined, for a socket
   * without a port, adds nothing.
   */
  addPort(port: number | undefined): void {
    if (port !== undefined) this.add({ host: '0.0.0.0', port });
  }

  /**
   * Adds the listener at a URL if its host is `localhost` or an IP address. Any other host may be that of a reverse proxy, which also serves
   * other sites.
   */
  addUrl(url: string): void {
    const { hostname, port, protocol } = new URL(url);
    const host = hostname.replace(/^\[|\]$/g, '');
    if (host === 'localhost' || isIP(host) > 0)
      this.add({ host, port: port === '' ? defaultPortOf(protocol) : Number(port) });
  }

  /** Returns whether a connection to an address and port leads to one of the listeners. */
  readonly isOwn: IsOwnAddress = (address, port) => this.#checks.values().some((isOwn) => isOwn(address, port));
}

const defaultPortOf = (protocol: string): number => (protocol === 'https:' ? 443 : 80);

/** Returns the addresses at which a listener that is bound to this host can be reached. */
function findOwnAddresses(host: string): BlockList {
  const hostname = host.replace(/^\[|\]$/g, '');
  const isLocal = hostname === 'localhost' || loopbackAddresses().check(hostname, isIPv6(hostname) ? 'ipv6' : 'ipv4');
  const isWildcard =
    hostname === '0.0.0.0' || hostname === '::' || (!isLocal && !isIPv4(hostname) && !isIPv6(hostname));
  const ownAddresses = isWildcard || isLocal ? loopbackAddresses() : new BlockList();
  if (isWildcard) for (const each of Object.values(networkInterfaces()).flat()) add(ownAddresses, each?.address ?? '');
  else add(ownAddresses, hostname);
  return ownAddresses;
}
