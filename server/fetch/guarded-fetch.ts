// Fetches URLs that users have submitted (docs/security.md, Fetching URLs): all addresses of the host are checked, one of them
// is pinned for the connection, redirects are checked again, and size and time are limited.
import type { LookupAddress } from 'node:dns';
import { type IncomingMessage, request as plainRequest } from 'node:http';
import { request as secureRequest } from 'node:https';
import type { LookupFunction } from 'node:net';
import { createSerialResolver, type ResolveAddresses } from './host-addresses.ts';
import type { IsOwnAddress } from './own-listener.ts';
import { fetchableUrl, ipLiteralOf, isPublicAddress } from './public-addresses.ts';

/** The reason why a fetch failed: `refused` before connecting, `answered` by an unusable response, `failed` otherwise. */
export type FetchErrorCode = 'refused' | 'answered' | 'failed';

export class FetchError extends Error {
  override readonly name = 'FetchError';
  readonly code: FetchErrorCode;

  constructor(code: FetchErrorCode, message: string) {
    super(message);
    this.code = code;
  }
}

export interface FetchLimits {
  /** Timeout of the whole request, in milliseconds. */
  readonly timeoutMs?: number;
  /** Resolves a host name to all its addresses. */
  readonly resolve?: ResolveAddresses;
  /** The allowed ports, as in URLs. */
  readonly ports?: ReadonlySet<string>;
  /** Returns whether connections to an address are allowed. */
  readonly isAllowed?: (address: string) => boolean;
  /** Hosts, in lower case, that the operator allows in any network and at any port. */
  readonly hosts?: ReadonlySet<string>;
  /** Returns whether an address and port belong to the service itself, which is never fetched from, regardless of `hosts`. */
  readonly isOwn?: IsOwnAddress;
  /** The `Accept` header; images when absent. */
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

/** Returns whether a URL may be fetched, by its syntax and all addresses of its host. */
export async function canFetch(text: string, limits: FetchLimits = {}): Promise<boolean> {
  const { resolve = resolveAddresses } = limits;
  const { url, isAllowed } = allowedUrl(text, limits);
  if (!url) return false;
  const found = ipLiteralOf(url) === undefined ? await resolve(url.hostname) : [url.hostname.replace(/^\[|\]$/g, '')];
  return found.length > 0 && found.every(isAllowed);
}

/** Returns whether the syntax of a URL allows fetching it; the addresses of its host are checked when it is fetched. */
export const hasAllowedSyntax = (text: string, limits: FetchLimits = {}): boolean =>
  allowedUrl(text, limits).url !== undefined;

/** Returns the URL if its syntax is allowed, and the check for the addresses of its host. */
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

/** Returns whether a URL currently resolves to the service itself, whatever its host name is. */
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
 * Fetches a URL and passes the body to `take` as a stream.
 *
 * Throws FetchError when the URL is not allowed, the status is not 200, the connection fails or the timeout is exceeded.
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

/** A request to a URL that a user has submitted. */
export interface Message {
  readonly headers?: Readonly<Record<string, string>>;
  readonly body: string | Uint8Array;
}

/** The response to a message, with any status. */
export interface FetchedResponse {
  readonly status: number;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
}

/** Maximum size of a response, in bytes. */
const maxResponseBytes = 1024 * 1024;

/**
 * Sends a POST request and returns the response. Redirects are not followed, because the message is only for the given URL.
 *
 * Throws FetchError when the URL is not allowed, the connection fails, the timeout is exceeded, or the response is too large.
 */
export async function guardedPost(text: string, message: Message, limits: FetchLimits = {}): Promise<FetchedResponse> {
  const chunks: Buffer[] = [];
  const { status, headers } = await send(text, message, limits, (chunk) => chunks.push(chunk));
  return { status, headers, body: Buffer.concat(chunks).toString() };
}

/** Sends a message like `guardedPost`, but returns only the status of the response. */
export async function guardedPostForStatus(text: string, message: Message, limits: FetchLimits = {}): Promise<number> {
  return (await send(text, message, limits, () => {})).status;
}

async function send(text: string, message: Message, limits: FetchLimits, take: (chunk: Buffer) => unknown) {
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

/** Returns the target of a redirect. Redirects from HTTPS to HTTP are forbidden. */
function redirectTarget(from: string, location: string): string {
  if (!URL.canParse(location, from)) throw new FetchError('answered', 'it redirects to an invalid URL');
  const to = new URL(location, from);
  if (new URL(from).protocol === 'https:' && to.protocol !== 'https:')
    throw new FetchError('refused', 'it redirects from HTTPS to HTTP');
  return to.href;
}

/** Returns the signal that aborts the request at the timeout. */
function timeoutSignal({ timeoutMs = 30_000, signal }: FetchLimits): AbortSignal {
  const timeout = AbortSignal.timeout(timeoutMs);
  return signal ? AbortSignal.any([signal, timeout]) : timeout;
}

/** Messages for a timeout and for an unknown host. */
export const timeoutMessage = 'the request timed out';
export const hostNotFoundMessage = 'the host was not found';

function toFetchError(error: unknown, { reason }: AbortSignal): FetchError {
  if (error instanceof FetchError) return error;
  const isTimeout = reason instanceof DOMException && reason.name === 'TimeoutError';
  return new FetchError('failed', isTimeout ? timeoutMessage : String(error));
}

function openRequest(text: string, limits: FetchLimits, signal: AbortSignal, message?: Message) {
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
  const request = url.protocol === 'https:' ? secureRequest : plainRequest;
  const common = { Accept: accept, 'Accept-Encoding': 'identity', 'User-Agent': 'Octavo' };
  const length = message && { 'Content-Length': String(Buffer.byteLength(message.body)) };
  const headers = { ...common, ...message?.headers, ...length };
  const method = message ? 'POST' : 'GET';
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
