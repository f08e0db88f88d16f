// Reads the nonce that accompanies a session cookie (users-and-comments.md §2.3).
import type { Spelling } from '../../contract/names/spelling.ts';
import { kindOfBody } from './parameters/body.ts';
import { parseNamed, parseQuery } from './parameters/query-string.ts';
import type { ApiRequest } from './request.ts';

/**
 * Returns the nonce of a request: `_cmsnonce`, in the spelling of the mount, from a form body, else from the query, else the header
 * `X-CMS-Nonce`. Returns undefined if there is none. A list or an object counts as an invalid nonce, not as a missing one.
 */
export function readNonce({ method, query, headers, body }: ApiRequest, { name }: Spelling): string | undefined {
  const parameter = name(nativeParameter);
  const found =
    inForm(method, headers['content-type'], body, parameter) ?? inQuery(query, parameter) ?? headers['x-cms-nonce'];
  return found === undefined || typeof found === 'string' ? found : '';
}

const nativeParameter = '_cmsnonce';

const inQuery = (query: string, parameter: string): unknown =>
  mayContain(query, parameter) ? undefinedOnError(() => parseQuery(query)[parameter]) : undefined;

function inForm(method: string, contentType: string | undefined, body: Uint8Array, parameter: string): unknown {
  if (kindOfBody(method, contentType) !== 'form') return undefined;
  const bytes = Buffer.from(body.buffer, body.byteOffset, body.byteLength);
  return mayContain(bytes, parameter)
    ? undefinedOnError(() => parseNamed(bytes.toString(), parameter)[parameter])
    : undefined;
}

/** Whether a string may contain the parameter; always true for a string with percent-encoding. */
const mayContain = (text: string | Buffer, parameter: string): boolean =>
  text.includes(parameter) || text.includes('%');

/** Returns undefined if `read` throws: a malformed query or body is rejected later, when the parameters are parsed. */
function undefinedOnError(read: () => unknown): unknown {
  try {
    return read();
  } catch {
    return undefined;
  }
}
