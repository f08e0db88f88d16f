// The edge: sockets to requests, answers to sockets. Everything else is `dispatch`, which knows nothing of HTTP's machinery.
import Fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from 'fastify';
import type { Dispatch } from '../http/pipeline.ts';
import type { Answer } from '../http/request.ts';
import { crossOriginHeaders } from './cross-origin.ts';

export interface EdgeParts {
  readonly dispatch: Dispatch;
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
  app.setNotFoundHandler((_request, reply) =>
    sendError(reply, 404, 'not_found', `Nothing is here; the REST root is ${restPath}/.`),
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
  return reply
    .code(status)
    .type('application/json; charset=UTF-8')
    .send(JSON.stringify({ code, message, data: { status } }));
}

async function serveRest(
  { dispatch, origins }: EdgeParts,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const url = request.raw.url ?? restPath;
  const at = url.indexOf('?');
  const path = (at < 0 ? url : url.slice(0, at)).slice(restPath.length);
  const answer = await dispatch({
    method: request.method,
    path: path === '' ? '/' : path,
    query: at < 0 ? '' : url.slice(at + 1),
    headers: request.headers as Record<string, string | undefined>,
    body: request.body instanceof Uint8Array ? request.body : none,
    from: request.ip,
  });
  return send(reply, answer, crossOriginHeaders(request.headers.origin, origins));
}

function send(
  reply: FastifyReply,
  { status, headers, body }: Answer,
  crossOrigin: Readonly<Record<string, string>>,
): FastifyReply {
  reply.code(status).headers(crossOrigin).headers(headers).header('Content-Type', 'application/json; charset=UTF-8');
  return reply.send(body === undefined ? '' : JSON.stringify(body));
}
