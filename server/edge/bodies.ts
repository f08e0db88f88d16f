// Reads request bodies as bytes, for every method and content type. The API layer parses them.
import type { IncomingMessage } from 'node:http';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { kindOfBody } from '../http/parameters/body.ts';
import { requireWithinLimit } from './body-limits.ts';

/**
 * Reads the bodies of all methods, including GET, because they may contain parameters (protocol.md §3.1). A body that may be a
 * file is left to the code that consumes it. A body of more than `maxBytes` is rejected.
 */
export function readBodies(app: FastifyInstance, maxBytes: number): void {
  for (const method of ['GET', 'HEAD']) app.addHttpMethod(method, { hasBody: true, overrideExisting: true });
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', async (request: FastifyRequest) =>
    mayContainFiles(request.raw) ? undefined : readWhole(request.raw, maxBytes),
  );
}

/** Whether the body of a request may be a file, or a form with files; it is then streamed by the code that consumes it. */
export const mayContainFiles = ({ method = '', headers }: IncomingMessage): boolean =>
  method === 'POST' && kindOfBody(method, headers['content-type']) === 'other';

/**
 * Yields the chunks of a body. The connection stays open when the consumer stops early, because it is needed for the response.
 * Throws an ApiError when the body exceeds the limit for its sender.
 */
export async function* chunksOf(raw: IncomingMessage): AsyncIterable<Buffer> {
  let length = 0;
  for await (const chunk of raw.iterator({ destroyOnReturn: false })) {
    length += chunk.length;
    requireWithinLimit(raw, length);
    yield chunk;
  }
}

/** Minimum time between two reads of a body that is discarded, in milliseconds. A read returns at most 64 KB. */
const discardIntervalMs = 1;

/**
 * Discards the rest of an unused body, so that its client receives the response. It is read at a limited rate, about 50 MB per second,
 * so that a client that repeats large requests does not use much of the CPU.
 */
export function discardBody(raw: IncomingMessage): void {
  if (raw.complete || raw.destroyed) return;
  raw.on('data', () => {
    raw.pause();
    setTimeout(() => raw.resume(), discardIntervalMs);
  });
  raw.resume();
}

const noBytes = new Uint8Array();

/** Returns the bytes of a body that the framework has read; empty if there was no body or it was not read. */
export const bytesOf = (body: unknown): Uint8Array => (body instanceof Uint8Array ? body : noBytes);

/** Reads a body into memory. Throws an error with the status 413 above the limit. */
async function readWhole(raw: IncomingMessage, maxBytes: number): Promise<Buffer> {
  const tooLarge = () => Object.assign(new Error('request body too large'), { statusCode: 413 });
  if (Number(raw.headers['content-length'] ?? 0) > maxBytes) throw tooLarge();
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of chunksOf(raw)) {
    length += chunk.length;
    if (length > maxBytes) throw tooLarge();
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

const mediaType = /^\s*[\w!#$%&'*+.^`|~-]+\/[\w!#$%&'*+.^`|~-]+\s*(?:;|$)/;

/**
 * Deletes an empty content type, and replaces an invalid one, which the framework would reject, with one whose body is not parsed
 * (protocol.md §3.2).
 */
export function normalizeContentType({ headers }: IncomingMessage): void {
  const type = headers['content-type'];
  if (type === undefined || mediaType.test(type)) return;
  if (type.trim() === '') delete headers['content-type'];
  else headers['content-type'] = 'application/octet-stream';
}
