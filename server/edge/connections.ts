// Manages the connections of the HTTP server: keep-alive timeout, minimum pace of clients, and graceful shutdown.
import type { IncomingMessage, RequestListener, Server, ServerResponse as ServerResponseOfNode } from 'node:http';
import type { Socket } from 'node:net';
import { createServer, ServerResponse } from '../node-http.ts';
import { Connection, type Pace, type Serve } from './connection.ts';
import { EncodedResponse } from './header-values.ts';

/**
 * Keep-alive timeout, in milliseconds. It is longer than the minute after which proxies and load balancers in front of a service usually
 * close their idle connections, so that none of them sends a request on a connection that this server has just closed.
 */
const keepAliveTimeoutMs = 72_000;

/** Minimum paces of clients. */
export interface Paces {
  /** Maximum time for the head of a request, in milliseconds. */
  readonly headMs: number;
  readonly normal: Pace;
  /** Maximum time for the head of a request while the server stops, in milliseconds. */
  readonly headMsAtStop: number;
  readonly atStop: Pace;
  /** Interval between checks of the connections, in milliseconds. */
  readonly checkIntervalMs: number;
}

const defaultPaces: Paces = {
  headMs: 20_000,
  normal: {
    minBodyBytes: 5 * 1024,
    bodyPeriodMs: 10_000,
    discardMs: 10_000,
    unreadMs: 30_000,
    minReadBytesPerSecond: 1024,
  },
  headMsAtStop: 1000,
  atStop: { minBodyBytes: 1024, bodyPeriodMs: 1000, discardMs: 500, unreadMs: 2000, minReadBytesPerSecond: 1024 },
  checkIntervalMs: 1000,
};

/** Interval between checks of the connections while the server stops, in milliseconds. */
const stopCheckIntervalMs = 50;

/** A server that serves each connection's requests in order, closes slow connections, and shuts down gracefully. */
export interface PacedServer {
  readonly server: Server;
  /**
   * Closes connections when they become idle, without waiting for their timeout, and connections with an incomplete request that does
   * not progress. Must be called before the server closes. Complete requests still get a response.
   */
  closeWhenIdle(): void;
  /**
   * Serves a request that another server has received, with the same minimum paces. Never closes the connection when it is idle, because it
   * belongs to the other server. Throws TypeError unless the response is one of HTTP/1.
   */
  handleRequest(request: IncomingMessage, response: ServerResponseOfNode): void;
  /** Resolves when all requests of other servers have been responded to. */
  whenRequestsHandled(): Promise<void>;
  /** Closes all connections, and those of other servers with requests in flight, without waiting for responses. */
  abortRequests(): void;
}

/**
 * Creates a server that does not listen yet. It closes idle connections only when no data is pending. `isStopping` returns
 * whether responses announce the end of their connection.
 */
export function makeServer(
  handle: RequestListener,
  isStopping: () => boolean,
  paces: Paces = defaultPaces,
): PacedServer {
  const open = new Map<Socket, Connection>();
  /** Connections of other servers. */
  const attached = new Map<Socket, Connection>();
  const add = (connections: Map<Socket, Connection>, socket: Socket, serveNext: Serve): Connection => {
    const connection = new Connection(socket, serveNext);
    connections.set(socket, connection);
    socket.once('close', () => connections.delete(socket));
    return connection;
  };
  const serve: Serve = ({ request, response }, isLast) => {
    // While the server stops, the last response on a connection closes it.
    if (isLast && (isStopping() || !server.listening)) response.shouldKeepAlive = false;
    handle(request, response);
  };
  const attachedResponses = new Set<ServerResponseOfNode>();
  const waiting: (() => void)[] = [];
  const whenRequestsHandled = () =>
    attachedResponses.size === 0 ? Promise.resolve() : new Promise<void>((resolve) => waiting.push(resolve));
  const serveAttached: Serve = ({ request, response }) => {
    attachedResponses.add(response);
    response.once('close', () => {
      attachedResponses.delete(response);
      if (attachedResponses.size === 0) for (const resolve of waiting.splice(0)) resolve();
    });
    handle(request, response);
  };
  const { headMs, checkIntervalMs } = paces;
  const limits = { headersTimeout: headMs, requestTimeout: 0, connectionsCheckingInterval: Math.min(headMs / 4, 5000) };
  const options = { keepAliveTimeout: keepAliveTimeoutMs, ...limits, ServerResponse: EncodedResponse };
  const server = createServer(options, (request, response) => {
    open.get(request.socket)?.add(request, response);
  });
  // `handle` decides whether the body is accepted, and sends `100 Continue`.
  server.on('checkContinue', (request, response) => {
    open.get(request.socket)?.add(request, response);
  });
  server.on('connection', (socket) => add(open, socket, serve));
  const checkAll = (pace: Pace) => {
    const now = performance.now();
    for (const connection of open.values()) connection.check(now, pace);
    for (const connection of attached.values()) connection.check(now, pace);
    return now;
  };
  const checkTimer = setInterval(() => checkAll(paces.normal), checkIntervalMs).unref();
  server.once('close', () => clearInterval(checkTimer));
  closeOnlyIdle(server, open);
  return {
    server,
    closeWhenIdle() {
      clearInterval(checkTimer);
      const stopTimer = setInterval(() => {
        server.closeIdleConnections();
        const now = checkAll(paces.atStop);
        for (const connection of open.values()) connection.checkHead(now, paces.headMsAtStop);
      }, stopCheckIntervalMs).unref();
      const closed = new Promise((resolve) => server.once('close', resolve));
      void Promise.all([closed, whenRequestsHandled()]).then(() => clearInterval(stopTimer));
    },
    whenRequestsHandled,
    abortRequests() {
      server.closeAllConnections();
      for (const response of attachedResponses) response.destroy();
    },
    handleRequest(request, response) {
      if (!(response instanceof ServerResponse)) throw new TypeError('The service handles only requests of HTTP/1.');
      Object.setPrototypeOf(response, EncodedResponse.prototype);
      // The other server has already sent `100 Continue`.
      delete request.headers.expect;
      const { socket } = request;
      // The client has gone before the program passed on its request, so no `close` event will follow.
      if (socket.destroyed || response.destroyed) return;
      const connection = attached.get(socket) ?? add(attached, socket, serveAttached);
      connection.add(request, response);
    },
  };
}

/** Prevents Node.js from closing connections that it considers idle while data is pending. */
function closeOnlyIdle(server: Server, open: ReadonlyMap<Socket, Connection>): void {
  const closeIdle = server.closeIdleConnections.bind(server);
  const closeUnused = () => {
    // Node.js considers a connection idle once the response has been written to it, even if most of it is still buffered.
    if (open.keys().every(({ writableLength }) => writableLength === 0)) closeIdle();
  };
  // A request may have arrived that has not been read yet: between timers and immediates, the event loop reads pending input.
  server.closeIdleConnections = () => void setTimeout(() => setImmediate(closeUnused), 0);
}
