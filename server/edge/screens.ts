// Screens over HTTP: what came through the socket becomes a request, under our own addresses and those of existing tools.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { ScreenAnswer, ScreenRequest } from '../screens/screen.ts';
import type { Screens } from '../screens/screens.ts';
import { bytesOf, carriesFiles, passOver } from './bodies.ts';
import { compatibleScreens, nativeScreenRequest } from './compatible-screens.ts';
import type { SenderOf } from './sender-address.ts';

/** The largest form that is read. Bytes. */
const largestForm = 64 * 1024;

/** What the edge needs for screens. */
export interface ScreenEdge {
  readonly screens: Screens;
  /** The path of the home as people see it, without a slash at its end. */
  readonly base: string;
  /** Whether the addresses of existing tools are served too. */
  readonly compatible: boolean;
}

/** Serves the screens. */
export function serveScreens(
  app: FastifyInstance,
  { screens, base, compatible }: ScreenEdge,
  senderOf: SenderOf,
): void {
  const serve = async (request: FastifyRequest, reply: FastifyReply) => {
    const asked = readRequest(request, senderOf);
    return asked === undefined ? refuseForm(request, reply) : send(reply, await screens.answer(asked));
  };
  app.all('/account', (_request, reply) => send(reply, leadTo(`${base}/account/profile`)));
  app.all('/account/*', serve);
  if (!compatible) return;
  for (const path of compatibleScreens.keys()) {
    app.all(path, async (request, reply) => {
      const asked = readRequest(request, senderOf);
      if (asked === undefined) return refuseForm(request, reply);
      const native = nativeScreenRequest(asked);
      if (native === undefined) return reply.code(400).type('text/plain; charset=UTF-8').send('0');
      return send(reply, 'seeOther' in native ? leadTo(base + native.seeOther) : await screens.answer(native));
    });
  }
}

const leadTo = (address: string): ScreenAnswer => ({
  status: 302,
  headers: [
    ['Location', address],
    ['Cache-Control', 'no-store'],
  ],
  body: '',
});

/** The request; undefined where its body is no form, or a larger one than any of ours. */
function readRequest({ raw, body }: FastifyRequest, senderOf: SenderOf): ScreenRequest | undefined {
  const bytes = bytesOf(body);
  if (carriesFiles(raw) || bytes.length > largestForm) return undefined;
  const { url = '/', method = 'GET' } = raw;
  const at = url.indexOf('?');
  const isForm = /^application\/x-www-form-urlencoded\b/i.test(raw.headers['content-type'] ?? '');
  return {
    method,
    path: at < 0 ? url : url.slice(0, at),
    query: at < 0 ? '' : url.slice(at + 1),
    headers: raw.headers as Record<string, string | undefined>,
    fields: new URLSearchParams(method === 'POST' && isForm ? Buffer.from(bytes).toString('utf8') : ''),
    from: senderOf(raw),
  };
}

function refuseForm({ raw }: FastifyRequest, reply: FastifyReply): FastifyReply {
  passOver(raw);
  const text = `This page takes forms of at most ${largestForm / 1024} KB, and nothing else.`;
  return reply.code(413).type('text/plain; charset=UTF-8').send(text);
}

function send(reply: FastifyReply, { status, headers, body }: ScreenAnswer): FastifyReply {
  for (const [name, value] of headers) reply.header(name, value);
  return reply.code(status).send(body);
}
