// Reads the emails of the site, and sends them again.
import { send } from '../client.ts';

/** An email in the queue or in the log, without its text. Times are in GMT. */
export interface Email {
  readonly id: number;
  readonly state: 'waiting' | 'sent' | 'failed' | 'unsent';
  readonly kind: string;
  readonly recipient: string;
  readonly subject: string;
  readonly attempts: number;
  readonly queued: string;
  readonly next_attempt: string | null;
  /** Why the latest attempt failed; empty if it did not. */
  readonly problem: string;
}

const path = '/octavo/v1/emails';

/** Reads the latest emails, newest first. Throws ApiError. */
export const listEmails = async (signal?: AbortSignal): Promise<readonly Email[]> =>
  (await send<readonly Email[]>(path, { ...(signal && { signal }) })).data;

/** Sends all emails again that were not sent. Returns their number. Throws ApiError. */
export const retryEmails = async (): Promise<number> =>
  (await send<{ readonly retried: number }>(`${path}/retry`, { method: 'POST' })).data.retried;

/** Sends an email again that was not sent. Resolves with the email. Throws ApiError. */
export const retryEmail = async ({ id }: Pick<Email, 'id'>): Promise<Email> =>
  (await send<Email>(`${path}/${id}/retry`, { method: 'POST' })).data;
