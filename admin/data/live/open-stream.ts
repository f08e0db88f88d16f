// Opens a stream of the live channel with the session of the browser. It runs in a worker, so it does not use the page.
import { siteHeader } from '../site-header.ts';
import { readEvents, type StreamEvent } from './event-stream.ts';
import type { Topic } from './messages.ts';

/** The result of opening a stream. `signed-out` says that the session of the user has ended. */
export type OpenResult =
  | { readonly kind: 'open'; readonly events: AsyncIterable<StreamEvent> }
  | { readonly kind: 'signed-out' }
  | { readonly kind: 'failed'; readonly retryAfterMs: number };

/** The content of a stream. */
export interface StreamRequest {
  /** The entries and groups. */
  readonly topics: readonly Topic[];
  /** The position of an event: at first, the stream reports the groups that have changed since. Undefined without groups. */
  readonly after: number | undefined;
}

/** Opens a stream. Rejects if the service cannot be reached or `signal` aborts, which also interrupts the stream. */
export type OpenStream = (request: StreamRequest, signal: AbortSignal) => Promise<OpenResult>;

/** Options of the streams. */
interface Options {
  /** Path of the REST root, without a trailing slash. */
  readonly apiPath: string;
  /** Path at which the nonce of the session can be read. */
  readonly noncePath: string;
  /** ID of the user for whom the streams are opened. */
  readonly user: number;
}

const failed = (response: Response): OpenResult => ({
  kind: 'failed',
  retryAfterMs: (Number(response.headers.get('Retry-After')) || 0) * 1000,
});

/** Returns the query of a stream. */
function queryOf({ topics, after }: StreamRequest): string {
  const entries = topics.filter((topic) => typeof topic === 'number').join();
  const groups = topics.filter((topic) => typeof topic !== 'number').join();
  return [entries && `entries=${entries}`, groups && `groups=${groups}`, after !== undefined && `after=${after}`]
    .filter(Boolean)
    .join('&');
}

/** Whether the service has rejected the session or the nonce. An anonymous visitor has no nonce, which is status 400. */
const isRejected = ({ status }: Response): boolean => [400, 401, 403].includes(status);

/**
 * Returns a function that opens streams for a user. If another user has signed in, or another site is served, the session counts as ended.
 */
export function createOpenStream({ apiPath, noncePath, user }: Options): OpenStream {
  let nonce: string | undefined;
  let site: string | null | undefined;

  /** Reads the nonce of the session. Returns a result if the session is not that of the user. */
  async function renewNonce(signal: AbortSignal): Promise<OpenResult | undefined> {
    const response = await fetch(noncePath, { cache: 'no-store', signal });
    if (!response.ok) return isRejected(response) ? { kind: 'signed-out' } : failed(response);
    const currentSite = response.headers.get(siteHeader);
    // A restore has replaced the site with another one, whose users may have the same IDs.
    if (currentSite !== (site ?? currentSite)) return { kind: 'signed-out' };
    site = currentSite;
    const renewed = await response.text();
    const me = await request('/wp/v2/users/me?_fields=id', renewed, signal);
    if (!me.ok) return isRejected(me) ? { kind: 'signed-out' } : failed(me);
    const { id } = await me.json();
    if (id !== user) return { kind: 'signed-out' };
    nonce = renewed;
    return undefined;
  }

  const request = (path: string, currentNonce: string, signal: AbortSignal) =>
    fetch(apiPath + path, { cache: 'no-store', headers: { 'X-WP-Nonce': currentNonce }, signal });

  return async (stream, signal) => {
    for (let attempt = 1; ; attempt += 1) {
      if (nonce === undefined) {
        const problem = await renewNonce(signal);
        if (problem) return problem;
      }
      const response = await request(`/octavo/v1/live?${queryOf(stream)}`, nonce ?? '', signal);
      if (response.ok && response.body) return { kind: 'open', events: readEvents(response.body) };
      if (!isRejected(response) || attempt === 2) return failed(response);
      // The session may have ended, or the nonce may be outdated.
      nonce = undefined;
    }
  };
}
