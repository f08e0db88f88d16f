// Creates the edge: the HTTP server in front of `dispatch`, which is independent of Node.js and Fastify.
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import Fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from 'fastify';
import { isNativePath } from '../../contract/names/spelling.ts';
import { ApiError } from '../api-error.ts';
import type { FileStore } from '../files/store.ts';
import type { TranslateError } from '../http/response.ts';
import { DEFAULT_MAX_BODY_BYTES } from '../http/upload.ts';
import type { PageHandler } from '../page-layout/page.ts';
import { beforeSlices } from '../workers/event-loop.ts';
import type { AccessLog } from './access-log.ts';
import { bytesOf, discardBody, normalizeContentType, readBodies } from './bodies.ts';
import { bodyError, type Target } from './body-limits.ts';
import { clientClosedRequest, withDisconnectSignal } from './callers.ts';
import { type ClientAddressOf, makeClientAddressOf } from './client-address.ts';
import { makeServer, type PacedServer, type Paces } from './connections.ts';
import { Draining } from './draining.ts';
import { noEntry, pageCacheUrlOf, preparePage } from './entry-pages.ts';
import {
  internalError,
  rejectMalformed,
  sendApiError,
  sendError,
  sendErrorDirectly,
  sendInternalError,
  sendNoRoute,
} from './error-responses.ts';
import { InFlightBytes } from './in-flight.ts';
import type { HandleMcp } from './mcp/handle-mcp.ts';
import { mountMcp } from './mcp/mount-mcp.ts';
import type { Mount } from './mounts.ts';
import type { HtmlPage, Pages } from './pages.ts';
import type { PreparedResponse, ResponseCache } from './response-cache.ts';
import { type RecordRequest, ResponseSender } from './response-sender.ts';
import { isBelow, isCacheable, type ServedMount, servedMountOf, serveRest } from './rest.ts';
import { type ScreenDeps, serveScreens } from './screens.ts';
import { Streams } from './streams.ts';
import { sendUpload } from './uploads.ts';

export interface EdgeDeps {
  /** Cache of complete responses to anonymous reads. */
  readonly cache: ResponseCache;
  /** Returns the API error for an error of the storage. Without it, all errors are internal. */
  readonly translate?: TranslateError;
  /** Returns whether the service can serve requests, which requires that its database responds. */
  readonly isReady: () => Promise<boolean>;
  readonly logger: FastifyBaseLogger;
  /** Origins whose pages may send credentials. */
  readonly origins: readonly string[];
  /** Addresses and networks of trusted proxies, whose forwarding headers are used. Default: none. */
  readonly proxies?: readonly string[];
  /** The mounts of the API: the native one and, if served, the compatible one. */
  readonly mounts: readonly [Mount, ...Mount[]];
  readonly pages: Pages;
  /** Screens for users who sign in. Default: none. */
  readonly screens?: ScreenDeps;
  /** Serves the pages of entries. Default: none. */
  readonly servePage?: PageHandler;
  /** Handles requests of MCP clients. Default: no endpoint. */
  readonly handleMcp?: HandleMcp;
  /** Maximum size of a body that is read into memory, in bytes. */
  readonly maxBodyBytes?: number;
  /** The store of uploaded files. */
  readonly files: FileStore;
  /**
   * Called after each request to the API, an entry page or the MCP endpoint, with method, route pattern, status and duration in
   * milliseconds.
   */
  readonly recordRequest?: RecordRequest;
  /** The access log. Default: none. */
  readonly accessLog?: AccessLog | undefined;
  /** Closes the listening sockets when the service stops. Default: they close with the application. */
  readonly draining?: Draining;
  /** Memory for responses that are being produced or sent, in bytes. Default: 128 MiB. */
  readonly responseMemory?: number;
  /** Minimum paces of clients. */
  readonly paces?: Paces;
}

const throwOnSchema = (): never => {
  throw new Error('Schemas are declared in the contract, not in the framework.');
};

/** The dependencies of the edge, and the objects that it creates from them to handle requests. */
interface Edge extends EdgeDeps {
  readonly clientAddressOf: ClientAddressOf;
  readonly sender: ResponseSender;
  readonly streams: Streams;
  readonly inFlight: InFlightBytes;
  readonly servedMounts: readonly ServedMount[];
}

/** Creates the HTTP server, which does not listen yet. */
export function makeEdge(options: EdgeDeps): FastifyInstance {
  const { logger, recordRequest, accessLog, draining = new Draining() } = options;
  const deps: Edge = {
    ...options,
    clientAddressOf: makeClientAddressOf(options.proxies),
    sender: new ResponseSender((error) => logger.error(error, 'response write failed'), recordRequest, accessLog),
    inFlight: new InFlightBytes(options.responseMemory ?? 128 * 1024 * 1024),
    streams: new Streams((error) => logger.warn(error, 'response stream aborted')),
    servedMounts: options.mounts.map((mount) => servedMountOf(mount, options.origins)),
  };
  const { sender, streams, servedMounts, maxBodyBytes = DEFAULT_MAX_BODY_BYTES } = deps;
  // One server for each address that the host name resolves to.
  const servers: PacedServer[] = [];
  const app = Fastify({
    loggerInstance: logger,
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: maxBodyBytes,
    forceCloseConnections: 'idle',
    // The contract validates requests, so the framework does not need schema compilers.
    schemaController: { compilersFactory: { buildValidator: throwOnSchema, buildSerializer: throwOnSchema } },
    // Accepted requests are served even while the service stops.
    return503OnClosing: false,
    // Malformed URLs and unreadable requests never reach a handler.
    frameworkErrors: (_error, request, reply) => {
      addCrossOrigin(servedMounts, request as FastifyRequest, reply as FastifyReply);
      sendNoRoute(reply as FastifyReply);
    },
    clientErrorHandler: rejectMalformed,
    serverFactory: (handler) => {
      const serve: RequestListener = (request, response) => {
        accessLog?.watch(request, response);
        if (serveDirectly(deps, request, response)) return;
        const target = targetOf(servedMounts, request.url);
        const apiError = bodyError(request, target);
        if (apiError) {
          sendErrorDirectly(response, apiError, target?.crossOrigin(request, false));
          return discardBody(request);
        }
        if (expectsContinue(request)) response.writeContinue();
        sender.flush();
        normalizeContentType(request);
        handler(request, response);
      };
      const pacedServer = makeServer(
        (request, response) => draining.admit(() => serve(request, response)),
        () => draining.isActive,
        deps.paces,
      );
      draining.watch(pacedServer.server);
      servers.push(pacedServer);
      return pacedServer.server;
    },
  });
  readBodies(app, maxBodyBytes);
  const removeListener = beforeSlices(() => sender.flush());
  app.addHook('onClose', async () => removeListener());
  if (accessLog) {
    app.addHook('onRequest', async ({ raw, routeOptions }) => accessLog.describe(raw, { route: routeOptions.url }));
  }
  app.addHook('preClose', async () => {
    streams.end();
    for (const server of servers) server.closeWhenIdle();
  });
  const serve = (servedMount: ServedMount, { raw, body }: FastifyRequest, reply: FastifyReply) => {
    const url = raw.url?.slice(servedMount.mount.path.length) ?? '';
    return serveRest(deps, servedMount, raw, reply.raw, url, bytesOf(body), () => reply.hijack());
  };
  for (const servedMount of servedMounts) {
    const { path } = servedMount.mount;
    app.all(path, (request, reply) => serve(servedMount, request, reply));
    app.all(`${path}/*`, (request, reply) => serve(servedMount, request, reply));
    app.get(`${path}/openapi.json`, (request, reply) =>
      sendDescription(deps, request, reply, deps.pages.openApi(servedMount.mount)),
    );
    app.get(`${path}/docs`, (request, reply) =>
      sendDescription(deps, request, reply, deps.pages.docs(servedMount.mount)),
    );
  }
  const serveInQuery = ({ raw, body }: FastifyRequest, reply: FastifyReply, route: string) =>
    serveRest(deps, servedMountOfRoute(servedMounts, route), raw, reply.raw, route, bytesOf(body), () =>
      reply.hijack(),
    );
  app.all('/', async (request, reply) => {
    const route = routeInQuery(request.raw.url);
    if (route !== undefined) return serveInQuery(request, reply, route);
    return (await sendEntryPage(deps, request, reply)) ? reply : sendHome(deps, request, reply);
  });
  // Some clients still use this path for requests with `rest_route`.
  app.all('/index.php', async (request, reply) => {
    const route = routeInQuery(request.raw.url);
    return route === undefined ? sendNotFound(deps, reply) : serveInQuery(request, reply, route);
  });
  app.get('/uploads/*', async (request, reply) => {
    const path = request.raw.url?.slice('/uploads/'.length).split('?', 1)[0] ?? '';
    if (!(await sendUpload(deps.files, path, request.raw, reply.raw))) return sendNotFound(deps, reply);
    return reply.hijack();
  });
  if (deps.screens) serveScreens(app, deps.screens, deps);
  if (deps.handleMcp) mountMcp(app, deps.handleMcp, deps);
  app.get('/healthz', async () => ({ status: 'ok' }));
  app.get('/readyz', async (_request, reply) => {
    const ready = await deps.isReady();
    return reply.code(ready ? 200 : 503).send({ status: ready ? 'ready' : 'not ready' });
  });
  app.setNotFoundHandler(async (request, reply) => {
    // Requests with methods that the framework does not know are handled here. No route has these methods, unless they are overridden
    // (protocol.md §2, §8.2).
    const servedMount = servedMounts.find(({ mount }) => isBelow(mount, request.raw.url ?? ''));
    if (servedMount) return serve(servedMount, request, reply);
    if (await sendEntryPage(deps, request, reply)) return reply;
    return sendNotFound(deps, reply);
  });
  app.setErrorHandler((error: { statusCode?: number; message: string }, request, reply) => {
    addCrossOrigin(servedMounts, request, reply);
    const apiError = error instanceof ApiError ? error : deps.translate?.(error);
    if (apiError) return sendApiError(reply, apiError);
    const status = error.statusCode !== undefined && error.statusCode < 500 ? error.statusCode : 500;
    if (status === 413)
      return sendError(
        reply.header('Connection', 'close'),
        status,
        'rest_body_too_large',
        `The request body is too large: at most ${maxBodyBytes} bytes are allowed.`,
      );
    if (status < 500) return sendError(reply, status, 'rest_bad_request', 'The request is malformed.');
    if (request.raw.destroyed && !request.raw.complete) {
      // The client receives no response, and the operator need not act.
      deps.logger.debug({ method: request.raw.method }, 'client disconnected');
      deps.recordRequest?.(request.raw.method ?? '', 'none', clientClosedRequest, reply.elapsedTime);
      return reply.hijack();
    }
    deps.logger.error({ err: error, id: accessLog?.idOf(request.raw) }, 'request failed');
    return sendError(reply, internalError.status, internalError.code, internalError.message);
  });
  return app;
}

const sendNotFound = ({ mounts }: EdgeDeps, reply: FastifyReply): FastifyReply =>
  sendError(withRootLinks(reply, mounts), 404, 'not_found', `Not found; the REST root is ${mounts[0].path}/.`);

/** Adds the `Link` header with the discovery links of the API to a page or a 404 response (additions.md, "Discovery"). */
const withRootLinks = (reply: FastifyReply, mounts: readonly Mount[]): FastifyReply =>
  reply.header('Link', mounts.map(({ root }) => `<${root.url}>; rel="${root.rel}"`).join(', '));

/**
 * Serves an anonymous read without the overhead of the framework: from the cache or through `dispatch`. Returns false for other
 * requests, which the framework must handle.
 */
function serveDirectly(deps: Edge, request: IncomingMessage, response: ServerResponse): boolean {
  if (!isCacheable(request)) return false;
  const startedAt = performance.now();
  const { url = '' } = request;
  const cached = deps.cache.find(url);
  if (cached) {
    deps.sender.sendCached(request, response, cached, startedAt);
    return true;
  }
  const servedMount = deps.servedMounts.find(({ mount }) => isBelow(mount, url));
  if (!servedMount || !hasNoEscapes(url) || isApiDescription(servedMount.mount, url)) return false;
  deps.sender.flush();
  serveRest(deps, servedMount, request, response, url.slice(servedMount.mount.path.length)).catch((error) => {
    deps.logger.error({ err: error, id: deps.accessLog?.idOf(request) }, 'request failed');
    sendInternalError(response, servedMount.crossOrigin(request, false));
  });
  return true;
}

/** Whether the path of a URL has no percent-encoding: the framework rejects paths that cannot be decoded. */
const hasNoEscapes = (url: string): boolean => !/^[^?]*%/.test(url);

/** Whether a URL below a mount is a page that describes the API. */
const isApiDescription = ({ path }: Mount, url: string): boolean =>
  /^\/(?:openapi\.json|docs)(?:[?#]|$)/.test(url.slice(path.length));

/** Returns the route in `/?rest_route=/…`, with the rest of the query; undefined if there is none (protocol.md §2). */
function routeInQuery(url = ''): string | undefined {
  const query = new URLSearchParams(url.slice(url.indexOf('?') + 1));
  const route = url.includes('?') ? query.get('rest_route') : null;
  if (route === null || route === '') return undefined;
  query.delete('rest_route');
  const rest = query.toString();
  return rest === '' ? route : `${route}?${rest}`;
}

/** Whether a client waits for `100 Continue` before it sends the body. */
const expectsContinue = ({ headers }: IncomingMessage): boolean => /^100-continue$/i.test(headers.expect ?? '');

/** Returns the mount of a request, also of one with `rest_route`, and its URL below the mount; undefined outside the mounts. */
function targetOf(servedMounts: readonly ServedMount[], url = ''): (ServedMount & Target) | undefined {
  const servedMount = servedMounts.find(({ mount }) => isBelow(mount, url));
  if (servedMount) return { ...servedMount, url: url.slice(servedMount.mount.path.length) };
  const route = /^\/(?:index\.php)?\?/.test(url) ? routeInQuery(url) : undefined;
  return route === undefined ? undefined : { ...servedMountOfRoute(servedMounts, route), url: route };
}

/** Adds CORS headers to an error that the edge sends by itself. */
function addCrossOrigin(servedMounts: readonly ServedMount[], { raw }: FastifyRequest, reply: FastifyReply): void {
  const lines = targetOf(servedMounts, raw.url)?.crossOrigin(raw, false) ?? [];
  for (let at = 0; at < lines.length; at += 2) reply.header(lines[at] ?? '', lines[at + 1]);
}

/**
 * Returns the mount whose spelling a route uses. The root belongs to the compatible mount, if there is one, because only existing
 * clients request it through `rest_route`.
 */
const servedMountOfRoute = (servedMounts: readonly ServedMount[], route: string): ServedMount =>
  (isNativePath(route) ? undefined : servedMounts[1]) ?? (servedMounts[0] as ServedMount);

/** Sends the page of the entry at a URL; returns false if there is none. */
async function sendEntryPage(deps: Edge, { raw, body }: FastifyRequest, reply: FastifyReply): Promise<boolean> {
  const startedAt = performance.now();
  const sender = { from: deps.clientAddressOf(raw), id: deps.accessLog?.idOf(raw) };
  const make = (signal: AbortSignal) => preparePage(deps, raw, sender, bytesOf(body), signal);
  // Most URLs without an entry are requested once; only pages are cached.
  const url = isCacheable(raw) ? pageCacheUrlOf(raw.url ?? '') : undefined;
  const cached = url === raw.url || url === undefined ? undefined : deps.cache.find(url);
  const response =
    cached ??
    (await (url === undefined ? withDisconnectSignal(raw.socket, make) : deps.cache.produce(url, raw.socket, make)));
  if (response.status === noEntry) return false;
  reply.hijack();
  deps.sender.sendNew(raw, reply.raw, response, startedAt);
  return true;
}

/** Sends a page that describes the API. */
async function sendDescription(
  { sender }: Edge,
  { raw }: FastifyRequest,
  reply: FastifyReply,
  page: Promise<PreparedResponse>,
): Promise<FastifyReply> {
  const startedAt = performance.now();
  const prepared = await page;
  reply.hijack();
  sender.sendCached(raw, reply.raw, prepared, startedAt);
  return reply;
}

function sendHome({ pages, mounts }: EdgeDeps, { raw }: FastifyRequest, reply: FastifyReply): FastifyReply {
  if (raw.method !== 'GET' && raw.method !== 'HEAD') {
    reply.header('Allow', 'GET, HEAD');
    return sendError(reply, 405, 'method_not_allowed', 'Method not allowed; use GET or HEAD.');
  }
  return sendPage(withRootLinks(reply, mounts), pages.home());
}

const sendPage = (reply: FastifyReply, { html, policy }: HtmlPage): FastifyReply =>
  reply
    .header('Content-Security-Policy', policy)
    .header('X-Content-Type-Options', 'nosniff')
    .type('text/html; charset=UTF-8')
    .send(html);
