// Requests from pages of other origins (protocol.md §9.3, contract/README.md decisions 13 and 19): any origin may read without
// credentials, those listed may send them.
import type { IncomingMessage } from 'node:http';
import { compatibleSpelling, nativeSpelling, type Spelling } from '../../contract/names/spelling.ts';

/** Response headers that pages of other origins may read, beside those that browsers show anyway. */
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

/** Request headers that pages of other origins may send, beside those that browsers always allow. */
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

/** Both spellings are listed by every mount: a page may be written for either. */
const nonceHeaders = [nativeSpelling, compatibleSpelling].map(({ header }) => header('X-CMS-Nonce'));

// What another answer may depend on: a cache between us and the reader must not take one for the other.
const vary = 'Origin, Authorization, Cookie';

const methods = 'OPTIONS, GET, POST, PUT, PATCH, DELETE';

/** How long browsers may remember the response to a preflight request. */
const preflightMaxAgeSeconds = 3600;

/** What of a request the headers depend on. */
export type CrossOriginRequest = Pick<IncomingMessage, 'method' | 'headers'>;

/** Header lines, names and values in turn, of the response to a request. `cacheable`: a cache may keep the response. */
export type CrossOrigin = (request: CrossOriginRequest, cacheable: boolean) => readonly string[];

/** Makes the lines of a mount. Pages of `listed` origins may send credentials. */
export function makeCrossOrigin(listed: readonly string[], spelling: Spelling): CrossOrigin {
  const namesLine = (name: string, headers: readonly string[]): readonly [string, string] => [
    name,
    [...new Set([...headers.map(spelling.header), ...nonceHeaders])].join(', '),
  ];
  const shared = [
    ...namesLine('Access-Control-Expose-Headers', exposed),
    ...namesLine('Access-Control-Allow-Headers', accepted),
  ];
  // What no cache keeps cannot be taken for another response; senders of an origin are told that it counts.
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

/** Whether a browser asks what a page may send, before it sends it (Fetch standard, CORS-preflight request). */
const isPreflight = ({ method, headers }: CrossOriginRequest): boolean =>
  method === 'OPTIONS' && headers['access-control-request-method'] !== undefined;
