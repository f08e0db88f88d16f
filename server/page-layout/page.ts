// Declares the requests for HTML pages and their responses, which are independent of the HTTP server.

/** The URL of an API of the service, and its link relation. */
export interface ApiRoot {
  readonly url: string;
  readonly rel: string;
}

export interface PageRequest {
  readonly method: 'GET' | 'POST';
  /** The raw path with its query. */
  readonly address: string;
  readonly cookie: string | undefined;
  /** Whether the client accepts HTML, so that it gets an HTML page even if no entry is found. */
  readonly isBrowser: boolean;
  /** The headers; names in lower case. Absent if the request was not sent over HTTP. */
  readonly headers?: Readonly<Record<string, string | undefined>>;
  /** The submitted form fields; empty when there are none. Undefined if the body is not a URL-encoded form. */
  readonly fields: URLSearchParams | undefined;
  /** The IP address of the client. */
  readonly from: string;
  /** ID of the request in the log. */
  readonly id?: string | undefined;
  /** Roots of the service's APIs, for links in the head of pages. */
  readonly roots: readonly ApiRoot[];
  /** Aborts when the client disconnects. */
  readonly signal?: AbortSignal | undefined;
  /** Receives the cache tags of the page; absent if they are not collected. */
  readonly tags?: Set<string> | undefined;
}

export interface PageResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** Path of the entry below the API root, for a link to the API; present only for the complete page of a published entry. */
  readonly apiPath?: string;
  /** The short URL that redirects to the entry; present only for the page of a published entry without a password. */
  readonly shortlink?: string;
  readonly body: string;
}

/** A function that returns the response to a page request; undefined if there is no such page. Its promise never rejects. */
export type PageHandler = (request: PageRequest) => Promise<PageResponse | undefined>;

/** Query parameters that pages depend on. */
const pageParameters: ReadonlySet<string> = new Set([
  ...['p', 'page_id', 'attachment_id', 'embed', 'preview_nonce', 'design_preview'],
  ...['feed', 's', 'paged', 'page'],
  ...['cpage', 'replytocom', 'comment', 'form-sent'],
]);

/** Whether pages depend on a query parameter: one with a fixed name, or the page of a query in content, such as `query-3-page`. */
export const isPageParameter = (name: string): boolean => pageParameters.has(name) || /^query-\d{1,6}-page$/.test(name);
