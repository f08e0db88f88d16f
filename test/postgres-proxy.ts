// A proxy between a node and a PostgreSQL server, which disturbs the connection that reads the log of changes.
import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';

/** A proxy for all connections of a node. */
export interface PostgresProxy {
  /** URL of the database through the proxy. */
  readonly url: string;
  /** Whether notifications are discarded. */
  dropsNotifications: boolean;
  /** Retains what the server sends to connections that read the log, until the returned function is called. */
  hold(): () => void;
  close(): Promise<void>;
}

/** The type of the message with which the server notifies a client. */
const notificationType = 'A'.charCodeAt(0);

/** Opens a proxy for a database. */
export async function openPostgresProxy(url: string): Promise<PostgresProxy> {
  const target = new URL(url);
  const sockets = new Set<Socket>();
  let held = Promise.resolve();
  const server = createServer((client) => {
    const upstream = connect(Number(target.port || 5432), target.hostname);
    for (const [socket, other] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      sockets.add(socket);
      socket.on('error', () => {});
      socket.on('close', () => {
        sockets.delete(socket);
        other.destroy();
      });
    }
    client.once('data', (startup) => {
      upstream.write(startup);
      client.pipe(upstream);
      if (!startup.includes('octavo changes\0')) upstream.pipe(client);
      else forward(upstream, client).catch(() => client.destroy());
    });
  });

  /** Forwards the messages of the server one by one. */
  async function forward(upstream: Socket, client: Socket): Promise<void> {
    let received = Buffer.alloc(0);
    for await (const part of upstream) {
      received = Buffer.concat([received, part]);
      while (received.length >= 5 && received.length > received.readUInt32BE(1)) {
        const end = 1 + received.readUInt32BE(1);
        await held;
        if (!proxy.dropsNotifications || received[0] !== notificationType) client.write(received.subarray(0, end));
        received = received.subarray(end);
      }
    }
  }

  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const through = new URL(url);
  through.host = `127.0.0.1:${typeof address === 'object' ? address?.port : ''}`;
  const proxy: PostgresProxy = {
    url: through.href,
    dropsNotifications: false,
    hold() {
      const { promise, resolve } = Promise.withResolvers<void>();
      held = promise;
      return resolve;
    },
    async close() {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return proxy;
}
