// Rejects bodies that are too large for their route and sender before they are read.
import type { IncomingMessage } from 'node:http';
import type { ApiError } from '../api-error.ts';
import { kindOfBody } from '../http/parameters/body.ts';
import { bodyTooLarge, maxAnonymousBodyBytes } from '../http/unread-bodies.ts';
import type { Mount } from './mounts.ts';

/** Target of a request: a URL below a mount, with its query. */
export interface Target {
  readonly mount: Mount;
  readonly url: string;
}

/** The limit of a body of undeclared length in bytes, and the error if it exceeds the limit. */
interface LengthLimit {
  readonly maxBytes: number;
  readonly error: ApiError;
}

const lengthLimits = new WeakMap<IncomingMessage, LengthLimit>();

/**
 * Maximum size of a form of a page, in bytes. It suffices for a comment of the maximum length, of which each byte is encoded as three
 * characters, with the other fields.
 */
const maxPageFormBytes = 208 * 1024;

/**
 * Returns the error for a request whose body must not be read. A body of unknown length is read up to the limit (`requireWithinLimit`).
 * `target` is undefined when the URL is not below a mount; requests to such URLs have only forms, which may be larger than other bodies,
 * except those to the MCP endpoint with an `Authorization` header.
 */
export function bodyError(request: IncomingMessage, target: Target | undefined): ApiError | undefined {
  const { headers } = request;
  const length = headers['content-length'];
  const isChunked = headers['transfer-encoding'] !== undefined;
  const maxBytes = target === undefined && isForm(request) ? maxPageFormBytes : maxAnonymousBodyBytes;
  if (!isChunked && (length === undefined || Number(length) <= maxBytes)) return undefined;
  const hasCredentials = headers.authorization !== undefined || headers.cookie !== undefined;
  const error = target
    ? hasCredentials
      ? undefined
      : target.mount.rejectLargeBody?.(requestTo(target, request))
    : isToMcp(request) && headers.authorization !== undefined
      ? undefined
      : bodyTooLarge(maxBytes);
  if (error && isChunked) lengthLimits.set(request, { maxBytes, error });
  return isChunked ? undefined : error;
}

/** Throws the ApiError for a body that has exceeded the limit for its sender. `length` is in bytes. */
export function requireWithinLimit(request: IncomingMessage, length: number): void {
  const limit = lengthLimits.get(request);
  if (limit && length > limit.maxBytes) throw limit.error;
}

const isForm = ({ method = '', headers }: IncomingMessage): boolean =>
  method === 'POST' && kindOfBody(method, headers['content-type']) === 'form';

const isToMcp = ({ url = '' }: IncomingMessage): boolean => /^\/mcp(?:\?|$)/.test(url);

function requestTo({ url }: Target, { method = 'GET', headers }: IncomingMessage) {
  const at = url.indexOf('?');
  const [path, query] = at < 0 ? [url, ''] : [url.slice(0, at), url.slice(at + 1)];
  return {
    method,
    path: path === '' ? '/' : path,
    query,
    headers: headers as Record<string, string | undefined>,
  };
}
