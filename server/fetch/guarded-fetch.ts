// Fetches URLs that users have submitted (docs/security.md, Fetching URLs). All addresses of the host are checked, the connection is
// pinned to one of them, the targets of redirects are checked too, and size and time are limited.
import type { LookupAddress } from 'node:dns';
import type { IncomingMessage } from 'node:http';
import type { LookupFunction } from 'node:net';
import { request as plainRequest } from '../node-http.ts';
import { createSerialResolver, type ResolveAddresses } from './host-addresses.ts';
import type { IsOwnAddress } from './own-listener.ts';
import { fetchableUrl, ipLiteralOf, isPublicAddress } from './public-addresses.ts';

/**
 * Reason why a fetch failed. `refused`: the URL, its host or a redirect is not allowed, or the host was not found. `answered`: the server
 * responded, but the response is unusable. `failed`: any other reason.
 */
export type FetchErrorCode = 'refused' | 'answered' | 'failed';

/** Thrown when a URL may not be fetched, or fetching it fails. */
export class FetchError extends Error {
  override readonly name = 'FetchError';
  readonly code: FetchErrorCode;

  constructor(code: FetchErrorCode, message: string) {
    super(message);
    this.code = code;
  }
}

export interface FetchLimits {
  /** Timeout of the whole request, including redirects, in milliseconds; 30 seconds when absent. */
  readonly timeoutMs?: number;
  /** Resolves a host name to all its addresses. */
  readonly resolve?: ResolveAddresses;
  /** The allowed ports, as strings; the empty string is the default port of the protocol. */
  readonly ports?: ReadonlySet<string>;
  /** Returns whether connections to an address are allowed. */
  readonly isAllowed?: (address: string) => boolean;
  /** Host names in lower case that the operator allows in any network and on any port. */
  readonly hosts?: ReadonlySet<string>;
  /** Returns whether an address and port belong to the service itself. Connections to them are rejected, even if `hosts` has the host. */
  readonly isOwn?: IsOwnAddress;
  /** The `Accept` header. When absent, GET requests accept only images, and POST requests accept any type. */
  readonly accept?: string;
  /** Aborts the request. */
  readonly signal?: AbortSignal;
}

/** The metadata of a response. */
export interface FetchedHead {
  /** The final URL, after all redirects. */
  readonly address: string;
  /** The content type with its parameters. */
  readonly type: string;
}

const maxRedirects = 3;

const resolveAddresses = createSerialResolver();

/** Returns whether a URL may be fetched: its syntax is allowed, its host is found, and all addresses of the host are allowed. */
export async function canFetch(text: string, limits: FetchLimits = {}): Promise<boolean> {
  const { resolve = resolveAddresses } = limits;
  const { url, isAllowed } = allowedUrl(text, limits);
  if (!url) return false;
  const found = ipLiteralOf(url) === undefined ? await resolve(url.hostname) : [url.hostname.replace(/^\[|\]$/g, '')];
  return found.length > 0 && found.every(isAllowed);
}

/** Returns whether the syntax of a URL allows fetching it. An IP address in it is checked; a host name is resolved only by the fetch. */
export const hasAllowedSyntax = (text: string, limits: FetchLimits = {}): boolean =>
  allowedUrl(text, limits).url !== undefined;

/** Returns the URL if its syntax is allowed, and the function that checks the addresses of its host. */
function allowedUrl(text: string, { isAllowed = isPublicAddress, isOwn, ports, hosts }: FetchLimits) {
  const parsed = URL.canParse(text) ? new URL(text) : undefined;
  const isAllowedHost = parsed !== undefined && hosts?.has(parsed.hostname) === true;
  const isAllowedAddress = (address: string): boolean =>
    (isAllowedHost || isAllowed(address)) && !(parsed && isOwn?.(address, portOf(parsed)));
  return {
    url: fetchableUrl(text, isAllowedAddress, isAllowedHost ? new Set([parsed.port]) : ports),
    isAllowed: isAllowedAddress,
  };
}

const portOf = ({ port, protocol }: URL): number => (port === '' ? (protocol === 'https:' ? 443 : 80) : Number(port));

/** Returns whether the host name of a URL currently resolves to an address of the service itself. */
export async function resolvesToOwnListener(
  text: string,
  { isOwn, resolve = resolveAddresses }: FetchLimits,
): Promise<boolean> {
  if (!isOwn || !URL.canParse(text)) return false;
  const url = new URL(text);
  const literal = ipLiteralOf(url);
  const found = literal === undefined ? await resolve(url.hostname) : [literal];
  return found.some((address) => isOwn(address, portOf(url)));
}

/**
 * Fetches a URL, passes the body to `take` as a stream, and returns the result of `take`.
 *
 * Throws FetchError when the URL or the target of a redirect is not allowed, there are more than 3 redirects, the status is not 200,
 * the connection fails, or the timeout is exceeded.
 */
export async function guardedFetch<T>(
  text: string,
  take: (body: AsyncIterable<Uint8Array>, head: FetchedHead) => Promise<T>,
  limits: FetchLimits = {},
): Promise<T> {
  const signal = timeoutSignal(limits);
  let address = text;
  for (let n = 0; n <= maxRedirects; n += 1) {
    const response = await openRequest(address, limits, signal);
    const { statusCode: status = 0, headers } = response;
    if (status >= 300 && status < 400 && headers.location !== undefined) {
      response.destroy();
      address = redirectTarget(address, headers.location);
      continue;
    }
    if (status !== 200) {
      response.destroy();
      throw new FetchError('answered', `the response status is ${status}`);
    }
    try {
      return await take(response, { address, type: headers['content-type'] ?? '' });
    } finally {
      response.destroy();
    }
  }
  throw new FetchError('answered', 'too many redirects');
}

/** Headers and body of a POST request to a URL that a user has submitted. */
export interface PostMessage {
  /** Default: POST. Caches such as Varnish use PURGE. */
  readonly method?: 'POST' | 'PURGE';
  readonly headers?: Readonly<Record<string, string>>;
  readonly body: string | Uint8Array;
}

/** The response to a POST request, with any status. */
export interface FetchedResponse {
  readonly status: number;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
}

/** Maximum size of a response, in bytes. */
const maxResponseBytes = 1024 * 1024;

/**
 * Sends a POST request and returns the response. Redirects are not followed, because the message is intended only for this URL.
 *
 * Throws FetchError when the URL is not allowed, the connection fails, the timeout is exceeded, or the response is too large.
 */
export async function guardedPost(
  text: string,
  message: PostMessage,
  limits: FetchLimits = {},
): Promise<FetchedResponse> {
  const chunks: Buffer[] = [];
  const { status, headers } = await send(text, message, limits, (chunk) => chunks.push(chunk));
  return { status, headers, body: Buffer.concat(chunks).toString() };
}

/** The response to a POST request, with the beginning of its body. */
export interface ResponseExcerpt {
  readonly status: number;
  readonly excerpt: string;
}

/**
 * Sends a POST request like `guardedPost`, but returns only the first `maxBytes` bytes of the body, without a character that is cut off.
 * Bytes that are no UTF-8, and NUL characters, are replaced by U+FFFD.
 */
export async function guardedPostForExcerpt(
  text: string,
  message: PostMessage,
  maxBytes: number,
  limits: FetchLimits = {},
): Promise<ResponseExcerpt> {
  const chunks: Buffer[] = [];
  let missing = maxBytes;
  const { status } = await send(text, message, limits, (chunk) => {
    if (missing > 0) chunks.push(chunk.subarray(0, missing));
    missing -= chunk.length;
  });
  // If the body is complete, so are its characters.
  const decoded = new TextDecoder().decode(Buffer.concat(chunks), { stream: missing < 0 });
  return { status, excerpt: decoded.replaceAll('\0', '\uFFFD') };
}

async function send(text: string, message: PostMessage, limits: FetchLimits, take: (chunk: Buffer) => unknown) {
  const signal = timeoutSignal(limits);
  const response = await openRequest(text, { accept: '*/*', ...limits }, signal, message);
  try {
    let length = 0;
    for await (const chunk of response as AsyncIterable<Buffer>) {
      length += chunk.length;
      if (length > maxResponseBytes) throw new FetchError('answered', 'the response is too large');
      take(chunk);
    }
    return { status: response.statusCode ?? 0, headers: response.headers };
  } catch (error) {
    throw toFetchError(error, signal);
  } finally {
    response.destroy();
  }
}

/** Returns the target of a redirect. Throws FetchError when it is invalid or leads from HTTPS to HTTP. */
function redirectTarget(from: string, location: string): string {
  if (!URL.canParse(location, from)) throw new FetchError('answered', 'the URL redirects to an invalid URL');
  const to = new URL(location, from);
  if (new URL(from).protocol === 'https:' && to.protocol !== 'https:')
    throw new FetchError('refused', 'the URL redirects from HTTPS to HTTP');
  return to.href;
}

/** Returns a signal that aborts the request at the timeout, or when `signal` aborts. */
function timeoutSignal({ timeoutMs = 30_000, signal }: FetchLimits): AbortSignal {
  const timeout = AbortSignal.timeout(timeoutMs);
  return signal ? AbortSignal.any([signal, timeout]) : timeout;
}

/** Error messages for a timeout and for an unknown host. */
export const timeoutMessage = 'the request timed out';
export const hostNotFoundMessage = 'the host was not found';

function toFetchError(error: unknown, { reason }: AbortSignal): FetchError {
  if (error instanceof FetchError) return error;
  const isTimeout = reason instanceof DOMException && reason.name === 'TimeoutError';
  return new FetchError('failed', isTimeout ? timeoutMessage : String(error));
}

function openRequest(text: string, limits: FetchLimits, signal: AbortSignal, message?: PostMessage) {
  const { resolve = resolveAddresses, accept = 'image/*' } = limits;
  const { url, isAllowed } = allowedUrl(text, limits);
  if (!url) throw new FetchError('refused', 'this URL is not allowed');
  // The connection uses an address that was checked here, even if the name resolves to another one later.
  const pinnedLookup: LookupFunction = (host, { all }, done) => {
    const choose = (found: readonly string[]): void => {
      const [first = ''] = found;
      const family = first.includes(':') ? 6 : 4;
      if (found.length === 0) done(new FetchError('refused', hostNotFoundMessage), []);
      else if (!found.every(isAllowed)) done(new FetchError('refused', 'this host is not allowed'), []);
      else if (all) done(null, [{ address: first, family }] satisfies LookupAddress[]);
      else done(null, first, family);
    };
    resolve(host).then(choose, (error: Error) => done(error, []));
  };
  // TLS is loaded at the first use, because many sites fetch nothing.
  const request = url.protocol === 'https:' ? process.getBuiltinModule('node:https').request : plainRequest;
  const common = { Accept: accept, 'Accept-Encoding': 'identity', 'User-Agent': 'Octavo' };
  const length = message && { 'Content-Length': String(Buffer.byteLength(message.body)) };
  const headers = { ...common, ...message?.headers, ...length };
  const method = message ? (message.method ?? 'POST') : 'GET';
  return new Promise<IncomingMessage>((answer, fail) => {
    const clientRequest = request(
      url,
      { method, lookup: pinnedLookup, signal, headers, agent: false, maxHeaderSize: 16_384 },
      answer,
    );
    clientRequest.on('error', (error) => fail(toFetchError(error, signal)));
    // A connection that is upgraded to another protocol is closed without an error or a response.
    clientRequest.on('close', () => fail(new FetchError('failed', 'the connection was closed without a response')));
    clientRequest.end(message?.body);
  });
}
