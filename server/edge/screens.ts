// Serves the screens over HTTP, at native URLs and at those of existing tools.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Screens } from '../screens/screens.ts';
import type { ScreenRequest, ScreenResponse } from '../screens/types.ts';
import type { AccessLog } from './access-log.ts';
import { bytesOf, discardBody, mayContainFiles } from './bodies.ts';
import type { ClientAddressOf } from './client-address.ts';
import { compatibleScreens, nativeScreenRequest } from './compatible-screens.ts';

/** Maximum size of a form that is read, in bytes. */
const maxFormBytes = 64 * 1024;

/** Dependencies of the screen routes. */
export interface ScreenDeps {
  readonly screens: Screens;
  /** Path of the public home URL, without a trailing slash. */
  readonly base: string;
  /** Whether the URLs of existing tools are served as well. */
  readonly compatible: boolean;
}

interface EdgeDeps {
  readonly clientAddressOf: ClientAddressOf;
  readonly accessLog?: AccessLog | undefined;
}

/** Registers the routes of the screens. */
export function serveScreens(app: FastifyInstance, { screens, base, compatible }: ScreenDeps, deps: EdgeDeps): void {
  const handle = async (request: FastifyRequest, reply: FastifyReply, screenRequest: ScreenRequest) => {
    const response = await screens.handle(screenRequest);
    deps.accessLog?.describe(request.raw, { userId: response.userId });
    return send(reply, response);
  };
  const serve = async (request: FastifyRequest, reply: FastifyReply) => {
    const screenRequest = readRequest(request, deps);
    return screenRequest === undefined ? rejectForm(request, reply) : handle(request, reply, screenRequest);
  };
  app.all('/account', (_request, reply) => send(reply, redirectTo(`${base}/account/profile`)));
  app.all('/account/*', serve);
  if (!compatible) return;
  for (const path of compatibleScreens.keys()) {
    app.all(path, async (request, reply) => {
      const screenRequest = readRequest(request, deps);
      if (screenRequest === undefined) return rejectForm(request, reply);
      const native = nativeScreenRequest(screenRequest);
      if (native === undefined) return reply.code(400).type('text/plain; charset=UTF-8').send('0');
      if ('redirectTo' in native) return send(reply, redirectTo(base + native.redirectTo));
      return handle(request, reply, native);
    });
  }
}

const redirectTo = (url: string): ScreenResponse => ({
  status: 302,
  headers: [
    ['Location', url],
    ['Cache-Control', 'no-store'],
  ],
  body: '',
});

/** Returns the request; undefined if its body is not a form or exceeds the maximum size. */
function readRequest({ raw, body }: FastifyRequest, deps: EdgeDeps): ScreenRequest | undefined {
  const bytes = bytesOf(body);
  if (mayContainFiles(raw) || bytes.length > maxFormBytes) return undefined;
  const { url = '/', method = 'GET' } = raw;
  const at = url.indexOf('?');
  const isForm = /^application\/x-www-form-urlencoded\b/i.test(raw.headers['content-type'] ?? '');
  return {
    method,
    path: at < 0 ? url : url.slice(0, at),
    query: at < 0 ? '' : url.slice(at + 1),
    headers: raw.headers as Record<string, string | undefined>,
    fields: new URLSearchParams(method === 'POST' && isForm ? Buffer.from(bytes).toString('utf8') : ''),
    ip: deps.clientAddressOf(raw),
    id: deps.accessLog?.idOf(raw),
  };
}

function rejectForm({ raw }: FastifyRequest, reply: FastifyReply): FastifyReply {
  discardBody(raw);
  const text = `The request body must be a form of at most ${maxFormBytes / 1024} KB.`;
  return reply.code(413).type('text/plain; charset=UTF-8').send(text);
}

function send(reply: FastifyReply, { status, headers, body }: ScreenResponse): FastifyReply {
  for (const [name, value] of headers) reply.header(name, value);
  return reply.code(status).send(body);
}
