// Bodies as the edge takes them in: as bytes, on every method and of every type. What they mean is decided behind it.
import type { IncomingMessage } from 'node:http';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { kindOfBody } from '../http/parameters/body.ts';
import { requireWithinLimit } from './body-limits.ts';

/**
 * Reads the bodies of all methods, GET's too: parameters may come in them (protocol.md §3.1). What may be a file is left
 * to who wants it. A body of more than `maxBytes` is refused.
 */
export function readBodies(app: FastifyInstance, maxBytes: number): void {
  for (const method of ['GET', 'HEAD']) app.addHttpMethod(method, { hasBody: true, overrideExisting: true });
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', async (request: FastifyRequest) =>
    carriesFiles(request.raw) ? undefined : readWhole(request.raw, maxBytes),
  );
}

/** Whether the body of a request may be a file, or a form with files: it is then read piece by piece, by who wants it. */
export const carriesFiles = ({ method = '', headers }: IncomingMessage): boolean =>
  method === 'POST' && kindOfBody(method, headers['content-type']) === 'other';

/**
 * The body in pieces. The connection outlives a reader who does not want them all, for it carries the answer. Throws Refusal
 * past what is read of its sender.
 */
export async function* piecesOf(raw: IncomingMessage): AsyncIterable<Buffer> {
  let length = 0;
  for await (const piece of raw.iterator({ destroyOnReturn: false })) {
    length += piece.length;
    requireWithinLimit(raw, length);
    yield piece;
  }
}

/** Reads past what is left of a body that nobody wants, so that its sender comes to hear the answer. */
export function passOver(raw: IncomingMessage): void {
  if (!raw.complete && !raw.destroyed) raw.resume();
}

const none = new Uint8Array();

/** The bytes of a body that the framework has taken in; none where there was none, or nobody has read it. */
export const bytesOf = (body: unknown): Uint8Array => (body instanceof Uint8Array ? body : none);

/** A body in memory. Throws an error with the status 413 beyond the limit. */
async function readWhole(raw: IncomingMessage, maxBytes: number): Promise<Buffer> {
  const tooLarge = () => Object.assign(new Error('the body is too large'), { statusCode: 413 });
  if (Number(raw.headers['content-length'] ?? 0) > maxBytes) throw tooLarge();
  const pieces: Buffer[] = [];
  let length = 0;
  for await (const piece of piecesOf(raw)) {
    length += piece.length;
    if (length > maxBytes) throw tooLarge();
    pieces.push(piece);
  }
  return Buffer.concat(pieces);
}

const mediaType = /^\s*[\w!#$%&'*+.^`|~-]+\/[\w!#$%&'*+.^`|~-]+\s*(?:;|$)/;

/** Makes a content type that is none one that nobody reads, where the framework would refuse it (protocol.md §3.2). */
export function settleContentType({ headers }: IncomingMessage): void {
  const type = headers['content-type'];
  if (type === undefined || mediaType.test(type)) return;
  if (type.trim() === '') delete headers['content-type'];
  else headers['content-type'] = 'application/octet-stream';
}
