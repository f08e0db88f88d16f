// Creates CORS headers (protocol.md §9.3, contract/README.md decisions 13 and 19): any origin may read without credentials, listed
// origins may send credentials.
import type { IncomingMessage } from 'node:http';
import { compatibleSpelling, nativeSpelling, type Spelling } from '../../contract/names/spelling.ts';

/** Response headers that pages of other origins may read, besides those that browsers always expose. */
const exposed = [
  'X-CMS-Total',
  'X-CMS-TotalPages',
  'Link',
  'Allow',
  'ETag',
  'Location',
  'Retry-After',
  'X-CMS-Credential',
] as const;

/** Request headers that pages of other origins may send, besides those that browsers always allow. */
const accepted = [
  'Authorization',
  'X-CMS-Nonce',
  'Content-Disposition',
  'Content-MD5',
  'Content-Type',
  'X-HTTP-Method-Override',
  'If-Match',
  'If-None-Match',
] as const;

/** Nonce headers. Every mount lists both spellings, because a page may be written for either. */
const nonceHeaders = [nativeSpelling, compatibleSpelling].map(({ header }) => header('X-CMS-Nonce'));

// Request headers that responses to the same URL depend on: a shared cache must not reuse a response for other values of them.
const vary = 'Origin, Authorization, Cookie';

const methods = 'OPTIONS, GET, POST, PUT, PATCH, DELETE';

/** Maximum time for which browsers may cache the response to a preflight request, in seconds. */
const preflightMaxAgeSeconds = 3600;

/** The properties of a request on which the headers depend. */
export type CrossOriginRequest = Pick<IncomingMessage, 'method' | 'headers'>;

/** Returns the CORS header lines of a response: names and values alternate. `cacheable` is whether caches may store the response. */
export type CrossOrigin = (request: CrossOriginRequest, cacheable: boolean) => readonly string[];

/** Returns the function that creates the header lines for a mount. Pages of `listed` origins may send credentials. */
export function makeCrossOrigin(listed: readonly string[], spelling: Spelling): CrossOrigin {
  const namesLine = (name: string, headers: readonly string[]): readonly [string, string] => [
    name,
    [...new Set([...headers.map(spelling.header), ...nonceHeaders])].join(', '),
  ];
  const shared = [
    ...namesLine('Access-Control-Expose-Headers', exposed),
    ...namesLine('Access-Control-Allow-Headers', accepted),
  ];
  // An uncacheable response cannot be reused for another request. Requests with an `Origin` always get a `Vary` header.
  const withoutOrigin = { cacheable: [...shared, 'Vary', vary], uncacheable: shared };
  const toOrigin = (...allowed: readonly string[]) => {
    const lines = [...shared, 'Access-Control-Allow-Methods', methods, ...allowed];
    const uncacheable = [...lines, 'Vary', 'Origin'];
    const preflight = [...uncacheable, 'Access-Control-Max-Age', String(preflightMaxAgeSeconds)];
    return { cacheable: [...lines, 'Vary', vary], uncacheable, preflight };
  };
  const toUnlisted = toOrigin('Access-Control-Allow-Origin', '*');
  const toListed = new Map(
    listed.map((origin) => [
      origin,
      toOrigin('Access-Control-Allow-Origin', origin, 'Access-Control-Allow-Credentials', 'true'),
    ]),
  );
  return (request, cacheable) => {
    const { origin } = request.headers;
    if (origin === undefined) return cacheable ? withoutOrigin.cacheable : withoutOrigin.uncacheable;
    const lines = toListed.get(origin) ?? toUnlisted;
    if (isPreflight(request)) return lines.preflight;
    return cacheable ? lines.cacheable : lines.uncacheable;
  };
}

/** Whether a request is a preflight, with which a browser checks what a page may send (Fetch standard, CORS-preflight request). */
const isPreflight = ({ method, headers }: CrossOriginRequest): boolean =>
  method === 'OPTIONS' && headers['access-control-request-method'] !== undefined;
