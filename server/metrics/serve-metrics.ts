// Where figures are read: a port of its own, on this machine only, so that they are never public by accident.
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';

/** How long figures are shown before they are made anew. Milliseconds. */
const freshness = 1000;

/** Answers GET /metrics at 127.0.0.1 with a text that is made at most once a second. Rejects where it cannot listen. */
export async function serveMetrics(port: number, text: () => Promise<string>): Promise<Server> {
  let made = 0;
  let shown: Promise<string> = Promise.resolve('');
  const server = createServer(async (request, response) => {
    if (request.url !== '/metrics' || (request.method !== 'GET' && request.method !== 'HEAD')) {
      response.writeHead(404).end();
      return;
    }
    if (performance.now() - made > freshness) {
      made = performance.now();
      shown = text();
    }
    try {
      response.writeHead(200, { 'Content-Type': 'text/plain; version=0.0.4; charset=utf-8' }).end(await shown);
    } catch {
      made = 0;
      response.writeHead(503).end();
    }
  });
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  return server;
}
