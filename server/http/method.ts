// The method that a request is served by, which its query or a header may replace (protocol.md §8.2).
import { parseQuery } from './parameters/query-string.ts';
import type { Request } from './request.ts';

/** A query as far as it can be read, for what is looked at before the parameters are. */
export function readQuery(text: string): Readonly<Record<string, unknown>> {
  try {
    return parseQuery(text);
  } catch {
    // Too many or too deep: the request is refused when its parameters are read; what disguises it is not looked at.
    return {};
  }
}

/** `_method` in the query goes before the header; an empty word is no method either (protocol.md §8.2). */
export function methodOf(
  request: Pick<Request, 'method' | 'headers'>,
  query: Readonly<Record<string, unknown>>,
): { method: string; overridden: boolean } {
  const asked = query._method ?? request.headers['x-http-method-override'];
  const method = typeof asked === 'string' ? asked.toUpperCase() : request.method;
  return { method, overridden: method !== request.method };
}
