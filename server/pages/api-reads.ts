// Reads the API for pages, as an anonymous caller, so that no page reveals more than the API.
import { ApiError } from '../api-error.ts';
import { collectTags } from '../http/cache-tags.ts';
import { toText } from '../http/json-text.ts';
import type { Dispatch } from '../http/pipeline.ts';
import { type ApiResponse, makeRequest } from '../http/request.ts';
import type { PageRequest } from '../page-layout/page.ts';

/** The IP address of the client, the signal that aborts the request, and the set that receives the cache tags of what is read. */
export type PageClient = Pick<PageRequest, 'from' | 'signal' | 'tags'>;

// biome-ignore lint/suspicious/noExplicitAny: a record of the API, whose shape the contract declares.
export type ApiRecord = Record<string, any>;

/**
 * Returns the JSON of an API path with these query parameters; undefined if its status is not 200. Throws an ApiError if the status is 499 or
 * higher, or if the query takes too long, because a failure must not become a 404.
 */
export async function readApi(
  dispatch: Dispatch,
  apiPath: string,
  query: Readonly<Record<string, string>>,
  client: PageClient,
): Promise<ApiRecord | undefined> {
  return (await request(dispatch, apiPath, query, client))?.record;
}

async function request(
  dispatch: Dispatch,
  apiPath: string,
  query: Readonly<Record<string, string>>,
  { from, signal, tags: collected }: PageClient,
): Promise<{ readonly record: ApiRecord; readonly headers: ApiResponse['headers'] } | undefined> {
  const { status, headers, body, tags } = await dispatch(
    makeRequest('GET', `${apiPath}?${new URLSearchParams(query)}`, { from, signal }),
  );
  collectTags(collected, tags);
  const record: ApiRecord = body === undefined ? {} : JSON.parse(toText(body));
  if (status >= 499 || tooExpensiveCodes.has(record.code)) throw errorOf(status, record, headers['Retry-After']);
  return status === 200 ? { record, headers } : undefined;
}

/** The codes of queries that were stopped because they take too long. */
const tooExpensiveCodes: ReadonlySet<unknown> = new Set(['rest_search_too_broad', 'rest_query_too_expensive']);

/** Returns the error of an API response, in words for visitors. */
function errorOf(
  status: number,
  { code = '', message = '', data }: ApiRecord,
  retryAfter: string | undefined,
): ApiError {
  if (code === 'rest_search_too_broad') return new ApiError(code, status, data?.params?.search ?? message);
  // The visitor has sent no parameter. The query takes less time when the database has its tables in memory.
  if (tooExpensiveCodes.has(code))
    return new ApiError(code, 503, 'This page takes too long to load; try again later.', { retryAfter: 5 });
  return new ApiError(code, status, message, retryAfter === undefined ? {} : { retryAfter: Number(retryAfter) });
}

/** Returns the records of a list of the API; undefined if its status is not 200. Throws as `readApi`. */
export async function readApiList(
  dispatch: Dispatch,
  apiPath: string,
  query: Readonly<Record<string, string>>,
  client: PageClient,
): Promise<readonly ApiRecord[] | undefined> {
  const list = await readApi(dispatch, apiPath, query, client);
  return Array.isArray(list) ? list : undefined;
}

/** A page of a list of the API. */
export interface ApiPage {
  readonly records: readonly ApiRecord[];
  /** Number of records on all pages. */
  readonly total: number;
}

/** Returns a page of a list of the API; undefined if its status is not 200, as for a page after the last one. Throws as `readApi`. */
export async function readApiPage(
  dispatch: Dispatch,
  apiPath: string,
  query: Readonly<Record<string, string>>,
  client: PageClient,
): Promise<ApiPage | undefined> {
  const response = await request(dispatch, apiPath, query, client);
  if (!Array.isArray(response?.record)) return undefined;
  return { records: response.record, total: Number(response.headers['X-CMS-Total'] ?? 0) };
}

/** Returns the number of records of a list of the API on all its pages; 0 if its status is not 200. Throws as `readApi`. */
export async function readApiTotal(
  dispatch: Dispatch,
  apiPath: string,
  query: Readonly<Record<string, string>>,
  client: PageClient,
): Promise<number> {
  return Number((await request(dispatch, apiPath, query, client))?.headers['X-CMS-Total'] ?? 0);
}
