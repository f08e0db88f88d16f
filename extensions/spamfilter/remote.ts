// Client of the checking service, with the common comment-check protocol over HTTP. It is used if a key is set.
import {
  type Classification,
  type ExtensionServices,
  FetchError,
  type FetchedResponse,
  guardedPost,
  type Submission,
} from 'octavo/extension';
import type { Comment } from './comments.ts';
import type { SpamfilterSettings } from './settings.ts';
import type { Kind } from './store.ts';

/** Timeout of requests to the checking service, in milliseconds; the author of a comment waits for it. */
const timeoutMs = 4000;

/** Status of a key; `unverified` if the checking service is unreachable. */
export type KeyStatus = 'valid' | 'invalid' | 'unverified';

/** Returns the status of a key according to the checking service. */
export async function verifyKey(services: ExtensionServices, endpoint: string, key: string): Promise<KeyStatus> {
  const reply = await postForm(services, endpoint, 'verify-key', { key, blog: services.site.home });
  return reply?.body === 'valid' ? 'valid' : reply?.body === 'invalid' ? 'invalid' : 'unverified';
}

/** Returns the classification of the checking service; undefined if no key is set or the response is invalid. */
export async function checkSubmission(
  services: ExtensionServices,
  { key, spamfilter_endpoint: endpoint }: SpamfilterSettings,
  submission: Submission,
): Promise<Classification | undefined> {
  if (key === '') return undefined;
  const { text, name, email, url, from, agent, kind, entry } = submission;
  const reply = await postForm(services, endpoint, 'comment-check', {
    ...{ api_key: key, blog: services.site.home, user_ip: from, user_agent: agent },
    ...{ comment_type: kind === 'form' ? 'contact-form' : 'comment', comment_content: text },
    ...{ comment_author: name, comment_author_email: email, comment_author_url: url },
    permalink: entry === 0 ? '' : `${services.site.home}/?p=${entry}`,
  });
  if (reply?.body === 'false') return 'pass';
  if (reply?.body !== 'true') return undefined;
  return reply.headers['x-akismet-pro-tip'] === 'discard' ? 'discard' : 'spam';
}

/** Reports a moderator decision to the checking service. Failures are only logged because the local filter does not need the report. */
export async function reportDecision(
  services: ExtensionServices,
  { key, spamfilter_endpoint: endpoint }: SpamfilterSettings,
  comment: Comment,
  kind: Kind,
): Promise<void> {
  if (key === '') return;
  const reply = await postForm(services, endpoint, kind === 'spam' ? 'submit-spam' : 'submit-ham', {
    ...{ api_key: key, blog: services.site.home, user_ip: comment.author_ip, user_agent: comment.author_user_agent },
    ...{ comment_type: 'comment', comment_content: comment.content.raw, comment_author: comment.author_name },
    ...{ comment_author_email: comment.author_email, comment_author_url: comment.author_url },
    permalink: `${services.site.home}/?p=${comment.post}`,
  });
  if (!reply) services.log.warn({ comment: comment.id }, 'spam report failed');
}

/** Posts a form to the checking service. Returns undefined if that fails. */
async function postForm(
  { log, fetchLimits }: ExtensionServices,
  endpoint: string,
  operation: string,
  fields: Readonly<Record<string, string>>,
): Promise<FetchedResponse | undefined> {
  const headers = { 'Content-Type': 'application/x-www-form-urlencoded' };
  const body = new URLSearchParams(fields).toString();
  try {
    const reply = await guardedPost(
      `${endpoint.replace(/\/+$/, '')}/${operation}`,
      { headers, body },
      { ...fetchLimits, timeoutMs },
    );
    if (reply.status === 200) return { ...reply, body: reply.body.trim() };
    log.warn({ what: operation, status: reply.status }, 'spam check failed');
  } catch (error) {
    if (!(error instanceof FetchError)) throw error;
    log.warn({ what: operation, reason: error.message }, 'spam check unreachable');
  }
  return undefined;
}
