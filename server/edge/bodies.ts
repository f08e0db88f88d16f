// Reads request bodies as bytes, for every method and content type. The API layer parses them.
import type { IncomingMessage } from 'node:http';
import { ApiError } from '../api-error.ts';
import { kindOfBody } from '../http/parameters/body.ts';
import { requireWithinLimit } from './body-limits.ts';
import type { Exchange } from './connection.ts';
import { malformedError } from './error-responses.ts';
import { standardMethods } from './router.ts';

const noBytes = new Uint8Array();

/** Whether a request has a body that the edge reads: not with TRACE, which has none, or with methods that no route has. */
const hasReadableBody = ({ method = '', headers }: IncomingMessage): boolean =>
  (headers['content-length'] !== undefined || headers['transfer-encoding'] !== undefined) &&
  standardMethods.has(method) &&
  method !== 'TRACE';

/**
 * Reads the body of a request, of any method including GET, because it may contain parameters (protocol.md §3.1). A body that may be a
 * file is left to the code that consumes it. Throws an ApiError for a body of more than `maxBytes`, and for a QUERY request without a
 * content type (RFC 10008 §2).
 */
export async function readBody({ request, response }: Exchange, maxBytes: number): Promise<Uint8Array> {
  if (request.method === 'QUERY' && request.headers['content-type'] === undefined) throw malformedError();
  if (!hasReadableBody(request) || mayContainFiles(request)) return noBytes;
  try {
    return await readIntoMemory(request, maxBytes);
  } catch (error) {
    // The client may still be sending the rest of the body.
    response.shouldKeepAlive = false;
    throw error;
  }
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

/**
 * Reads a body into memory. It listens to events, because an iterator of the chunks takes more time than all other work on a short body.
 * The connection stays open when the body exceeds a limit, because it is needed for the response.
 */
async function readIntoMemory(raw: IncomingMessage, maxBytes: number): Promise<Uint8Array> {
  if (Number(raw.headers['content-length'] ?? 0) > maxBytes) throw bodyTooLarge(maxBytes);
  const { promise, resolve, reject } = Promise.withResolvers<Uint8Array>();
  const chunks: Buffer[] = [];
  let length = 0;
  const onData = (chunk: Buffer) => {
    chunks.push(chunk);
    length += chunk.length;
    try {
      requireWithinLimit(raw, length);
      if (length > maxBytes) throw bodyTooLarge(maxBytes);
    } catch (error) {
      raw.off('data', onData);
      raw.pause();
      reject(error);
    }
  };
  raw.on('data', onData);
  raw.once('end', () => resolve(chunks.length === 1 ? (chunks[0] as Buffer) : Buffer.concat(chunks, length)));
  raw.once('error', reject);
  raw.once('close', () => reject(new Error('The connection was closed before the end of the body.')));
  return promise;
}

const bodyTooLarge = (maxBytes: number): ApiError =>
  new ApiError('rest_body_too_large', 413, `The request body is too large: at most ${maxBytes} bytes are allowed.`);

const mediaType = /^\s*[\w!#$%&'*+.^`|~-]+\/[\w!#$%&'*+.^`|~-]+\s*(?:;|$)/;

/** Deletes an empty content type, and replaces an invalid one with one whose body is not parsed (protocol.md §3.2). */
export function normalizeContentType({ headers }: IncomingMessage): void {
  const type = headers['content-type'];
  if (type === undefined || mediaType.test(type)) return;
  if (type.trim() === '') delete headers['content-type'];
  else headers['content-type'] = 'application/octet-stream';
}
