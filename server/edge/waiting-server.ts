// Serves probes on the port of a service that is still starting, and rejects all other requests.
import { once } from 'node:events';
import type { Server } from 'node:http';
import { ApiError } from '../api-error.ts';
import { createServer } from '../node-http.ts';
import { sendError } from './error-responses.ts';
import { sendText } from './text-responses.ts';

/** Time after which a client should repeat its request, in seconds. */
const RETRY_AFTER_SECONDS = 2;

/** Address of a service that is starting, and what it is waiting for. */
export interface WaitingOptions {
  readonly host: string;
  readonly port: number;
  /** Returns the name of what the service is waiting for. */
  readonly findObstacle: () => string;
}

/**
 * Listens until the returned function is called, which closes all connections: `/healthz` responds with 200, and everything else with 503, with
 * the name of what the service is waiting for. Connections are closed after each response. Rejects with the error of Node.js if the address
 * cannot be bound.
 */
export async function serveWhileWaiting({ host, port, findObstacle }: WaitingOptions): Promise<() => Promise<void>> {
  const server: Server = createServer((request, response) => {
    const path = request.url?.split('?', 1)[0];
    request.resume();
    const lines = [
      'Connection',
      'close',
      'Cache-Control',
      'no-store',
      'Content-Type',
      'application/json; charset=utf-8',
    ];
    if (path === '/healthz') return sendText(response, 200, lines, JSON.stringify({ status: 'ok' }));
    const obstacle = findObstacle();
    const retryLines = ['Retry-After', String(RETRY_AFTER_SECONDS)];
    if (path === '/readyz')
      return sendText(
        response,
        503,
        [...lines, ...retryLines],
        JSON.stringify({ status: 'not ready', waiting_for: [obstacle] }),
      );
    const message = `The service is starting, and waits for: ${obstacle}.`;
    sendError(response, new ApiError('rest_starting', 503, message, { retryAfter: RETRY_AFTER_SECONDS }), [
      'Connection',
      'close',
    ]);
  });
  server.listen(port, host);
  await once(server, 'listening');
  return async () => {
    const closed = once(server, 'close');
    server.close();
    server.closeAllConnections();
    await closed;
  };
}
