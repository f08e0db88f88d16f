// One try of a delivery: what is sent, and what its answer means.
import { FetchFailed, type FetchLimits, guardedTell, noSuchHost, tookTooLong } from '../fetch/guarded-fetch.ts';
import type { DeliveryRow } from './deliveries-store.ts';
import { signedHeaders } from './sign.ts';
import type { WebhookRow } from './store.ts';

/** How long a receiver may take to answer. Milliseconds. */
const patience = 10_000;

/** What came of a try. */
export interface Attempt {
  /** 0: no answer. */
  readonly response: number;
  /** Why it has failed; absent: it has not. */
  readonly problem?: string;
  /** The fault is the receiver's altogether, not this delivery's: others would fare no better now. */
  readonly isDown?: boolean;
  /** The receiver wants to be told no more. */
  readonly isGone?: boolean;
}

/** Sends a delivery to its webhook. Never throws. */
export async function attempt(
  webhook: WebhookRow,
  delivery: DeliveryRow,
  at: number,
  limits: FetchLimits,
): Promise<Attempt> {
  const secrets = [webhook.secret, ...(webhook.former_until > at ? [webhook.former_secret] : [])];
  const message = { headers: signedHeaders(delivery, secrets, at), body: delivery.body };
  try {
    return meaningOf(await guardedTell(webhook.url, message, { patience, ...limits }));
  } catch (error) {
    return { response: 0, isDown: true, problem: problemOf(error) };
  }
}

function meaningOf(response: number): Attempt {
  if (response >= 200 && response < 300) return { response };
  if (response === 410) return { response, isGone: true, problem: 'The receiver wants no more (410).' };
  if (response >= 300 && response < 400)
    return { response, problem: `The answer is ${response}: redirects are not followed.` };
  return { response, problem: `The answer is ${response}.`, isDown: response >= 500 || response === 429 };
}

function problemOf(error: unknown): string {
  if (!(error instanceof FetchFailed)) return 'It could not be sent.';
  if (error.message === noSuchHost) return 'Its host is not found.';
  if (error.fault === 'refused')
    return 'Nothing may be sent to this address: it is not public (--fetch-hosts), or it is that of this service.';
  if (error.fault === 'answered') return `The answer cannot be read: ${error.message}.`;
  return error.message === tookTooLong ? 'No whole answer came in time.' : 'It cannot be reached.';
}
