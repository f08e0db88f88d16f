// Reads the state of the spam filter, its statistics, and why it classifies comments as it does.
import { send } from '../client.ts';

/** The name of the extension. */
export const spamFilterName = 'akismet';

/** The state of the filter. Scores are from 0 to 1. */
export interface SpamFilterStatus {
  readonly training: { readonly spam: number; readonly ham: number; readonly automatic: number };
  readonly threshold: number;
  readonly discard_threshold: number;
  readonly discards: boolean;
  readonly key_status: 'none' | 'valid' | 'unverified';
}

/** The numbers of a day, or the sums of several days. */
export interface SpamCounts {
  readonly spam: number;
  readonly ham: number;
  readonly discarded: number;
  readonly missed_spam: number;
  readonly false_positives: number;
}

/** The numbers of a day in GMT: `2026-01-31`. */
export interface SpamDay extends SpamCounts {
  readonly day: string;
}

/** The groups of signals. */
export type SignalKind = 'links' | 'length' | 'sender' | 'style' | 'host' | 'mail' | 'name' | 'text';

/** A signal with its weight, which is positive if it is typical of spam, and the numbers of comments with it in the training. */
export interface Signal {
  readonly kind: SignalKind;
  readonly value: string;
  readonly weight: number;
  readonly spam: number;
  readonly ham: number;
}

/** The classification of a comment by the filter with its current training. */
export interface Explanation {
  readonly comment: number;
  readonly score: number;
  readonly classification: 'pass' | 'spam' | 'discard';
  /** The kind as which the filter was trained with the comment; null if it was not. */
  readonly trained_as: 'spam' | 'ham' | null;
  /** Whether a moderator has decided about the comment. */
  readonly is_confirmed: boolean;
  /** The score without the training with this comment; null if the filter was not trained with it. */
  readonly untrained_score: number | null;
  readonly bias: number;
  readonly signals: readonly Signal[];
}

/** A message from the spam-checking service. */
export interface SpamAlert {
  readonly code: number;
  readonly message: string;
  readonly since: string;
}

const path = '/akismet/v1';

/** Reads the state of the filter. Throws ApiError. */
export const readSpamFilterStatus = async (signal?: AbortSignal): Promise<SpamFilterStatus> =>
  (await send<SpamFilterStatus>(`${path}/status`, { ...(signal && { signal }) })).data;

/** Reads the numbers of the last days, oldest first. Throws ApiError. */
export const readSpamDays = async (days: number, signal?: AbortSignal): Promise<readonly SpamDay[]> =>
  (await send<{ readonly days: readonly SpamDay[] }>(`${path}/days`, { query: { days }, ...(signal && { signal }) }))
    .data.days;

/** Reads the explanations of at most 20 comments. Those that the user may not moderate are missing. Throws ApiError. */
export async function readExplanations(
  comments: readonly number[],
  signal?: AbortSignal,
): Promise<readonly Explanation[]> {
  if (comments.length === 0) return [];
  const { data } = await send<{ readonly explanations: readonly Explanation[] }>(`${path}/explanations`, {
    query: { comments },
    ...(signal && { signal }),
  });
  return data.explanations;
}

/** Reads the message from the spam-checking service; null if there is none. Only for administrators. Throws ApiError. */
export const readSpamAlert = async (signal?: AbortSignal): Promise<SpamAlert | null> =>
  (await send<{ readonly alert: SpamAlert | null }>(`${path}/alert`, { ...(signal && { signal }) })).data.alert;

/** Deletes the message from the spam-checking service. Only for administrators. Throws ApiError. */
export async function deleteSpamAlert(): Promise<void> {
  await send(`${path}/alert`, { method: 'DELETE' });
}
