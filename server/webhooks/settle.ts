// What a try means for the delivery and for its webhook.
import type { WriteHandle } from '../database/handle.ts';
import type { Attempt } from './attempt.ts';
import { countWaiting, type DeliveryRow, endTry, hasten } from './deliveries-store.ts';
import { noteWebhook, service } from './note-webhook.ts';
import { claimWebhook, type WebhookRow, writeWebhook } from './store.ts';

/** How long is waited after each try that fails; where they are used up, the delivery is given up, unless the receiver was down. Seconds. */
export const delays = [5, 30, 120, 600, 1800, 3600, 2 * 3600, 4 * 3600, 6 * 3600, 10 * 3600] as const;

/** How long a delivery is tried before it may be given up. Milliseconds. */
const longestTrying = delays.reduce((all, seconds) => all + seconds * 1000, 0);

/** How long is waited between tries after that, where the receiver was down all the time. Seconds. */
const delayWhenDown = 3600;

/** The longest rest of a receiver that is down. Milliseconds. */
const longestRest = 10 * 60_000;

/** After so long without a success a webhook is switched off. Milliseconds. */
const longestFailure = 3 * 24 * 3600_000;

/** What is to be told to the operator. */
export interface Settled {
  readonly gaveUp: boolean;
  readonly switchedOff: boolean;
}

/** Notes what came of a try; undefined where another process has begun one meanwhile. */
export async function settle(
  tx: WriteHandle,
  delivery: DeliveryRow,
  { response, problem, isDown = false, isGone = false }: Attempt,
  now: number,
): Promise<Settled | undefined> {
  const webhook = await claimWebhook(tx, delivery.webhook_id);
  if (!webhook) return undefined;
  if (problem === undefined) {
    const done = { state: 'delivered', problem: '', response, due: delivery.due, settled: now };
    if (!(await endTry(tx, delivery, done))) return undefined;
    await noteSuccess(tx, webhook, now);
    return { gaveUp: false, switchedOff: false };
  }
  // What failed and was given up long ago says nothing of a receiver that was sent nothing since.
  const isFirst = delivery.attempts === 1 && (await countWaiting(tx, webhook.id)) === 1;
  const failing = failed(isFirst ? { ...webhook, failing_since: 0 } : webhook, problem, isDown, now);
  const delay = isGone ? undefined : (delays[delivery.attempts - 1] ?? lastDelay(failing, isDown, now));
  const ended =
    delay === undefined
      ? { state: 'failed', problem, response, due: delivery.due, settled: now }
      : { state: 'waiting', problem, response, due: now + delay * 1000, settled: 0 };
  if (!(await endTry(tx, delivery, ended))) return undefined;
  const switchedOff = isGone || now - failing.failing_since >= longestFailure;
  const why = isGone ? problem : `It was switched off: nothing was delivered for three days. ${problem}`;
  await writeWebhook(tx, webhook, switchedOff ? { ...failing, active: 0, problem: why } : failing);
  const isNew = switchedOff && webhook.active === 1;
  if (isNew) await noteWebhook(tx, () => now, service, 'webhook-switched-off', webhook, { problem: why });
  return { gaveUp: delay === undefined, switchedOff: isNew };
}

/** Where nothing else could be delivered meanwhile either, the fault is the receiver's: then nothing is given up. */
const lastDelay = ({ failing_since: since }: WebhookRow, isDown: boolean, now: number): number | undefined =>
  isDown && now - since >= longestTrying ? delayWhenDown : undefined;

/**
 * What waits for a receiver that was down is tried at once when it is up again: what would wait for up to four times as long as it
 * was down. What fails by itself, between others that do not, keeps its time.
 */
async function noteSuccess(tx: WriteHandle, webhook: WebhookRow, now: number): Promise<void> {
  if (webhook.failing_since === 0 && webhook.problem === '') return;
  await writeWebhook(tx, webhook, { ...webhook, failures: 0, rest_until: 0, failing_since: 0, problem: '' });
  if (webhook.failures === 0) return;
  const tries = delays.filter((seconds) => seconds * 250 <= now - webhook.failing_since).length;
  await hasten(tx, webhook.id, now, tries === delays.length ? Number.MAX_SAFE_INTEGER : tries);
}

/** A receiver that is down rests, longer each time. */
function failed(webhook: WebhookRow, problem: string, isDown: boolean, now: number): WebhookRow {
  const failing = { ...webhook, problem, failing_since: webhook.failing_since || now };
  if (!isDown) return failing;
  const failures = webhook.failures + 1;
  const rest = Math.min(longestRest, 5000 * 2 ** Math.min(failures - 1, 20));
  return { ...failing, failures, rest_until: now + rest };
}
