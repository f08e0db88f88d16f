// The connections of the service's server: how long they may be idle, and how they end when it stops.
import { createServer, type RequestListener, type Server } from 'node:http';
import type { Socket } from 'node:net';
import { Connection, type Serve } from './connection.ts';

/**
 * How long a connection may be idle, in milliseconds: longer than the minute after which the proxies and balancers in front of
 * a service close theirs, so that none of them writes to one that has just been closed here.
 */
const idleAtMost = 72_000;

/** How often a server that stops looks for connections that have become idle. Milliseconds. */
const lookEvery = 50;

/**
 * A server that closes a connection for being idle only where nothing is on its way through it, in neither direction.
 * `isStopping`: whether responses announce that their connection ends.
 */
export function makeServer(answer: RequestListener, isStopping: () => boolean): Server {
  const open = new Map<Socket, Connection>();
  const serve: Serve = ({ request, response }, isLast) => {
    // While it stops, it answers what comes and asks for no more.
    if (isLast && (isStopping() || !server.listening)) response.shouldKeepAlive = false;
    answer(request, response);
  };
  const server = createServer({ keepAliveTimeout: idleAtMost }, (request, response) => {
    open.get(request.socket)?.add(request, response);
  });
  server.on('connection', (socket) => {
    open.set(socket, new Connection(socket, serve));
    socket.once('close', () => open.delete(socket));
  });
  const closeIdle = server.closeIdleConnections.bind(server);
  const closeUnused = () => {
    // Node takes a connection for idle whose answer has been given to it, though most of that may have yet to leave.
    if (open.keys().every(({ writableLength }) => writableLength === 0)) closeIdle();
  };
  // A request may have come that nobody has read: between timers and immediates the event loop reads what is there.
  server.closeIdleConnections = () => void setTimeout(() => setImmediate(closeUnused), 0);
  return server;
}

/** Closes the connections of a server that is about to close when their last answer is out, and not when they time out. */
export function closeWhatGetsIdle(server: Server): void {
  const looking = setInterval(() => server.closeIdleConnections(), lookEvery).unref();
  server.once('close', () => clearInterval(looking));
}
