// Encodes the values of response headers as ASCII, because they may contain stored text.
import type { IncomingMessage, OutgoingHttpHeader, OutgoingHttpHeaders } from 'node:http';
import { ServerResponse } from '../node-http.ts';

/** Characters that cannot be sent in a header (RFC 9110 §5.5): control characters, and characters outside ASCII. */
const unsendable = /[^\t\x20-\x7e]+/g;

/**
 * Percent-encodes everything in a header value that is not visible ASCII, a space or a tab, as UTF-8, as is required for the URLs in
 * `Location` and `Link` (RFC 3986 §2.5). Returns a value of plain ASCII unchanged.
 */
export const encodeHeaderValue = (value: string): string =>
  // `replace` does not copy a string without a match.
  value.replace(unsendable, (text) => encodeURIComponent(text.toWellFormed()));

type Headers = OutgoingHttpHeaders | OutgoingHttpHeader[];

function encodeAny<T extends OutgoingHttpHeader | readonly string[] | undefined>(value: T): T;
function encodeAny(value: OutgoingHttpHeader | readonly string[] | undefined) {
  if (typeof value === 'string') return encodeHeaderValue(value);
  return Array.isArray(value) ? value.map(encodeHeaderValue) : value;
}

/** Encodes headers in either form of Node.js: an array that alternates names and values, or an object. */
const encodeAll = (headers: Headers): Headers =>
  Array.isArray(headers)
    ? headers.map((each, at) => (at % 2 === 0 ? each : encodeAny(each)))
    : Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, encodeAny(value)]));

/**
 * A response of the HTTP server. It encodes every header, so that Node.js never rejects one after the operation was performed,
 * which would leave the client without a response.
 */
export class EncodedResponse<Request extends IncomingMessage = IncomingMessage> extends ServerResponse<Request> {
  override setHeader(name: string, value: number | string | readonly string[]): this {
    return super.setHeader(name, encodeAny(value));
  }

  override appendHeader(name: string, value: string | readonly string[]): this {
    return super.appendHeader(name, encodeAny(value));
  }

  override writeHead(status: number, reason?: string | Headers, headers?: Headers): this {
    if (typeof reason === 'string') return super.writeHead(status, reason, headers && encodeAll(headers));
    const sent = reason ?? headers;
    return super.writeHead(status, sent && encodeAll(sent));
  }
}
