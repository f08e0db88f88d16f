// Client of the spam-checking service for the common comment-check protocol over HTTP. It is used if a key is set.
import {
  type Classification,
  type ContentComment,
  type ExtensionServices,
  FetchError,
  type FetchedResponse,
  guardedPost,
  type Submission,
} from 'octavo/extension';
import type { SpamfilterSettings } from './contract.ts';
import type { Kind } from './store.ts';

/** Timeout of requests to the spam-checking service, in milliseconds. It is short, because authors of comments wait for the result. */
const timeoutMs = 4000;

/** Status of a key; `unverified` if the spam-checking service is unreachable or gives no valid response. */
type KeyStatus = 'valid' | 'invalid' | 'unverified';

/** Requests the status of a key from the spam-checking service. */
export async function verifyKey(services: ExtensionServices, endpoint: string, key: string): Promise<KeyStatus> {
  const response = await postForm(services, endpoint, 'verify-key', { key, blog: services.site.urls.home });
  return response?.body === 'valid' ? 'valid' : response?.body === 'invalid' ? 'invalid' : 'unverified';
}

/** Returns the classification by the spam-checking service; undefined if no key is set or the service gives no valid response. */
export async function checkSubmission(
  services: ExtensionServices,
  { key, spamfilter_endpoint: endpoint }: SpamfilterSettings,
  submission: Submission,
): Promise<Classification | undefined> {
  if (key === '') return undefined;
  const { text, name, email, url, from, agent, kind, entry } = submission;
  const response = await postForm(services, endpoint, 'comment-check', {
    ...{ api_key: key, blog: services.site.urls.home, user_ip: from, user_agent: agent },
    ...{ comment_type: kind === 'form' ? 'contact-form' : 'comment', comment_content: text },
    ...{ comment_author: name, comment_author_email: email, comment_author_url: url },
    permalink: entry === 0 ? '' : `${services.site.urls.home}/?p=${entry}`,
  });
  if (response?.body === 'false') return 'pass';
  if (response?.body !== 'true') return undefined;
  return response.headers['x-akismet-pro-tip'] === 'discard' ? 'discard' : 'spam';
}

/** Reports a moderator decision to the spam-checking service. Failures are only logged, because the local filter needs no reports. */
export async function reportDecision(
  services: ExtensionServices,
  { key, spamfilter_endpoint: endpoint }: SpamfilterSettings,
  comment: ContentComment,
  kind: Kind,
): Promise<void> {
  if (key === '') return;
  const response = await postForm(services, endpoint, kind === 'spam' ? 'submit-spam' : 'submit-ham', {
    ...{
      api_key: key,
      blog: services.site.urls.home,
      user_ip: comment.author_ip,
      user_agent: comment.author_user_agent,
    },
    ...{ comment_type: 'comment', comment_content: comment.content, comment_author: comment.author_name },
    ...{ comment_author_email: comment.author_email, comment_author_url: comment.author_url },
    permalink: `${services.site.urls.home}/?p=${comment.post}`,
  });
  if (!response) services.log.warn({ comment: comment.id }, 'spam report failed');
}

/** Sends a form to the spam-checking service by POST. Returns undefined if this fails or the status is not 200. */
async function postForm(
  { log, http }: ExtensionServices,
  endpoint: string,
  operation: string,
  fields: Readonly<Record<string, string>>,
): Promise<FetchedResponse | undefined> {
  const headers = { 'Content-Type': 'application/x-www-form-urlencoded' };
  const body = new URLSearchParams(fields).toString();
  try {
    const response = await guardedPost(
      `${endpoint.replace(/\/+$/, '')}/${operation}`,
      { headers, body },
      { ...http.fetchLimits, timeoutMs },
    );
    if (response.status === 200) return { ...response, body: response.body.trim() };
    log.warn({ what: operation, status: response.status }, 'spam check failed');
  } catch (error) {
    if (!(error instanceof FetchError)) throw error;
    log.warn({ what: operation, reason: error.message }, 'spam check unreachable');
  }
  return undefined;
}
