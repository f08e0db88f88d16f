// The edge: sockets to requests, answers to sockets. Everything else is `dispatch`, which knows nothing of HTTP's machinery.
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import Fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from 'fastify';
import { isNativePath } from '../../contract/names/spelling.ts';
import type { FileStore } from '../files/store.ts';
import type { Translate } from '../http/answer.ts';
import { DEFAULT_MAX_BODY_BYTES } from '../http/upload.ts';
import type { AnswerPage } from '../look/page.ts';
import { Refusal } from '../refusal.ts';
import { beforeSlices } from '../workers/event-loop.ts';
import { bytesOf, readBodies, settleContentType } from './bodies.ts';
import { refusalOfBody, type Target } from './body-limits.ts';
import { clientClosedRequest, makeFor } from './callers.ts';
import { makeServer, type PacedServer, type Paces } from './connections.ts';
import { Draining } from './draining.ts';
import { madePage, nowhere, pageAddressOf } from './entry-pages.ts';
import { InFlightBytes } from './in-flight.ts';
import type { KeptAnswers, Ready } from './kept-answers.ts';
import type { AnswerMcp } from './mcp/answer-mcp.ts';
import { mountMcp } from './mcp/mount-mcp.ts';
import type { Mount } from './mounts.ts';
import type { PageOfText, Pages } from './pages.ts';
import {
  ourFault,
  refuseFault,
  refuseUnread,
  refuseUnreadable,
  sendError,
  sendNoRoute,
  sendRefusal,
} from './refuse.ts';
import { isBelow, isKeepable, type Place, placeOf, serveRest } from './rest.ts';
import { type ScreenEdge, serveScreens } from './screens.ts';
import { makeSenderOf, type SenderOf } from './sender-address.ts';
import { type Note, Sending } from './sending.ts';
import { Streams } from './streams.ts';
import { sendUpload } from './uploads.ts';

export interface EdgeParts {
  /** Whole answers to anonymous reads. */
  readonly answers: KeptAnswers;
  /** Returns the error that a failure of the storage means to callers; absent: all are faults of ours. */
  readonly translate?: Translate;
  /** Whether the service can answer: its database does. */
  readonly isReady: () => Promise<boolean>;
  readonly logger: FastifyBaseLogger;
  /** Origins whose pages may send credentials. */
  readonly origins: readonly string[];
  /** Addresses and networks of the proxies that are believed when they say whom they forward; absent: none is. */
  readonly proxies?: readonly string[];
  /** Where the service is reached; the first is that of requests to no mount at all. */
  readonly mounts: readonly [Mount, ...Mount[]];
  readonly pages: Pages;
  /** Pages for people who sign in; absent: none. */
  readonly screens?: ScreenEdge;
  /** The pages of entries; absent: they have none. */
  readonly answerPage?: AnswerPage;
  /** Answers programs that look for tools; absent: none are offered. */
  readonly answerMcp?: AnswerMcp;
  /** The largest body that is read into memory. Bytes; absent: as usual. */
  readonly maxBodyBytes?: number;
  /** Uploaded files. */
  readonly files: FileStore;
  /** Told of every request below a REST root: method, pattern of the route, status, milliseconds. */
  readonly note?: Note;
  /** Closes the listening sockets when the service stops; absent: closing the application does. */
  readonly draining?: Draining;
  /** The memory for responses that are being built or sent. Bytes; absent: 128 MiB. */
  readonly responseMemory?: number;
  /** How slow clients may be; absent: as slow as is usual. */
  readonly paces?: Paces;
}

const noSchemas = (): never => {
  throw new Error('Schemas are declared in the contract and not to the framework.');
};

/** What the edge is made of, and what answers are sent with. */
interface Edge extends EdgeParts {
  readonly senderOf: SenderOf;
  readonly sending: Sending;
  readonly streams: Streams;
  readonly inFlight: InFlightBytes;
  readonly places: readonly Place[];
}

/** The HTTP server, not listening yet. */
export function makeEdge(given: EdgeParts): FastifyInstance {
  const { logger, draining = new Draining() } = given;
  const parts: Edge = {
    ...given,
    senderOf: makeSenderOf(given.proxies),
    sending: new Sending((error) => logger.error(error, 'an answer could not be written'), given.note),
    inFlight: new InFlightBytes(given.responseMemory ?? 128 * 1024 * 1024),
    streams: new Streams((error) => logger.warn(error, 'a stream ended early')),
    places: given.mounts.map((mount) => placeOf(mount, given.origins)),
  };
  const { senderOf, sending, streams, places, maxBodyBytes = DEFAULT_MAX_BODY_BYTES } = parts;
  // One for each address that the name of a host leads to.
  const servers: PacedServer[] = [];
  const app = Fastify({
    loggerInstance: logger,
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: maxBodyBytes,
    forceCloseConnections: 'idle',
    // What is sent is checked by the contract, so the framework need not load what would check and write by its own schemas.
    schemaController: { compilersFactory: { buildValidator: noSchemas, buildSerializer: noSchemas } },
    // What was accepted is answered, also while the service stops.
    return503OnClosing: false,
    // Addresses that cannot be decoded, and requests that cannot be read at all, never reach a handler.
    frameworkErrors: (_error, request, reply) => {
      addCrossOrigin(places, request as FastifyRequest, reply as FastifyReply);
      sendNoRoute(reply as FastifyReply);
    },
    clientErrorHandler: refuseUnreadable,
    serverFactory: (handler) => {
      const serve: RequestListener = (request, response) => {
        if (answeredPastFramework(parts, request, response)) return;
        const target = targetOf(places, request.url);
        const refusal = refusalOfBody(request, target);
        if (refusal) return refuseUnread(response, refusal, target?.crossOrigin(request, false));
        if (expectsToBeAsked(request)) response.writeContinue();
        sending.letGo();
        settleContentType(request);
        handler(request, response);
      };
      const made = makeServer(
        (request, response) => draining.admit(() => serve(request, response)),
        () => draining.isActive,
        parts.paces,
      );
      draining.watch(made.server);
      servers.push(made);
      return made.server;
    },
  });
  readBodies(app, maxBodyBytes);
  const removeListener = beforeSlices(() => sending.letGo());
  app.addHook('onClose', async () => removeListener());
  app.addHook('preClose', async () => {
    streams.end();
    for (const server of servers) server.closeWhatGetsIdle();
  });
  const serve = (place: Place, { raw, body }: FastifyRequest, reply: FastifyReply) => {
    const address = raw.url?.slice(place.mount.path.length) ?? '';
    return serveRest(parts, place, raw, reply.raw, address, bytesOf(body), () => reply.hijack());
  };
  for (const place of places) {
    const { path } = place.mount;
    app.all(path, (request, reply) => serve(place, request, reply));
    app.all(`${path}/*`, (request, reply) => serve(place, request, reply));
    app.get(`${path}/openapi.json`, (request, reply) =>
      sendDescription(parts, request, reply, parts.pages.openApi(place.mount)),
    );
    app.get(`${path}/docs`, (request, reply) => sendDescription(parts, request, reply, parts.pages.docs(place.mount)));
  }
  const serveInQuery = ({ raw, body }: FastifyRequest, reply: FastifyReply, route: string) =>
    serveRest(parts, placeOfRoute(places, route), raw, reply.raw, route, bytesOf(body), () => reply.hijack());
  app.all('/', async (request, reply) => {
    const route = routeInQuery(request.raw.url);
    if (route !== undefined) return serveInQuery(request, reply, route);
    return (await sendEntryPage(parts, request, reply)) ? reply : sendHome(parts, request, reply);
  });
  // Some clients write the file that addresses of this kind once led to.
  app.all('/index.php', async (request, reply) => {
    const route = routeInQuery(request.raw.url);
    return route === undefined ? sendNothing(parts, reply) : serveInQuery(request, reply, route);
  });
  app.get('/uploads/*', async (request, reply) => {
    const path = request.raw.url?.slice('/uploads/'.length).split('?', 1)[0] ?? '';
    if (!(await sendUpload(parts.files, path, request.raw, reply.raw))) return sendNothing(parts, reply);
    return reply.hijack();
  });
  if (parts.screens) serveScreens(app, parts.screens, senderOf);
  if (parts.answerMcp) mountMcp(app, parts.answerMcp, senderOf, parts.note);
  app.get('/healthz', async () => ({ status: 'ok' }));
  app.get('/readyz', async (_request, reply) => {
    const ready = await parts.isReady();
    return reply.code(ready ? 200 : 503).send({ status: ready ? 'ready' : 'not ready' });
  });
  app.setNotFoundHandler(async (request, reply) => {
    // Methods that the framework does not know: no route has them, unless they stand for others (protocol.md §2, §8.2).
    const place = places.find(({ mount }) => isBelow(mount, request.raw.url ?? ''));
    if (place) return serve(place, request, reply);
    if (await sendEntryPage(parts, request, reply)) return reply;
    return sendNothing(parts, reply);
  });
  app.setErrorHandler((error: { statusCode?: number; message: string }, request, reply) => {
    addCrossOrigin(places, request, reply);
    const refusal = error instanceof Refusal ? error : parts.translate?.(error);
    if (refusal) return sendRefusal(reply, refusal);
    const status = error.statusCode !== undefined && error.statusCode < 500 ? error.statusCode : 500;
    if (status === 413)
      return sendError(
        reply.header('Connection', 'close'),
        status,
        'rest_body_too_large',
        `A body may have at most ${maxBodyBytes} bytes.`,
      );
    if (status < 500) return sendError(reply, status, 'rest_bad_request', 'The request cannot be read.');
    if (request.raw.destroyed && !request.raw.complete) {
      // There is nobody to respond to, and nothing for an operator to do.
      parts.logger.debug({ method: request.raw.method }, 'client disconnected');
      parts.note?.(request.raw.method ?? '', 'none', clientClosedRequest, reply.elapsedTime);
      return reply.hijack();
    }
    parts.logger.error(error, 'the edge failed');
    return sendError(reply, ourFault.status, ourFault.code, ourFault.message);
  });
  return app;
}

const sendNothing = ({ mounts }: EdgeParts, reply: FastifyReply): FastifyReply =>
  sendError(namingRoots(reply, mounts), 404, 'not_found', `Nothing is here; the REST root is ${mounts[0].path}/.`);

/** Clients find the API by any address of a site, also by one where nothing is (additions.md, "Discovery"). */
const namingRoots = (reply: FastifyReply, mounts: readonly Mount[]): FastifyReply =>
  reply.header('Link', mounts.map(({ root }) => `<${root.address}>; rel="${root.rel}"`).join(', '));

/**
 * Answers a read by nobody in particular without the framework, which has nothing to do for one: what is kept ready, and what
 * `dispatch` makes. False where the request is another one.
 */
function answeredPastFramework(parts: Edge, request: IncomingMessage, response: ServerResponse): boolean {
  if (!isKeepable(request)) return false;
  const began = performance.now();
  const { url = '' } = request;
  const kept = parts.answers.find(url);
  if (kept) {
    parts.sending.sendKept(request, response, kept, began);
    return true;
  }
  const place = parts.places.find(({ mount }) => isBelow(mount, url));
  if (!place || !isPlain(url) || isOwnPage(place.mount, url)) return false;
  parts.sending.letGo();
  serveRest(parts, place, request, response, url.slice(place.mount.path.length)).catch((error) => {
    parts.logger.error(error, 'the edge failed');
    refuseFault(response, place.crossOrigin(request, false));
  });
  return true;
}

/** Whether the path of an address is without escapes: the framework refuses those that nobody can decode. */
const isPlain = (url: string): boolean => !/^[^?]*%/.test(url);

/** Whether an address below a mount leads to a page about the service. */
const isOwnPage = ({ path }: Mount, url: string): boolean =>
  /^\/(?:openapi\.json|docs)(?:[?#]|$)/.test(url.slice(path.length));

/** The route in `/?rest_route=/…`, with the rest of the query; undefined where there is none (protocol.md §2). */
function routeInQuery(url = ''): string | undefined {
  const query = new URLSearchParams(url.slice(url.indexOf('?') + 1));
  const route = url.includes('?') ? query.get('rest_route') : null;
  if (route === null || route === '') return undefined;
  query.delete('rest_route');
  const rest = query.toString();
  return rest === '' ? route : `${route}?${rest}`;
}

/** Whether a client waits to be told that its body is wanted. */
const expectsToBeAsked = ({ headers }: IncomingMessage): boolean => /^100-continue$/i.test(headers.expect ?? '');

/** Where a request goes below a mount, also by `rest_route`; undefined where it goes elsewhere. */
function targetOf(places: readonly Place[], url = ''): (Place & Target) | undefined {
  const place = places.find(({ mount }) => isBelow(mount, url));
  if (place) return { ...place, url: url.slice(place.mount.path.length) };
  const route = /^\/(?:index\.php)?\?/.test(url) ? routeInQuery(url) : undefined;
  return route === undefined ? undefined : { ...placeOfRoute(places, route), url: route };
}

/** Lets pages of other origins read an error that the edge sends by itself. */
function addCrossOrigin(places: readonly Place[], { raw }: FastifyRequest, reply: FastifyReply): void {
  const lines = targetOf(places, raw.url)?.crossOrigin(raw, false) ?? [];
  for (let at = 0; at < lines.length; at += 2) reply.header(lines[at] ?? '', lines[at + 1]);
}

/** The mount in whose names a route is written. The root is named by nobody; who asks for it this way is an existing client. */
const placeOfRoute = (places: readonly Place[], route: string): Place =>
  (isNativePath(route) ? undefined : places[1]) ?? (places[0] as Place);

/** Sends the page of the entry that an address leads to; false where there is none. */
async function sendEntryPage(parts: Edge, { raw, body }: FastifyRequest, reply: FastifyReply): Promise<boolean> {
  const began = performance.now();
  const make = (signal: AbortSignal) => madePage(parts, raw, parts.senderOf(raw), bytesOf(body), signal);
  // Most addresses that lead nowhere are tried once; what is kept are pages.
  const address = isKeepable(raw) ? pageAddressOf(raw.url ?? '') : undefined;
  const cached = address === raw.url || address === undefined ? undefined : parts.answers.find(address);
  const answer =
    cached ??
    (await (address === undefined ? makeFor(raw.socket, make) : parts.answers.make(address, raw.socket, make)));
  if (answer.status === nowhere) return false;
  reply.hijack();
  parts.sending.sendMade(raw, reply.raw, answer, began);
  return true;
}

/** Sends what describes the API. */
async function sendDescription(
  { sending }: Edge,
  { raw }: FastifyRequest,
  reply: FastifyReply,
  page: Promise<Ready>,
): Promise<FastifyReply> {
  const began = performance.now();
  const ready = await page;
  reply.hijack();
  sending.sendKept(raw, reply.raw, ready, began);
  return reply;
}

function sendHome({ pages, mounts }: EdgeParts, { raw }: FastifyRequest, reply: FastifyReply): FastifyReply {
  if (raw.method !== 'GET' && raw.method !== 'HEAD') {
    reply.header('Allow', 'GET, HEAD');
    return sendError(reply, 405, 'method_not_allowed', 'This page can only be read.');
  }
  return sendPage(namingRoots(reply, mounts), pages.home());
}

const sendPage = (reply: FastifyReply, { html, policy }: PageOfText): FastifyReply =>
  reply
    .header('Content-Security-Policy', policy)
    .header('X-Content-Type-Options', 'nosniff')
    .type('text/html; charset=UTF-8')
    .send(html);
