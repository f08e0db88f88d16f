// Sends requests to the API for the light screens. The editor sends its requests through its own packages, with the same nonce.

import { serviceText } from '../ui/service-text.ts';
import { invalidResponseCode, messageOfCode, offlineCode, unreachableCode } from './error-messages.ts';
import { accountPaths, apiPath } from './page.ts';
import { siteHeader } from './site-header.ts';

/** An error response of the API, or a request without a response. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  /** The error code of the API, or one of those in error-messages.ts if there was no response or if it is not JSON. */
  readonly code: string;
  /** The HTTP status; 0 if there was no response. */
  readonly status: number;
  /** Details of the error. */
  readonly data: Readonly<Record<string, unknown>>;

  /** `message` is displayed to the user unless there is another text for the code. */
  constructor(code: string, status: number, message = '', data: Readonly<Record<string, unknown>> = {}) {
    super(messageOfCode(code) ?? serviceText(message));
    this.code = code;
    this.status = status;
    this.data = data;
  }
}

/** Options of a request. */
export interface RequestOptions {
  readonly method?: 'GET' | 'POST' | 'PUT' | 'DELETE' | 'OPTIONS';
  readonly query?: Readonly<Record<string, QueryValue>>;
  /** The JSON body. */
  readonly body?: object;
  readonly signal?: AbortSignal;
  /** The version of the record that the request changes: it fails with status 412 if the record has another version. */
  readonly ifMatch?: string;
  /** Additional headers. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Whether the request continues when the page is closed. Its body must be short: browsers limit the sum of such bodies to 64 KB. */
  readonly keepalive?: boolean;
}

/** A value of a query parameter. Lists are joined by commas; parameters without a value are omitted. */
export type QueryValue = string | number | boolean | readonly (string | number)[] | undefined;

/** A successful response. */
export interface ApiResponse<T> {
  readonly data: T;
  readonly headers: Headers;
}

/** The items of one page of a list. */
export interface Page<T> {
  readonly items: readonly T[];
  /** The number of items on all pages. */
  readonly total: number;
  readonly pages: number;
}

let nonce = '';

/** Returns the current nonce. */
export const currentNonce = (): string => nonce;

/** Continues a session that has ended or whose nonce is outdated. Requests that failed because of it are repeated once. */
let continueSession: () => Promise<void> = async () => {};

/** Sets the function that continues a session. Until then, requests without a session fail. */
export function setContinueSession(run: () => Promise<void>): void {
  continueSession = run;
}

/** Sends a request. Throws ApiError. */
export async function send<T>(path: string, options: RequestOptions = {}): Promise<ApiResponse<T>> {
  return readResponse<T>(await sendInSession(() => fetchWithNonce(path, options)));
}

/** Sends a request; if it was rejected because the session has ended or the nonce is outdated, again when the session continues. */
export async function sendInSession(request: () => Promise<Response>): Promise<Response> {
  const response = await request();
  if (!(await isSessionRejected(response))) return response;
  await continueSession();
  return request();
}

/** Opens a response that is read while it arrives. Throws ApiError. */
export async function openStream(
  path: string,
  options: Pick<RequestOptions, 'query' | 'signal' | 'headers'>,
): Promise<ReadableStream<Uint8Array<ArrayBuffer>>> {
  const response = await sendInSession(() => fetchWithNonce(path, options));
  if (response.ok && response.body) return response.body;
  throw (await readResponse(response).then(
    () => new ApiError(invalidResponseCode, response.status),
    (error: unknown) => error,
  )) as Error;
}

/** Reads one page of a list. Throws ApiError. */
export async function readPage<T>(
  path: string,
  query: RequestOptions['query'],
  signal?: AbortSignal,
): Promise<Page<T>> {
  const { data, headers } = await send<readonly T[]>(path, { ...(query && { query }), ...(signal && { signal }) });
  return { items: data, total: Number(headers.get('X-WP-Total')), pages: Number(headers.get('X-WP-TotalPages')) };
}

/** Maximum number of items on a page. */
export const maxPageSize = 100;

/** Reads all pages of a list. Throws ApiError. */
export async function readAllPages<T>(
  path: string,
  query: RequestOptions['query'],
  signal?: AbortSignal,
): Promise<readonly T[]> {
  const all: T[] = [];
  for (let page = 1; ; page += 1) {
    const { items, pages } = await readPage<T>(path, { ...query, page, per_page: maxPageSize }, signal);
    all.push(...items);
    if (page >= pages) return all;
  }
}

/** The identifier of the site of this document, and of the site that the service serves now. Empty until the first nonce was read. */
const site = { own: '', current: '' };

/** Returns the identifier of the site of this document. */
export const ownSite = (): string => site.own;

/** Whether a restore has replaced the site with another one, to which nothing in this document belongs. */
export const isSiteReplaced = (): boolean => site.own !== site.current;

/** Reads the nonce of the session again. Returns false if the session has ended. */
export async function renewNonce(): Promise<boolean> {
  const response = await fetch(accountPaths.nonce, { cache: 'no-store' }).catch(throwUnreachable);
  site.current = response.headers.get(siteHeader) ?? site.current;
  site.own ||= site.current;
  if (response.ok) nonce = await response.text();
  return response.ok;
}

function fetchWithNonce(
  path: string,
  { method = 'GET', query, body, signal, ifMatch, headers: more = {}, keepalive = false }: RequestOptions,
): Promise<Response> {
  const headers = new Headers({ Accept: 'application/json', 'X-WP-Nonce': nonce, ...more });
  if (body) headers.set('Content-Type', 'application/json');
  if (ifMatch !== undefined) headers.set('If-Match', ifMatch);
  return fetch(apiPath + withQuery(path, query), {
    ...{ method, headers, keepalive, cache: 'no-store' },
    ...(body && { body: JSON.stringify(body) }),
    ...(signal && { signal }),
  }).catch(throwUnreachable);
}

/** Returns a path with query parameters. */
export function withQuery(path: string, query: RequestOptions['query'] = {}): string {
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries(query))
    if (value !== undefined) parameters.set(name, Array.isArray(value) ? value.join(',') : String(value));
  return parameters.size === 0 ? path : `${path}?${parameters}`;
}

/** Throws the error for a request without a response. */
export function throwUnreachable(error: unknown): never {
  if (error instanceof DOMException && error.name === 'AbortError') throw error;
  throw new ApiError(navigator.onLine ? unreachableCode : offlineCode, 0);
}

/** The code of the error for an outdated nonce. */
export const outdatedNonceCode = 'rest_cookie_invalid_nonce';

/** Whether the API has rejected a request because the session has ended or the nonce is outdated. */
export async function isSessionRejected(response: Response): Promise<boolean> {
  if (response.status !== 403) return response.status === 401;
  const body = await response
    .clone()
    .json()
    .catch(() => undefined);
  return body?.code === outdatedNonceCode;
}

/** Reads a response. Throws ApiError if it is an error or is not JSON. */
export async function readResponse<T>(response: Response): Promise<ApiResponse<T>> {
  const { status, headers } = response;
  const data = await response.json().catch(() => undefined);
  if (data === undefined) throw new ApiError(invalidResponseCode, status);
  if (!response.ok) throw new ApiError(String(data.code), status, String(data.message), data.data);
  return { data, headers };
}
