// Serves metrics on a separate port, on the loopback interface only, so that they are not public by accident.
import { once } from 'node:events';
import type { Server } from 'node:http';
import { createServer } from '../node-http.ts';

/** Time for which rendered metrics are cached, in milliseconds. */
const cacheMs = 1000;

/** Serves GET /metrics at 127.0.0.1; the text is rendered at most once a second. Rejects when the port cannot be used. */
export async function serveMetrics(port: number, text: () => Promise<string>): Promise<Server> {
  let renderedAt = 0;
  let rendered: Promise<string> | undefined;
  const server = createServer(async (request, response) => {
    if (request.url !== '/metrics' || (request.method !== 'GET' && request.method !== 'HEAD')) {
      response.writeHead(404).end();
      return;
    }
    if (!rendered || performance.now() - renderedAt > cacheMs) {
      renderedAt = performance.now();
      rendered = text();
    }
    try {
      const body = await rendered;
      response.writeHead(200, { 'Content-Type': 'text/plain; version=0.0.4; charset=utf-8' }).end(body);
    } catch {
      rendered = undefined;
      response.writeHead(503).end();
    }
  });
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  return server;
}
