// What of the body of a write had no effect, told to developers: a misspelt property, JSON sent under another content type.
import { kindOfBody } from './parameters/body.ts';

/** The header that lists properties of the body that nothing has read. */
export const ignoredProperties = 'X-CMS-Ignored-Properties';
/** The header that says why the whole body was not read. */
export const ignoredBody = 'X-CMS-Ignored-Body';

/** How many properties are listed, and how much of a name. Characters. */
const maxListed = 20;
const maxNameLength = 60;

/** What is looked at of a request. */
export interface BodyOfRequest {
  readonly method: string;
  readonly headers: Readonly<Record<string, string | undefined>>;
  /** The bytes in memory; none of a body that may be a file. */
  readonly raw: Uint8Array | undefined;
  /** Whether the route takes files, so that a body of any type is read. */
  readonly takesFiles: boolean;
}

/**
 * Returns why the body of a write was not read as JSON although it seems to be meant so; undefined where it was read, or where
 * there is none. A form whose first name begins like JSON is what `curl -d '{…}'` sends.
 */
export function describeIgnoredBody({ method, headers, raw, takesFiles }: BodyOfRequest): string | undefined {
  if (method === 'GET') return undefined;
  const contentType = headers['content-type'];
  const kind = kindOfBody(method, contentType);
  const isMultipart = /^\s*multipart\/form-data/i.test(contentType ?? '');
  const isUnread = kind === 'other' && !isMultipart && !takesFiles && hasBody(headers, raw);
  if (!isUnread && !(kind === 'form' && looksLikeJson(raw))) return undefined;
  const sent = contentType === undefined ? 'without a Content-Type' : `as ${shortened(contentType)}`;
  return `The body was sent ${sent} and not read as JSON; send Content-Type: application/json.`;
}

const hasBody = (headers: BodyOfRequest['headers'], raw: Uint8Array | undefined): boolean =>
  (raw !== undefined && raw.length > 0) ||
  Number(headers['content-length'] ?? 0) > 0 ||
  headers['transfer-encoding'] !== undefined;

/** The maximum number of blanks before JSON. */
const maxBlanks = 1000;

/** Whether the first character that is not blank opens an object or a list. */
function looksLikeJson(raw: Uint8Array = new Uint8Array()): boolean {
  const first = raw.subarray(0, maxBlanks).find((byte) => ![0x20, 0x09, 0x0a, 0x0d].includes(byte));
  return first === 0x7b || first === 0x5b;
}

const shortened = (text: string): string => text.replace(/[^\x21-\x7e ]/g, '?').slice(0, maxNameLength);

/**
 * Lists the properties of a body that are neither declared nor read otherwise, percent-encoded and separated by commas; undefined
 * where there are none. Names that begin with `_` are those of the protocol, which every route has.
 */
export function listIgnoredProperties(
  sent: Readonly<Record<string, unknown>>,
  isRead: (name: string) => boolean,
): string | undefined {
  const names = Object.keys(sent).filter((name) => !name.startsWith('_') && !isRead(name));
  if (names.length === 0) return undefined;
  const listed = names
    .slice(0, maxListed)
    .map((name) => encodeURIComponent(name.slice(0, maxNameLength).toWellFormed()));
  return [...listed, ...(names.length > maxListed ? ['...'] : [])].join(', ');
}
