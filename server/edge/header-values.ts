// The values of response headers as they are sent: in ASCII, whatever stored text they are made of.
import { type IncomingMessage, type OutgoingHttpHeader, type OutgoingHttpHeaders, ServerResponse } from 'node:http';

/** What cannot be sent in a header as it is (RFC 9110 §5.5): control characters, and what is outside ASCII. */
const unsendable = /[^\t\x20-\x7e]+/g;

/**
 * Returns a header value in which whatever is not visible ASCII, a space or a tab is percent-encoded as UTF-8, as it must be
 * in the URLs of `Location` and `Link` (RFC 3986 §2.5). A value of plain ASCII is returned as it is.
 */
export const encodeHeaderValue = (value: string): string =>
  // `replace` copies nothing where it finds nothing.
  value.replace(unsendable, (text) => encodeURIComponent(text.toWellFormed()));

type Headers = OutgoingHttpHeaders | OutgoingHttpHeader[];

function encodeAny<T extends OutgoingHttpHeader | readonly string[] | undefined>(value: T): T;
function encodeAny(value: OutgoingHttpHeader | readonly string[] | undefined) {
  if (typeof value === 'string') return encodeHeaderValue(value);
  return Array.isArray(value) ? value.map(encodeHeaderValue) : value;
}

/** Names and values in turn, or an object: in both ways Node takes headers. */
const encodeAll = (headers: Headers): Headers =>
  Array.isArray(headers)
    ? headers.map((each, at) => (at % 2 === 0 ? each : encodeAny(each)))
    : Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, encodeAny(value)]));

/**
 * A response of the service's server. Every header passes here, whoever sets it, so that none is refused by Node when what the
 * request asked for is done already: its client would get no response.
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
