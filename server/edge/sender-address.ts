// Whom a request came from.
import type { IncomingMessage } from 'node:http';
import { isIP } from 'node:net';
import proxyAddr, { compile } from '@fastify/proxy-addr';

/** Tells the address that a request came from; empty where its connection is gone. */
export type SenderOf = (request: IncomingMessage) => string;

/**
 * Believes the proxies at these addresses and in these networks when they say whom they forward: it is the last one that
 * none of them is, since whatever stands before that was written by who asks. Where that is no address, and where no proxy
 * is believed, it is who is at the other end of the line. Throws where an address or a network cannot be read.
 */
export function makeSenderOf(proxies: readonly string[] = []): SenderOf {
  const atTheEnd: SenderOf = ({ socket }) => socket.remoteAddress ?? '';
  if (proxies.length === 0) return atTheEnd;
  const isBelieved = compile([...proxies]);
  return (request) => {
    const forwarded = proxyAddr(request, isBelieved);
    return isIP(forwarded) > 0 ? forwarded : atTheEnd(request);
  };
}
