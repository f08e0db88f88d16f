// The nonce that a request carries beside a session's cookie (users-and-comments.md §2.3).
import { kindOfBody } from './parameters/body.ts';
import { parseNamed, parseQuery } from './parameters/query-string.ts';
import type { Request } from './request.ts';

/**
 * The nonce of a request: `_cmsnonce` in a form, else in the query, else the header `X-CMS-Nonce`; undefined where there is
 * none. A list or an object is a nonce too, one that belongs to nobody.
 */
export function carriedNonce({ method, query, headers, body }: Request): string | undefined {
  const found = inForm(method, headers['content-type'], body) ?? inQuery(query) ?? headers['x-cms-nonce'];
  return found === undefined || typeof found === 'string' ? found : '';
}

const parameter = '_cmsnonce';

const inQuery = (query: string): unknown => (mayHold(query) ? unlessUnreadable(() => parseQuery(query)) : undefined);

function inForm(method: string, contentType: string | undefined, body: Uint8Array): unknown {
  if (kindOfBody(method, contentType) !== 'form') return undefined;
  const bytes = Buffer.from(body.buffer, body.byteOffset, body.byteLength);
  return mayHold(bytes) ? unlessUnreadable(() => parseNamed(bytes.toString(), parameter)) : undefined;
}

/** Whether a text may name the parameter; encoded, it may always. */
const mayHold = (text: string | Buffer): boolean => text.includes(parameter) || text.includes('%');

/** What cannot be read is refused when the parameters are read. */
function unlessUnreadable(read: () => Readonly<Record<string, unknown>>): unknown {
  try {
    return read()[parameter];
  } catch {
    return undefined;
  }
}
