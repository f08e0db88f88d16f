// Reports ignored parts of a request body in response headers for developers, for example misspelled properties, or JSON that was sent
// with another content type.
import { kindOfBody } from './parameters/body.ts';

/** The header that lists properties of the body that were not read. */
export const ignoredPropertiesHeader = 'X-CMS-Ignored-Properties';
/** The header with the reason why the whole body was not read. */
export const ignoredBodyHeader = 'X-CMS-Ignored-Body';

/** Maximum number of listed properties, and maximum length of a listed name, in characters. */
const maxListedNames = 20;
const maxNameLength = 60;

/** The properties of a request that the check reads. */
export interface BodyOfRequest {
  readonly method: string;
  readonly headers: Readonly<Record<string, string | undefined>>;
  /** The body in memory; undefined for a body that may be a file. */
  readonly raw: Uint8Array | undefined;
  /** Whether the endpoint accepts files, so that a body of any type is read. */
  readonly takesFiles: boolean;
}

/**
 * Returns the reason why the body of a write was not parsed as JSON although the client probably meant JSON. Returns undefined if the body
 * was parsed, is empty, is a multipart form, or may be a file. A form body that begins like JSON is typical of `curl -d '{…}'`.
 */
export function describeIgnoredBody({ method, headers, raw, takesFiles }: BodyOfRequest): string | undefined {
  if (method === 'GET') return undefined;
  const contentType = headers['content-type'];
  const kind = kindOfBody(method, contentType);
  const isMultipart = /^\s*multipart\/form-data/i.test(contentType ?? '');
  const isUnread = kind === 'other' && !isMultipart && !takesFiles && hasBody(headers, raw);
  if (!isUnread && !(kind === 'form' && looksLikeJson(raw))) return undefined;
  const submittedAs = contentType === undefined ? 'without a Content-Type' : `as ${shortened(contentType)}`;
  return `The body was sent ${submittedAs} and not read as JSON; send Content-Type: application/json.`;
}

const hasBody = (headers: BodyOfRequest['headers'], raw: Uint8Array | undefined): boolean =>
  (raw !== undefined && raw.length > 0) ||
  Number(headers['content-length'] ?? 0) > 0 ||
  headers['transfer-encoding'] !== undefined;

/** Number of bytes at the beginning of a body in which the start of JSON is looked for. */
const maxLeadingWhitespace = 1000;

/** Whether the first non-whitespace character opens an object or an array. */
function looksLikeJson(raw: Uint8Array = new Uint8Array()): boolean {
  const first = raw.subarray(0, maxLeadingWhitespace).find((byte) => ![0x20, 0x09, 0x0a, 0x0d].includes(byte));
  return first === 0x7b || first === 0x5b;
}

const shortened = (text: string): string => text.replace(/[^\x21-\x7e ]/g, '?').slice(0, maxNameLength);

/**
 * Returns the names of the body's properties that are neither declared nor read otherwise, percent-encoded and separated by commas;
 * undefined if there are none. Names that begin with `_` are protocol parameters, which every route accepts.
 */
export function listIgnoredProperties(
  submitted: Readonly<Record<string, unknown>>,
  isRead: (name: string) => boolean,
): string | undefined {
  const names = Object.keys(submitted).filter((name) => !name.startsWith('_') && !isRead(name));
  if (names.length === 0) return undefined;
  const listed = names
    .slice(0, maxListedNames)
    .map((name) => encodeURIComponent(name.slice(0, maxNameLength).toWellFormed()));
  return [...listed, ...(names.length > maxListedNames ? ['...'] : [])].join(', ');
}
