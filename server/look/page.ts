// A request for a page and what is answered, free of HTTP's machinery.

/** Where an API of the service is, and the relation that names it in links. */
export interface ApiRoot {
  readonly address: string;
  readonly rel: string;
}

export interface PageRequest {
  readonly method: 'GET' | 'POST';
  /** The path with its query, as it was sent. */
  readonly address: string;
  readonly cookie: string | undefined;
  /** Whether a page is wanted also where there is nothing to show. */
  readonly isPerson: boolean;
  /** The fields of a form; none where none were sent. */
  readonly fields: URLSearchParams;
  /** The sender's address. */
  readonly from: string;
  /** The roots of the service's APIs, which every page names. */
  readonly roots: readonly ApiRoot[];
  /** Aborts once nobody waits for the page any more. */
  readonly signal?: AbortSignal | undefined;
}

export interface PageAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** The path below the REST root at which the API has what it shows; absent: nowhere. */
  readonly apiPath?: string;
  readonly html: string;
}

/** Answers a request for a page; undefined where there is none. Never throws. */
export type AnswerPage = (request: PageRequest) => Promise<PageAnswer | undefined>;

/** The parameters of addresses that pages depend on. */
export const pageParameters: ReadonlySet<string> = new Set(['p', 'page_id', 'attachment_id', 'embed', 'preview_nonce']);
