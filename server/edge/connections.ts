// The connections of the service's server: how long they may be idle, how slow they may be, and how they end when it stops.
import { createServer, type RequestListener, type Server } from 'node:http';
import type { Socket } from 'node:net';
import { Connection, type Pace, type Serve } from './connection.ts';
import { EncodedResponse } from './header-values.ts';

/**
 * How long a connection may be idle, in milliseconds: longer than the minute after which the proxies and balancers in front of
 * a service close theirs, so that none of them writes to one that has just been closed here.
 */
const idleAtMost = 72_000;

/** How slow clients may be. */
export interface Paces {
  /** How long the head of a request may take. Milliseconds. */
  readonly headMs: number;
  readonly usual: Pace;
  /** How long the head of a request may take while the server stops. Milliseconds. */
  readonly headMsAtStop: number;
  readonly atStop: Pace;
  /** How often connections are looked at. Milliseconds. */
  readonly checkEveryMs: number;
}

const usualPaces: Paces = {
  headMs: 20_000,
  usual: {
    minBodyBytes: 5 * 1024,
    bodyPeriodMs: 10_000,
    discardMs: 10_000,
    unreadMs: 30_000,
    minReadBytesPerSecond: 1024,
  },
  headMsAtStop: 1000,
  atStop: { minBodyBytes: 1024, bodyPeriodMs: 1000, discardMs: 500, unreadMs: 2000, minReadBytesPerSecond: 1024 },
  checkEveryMs: 1000,
};

/** How often a server that stops looks at its connections. Milliseconds. */
const lookEvery = 50;

/** A server that serves each connection's requests in order, cuts off who is too slow, and can end in good order. */
export interface PacedServer {
  readonly server: Server;
  /**
   * Closes connections as they become idle rather than when they time out, and those on which nothing but a part of a request
   * has come and no more comes. Call it when the server is about to close: what has come whole is still answered.
   */
  closeWhatGetsIdle(): void;
}

/**
 * Makes a server, not listening yet. It closes a connection for being idle only where nothing is on its way through it.
 * `isStopping`: whether responses announce that their connection ends.
 */
export function makeServer(answer: RequestListener, isStopping: () => boolean, paces: Paces = usualPaces): PacedServer {
  const open = new Map<Socket, Connection>();
  const serve: Serve = ({ request, response }, isLast) => {
    // While it stops, it answers what comes and asks for no more.
    if (isLast && (isStopping() || !server.listening)) response.shouldKeepAlive = false;
    answer(request, response);
  };
  const { headMs, checkEveryMs } = paces;
  const limits = { headersTimeout: headMs, requestTimeout: 0, connectionsCheckingInterval: Math.min(headMs / 4, 5000) };
  const options = { keepAliveTimeout: idleAtMost, ...limits, ServerResponse: EncodedResponse };
  const server = createServer(options, (request, response) => {
    open.get(request.socket)?.add(request, response);
  });
  // Whether a body is wanted is decided with its request; `answer` asks for it.
  server.on('checkContinue', (request, response) => {
    open.get(request.socket)?.add(request, response);
  });
  server.on('connection', (socket) => {
    open.set(socket, new Connection(socket, serve));
    socket.once('close', () => open.delete(socket));
  });
  const checkAll = (pace: Pace) => {
    const now = performance.now();
    for (const connection of open.values()) connection.check(now, pace);
    return now;
  };
  const checking = setInterval(() => checkAll(paces.usual), checkEveryMs).unref();
  server.once('close', () => clearInterval(checking));
  closeOnlyUnused(server, open);
  return {
    server,
    closeWhatGetsIdle() {
      clearInterval(checking);
      const looking = setInterval(() => {
        server.closeIdleConnections();
        const now = checkAll(paces.atStop);
        for (const connection of open.values()) connection.checkHead(now, paces.headMsAtStop);
      }, lookEvery).unref();
      server.once('close', () => clearInterval(looking));
    },
  };
}

/** Keeps Node from closing connections that it takes for idle and that are not. */
function closeOnlyUnused(server: Server, open: ReadonlyMap<Socket, Connection>): void {
  const closeIdle = server.closeIdleConnections.bind(server);
  const closeUnused = () => {
    // Node takes a connection for idle whose answer has been given to it, though most of that may have yet to leave.
    if (open.keys().every(({ writableLength }) => writableLength === 0)) closeIdle();
  };
  // A request may have come that nobody has read: between timers and immediates the event loop reads what is there.
  server.closeIdleConnections = () => void setTimeout(() => setImmediate(closeUnused), 0);
}
