// Attempts to deliver an event: sends the request and interprets the response.
import {
  FetchError,
  type FetchLimits,
  guardedPostForStatus,
  hostNotFoundMessage,
  timeoutMessage,
} from '../fetch/guarded-fetch.ts';
import type { DeliveryRow } from './deliveries-store.ts';
import { signedHeaders } from './sign.ts';
import type { WebhookRow } from './store.ts';

/** Timeout of the receiver's response, in milliseconds. */
const timeoutMs = 10_000;

/** Result of a delivery attempt. */
export interface Attempt {
  /** Status code of the response; 0 if there was no response. */
  readonly response: number;
  /** Reason for the failure; absent after success. */
  readonly problem?: string;
  /** Whether the receiver itself is unavailable, so that other deliveries would fail as well. */
  readonly isDown?: boolean;
  /** Whether the receiver responded 410 Gone, which disables the webhook. */
  readonly isGone?: boolean;
}

/** Sends a delivery to its webhook and returns the result. Times are in milliseconds since 1970. Never throws. */
export async function attempt(
  webhook: WebhookRow,
  delivery: DeliveryRow,
  now: number,
  limits: FetchLimits,
): Promise<Attempt> {
  const secrets = [webhook.secret, ...(webhook.former_until > now ? [webhook.former_secret] : [])];
  const message = { headers: signedHeaders(delivery, secrets, now), body: delivery.body };
  try {
    return interpretStatus(await guardedPostForStatus(webhook.url, message, { timeoutMs, ...limits }));
  } catch (error) {
    return { response: 0, isDown: true, problem: describeError(error) };
  }
}

function interpretStatus(response: number): Attempt {
  if (response >= 200 && response < 300) return { response };
  if (response === 410) return { response, isGone: true, problem: 'The receiver responded with status 410 (Gone).' };
  if (response >= 300 && response < 400)
    return { response, problem: `The receiver responded with status ${response}; redirects are not followed.` };
  return {
    response,
    problem: `The receiver responded with status ${response}.`,
    isDown: response >= 500 || response === 429,
  };
}

function describeError(error: unknown): string {
  if (!(error instanceof FetchError)) return 'The request could not be sent.';
  if (error.message === hostNotFoundMessage) return 'The host was not found.';
  if (error.code === 'refused')
    return 'This URL is not allowed: its host is not public (see --fetch-hosts), or it is this service.';
  if (error.code === 'answered') return `Invalid response: ${error.message}.`;
  return error.message === timeoutMessage ? 'The request timed out.' : 'The connection failed.';
}
