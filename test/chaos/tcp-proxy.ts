// A TCP proxy that resets connections, or stops forwarding without closing them, as a network does that drops packets.
import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { cleanUpAfterTests } from '../../scripts/test-cleanup.ts';

/** A proxy in front of a server. */
export interface TcpProxy {
  /** Returns the URL that leads through the proxy to the same place as a URL of the server. */
  urlOf(url: string): string;
  /** Resets all connections. New ones are forwarded. */
  reset(): void;
  /**
   * Stops forwarding in both directions, also on new connections, without closing any. The returned function ends this: what was sent
   * meanwhile arrives, unless `areLost` is true. Then these connections stay silent for ever, and only new ones are forwarded.
   */
  blackhole(): (areLost: boolean) => void;
  close(): Promise<void>;
}

/** A connection of a client and the one to the server, which is opened when the first is forwarded. */
interface Link {
  readonly client: Socket;
  upstream: Socket | undefined;
  isLost: boolean;
}

const proxies = new Set<TcpProxy>();
cleanUpAfterTests(() => {
  for (const proxy of proxies) void proxy.close();
});

/** Opens a proxy in front of a server on this machine. */
export async function openTcpProxy(port: number): Promise<TcpProxy> {
  const links = new Set<Link>();
  let isForwarding = true;
  const server = createServer({ pauseOnConnect: true }, (client) => {
    const link: Link = { client, upstream: undefined, isLost: false };
    links.add(link);
    client.on('error', () => {});
    client.on('close', () => {
      links.delete(link);
      link.upstream?.destroy();
    });
    if (isForwarding) forward(link);
  });

  function forward(link: Link): void {
    const { client } = link;
    if (link.isLost || client.destroyed) return;
    const upstream = link.upstream ?? connect(port, '127.0.0.1');
    if (link.upstream === undefined) {
      link.upstream = upstream;
      upstream.on('error', () => {});
      upstream.on('close', () => client.destroy());
    }
    client.pipe(upstream);
    upstream.pipe(client);
  }

  /** Reads no longer from a connection, so that the proxy does not notice either if the other side closes it. */
  function hold({ client, upstream }: Link): void {
    for (const socket of [client, upstream]) socket?.unpipe().pause();
  }

  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address() as AddressInfo;
  const proxy: TcpProxy = {
    urlOf(url) {
      const through = new URL(url);
      through.host = `127.0.0.1:${address.port}`;
      return through.href;
    },
    reset() {
      for (const { client, upstream } of links) for (const socket of [client, upstream]) socket?.resetAndDestroy();
    },
    blackhole() {
      isForwarding = false;
      for (const link of links) hold(link);
      return (areLost) => {
        isForwarding = true;
        for (const link of links) {
          link.isLost ||= areLost;
          forward(link);
        }
      };
    },
    async close() {
      proxies.delete(proxy);
      for (const { client, upstream } of links) for (const socket of [client, upstream]) socket?.destroy();
      await new Promise((closed) => server.close(closed));
    },
  };
  proxies.add(proxy);
  return proxy;
}
