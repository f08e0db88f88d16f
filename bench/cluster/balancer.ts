// A small load balancer in front of several nodes: round robin, health checks, and failover of requests that may be repeated.
import { once } from 'node:events';
import { Agent, createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Interval between two health checks of a node, and timeout of a check, in milliseconds. */
const CHECK_INTERVAL_MS = 100;
const CHECK_TIMEOUT_MS = 1000;

/** A node behind the balancer. */
interface Target {
  readonly origin: string;
  readonly agent: Agent;
  isReady: boolean;
}

/** A running balancer. */
export interface Balancer {
  readonly origin: string;
  /** Returns the number of nodes that receive requests. */
  countReady(): number;
  close(): Promise<void>;
}

/** Starts a balancer for nodes with these origins. A node receives requests while its `/readyz` responds with 200. */
export async function startBalancer(origins: readonly string[]): Promise<Balancer> {
  const targets = origins.map((origin): Target => ({ origin, agent: new Agent({ keepAlive: true }), isReady: true }));
  let next = 0;
  const choose = (): Target | undefined => {
    for (let tries = 0; tries < targets.length; tries += 1) {
      const target = targets[next++ % targets.length];
      if (target?.isReady) return target;
    }
    return undefined;
  };
  const server = createServer((incoming, outgoing) => forward(choose, incoming, outgoing));
  const timer = setInterval(() => {
    for (const target of targets) void check(target);
  }, CHECK_INTERVAL_MS);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    countReady: () => targets.filter(({ isReady }) => isReady).length,
    async close() {
      clearInterval(timer);
      server.close();
      server.closeAllConnections();
      for (const { agent } of targets) agent.destroy();
    },
  };
}

async function check(target: Target): Promise<void> {
  try {
    const { status } = await fetch(`${target.origin}/readyz`, { signal: AbortSignal.timeout(CHECK_TIMEOUT_MS) });
    target.isReady = status === 200;
  } catch {
    target.isReady = false;
  }
}

/** Forwards a request, whose body is read into memory. Reads, and requests that no node has received, are sent to another node after an error. */
async function forward(
  choose: () => Target | undefined,
  incoming: IncomingMessage,
  outgoing: ServerResponse,
): Promise<void> {
  const chunks: Buffer[] = [];
  for await (const chunk of incoming) chunks.push(chunk);
  const body = Buffer.concat(chunks);
  for (;;) {
    const target = choose();
    if (!target) return void outgoing.writeHead(503, { 'Retry-After': '1', 'Content-Length': 0 }).end();
    try {
      return await exchange(target, incoming, body, outgoing);
    } catch (error) {
      target.isReady = false;
      const isUnsent = (error as NodeJS.ErrnoException).code === 'ECONNREFUSED';
      if (outgoing.headersSent) return void outgoing.destroy();
      if (incoming.method !== 'GET' && !isUnsent) return void outgoing.writeHead(502, { 'Content-Length': 0 }).end();
    }
  }
}

/** Sends a request to a node and passes on its response. Rejects if there is no complete response. */
function exchange(target: Target, incoming: IncomingMessage, body: Buffer, outgoing: ServerResponse): Promise<void> {
  const { method, url, headers } = incoming;
  return new Promise((resolve, reject) => {
    const sent = request(`${target.origin}${url}`, { method, headers, agent: target.agent }, (response) => {
      outgoing.writeHead(response.statusCode ?? 502, response.rawHeaders);
      response.on('error', reject);
      response.pipe(outgoing).on('finish', resolve);
    });
    sent.on('error', reject);
    sent.end(body);
  });
}
