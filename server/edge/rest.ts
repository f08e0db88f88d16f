// Serves requests below a REST root through the `dispatch` of their mount.
import type { IncomingMessage } from 'node:http';
import { compatibleSpelling, nativeSpelling } from '../../contract/names/spelling.ts';
import { ApiError } from '../api-error.ts';
import type { ApiRequest } from '../http/request.ts';
import type { AccessLog } from './access-log.ts';
import { chunksOf, discardBody, mayContainFiles } from './bodies.ts';
import { cacheKeyOf } from './cache-key.ts';
import { withDisconnectSignal } from './callers.ts';
import type { ClientAddressOf } from './client-address.ts';
import { type CrossOrigin, makeCrossOrigin } from './cross-origin.ts';
import { apiErrorResponse } from './error-responses.ts';
import type { InFlightBytes, Lease } from './in-flight.ts';
import { formatResponse, invalidCallbackResponse, requestedFormat } from './json-format.ts';
import type { Mount } from './mounts.ts';
import { type PreparedResponse, prepareResponse, type ResponseCache } from './response-cache.ts';
import type { ResponseSender } from './response-sender.ts';
import type { ReceivedExchange } from './router.ts';
import type { Streams } from './streams.ts';

export interface RestDeps {
  /** Cache of complete responses to anonymous reads. */
  readonly cache: ResponseCache;
  readonly clientAddressOf: ClientAddressOf;
  readonly sender: ResponseSender;
  readonly streams: Streams;
  readonly inFlight: InFlightBytes;
  readonly accessLog?: AccessLog | undefined;
}

/** A mount with its CORS headers. */
export interface ServedMount {
  readonly mount: Mount;
  readonly crossOrigin: CrossOrigin;
}

/** Returns the CORS headers and the mount. Pages of `origins` may send credentials to it. */
export const servedMountOf = (mount: Mount, origins: readonly string[]): ServedMount => ({
  mount,
  crossOrigin: makeCrossOrigin(origins, mount.spelling),
});

/** A request with its URL relative to the root of its mount, with the query. */
interface RestExchange extends ReceivedExchange {
  readonly url: string;
}

/** Serves a request through a mount. Rejects, before headers are sent, when no response can be produced. */
export async function serveRest(deps: RestDeps, servedMount: ServedMount, exchange: RestExchange): Promise<void> {
  const { sender, streams } = deps;
  const { request, response } = exchange;
  const startedAt = performance.now();
  const { prepared, isCached } = await respond(deps, servedMount, exchange);
  if (isCached) sender.sendCached(request, response, prepared, startedAt);
  else if (prepared.stream && (request.method !== 'HEAD' || 'Content-Length' in prepared.headers)) {
    if (request.method === 'HEAD') streams.sendHead(request, response, prepared);
    else streams.send(request, response, prepared, prepared.stream);
    sender.record(request, prepared, startedAt);
  } else sender.sendNew(request, response, prepared, startedAt);
  if (mayContainFiles(request)) discardBody(request);
}

interface Served {
  readonly prepared: PreparedResponse;
  readonly isCached: boolean;
}

/** Returns the response to a request: a cached one for an anonymous read, or one that is produced when there is memory for it. */
async function respond(deps: RestDeps, servedMount: ServedMount, exchange: RestExchange): Promise<Served> {
  const { inFlight } = deps;
  const { request, response, url } = exchange;
  const key = isCacheable(request) ? cacheKeyOf(servedMount.mount, url) : undefined;
  // The cache was already searched for the complete URL.
  const cached = key?.isReduced ? deps.cache.find(key.url) : undefined;
  if (key && cached) return { prepared: key.forRequest(cached), isCached: true };
  const lease = inFlight.open(() => response.destroy());
  if (response.closed) lease.release();
  else response.once('close', () => lease.release());
  const make = (signal: AbortSignal) => build(deps, servedMount, exchange, { lease, signal });
  try {
    if (!inFlight.hasCapacity) await inFlight.waitForMemory(0);
    const prepared = key
      ? key.forRequest(
          await deps.cache.produce(key.url, request.socket, async (signal) => key.toShared(await make(signal))),
        )
      : await withDisconnectSignal(request.socket, make);
    lease.send(prepared.body, prepared.length);
    return { prepared, isCached: false };
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return { prepared: prepareResponse(apiErrorResponse(error), servedMount.crossOrigin), isCached: false };
  }
}

async function build(
  { clientAddressOf, accessLog }: RestDeps,
  { mount, crossOrigin }: ServedMount,
  exchange: RestExchange,
  { lease, signal }: { readonly lease: Lease; readonly signal: AbortSignal },
): Promise<PreparedResponse> {
  const { request } = exchange;
  const format = requestedFormat(exchange.url);
  if (!format) return prepareResponse(invalidCallbackResponse, () => []);
  const isRead = request.method === 'GET' || request.method === 'HEAD';
  // The response to a write is sent regardless of the memory that it takes, because the write has been performed.
  const reserve = isRead ? lease.hold : async (bytes: number) => lease.count(bytes);
  const context = { from: clientAddressOf(request), id: accessLog?.idOf(request), signal, reserve };
  const response = await mount.dispatch({ ...apiRequestOf(exchange), ...context });
  return prepareResponse(formatResponse(response, format), crossOrigin);
}

/** Header names of a session's nonce, in both spellings. */
const nonceHeaders = [nativeSpelling, compatibleSpelling].map(({ header }) => header('X-CMS-Nonce').toLowerCase());

/** Whether a request is an anonymous read without a body, so that its response is the same for every client. */
export function isCacheable({ method, headers }: IncomingMessage): boolean {
  if (method !== 'GET' && method !== 'HEAD') return false;
  return (
    headers.authorization === undefined &&
    headers.cookie === undefined &&
    nonceHeaders.every((name) => headers[name] === undefined) &&
    headers['x-http-method-override'] === undefined &&
    headers['content-type'] === undefined &&
    headers['content-length'] === undefined &&
    headers['transfer-encoding'] === undefined
  );
}

function apiRequestOf({ request, url, body }: RestExchange): Omit<ApiRequest, 'from'> {
  const at = url.indexOf('?');
  const path = at < 0 ? url : url.slice(0, at);
  return {
    // HEAD is dispatched as GET, so that the response has the same ETag and can be cached for both.
    method: request.method === 'HEAD' ? 'GET' : (request.method ?? 'GET'),
    path: path === '' ? '/' : path,
    query: at < 0 ? '' : url.slice(at + 1),
    headers: request.headers as Record<string, string | undefined>,
    body,
    ...(mayContainFiles(request) && { stream: chunksOf(request) }),
  };
}
