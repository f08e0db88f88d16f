// Applies the result of a delivery attempt to the delivery and its webhook.
import type { WriteHandle } from '../database/handle.ts';
import type { Attempt } from './attempt.ts';
import { countWaiting, type DeliveryRow, endAttempt, makeDue } from './deliveries-store.ts';
import { recordWebhookEvent, serviceActor } from './record-webhook-event.ts';
import { lockWebhook, updateWebhookRow, type WebhookRow } from './store.ts';

/**
 * Delays after failed attempts, in seconds. If the attempt after the last delay fails, too, the delivery fails permanently, unless the
 * receiver has been down during all attempts.
 */
const retryDelaysSeconds = [5, 30, 120, 600, 1800, 3600, 2 * 3600, 4 * 3600, 6 * 3600, 10 * 3600] as const;

/** Sum of these delays, in milliseconds. A delivery to a receiver that has been down for this time does not fail permanently. */
const minRetryMs = retryDelaysSeconds.reduce((all, seconds) => all + seconds * 1000, 0);

/** Delay before each further attempt if the receiver has been down during all attempts, in seconds. */
const retryDelayWhenDownSeconds = 3600;

/** Maximum backoff for a receiver that is down, in milliseconds. */
const maxBackoffMs = 10 * 60_000;

/** Time without a successful delivery after which a webhook is disabled, in milliseconds. */
const maxFailingMs = 3 * 24 * 3600_000;

/** Consequences of an attempt, for the log: whether the delivery has failed permanently and whether its webhook was disabled. */
export interface AppliedResult {
  readonly isGivenUp: boolean;
  readonly isDisabled: boolean;
}

/** Stores the result of an attempt. Returns undefined if the webhook was deleted or another attempt was started. */
export async function applyResult(
  tx: WriteHandle,
  delivery: DeliveryRow,
  { response, problem, isDown = false, isGone = false }: Attempt,
  now: number,
): Promise<AppliedResult | undefined> {
  const webhook = await lockWebhook(tx, delivery.webhook_id);
  if (!webhook) return undefined;
  if (problem === undefined) {
    const delivered = { state: 'delivered', problem: '', response, due: delivery.due, settled: now };
    if (!(await endAttempt(tx, delivery, delivered))) return undefined;
    await recordSuccess(tx, webhook, now);
    return { isGivenUp: false, isDisabled: false };
  }
  // If this is the only waiting delivery and its first attempt, earlier failures do not count: they may be long ago.
  const isFirst = delivery.attempts === 1 && (await countWaiting(tx, webhook.id)) === 1;
  const failing = withFailure(isFirst ? { ...webhook, failing_since: 0 } : webhook, problem, isDown, now);
  const delay = isGone ? undefined : (retryDelaysSeconds[delivery.attempts - 1] ?? finalDelay(failing, isDown, now));
  const outcome =
    delay === undefined
      ? { state: 'failed', problem, response, due: delivery.due, settled: now }
      : { state: 'waiting', problem, response, due: now + delay * 1000, settled: 0 };
  if (!(await endAttempt(tx, delivery, outcome))) return undefined;
  const isDisabled = isGone || now - failing.failing_since >= maxFailingMs;
  const reason = isGone ? problem : `Disabled after three days without a successful delivery. ${problem}`;
  await updateWebhookRow(tx, webhook, isDisabled ? { ...failing, active: 0, problem: reason } : failing);
  const isNewlyDisabled = isDisabled && webhook.active === 1;
  if (isNewlyDisabled)
    await recordWebhookEvent(tx, () => now, serviceActor, {
      action: 'webhook-disabled',
      webhook,
      details: { problem: reason },
    });
  return { isGivenUp: delay === undefined, isDisabled: isNewlyDisabled };
}

/** Returns the delay after the last regular attempt if the receiver was down during all attempts; otherwise undefined. */
const finalDelay = ({ failing_since: since }: WebhookRow, isDown: boolean, now: number): number | undefined =>
  isDown && now - since >= minRetryMs ? retryDelayWhenDownSeconds : undefined;

/**
 * Resets the failure state of a webhook. If its receiver was down, waiting deliveries become due immediately, provided that their
 * delay is at most four times the downtime. Deliveries that fail while others succeed keep their schedule.
 */
async function recordSuccess(tx: WriteHandle, webhook: WebhookRow, now: number): Promise<void> {
  if (webhook.failing_since === 0 && webhook.problem === '') return;
  await updateWebhookRow(tx, webhook, { ...webhook, failures: 0, rest_until: 0, failing_since: 0, problem: '' });
  if (webhook.failures === 0) return;
  const maxAttempts = retryDelaysSeconds.filter((seconds) => seconds * 250 <= now - webhook.failing_since).length;
  await makeDue(tx, webhook.id, now, maxAttempts === retryDelaysSeconds.length ? Number.MAX_SAFE_INTEGER : maxAttempts);
}

/** Returns the webhook row after a failed attempt. A receiver that is down gets an exponential backoff. */
function withFailure(webhook: WebhookRow, problem: string, isDown: boolean, now: number): WebhookRow {
  const failing = { ...webhook, problem, failing_since: webhook.failing_since || now };
  if (!isDown) return failing;
  const failures = webhook.failures + 1;
  const backoffMs = Math.min(maxBackoffMs, 5000 * 2 ** Math.min(failures - 1, 20));
  return { ...failing, failures, rest_until: now + backoffMs };
}
