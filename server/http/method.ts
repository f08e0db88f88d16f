// Determines the method of a request, which its query or a header may override (protocol.md §8.2).
import { parseQuery } from './parameters/query-string.ts';
import type { ApiRequest } from './request.ts';

/** Parses a query for the stages before parameters are read. Returns an empty object for a query that cannot be parsed. */
export function readQuery(text: string): Readonly<Record<string, unknown>> {
  try {
    return parseQuery(text);
  } catch {
    // The query exceeds a limit: the request is rejected when its parameters are read. An override in it is ignored.
    return {};
  }
}

/** Returns the effective method. `_method` in the query takes precedence over the header, even if it is empty (protocol.md §8.2). */
export function methodOf(
  request: Pick<ApiRequest, 'method' | 'headers'>,
  query: Readonly<Record<string, unknown>>,
): { method: string; overridden: boolean } {
  const override = query._method ?? request.headers['x-http-method-override'];
  const method = typeof override === 'string' ? override.toUpperCase() : request.method;
  return { method, overridden: method !== request.method };
}
