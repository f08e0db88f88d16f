// Determines the client address of a request.
import type { IncomingMessage } from 'node:http';
import { isIP } from 'node:net';
import proxyAddr, { compile } from '@fastify/proxy-addr';

/** Returns the IP address of the client; empty when its connection is closed. */
export type ClientAddressOf = (request: IncomingMessage) => string;

/**
 * Returns a function that trusts the forwarding headers of proxies at these addresses and networks. The client is the last
 * forwarded address that is not a trusted proxy, because the client itself can write any earlier one. Without a valid address,
 * or without trusted proxies, it is the remote address of the socket. Throws for an invalid address or network.
 */
export function makeClientAddressOf(proxies: readonly string[] = []): ClientAddressOf {
  const remoteAddressOf: ClientAddressOf = ({ socket }) => socket.remoteAddress ?? '';
  if (proxies.length === 0) return remoteAddressOf;
  const isTrusted = compile([...proxies]);
  return (request) => {
    const forwarded = proxyAddr(request, isTrusted);
    return isIP(forwarded) > 0 ? forwarded : remoteAddressOf(request);
  };
}
