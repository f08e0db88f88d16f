// How JSON is written down for those who ask for it otherwise: as a script that calls a function, or for people
// (protocol.md §8.4). Asked for in the query, `_pretty` in a body too.
import { indentJson } from '../http/json-scan.ts';
import { textOf } from '../http/json-text.ts';
import { parseQuery } from '../http/parameters/query-string.ts';
import { type Answer, isJson } from '../http/request.ts';

export interface Writing {
  /** The function that a script calls with the answer. */
  readonly callback: string | undefined;
  readonly pretty: boolean;
}

/** The longest answer that is indented for people: longer ones are sent as they are, for that would keep others waiting. Characters. */
const maxPrettyLength = 1024 * 1024;

/** The longest that it may become: each line of what is nested deeply begins with as many spaces. Characters. */
const maxIndentedLength = 8 * maxPrettyLength;

const plain: Writing = { callback: undefined, pretty: false };

/** How a query asks for its answer to be written; undefined where it names a function that cannot be one. */
export function writingOf(url: string): Writing | undefined {
  if (!/jsonp|pretty/i.test(url) && !url.includes('%')) return plain;
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
    // Too many or too deep: the request is refused when its parameters are read.
    return {};
  }
}

const script = { 'Content-Type': 'application/javascript; charset=UTF-8', 'X-Content-Type-Options': 'nosniff' };

/** The answer to who names a function that cannot be one. Nothing else of a request is looked at (protocol.md §1). */
export const refusedCallback: Answer = {
  status: 400,
  route: undefined,
  headers: script,
  body: JSON.stringify({
    code: 'rest_callback_invalid',
    message: 'The name of the function in _jsonp may have letters, digits, _ and . only.',
  }),
};

/** An answer written down as it was asked for. */
export function written(answer: Answer, { callback, pretty: inQuery }: Writing): Answer {
  const pretty = inQuery || answer.pretty === true;
  if (answer.body === undefined || !isJson(answer) || (callback === undefined && !pretty)) return answer;
  const json = textOf(answer.body);
  const isForPeople = pretty && json.length <= maxPrettyLength;
  const text = (isForPeople ? indentJson(json, maxIndentedLength) : undefined) ?? json;
  if (callback === undefined) return { ...answer, body: text };
  return { ...answer, headers: { ...answer.headers, ...script }, body: `/**/${callback}(${text})` };
}
