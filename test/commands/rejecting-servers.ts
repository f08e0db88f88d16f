// Starts servers that accept connections and reject their clients.
import { once } from 'node:events';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';

/** A server that rejects every PostgreSQL client with an error. */
export const rejectAsPostgres = (code: string, message: string) => (socket: Socket) => {
  socket.once('data', () => {
    const fields = Buffer.from(`SFATAL\0VFATAL\0C${code}\0M${message}\0\0`);
    const head = Buffer.from('E\0\0\0\0');
    head.writeInt32BE(fields.length + 4, 1);
    socket.end(Buffer.concat([head, fields]));
  });
  socket.on('error', () => {});
};

const listening: Server[] = [];

/** Listens on a free port and returns it. */
export async function listen(onConnection?: (socket: Socket) => void): Promise<number> {
  const server = createServer(onConnection).listen(0, '127.0.0.1');
  listening.push(server);
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
}

/** Closes all servers. */
export function closeServers(): void {
  for (const server of listening) server.close();
}
