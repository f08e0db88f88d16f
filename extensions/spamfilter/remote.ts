// The checker that is asked where a key is set: the comment-check protocol over HTTP that blogs have long spoken.
import {
  type ExtensionServices,
  FetchFailed,
  guardedSend,
  type Remark,
  type Reply,
  type Verdict,
} from 'octavo/extension';
import type { Comment } from './comments.ts';
import type { SpamfilterSettings } from './settings.ts';
import type { Kind } from './store.ts';

/** How long a commenter waits for the checker. Milliseconds. */
const patience = 4000;

/** What the checker says of a key; `unverified` where it could not be asked. */
export type KeyStatus = 'valid' | 'invalid' | 'unverified';

/** Asks the checker whether a key is one. */
export async function verifyKey(services: ExtensionServices, endpoint: string, key: string): Promise<KeyStatus> {
  const reply = await send(services, endpoint, 'verify-key', { key, blog: services.site.home });
  return reply?.body === 'valid' ? 'valid' : reply?.body === 'invalid' ? 'invalid' : 'unverified';
}

/** What the checker says of a remark; undefined where no key is set, or it does not answer as the protocol has it. */
export async function askChecker(
  services: ExtensionServices,
  { key, spamfilter_endpoint: endpoint }: SpamfilterSettings,
  remark: Remark,
): Promise<Verdict | undefined> {
  if (key === '') return undefined;
  const { text, name, email, url, from, agent, kind, entry } = remark;
  const reply = await send(services, endpoint, 'comment-check', {
    ...{ api_key: key, blog: services.site.home, user_ip: from, user_agent: agent },
    ...{ comment_type: kind === 'form' ? 'contact-form' : 'comment', comment_content: text },
    ...{ comment_author: name, comment_author_email: email, comment_author_url: url },
    permalink: entry === 0 ? '' : `${services.site.home}/?p=${entry}`,
  });
  if (reply?.body === 'false') return 'pass';
  if (reply?.body !== 'true') return undefined;
  return reply.headers['x-akismet-pro-tip'] === 'discard' ? 'discard' : 'spam';
}

/** Tells the checker what a moderator has decided. What cannot be told is logged: it is help to others, not needed here. */
export async function reportDecision(
  services: ExtensionServices,
  { key, spamfilter_endpoint: endpoint }: SpamfilterSettings,
  comment: Comment,
  kind: Kind,
): Promise<void> {
  if (key === '') return;
  const reply = await send(services, endpoint, kind === 'spam' ? 'submit-spam' : 'submit-ham', {
    ...{ api_key: key, blog: services.site.home, user_ip: comment.author_ip, user_agent: comment.author_user_agent },
    ...{ comment_type: 'comment', comment_content: comment.content.raw, comment_author: comment.author_name },
    ...{ comment_author_email: comment.author_email, comment_author_url: comment.author_url },
    permalink: `${services.site.home}/?p=${comment.post}`,
  });
  if (!reply) services.log.warn({ comment: comment.id }, 'a decision could not be told to the checker');
}

/** Sends a form to the checker; undefined where it cannot be reached or fails. */
async function send(
  { log, fetchLimits }: ExtensionServices,
  endpoint: string,
  what: string,
  fields: Readonly<Record<string, string>>,
): Promise<Reply | undefined> {
  const headers = { 'Content-Type': 'application/x-www-form-urlencoded' };
  const body = new URLSearchParams(fields).toString();
  try {
    const reply = await guardedSend(
      `${endpoint.replace(/\/+$/, '')}/${what}`,
      { headers, body },
      { ...fetchLimits, patience },
    );
    if (reply.status === 200) return { ...reply, body: reply.body.trim() };
    log.warn({ what, status: reply.status }, 'the checker of spam answers with an error');
  } catch (error) {
    if (!(error instanceof FetchFailed)) throw error;
    log.warn({ what, reason: error.message }, 'the checker of spam cannot be reached');
  }
  return undefined;
}
