// The nonce that a request carries beside a session's cookie (users-and-comments.md §2.3).
import type { Spelling } from '../../contract/names/spelling.ts';
import { kindOfBody } from './parameters/body.ts';
import { parseNamed, parseQuery } from './parameters/query-string.ts';
import type { Request } from './request.ts';

/**
 * Returns the nonce of a request: `_cmsnonce`, as the mount spells it, in a form, else in the query, else the header
 * `X-CMS-Nonce`; undefined where there is
 * none. A list or an object is a nonce too, one that belongs to nobody.
 */
export function carriedNonce({ method, query, headers, body }: Request, { name }: Spelling): string | undefined {
  const parameter = name(nativeParameter);
  const found =
    inForm(method, headers['content-type'], body, parameter) ?? inQuery(query, parameter) ?? headers['x-cms-nonce'];
  return found === undefined || typeof found === 'string' ? found : '';
}

const nativeParameter = '_cmsnonce';

const inQuery = (query: string, parameter: string): unknown =>
  mayHold(query, parameter) ? unlessUnreadable(() => parseQuery(query)[parameter]) : undefined;

function inForm(method: string, contentType: string | undefined, body: Uint8Array, parameter: string): unknown {
  if (kindOfBody(method, contentType) !== 'form') return undefined;
  const bytes = Buffer.from(body.buffer, body.byteOffset, body.byteLength);
  return mayHold(bytes, parameter)
    ? unlessUnreadable(() => parseNamed(bytes.toString(), parameter)[parameter])
    : undefined;
}

/** Whether a text may name the parameter; encoded, it may always. */
const mayHold = (text: string | Buffer, parameter: string): boolean => text.includes(parameter) || text.includes('%');

/** What cannot be read is refused when the parameters are read. */
function unlessUnreadable(read: () => unknown): unknown {
  try {
    return read();
  } catch {
    return undefined;
  }
}
