// Formats JSON responses on request: as JSONP, or indented (protocol.md §8.4). Clients request them with the query parameters `_jsonp`
// and `_pretty`; `_pretty` is also accepted in a body.
import { indentJson } from '../http/json-scan.ts';
import { toText } from '../http/json-text.ts';
import { parseQuery } from '../http/parameters/query-string.ts';
import { type ApiResponse, isJson } from '../http/request.ts';

export interface JsonFormat {
  /** Function that the JSONP script calls with the response. */
  readonly callback: string | undefined;
  readonly pretty: boolean;
}

/** Maximum length of a response that is indented, in characters: indenting a longer one would block the event loop. */
const maxPrettyLength = 1024 * 1024;

/** Maximum length of an indented response, in characters: indentation multiplies the size of deeply nested JSON. */
const maxIndentedLength = 8 * maxPrettyLength;

const defaultFormat: JsonFormat = { callback: undefined, pretty: false };

/** Returns the format that a query requests; undefined if the name of its JSONP function is invalid. */
export function requestedFormat(url: string): JsonFormat | undefined {
  if (!/jsonp|pretty/i.test(url) && !url.includes('%')) return defaultFormat;
  const query = readQuery(url.slice(url.indexOf('?') + 1));
  const { _jsonp: callback } = query;
  if (typeof callback === 'string' && /[^\w.]/.test(callback)) return undefined;
  return {
    callback: typeof callback === 'string' && callback !== '' ? callback : undefined,
    pretty: '_pretty' in query,
  };
}

function readQuery(text: string): Readonly<Record<string, unknown>> {
  try {
    return parseQuery(text);
  } catch {
    // Too many parameters or levels: the request is rejected when its parameters are parsed.
    return {};
  }
}

const script = { 'Content-Type': 'application/javascript; charset=UTF-8', 'X-Content-Type-Options': 'nosniff' };

/** The response to an invalid JSONP function name. Nothing else of the request is validated (protocol.md §1). */
export const invalidCallbackResponse: ApiResponse = {
  status: 400,
  route: undefined,
  headers: script,
  body: JSON.stringify({
    code: 'rest_callback_invalid',
    message: 'Invalid _jsonp: a function name may contain only letters, digits, _ and .',
  }),
};

/** Returns the response in the requested format. */
export function formatResponse(response: ApiResponse, { callback, pretty: inQuery }: JsonFormat): ApiResponse {
  const pretty = inQuery || response.pretty === true;
  if (response.body === undefined || !isJson(response) || (callback === undefined && !pretty)) return response;
  const json = toText(response.body);
  const isIndented = pretty && json.length <= maxPrettyLength;
  const text = (isIndented ? indentJson(json, maxIndentedLength) : undefined) ?? json;
  if (callback === undefined) return { ...response, body: text };
  return { ...response, headers: { ...response.headers, ...script }, body: `/**/${callback}(${text})` };
}
