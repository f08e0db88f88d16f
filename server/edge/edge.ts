// The edge: sockets to requests, answers to sockets. Everything else is `dispatch`, which knows nothing of HTTP's machinery.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import Fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from 'fastify';
import type { Dispatch } from '../http/pipeline.ts';
import type { Request } from '../http/request.ts';
import { crossOriginLines } from './cross-origin.ts';
import { isKnownTo, type KeptAnswers, type Ready, readyAnswer } from './kept-answers.ts';

export interface EdgeParts {
  readonly dispatch: Dispatch;
  /** Whole answers to anonymous reads. */
  readonly answers: KeptAnswers;
  /** Whether the service can answer: its database does. */
  readonly isReady: () => Promise<boolean>;
  readonly logger: FastifyBaseLogger;
  /** Origins whose pages may send credentials. */
  readonly origins: readonly string[];
}

/** The largest body that is read. Bytes. */
const largestBody = 10 * 1024 * 1024;

/** The path below which the REST root is. */
export const restPath = '/rest';

const none = new Uint8Array();

/** The HTTP server, not listening yet. */
export function makeEdge(parts: EdgeParts): FastifyInstance {
  const app = Fastify({
    loggerInstance: parts.logger,
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: largestBody,
    forceCloseConnections: 'idle',
    // What was accepted is answered, also while the service stops.
    return503OnClosing: false,
    // Addresses that cannot be decoded, and requests that cannot be read at all, never reach a handler.
    frameworkErrors: (_error, _request, reply) => sendNoRoute(reply as FastifyReply),
    clientErrorHandler: refuseUnreadable,
    // What is ready needs no framework: it goes out before one is asked.
    serverFactory: (handler) =>
      createServer((request, response) => sendKept(parts, request, response) || handler(request, response)),
  });
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
  const serve = (request: FastifyRequest, reply: FastifyReply) => serveRest(parts, request, reply);
  app.all(restPath, serve);
  app.all(`${restPath}/*`, serve);
  app.get('/healthz', async () => ({ status: 'ok' }));
  app.get('/readyz', async (_request, reply) => {
    const ready = await parts.isReady();
    return reply.code(ready ? 200 : 503).send({ status: ready ? 'ready' : 'not ready' });
  });
  app.setNotFoundHandler((request, reply) =>
    isRest(request.raw.url)
      ? sendNoRoute(reply)
      : sendError(reply, 404, 'not_found', `Nothing is here; the REST root is ${restPath}/.`),
  );
  app.setErrorHandler((error: { statusCode?: number; message: string }, _request, reply) => {
    const status = error.statusCode !== undefined && error.statusCode < 500 ? error.statusCode : 500;
    if (status === 413)
      return sendError(reply, status, 'rest_body_too_large', `A body may have at most ${largestBody} bytes.`);
    if (status < 500) return sendError(reply, status, 'rest_bad_request', 'The request cannot be read.');
    parts.logger.error(error, 'the edge failed');
    return sendError(reply, status, 'internal_server_error', 'Something went wrong here.');
  });
  return app;
}

function sendError(reply: FastifyReply, status: number, code: string, message: string): FastifyReply {
  const body = JSON.stringify({ code, message, data: { status } });
  return reply.code(status).type('application/json; charset=UTF-8').send(body);
}

/** Whether an address is below the REST root, where every other method than the served ones is no route (protocol.md §2). */
const isRest = (url = ''): boolean => /^\/rest(?:[/?]|$)/.test(url);

const sendNoRoute = (reply: FastifyReply): FastifyReply =>
  sendError(reply, 404, 'rest_no_route', 'No route fits this address and method.');

/** Answers what is no HTTP request, and ends the connection. */
function refuseUnreadable(error: Error & { code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || socket.destroyed || !socket.writable) return void socket.destroy();
  const [status, reason] =
    error.code === 'HPE_HEADER_OVERFLOW' ? [431, 'Request Header Fields Too Large'] : [400, 'Bad Request'];
  const body = JSON.stringify({ code: 'rest_bad_request', message: 'The request cannot be read.', data: { status } });
  const head = `HTTP/1.1 ${status} ${reason}\r\nContent-Type: application/json; charset=UTF-8\r\nContent-Length: ${body.length}`;
  socket.end(`${head}\r\nConnection: close\r\n\r\n${body}`);
}

/** Sends the answer that is kept for a request; false where there is none. */
function sendKept(parts: EdgeParts, request: IncomingMessage, response: ServerResponse): boolean {
  const kept = isKeepable(request) ? parts.answers.find(request.url ?? '') : undefined;
  if (kept) send(parts, request, response, kept);
  return kept !== undefined;
}

async function serveRest(parts: EdgeParts, { raw, ip, body }: FastifyRequest, reply: FastifyReply): Promise<void> {
  const url = raw.url ?? restPath;
  const keepable = isKeepable(raw);
  const mark = keepable ? parts.answers.begin() : 0;
  const answer = readyAnswer(await parts.dispatch(requestOf(raw, url, ip, body)));
  if (keepable && answer.status === 200 && !('Cache-Control' in answer.headers)) parts.answers.keep(url, answer, mark);
  reply.hijack();
  send(parts, raw, reply.raw, answer);
}

/** A read by nobody in particular, whose answer is the same for everybody. */
function isKeepable({ method, headers }: IncomingMessage): boolean {
  if (method !== 'GET' && method !== 'HEAD') return false;
  return (
    headers.authorization === undefined &&
    headers.cookie === undefined &&
    headers['x-cms-nonce'] === undefined &&
    headers['x-http-method-override'] === undefined &&
    headers['content-type'] === undefined &&
    headers['content-length'] === undefined &&
    headers['transfer-encoding'] === undefined
  );
}

function requestOf(raw: IncomingMessage, url: string, from: string, body: unknown): Request {
  const at = url.indexOf('?');
  const path = (at < 0 ? url : url.slice(0, at)).slice(restPath.length);
  return {
    // The answer to HEAD is made like that to GET, so that it has the same validator and can be kept for both.
    method: raw.method === 'HEAD' ? 'GET' : (raw.method ?? 'GET'),
    path: path === '' ? '/' : path,
    query: at < 0 ? '' : url.slice(at + 1),
    headers: raw.headers as Record<string, string | undefined>,
    body: body instanceof Uint8Array ? body : none,
    from,
  };
}

/** Writes an answer, or that the client has it already. Past the framework, which has nothing to add to ready bytes. */
function send(
  { origins }: EdgeParts,
  { method, headers }: IncomingMessage,
  response: ServerResponse,
  answer: Ready,
): void {
  const isRead = answer.status === 200 && (method === 'GET' || method === 'HEAD');
  const known = isRead && headers['if-none-match'] !== undefined && isKnownTo(answer.etag, headers['if-none-match']);
  const lines = [...crossOriginLines(headers.origin, origins), ...answer.lines];
  if (isRead) lines.push('ETag', answer.etag);
  if (!known) lines.push('Content-Length', answer.length);
  response.writeHead(known ? 304 : answer.status, lines);
  response.end(known || method === 'HEAD' ? undefined : answer.body);
}
