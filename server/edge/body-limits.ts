// Rejects bodies that are too large for their route and sender before they are read.
import type { IncomingMessage } from 'node:http';
import type { ApiError } from '../api-error.ts';
import { bodyTooLarge, maxAnonymousBodyBytes } from '../http/unread-bodies.ts';
import type { Mount } from './mounts.ts';

/** Target of a request: a URL below a mount, with its query. */
export interface Target {
  readonly mount: Mount;
  readonly url: string;
}

/** Errors for requests with bodies of undeclared length, in case they exceed the limit. */
const errorsPastLimit = new WeakMap<IncomingMessage, ApiError>();

/**
 * Returns the error for a request whose body must not be read. A body of unknown length is read up to the limit (`requireWithinLimit`).
 * `target` is undefined when the URL is not below a mount; requests to such URLs have only small form bodies, except those to the MCP
 * endpoint with an `Authorization` header.
 */
export function bodyError(request: IncomingMessage, target: Target | undefined): ApiError | undefined {
  const { headers } = request;
  const length = headers['content-length'];
  const isChunked = headers['transfer-encoding'] !== undefined;
  if (!isChunked && (length === undefined || Number(length) <= maxAnonymousBodyBytes)) return undefined;
  const hasCredentials = headers.authorization !== undefined || headers.cookie !== undefined;
  const error = target
    ? hasCredentials
      ? undefined
      : target.mount.rejectLargeBody?.(requestTo(target, request))
    : isToMcp(request) && headers.authorization !== undefined
      ? undefined
      : bodyTooLarge();
  if (error && isChunked) errorsPastLimit.set(request, error);
  return isChunked ? undefined : error;
}

/** Throws the ApiError for a body that has exceeded the limit for its sender. `length` is in bytes. */
export function requireWithinLimit(request: IncomingMessage, length: number): void {
  const error = length > maxAnonymousBodyBytes ? errorsPastLimit.get(request) : undefined;
  if (error) throw error;
}

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
