// Bodies that are not read, or not to their end, because of where they are sent and by whom.
import type { IncomingMessage } from 'node:http';
import { bodyTooLarge, largestBodyOfAnybody } from '../http/unread-bodies.ts';
import type { Refusal } from '../refusal.ts';
import type { Mount } from './mounts.ts';

/** Where a request goes: an address below a mount, with its query. */
export interface Target {
  readonly mount: Mount;
  readonly url: string;
}

/** The errors for requests whose bodies have no declared length, should they get too long. */
const errorsPastLimit = new WeakMap<IncomingMessage, Refusal>();

/**
 * The error for a request whose body is not read; undefined where it is. A body of unknown length is read up to the limit
 * (`requireWithinLimit`). `target` is undefined where the request goes to no REST route: there, forms are all that is read.
 */
export function refusalOfBody(request: IncomingMessage, target: Target | undefined): Refusal | undefined {
  const { headers } = request;
  const length = headers['content-length'];
  const isChunked = headers['transfer-encoding'] !== undefined;
  if (!isChunked && (length === undefined || Number(length) <= largestBodyOfAnybody)) return undefined;
  const hasCredentials = headers.authorization !== undefined || headers.cookie !== undefined;
  const error = target
    ? hasCredentials
      ? undefined
      : target.mount.refuseLargeBody?.(requestTo(target, request))
    : isToMcp(request) && headers.authorization !== undefined
      ? undefined
      : bodyTooLarge();
  if (error && isChunked) errorsPastLimit.set(request, error);
  return isChunked ? undefined : error;
}

/** Throws the Refusal for a body that has become longer than what is read of its sender. `length` is in bytes. */
export function requireWithinLimit(request: IncomingMessage, length: number): void {
  const error = length > largestBodyOfAnybody ? errorsPastLimit.get(request) : undefined;
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
