// Creates the edge: the HTTP server in front of `dispatch`, which is independent of Node.js. This file is the path of every request:
// accept, admit, serve from the cache, match, read the body, handle, respond to errors.
import type { IncomingMessage, ServerResponse } from 'node:http';
import { ApiError } from '../api-error.ts';
import { DEFAULT_MAX_BODY_BYTES } from '../http/upload.ts';
import { beforeSlices } from '../workers/event-loop.ts';
import { discardBody, normalizeContentType, readBody } from './bodies.ts';
import { bodyError } from './body-limits.ts';
import { clientClosedRequest } from './callers.ts';
import { makeClientAddressOf } from './client-address.ts';
import type { Exchange } from './connection.ts';
import { makeServer } from './connections.ts';
import { Draining } from './draining.ts';
import type { EdgeDeps, HandlerDeps } from './edge-deps.ts';
import { noRouteError, rejectMalformed, sendError, sendInternalError } from './error-responses.ts';
import { HttpServer } from './http-server.ts';
import { InFlightBytes } from './in-flight.ts';
import { ResponseSender } from './response-sender.ts';
import { isCacheable, servedMountOf } from './rest.ts';
import { type FindRoute, makeRouter, pathOfTarget } from './router.ts';
import { routesOf, serveUnmatched } from './routes.ts';
import { Streams } from './streams.ts';
import { crossOriginLinesOf, targetOf } from './targets.ts';

/** Creates the HTTP server, which does not listen yet. */
export function makeEdge(options: EdgeDeps): HttpServer {
  const { logger, recordRequest, accessLog, draining = new Draining() } = options;
  const deps: HandlerDeps = {
    ...options,
    clientAddressOf: makeClientAddressOf(options.proxies),
    sender: new ResponseSender((error) => logger.error(error, 'response write failed'), recordRequest, accessLog),
    inFlight: new InFlightBytes(options.responseMemory ?? 128 * 1024 * 1024),
    streams: new Streams((error) => logger.warn(error, 'response stream aborted')),
    servedMounts: options.mounts.map((mount) => servedMountOf(mount, options.origins)),
  };
  const findRoute = makeRouter(routesOf(deps));
  const admit = (request: IncomingMessage, response: ServerResponse) =>
    draining.admit(() => serve(deps, findRoute, { request, response }));
  const removeListener = beforeSlices(() => deps.sender.flush());
  return new HttpServer({
    logger,
    create() {
      const pacedServer = makeServer(admit, () => draining.isActive, options.paces);
      pacedServer.server.on('clientError', rejectMalformed);
      draining.watch(pacedServer.server);
      return pacedServer;
    },
    onClose() {
      removeListener();
      deps.streams.end();
    },
  });
}

/** Serves an admitted request: from the cache, or by its route, unless its body is too large for its sender. */
function serve(deps: HandlerDeps, findRoute: FindRoute, exchange: Exchange): void {
  const { request, response } = exchange;
  const startedAt = performance.now();
  deps.accessLog?.watch(request, response);
  const isAnonymousRead = isCacheable(request);
  if (isAnonymousRead && sendFromCache(deps, exchange, startedAt)) return;
  const target = targetOf(deps.servedMounts, request.url);
  const error = bodyError(request, target);
  if (error) {
    sendError(response, error, target?.crossOrigin(request, false));
    return void discardBody(request);
  }
  // An anonymous read has no body.
  if (!isAnonymousRead && expectsContinue(request)) response.writeContinue();
  deps.sender.flush();
  handle(deps, findRoute, exchange).catch((error: unknown) => respondToError(deps, exchange, { error, startedAt }));
}

/** Sends the cached response to an anonymous read; returns false if there is none. */
function sendFromCache({ cache, sender }: HandlerDeps, { request, response }: Exchange, startedAt: number): boolean {
  const cached = cache.find(request.url ?? '');
  if (cached) sender.sendCached(request, response, cached, startedAt);
  return cached !== undefined;
}

/** Whether a client waits for `100 Continue` before it sends the body. */
const expectsContinue = ({ headers }: IncomingMessage): boolean => /^100-continue$/i.test(headers.expect ?? '');

/** Finds the route of a request, reads the body and calls the handler. Rejects before the headers of a response have been sent. */
async function handle(deps: HandlerDeps, findRoute: FindRoute, exchange: Exchange): Promise<void> {
  const { request } = exchange;
  const path = pathOfTarget(request.url ?? '');
  if (path === undefined) throw noRouteError();
  const route = findRoute(request.method ?? '', path);
  deps.accessLog?.describe(request, { route: route?.path });
  normalizeContentType(request);
  const body = await readBody(exchange, deps.maxBodyBytes ?? DEFAULT_MAX_BODY_BYTES);
  await (route ? route.handle({ ...exchange, body }) : serveUnmatched(deps, { ...exchange, body }));
}

/** Responds to a request whose handler has thrown an error. */
function respondToError(
  deps: HandlerDeps,
  { request, response }: Exchange,
  { error, startedAt }: { readonly error: unknown; readonly startedAt: number },
): void {
  const lines = crossOriginLinesOf(deps.servedMounts, request);
  const apiError = error instanceof ApiError ? error : deps.translate?.(error);
  if (apiError) return void sendError(response, apiError, lines);
  if (request.destroyed && !request.complete) {
    // The client receives no response, and the operator need not act.
    deps.logger.debug({ method: request.method }, 'client disconnected');
    const durationMs = performance.now() - startedAt;
    return void deps.recordRequest?.(request.method ?? '', 'none', clientClosedRequest, durationMs);
  }
  deps.logger.error({ err: error, id: deps.accessLog?.idOf(request) }, 'request failed');
  sendInternalError(response, lines);
}
