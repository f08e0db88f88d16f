// Creates the edge: the HTTP server in front of `dispatch`, which is independent of Node.js. This file is the path of every request:
// accept, admit, serve from the cache, match, read the body, handle, respond to errors.
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Logger } from 'pino';
import { ApiError } from '../api-error.ts';
import type { ReportError, TranslateError } from '../http/response.ts';
import { DEFAULT_MAX_BODY_BYTES } from '../http/upload.ts';
import { beforeSlices } from '../workers/event-loop.ts';
import { discardBody, normalizeContentType, readBody } from './bodies.ts';
import { bodyError } from './body-limits.ts';
import { clientClosedRequest } from './callers.ts';
import { makeClientAddressOf } from './client-address.ts';
import type { Exchange } from './connection.ts';
import { makeServer } from './connections.ts';
import { Draining } from './draining.ts';
import type { EdgeDeps } from './edge-deps.ts';
import { type EntryPageDeps, serveEntryPage } from './entry-pages.ts';
import { noRouteError, rejectMalformed, sendError, sendInternalError } from './error-responses.ts';
import { HttpServer } from './http-server.ts';
import { InFlightBytes } from './in-flight.ts';
import { ResponseSender } from './response-sender.ts';
import { isCacheable, type RestDeps, servedMountOf } from './rest.ts';
import { type FindRoute, makeRouter, pathOfTarget, relativeTargetOf } from './router.ts';
import { type RouteDeps, routesOf, serveUnmatched } from './routes.ts';
import { Streams } from './streams.ts';
import { errorLinesOf, targetOf } from './targets.ts';

/** Creates the HTTP server, which does not listen yet. */
export function makeEdge({
  api,
  handlers,
  observers,
  limits = {},
  proxies,
  draining = new Draining(),
}: EdgeDeps): HttpServer {
  const { logger, recordRequest, accessLog } = observers;
  const { cache, mounts, admin, origins, translate } = api;
  const { report = (err, id) => logger.error({ err, id }, 'request failed') } = api;
  const [native, compatible] = mounts;
  const sender = new ResponseSender((error) => logger.error(error, 'response write failed'), recordRequest, accessLog);
  const streams = new Streams((error) => logger.warn(error, 'response stream aborted'));
  const inFlight = new InFlightBytes(limits.responseMemory ?? 128 * 1024 * 1024);
  const rest: RestDeps = { cache, clientAddressOf: makeClientAddressOf(proxies), sender, streams, inFlight, accessLog };
  const pageDeps: EntryPageDeps = { rest, mounts, servePage: handlers.servePage };
  const routeDeps: RouteDeps = {
    ...{ rest, handlers, recordRequest, admin },
    servedMounts: {
      native: servedMountOf(native, origins),
      ...(compatible && { compatible: servedMountOf(compatible, origins) }),
      ...(admin && { admin: servedMountOf(admin.mount, origins) }),
    },
    serveEntryPage: (exchange) => serveEntryPage(pageDeps, exchange),
  };
  const deps: ServeDeps = {
    ...{ routeDeps, logger, translate, report },
    findRoute: makeRouter(routesOf(routeDeps)),
    maxBodyBytes: limits.maxBodyBytes ?? DEFAULT_MAX_BODY_BYTES,
  };
  const admit = (request: IncomingMessage, response: ServerResponse) =>
    draining.admit(() => serve(deps, { request, response }));
  const removeListener = beforeSlices(() => sender.flush());
  return new HttpServer({
    logger,
    create() {
      const pacedServer = makeServer(admit, () => draining.isActive, limits.paces);
      pacedServer.server.on('clientError', rejectMalformed);
      draining.watch(pacedServer.server);
      return pacedServer;
    },
    endStreams: () => streams.end(),
    onClose: removeListener,
  });
}

/** Dependencies of serving requests. */
interface ServeDeps {
  readonly routeDeps: RouteDeps;
  readonly findRoute: FindRoute;
  readonly maxBodyBytes: number;
  readonly translate: TranslateError | undefined;
  readonly report: ReportError;
  readonly logger: Logger;
}

/** Serves an admitted request: from the cache, or by its route, unless its body is too large for its sender. */
function serve(deps: ServeDeps, exchange: Exchange): void {
  const { rest, servedMounts } = deps.routeDeps;
  const { request, response } = exchange;
  const startedAt = performance.now();
  request.url = relativeTargetOf(request.url ?? '');
  rest.accessLog?.watch(request, response);
  const outage = deps.routeDeps.handlers.availability.findOutage?.();
  if (outage && !isProbe(request.url)) {
    sendError(response, outage, errorLinesOf(servedMounts, request));
    return void discardBody(request);
  }
  const isAnonymousRead = isCacheable(request);
  if (isAnonymousRead && sendFromCache(rest, exchange, startedAt)) return;
  const target = targetOf(servedMounts, request.url);
  const error = bodyError(request, target);
  if (error) {
    sendError(response, error, errorLinesOf(servedMounts, request));
    return void discardBody(request);
  }
  // An anonymous read has no body.
  if (!isAnonymousRead && expectsContinue(request)) response.writeContinue();
  rest.sender.flush();
  handle(deps, exchange).catch((error: unknown) => respondToError(deps, exchange, { error, startedAt }));
}

/** Whether a request asks for the state of this process, not for data of the site. */
const isProbe = (url: string): boolean => /^\/(?:healthz|readyz)(?:\?|$)/.test(url);

/** Sends the cached response to an anonymous read; returns false if there is none. */
function sendFromCache({ cache, sender }: RestDeps, { request, response }: Exchange, startedAt: number): boolean {
  const cached = cache.find(request.url ?? '');
  if (cached) sender.sendCached(request, response, cached, startedAt);
  return cached !== undefined;
}

/** Whether a client waits for `100 Continue` before it sends the body. */
const expectsContinue = ({ headers }: IncomingMessage): boolean => /^100-continue$/i.test(headers.expect ?? '');

/** Finds the route of a request, reads the body and calls the handler. Rejects before the headers of a response have been sent. */
async function handle({ routeDeps, findRoute, maxBodyBytes }: ServeDeps, exchange: Exchange): Promise<void> {
  const { request } = exchange;
  const path = pathOfTarget(request.url ?? '');
  if (path === undefined) throw noRouteError();
  const route = findRoute(request.method ?? '', path);
  routeDeps.rest.accessLog?.describe(request, { route: route?.path });
  normalizeContentType(request);
  const body = await readBody(exchange, maxBodyBytes);
  await (route ? route.handle({ ...exchange, body }) : serveUnmatched(routeDeps, { ...exchange, body }));
}

/** Responds to a request whose handler has thrown an error. */
function respondToError(
  { routeDeps, findRoute, translate, report, logger }: ServeDeps,
  { request, response }: Exchange,
  { error, startedAt }: { readonly error: unknown; readonly startedAt: number },
): void {
  const { rest, servedMounts, recordRequest } = routeDeps;
  const lines = errorLinesOf(servedMounts, request);
  const apiError = error instanceof ApiError ? error : translate?.(error);
  if (apiError) return void sendError(response, apiError, lines);
  if (request.destroyed && !request.complete) {
    // The client receives no response, and the operator need not act.
    logger.debug({ method: request.method }, 'client disconnected');
    const durationMs = performance.now() - startedAt;
    return void recordRequest?.(request.method ?? '', 'none', clientClosedRequest, durationMs);
  }
  const id = rest.accessLog?.idOf(request) ?? crypto.randomUUID();
  const path = pathOfTarget(request.url ?? '');
  const { method = '' } = request;
  report(error, id, { method, route: path === undefined ? undefined : findRoute(method, path)?.path });
  sendInternalError(response, lines, id);
}
