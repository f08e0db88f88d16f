// The edge: sockets to requests, answers to sockets. Everything else is `dispatch`, which knows nothing of HTTP's machinery.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import Fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from 'fastify';
import type { FileStore } from '../files/store.ts';
import type { Dispatch } from '../http/pipeline.ts';
import type { Request } from '../http/request.ts';
import { largestBody } from '../http/upload.ts';
import type { AnswerPage } from '../look/page.ts';
import { carriesFiles, passOver, piecesOf, readBodies, settleContentType } from './bodies.ts';
import { type CrossOrigin, makeCrossOrigin } from './cross-origin.ts';
import { madePage, nowhere } from './entry-pages.ts';
import { isKnownTo, type KeptAnswers, type Ready, readyAnswer } from './kept-answers.ts';
import { Leaving } from './leaving.ts';
import type { AnswerMcp } from './mcp/answer-mcp.ts';
import { mountMcp } from './mcp/mount-mcp.ts';
import type { Mount } from './mounts.ts';
import type { PageOfText, Pages } from './pages.ts';
import { refuseUnreadable, sendError, sendNoRoute } from './refuse.ts';
import { type ScreenEdge, serveScreens } from './screens.ts';
import { senderIn } from './sender-address.ts';
import { Streams } from './streams.ts';
import { sendUpload } from './uploads.ts';
import { refusedCallback, writingOf, written } from './writing.ts';

export interface EdgeParts {
  readonly dispatch: Dispatch;
  /** Whole answers to anonymous reads. */
  readonly answers: KeptAnswers;
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
  /** Uploaded files. */
  readonly files: FileStore;
  /** Told of every request below a REST root: method, pattern of the route, status, milliseconds. */
  readonly note?: (method: string, route: string, status: number, milliseconds: number) => void;
}

const none = new Uint8Array();

const noSchemas = (): never => {
  throw new Error('Schemas are declared in the contract and not to the framework.');
};

/** What the edge is made of, and its answers that are about to leave. */
interface Edge extends EdgeParts {
  /** Those that were kept ready. */
  readonly ready: Leaving;
  /** Those that were made. */
  readonly made: Leaving;
}

/** The HTTP server, not listening yet. */
export function makeEdge(given: EdgeParts): FastifyInstance {
  const unwritten = (error: unknown) => given.logger.error(error, 'an answer could not be written');
  const parts: Edge = { ...given, ready: new Leaving(unwritten), made: new Leaving(unwritten) };
  const app = Fastify({
    loggerInstance: parts.logger,
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: largestBody,
    trustProxy: parts.proxies && parts.proxies.length > 0 ? [...parts.proxies] : false,
    forceCloseConnections: 'idle',
    // What is sent is checked by the contract, so the framework need not load what would check and write by its own schemas.
    schemaController: { compilersFactory: { buildValidator: noSchemas, buildSerializer: noSchemas } },
    // What was accepted is answered, also while the service stops.
    return503OnClosing: false,
    // Addresses that cannot be decoded, and requests that cannot be read at all, never reach a handler.
    frameworkErrors: (_error, _request, reply) => sendNoRoute(reply as FastifyReply),
    clientErrorHandler: refuseUnreadable,
    // What is ready needs no framework: it goes out before one is asked.
    serverFactory: (handler) =>
      createServer((request, response) => {
        if (sendKept(parts, request, response)) return;
        // What is ready does not wait for what is to be made, which may take long.
        parts.ready.leave();
        parts.made.leaveIfLate();
        settleContentType(request);
        handler(request, response);
      }),
  });
  readBodies(app);
  const streams = new Streams((error) => parts.logger.warn(error, 'a stream ended early'));
  app.addHook('preClose', async () => streams.end());
  const places = parts.mounts.map((mount) => placeOf(mount, parts.origins));
  for (const place of places) {
    const serve = (request: FastifyRequest, reply: FastifyReply) =>
      serveRest(parts, streams, place, request, reply, request.raw.url?.slice(place.mount.path.length) ?? '');
    app.all(place.mount.path, serve);
    app.all(`${place.mount.path}/*`, serve);
  }
  app.get(`${parts.mounts[0].path}/openapi.json`, (_request, reply) =>
    reply
      .header('Access-Control-Allow-Origin', '*')
      .type('application/json; charset=UTF-8')
      .send(parts.pages.openApi()),
  );
  app.get(`${parts.mounts[0].path}/docs`, (_request, reply) => sendPage(reply, parts.pages.docs()));
  app.all('/', async (request, reply) => {
    const route = routeInQuery(request.raw.url);
    if (route !== undefined) return serveRest(parts, streams, placeOfRoute(places, route), request, reply, route);
    return (await sendEntryPage(parts, request, reply)) ? reply : sendHome(parts, request, reply);
  });
  app.get('/uploads/*', async (request, reply) => {
    const path = request.raw.url?.slice('/uploads/'.length).split('?', 1)[0] ?? '';
    if (!(await sendUpload(parts.files, path, request.raw, reply.raw))) return sendNothing(parts, reply);
    return reply.hijack();
  });
  if (parts.screens) serveScreens(app, parts.screens);
  if (parts.answerMcp) mountMcp(app, parts.answerMcp, parts.note);
  app.get('/healthz', async () => ({ status: 'ok' }));
  app.get('/readyz', async (_request, reply) => {
    const ready = await parts.isReady();
    return reply.code(ready ? 200 : 503).send({ status: ready ? 'ready' : 'not ready' });
  });
  app.setNotFoundHandler(async (request, reply) => {
    if (isBelow(parts.mounts, request.raw.url)) return sendNoRoute(reply);
    if (await sendEntryPage(parts, request, reply)) return reply;
    return sendNothing(parts, reply);
  });
  app.setErrorHandler((error: { statusCode?: number; message: string }, _request, reply) => {
    const status = error.statusCode !== undefined && error.statusCode < 500 ? error.statusCode : 500;
    if (status === 413)
      return sendError(
        reply.header('Connection', 'close'),
        status,
        'rest_body_too_large',
        `A body may have at most ${largestBody} bytes.`,
      );
    if (status < 500) return sendError(reply, status, 'rest_bad_request', 'The request cannot be read.');
    parts.logger.error(error, 'the edge failed');
    return sendError(reply, status, 'internal_server_error', 'Something went wrong here.');
  });
  return app;
}

const sendNothing = ({ mounts }: EdgeParts, reply: FastifyReply): FastifyReply =>
  sendError(reply, 404, 'not_found', `Nothing is here; the REST root is ${mounts[0].path}/.`);

/** Whether an address is below a REST root, where every other method than the served ones is no route (protocol.md §2). */
const isBelow = (mounts: readonly Mount[], url = ''): boolean =>
  mounts.some(({ path }) => url.startsWith(path) && /^[/?]?$/.test(url.charAt(path.length)));

/** Sends the answer that is kept for a request; false where there is none. */
function sendKept(parts: Edge, request: IncomingMessage, response: ServerResponse): boolean {
  const began = performance.now();
  const kept = isKeepable(request) ? parts.answers.find(request.url ?? '') : undefined;
  if (!kept) return false;
  parts.ready.add(() => write(request, response, kept));
  noteRequest(parts, request, kept, began);
  return true;
}

function noteRequest({ note }: EdgeParts, { method = '' }: IncomingMessage, answer: Ready, began: number): void {
  note?.(method, answer.route ?? 'none', answer.status, performance.now() - began);
}

/** A mount with what is the same in all its answers. */
interface Place {
  readonly mount: Mount;
  readonly crossOrigin: CrossOrigin;
}

const placeOf = (mount: Mount, origins: readonly string[]): Place => ({
  mount,
  crossOrigin: makeCrossOrigin(origins, mount.sayHeader),
});

/** The route in `/?rest_route=/…`, with the rest of the query; undefined where there is none (protocol.md §2). */
function routeInQuery(url = ''): string | undefined {
  const query = new URLSearchParams(url.slice(url.indexOf('?') + 1));
  const route = url.includes('?') ? query.get('rest_route') : null;
  if (route === null || route === '') return undefined;
  query.delete('rest_route');
  const rest = query.toString();
  return rest === '' ? route : `${route}?${rest}`;
}

/** The mount in whose names a route is written. The root is named by nobody; who asks for it this way is an existing client. */
const placeOfRoute = (places: readonly Place[], route: string): Place =>
  (/^\/cms/.test(route) ? undefined : places[1]) ?? (places[0] as Place);

/** `url` is below the mount's root. */
async function serveRest(
  parts: Edge,
  streams: Streams,
  { mount, crossOrigin }: Place,
  { raw, ip, body }: FastifyRequest,
  reply: FastifyReply,
  url: string,
): Promise<void> {
  const began = performance.now();
  const writing = writingOf(url);
  const make = async () => {
    if (!writing) return readyAnswer(refusedCallback, () => []);
    const said = mount.say(await parts.dispatch(mount.hear(requestOf(raw, url, senderIn(ip, raw), body))));
    return readyAnswer(written(said, writing), crossOrigin);
  };
  const answer = isKeepable(raw) ? await parts.answers.make(raw.url ?? '', make) : await make();
  reply.hijack();
  if (answer.stream && raw.method !== 'HEAD') streams.send(raw, reply.raw, answer, answer.stream);
  else send(parts, raw, reply.raw, answer);
  if (carriesFiles(raw)) passOver(raw);
  noteRequest(parts, raw, answer, began);
}

/** Sends the page of the entry that an address leads to; false where there is none. */
async function sendEntryPage(parts: Edge, { raw, ip, body }: FastifyRequest, reply: FastifyReply): Promise<boolean> {
  const began = performance.now();
  const make = () => madePage(parts, raw, senderIn(ip, raw), body);
  // Most addresses that lead nowhere are tried once; what is kept are pages.
  const answer = isKeepable(raw) ? await parts.answers.make(raw.url ?? '', make) : await make();
  if (answer.status === nowhere) return false;
  reply.hijack();
  send(parts, raw, reply.raw, answer);
  noteRequest(parts, raw, answer, began);
  return true;
}

function sendHome({ pages, mounts }: EdgeParts, { raw }: FastifyRequest, reply: FastifyReply): FastifyReply {
  if (raw.method !== 'GET' && raw.method !== 'HEAD') {
    reply.header('Allow', 'GET, HEAD');
    return sendError(reply, 405, 'method_not_allowed', 'This page can only be read.');
  }
  const links = mounts.map(({ root }) => `<${root.address}>; rel="${root.rel}"`);
  return sendPage(reply.header('Link', links.join(', ')), pages.home());
}

const sendPage = (reply: FastifyReply, { html, policy }: PageOfText): FastifyReply =>
  reply
    .header('Content-Security-Policy', policy)
    .header('X-Content-Type-Options', 'nosniff')
    .type('text/html; charset=UTF-8')
    .send(html);

/** A read by nobody in particular, whose answer is the same for everybody. */
function isKeepable({ method, headers }: IncomingMessage): boolean {
  if (method !== 'GET' && method !== 'HEAD') return false;
  return (
    headers.authorization === undefined &&
    headers.cookie === undefined &&
    headers['x-cms-nonce'] === undefined &&
    headers['x-wp-nonce'] === undefined &&
    headers['x-http-method-override'] === undefined &&
    headers['content-type'] === undefined &&
    headers['content-length'] === undefined &&
    headers['transfer-encoding'] === undefined
  );
}

function requestOf(raw: IncomingMessage, url: string, from: string, body: unknown): Request {
  const at = url.indexOf('?');
  const path = at < 0 ? url : url.slice(0, at);
  return {
    // The answer to HEAD is made like that to GET, so that it has the same validator and can be kept for both.
    method: raw.method === 'HEAD' ? 'GET' : (raw.method ?? 'GET'),
    path: path === '' ? '/' : path,
    query: at < 0 ? '' : url.slice(at + 1),
    headers: raw.headers as Record<string, string | undefined>,
    body: body instanceof Uint8Array ? body : none,
    ...(carriesFiles(raw) && { stream: piecesOf(raw) }),
    from,
  };
}

/** Sends an answer that was made. */
const send = ({ made }: Edge, request: IncomingMessage, response: ServerResponse, answer: Ready): void =>
  made.add(() => write(request, response, answer));

/** Writes an answer; whoever cannot be told it is told that nothing comes. Throws what is wrong with the answer. */
function write(request: IncomingMessage, response: ServerResponse, answer: Ready): void {
  try {
    writeOut(request, response, answer);
  } catch (error) {
    response.destroy();
    throw error;
  }
}

/** Writes an answer, or that the client has it already. Past the framework, which has nothing to add to ready bytes. */
function writeOut({ method, headers }: IncomingMessage, response: ServerResponse, answer: Ready): void {
  const reads = method === 'GET' || method === 'HEAD';
  const isRead = reads && answer.status === 200;
  const cacheable = reads && !('Cache-Control' in answer.headers);
  const known = isRead && headers['if-none-match'] !== undefined && isKnownTo(answer.etag, headers['if-none-match']);
  const lines = [...answer.crossOrigin(headers.origin, cacheable), ...answer.lines];
  if (isRead) lines.push('ETag', answer.etag);
  if (!known) lines.push('Content-Length', String(answer.length));
  response.writeHead(known ? 304 : answer.status, lines);
  const [body, ...more] = known || method === 'HEAD' ? [] : answer.body;
  if (more.length === 0) return void response.end(body);
  // Parts leave together, without being copied into one first.
  response.cork();
  response.write(body);
  for (const each of more) response.write(each);
  response.end();
  response.uncork();
}
