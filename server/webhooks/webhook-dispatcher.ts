// Dispatches webhook deliveries while the service runs. Several processes may do so concurrently; a lease ensures
// that only one of them makes an attempt.
import type { Database, WriteHandle } from '../database/handle.ts';
import { retryWhileUnavailable } from '../database/retry-while-unavailable.ts';
import {
  FetchError,
  type FetchLimits,
  guardedPostForExcerpt,
  hostNotFoundMessage,
  type PostMessage,
  timeoutMessage,
} from '../fetch/guarded-fetch.ts';
import type { Clock } from '../time/zone.ts';
import {
  countWaiting,
  type DeliveryRow,
  endAttempt,
  findDueDeliveries,
  makeDue,
  startAttempts,
} from './deliveries-store.ts';
import { purgeFormatOf } from './purge-formats.ts';
import { signedHeaders } from './sign.ts';
import {
  listWebhookRows,
  lockWebhook,
  recordWebhookEvent,
  serviceActor,
  updateWebhookRow,
  type WebhookRow,
} from './store.ts';

// Attempts to deliver an event: sends the request and interprets the response.

/** Timeout of the receiver's response, in milliseconds. */
const timeoutMs = 10_000;

/** Maximum size of the stored part of a response, in bytes. */
const maxExcerptBytes = 4096;

/** Result of a delivery attempt. */
interface Attempt {
  /** Status code of the response; 0 if there was no response. */
  readonly response: number;
  /** Beginning of the body of the response. */
  readonly excerpt: string;
  /** Reason for the failure; absent after success. */
  readonly problem?: string;
  /** Whether the receiver itself is unavailable, so that other deliveries would fail as well. */
  readonly isDown?: boolean;
  /** Whether the receiver responded 410 Gone, which disables the webhook. */
  readonly isGone?: boolean;
}

/** Sends a delivery to its webhook and returns the result. Times are in milliseconds since 1970. Never throws. */
async function attempt(webhook: WebhookRow, delivery: DeliveryRow, now: number, limits: FetchLimits): Promise<Attempt> {
  const message =
    purgeFormatOf(webhook)?.messageOf(delivery.body, webhook.token) ?? signedMessage(webhook, delivery, now);
  try {
    const fetchLimits = { timeoutMs, ...limits };
    const { status, excerpt } = await guardedPostForExcerpt(webhook.url, message, maxExcerptBytes, fetchLimits);
    return { ...interpretStatus(status), excerpt };
  } catch (error) {
    return { response: 0, excerpt: '', isDown: true, problem: describeError(error) };
  }
}

/** Returns the request with an event, signed with the secret and, for some time after its replacement, also with the previous one. */
function signedMessage(webhook: WebhookRow, delivery: DeliveryRow, now: number): PostMessage {
  const secrets = [webhook.secret, ...(webhook.former_until > now ? [webhook.former_secret] : [])];
  return { headers: signedHeaders(delivery, secrets, now), body: delivery.body };
}

function interpretStatus(response: number): Omit<Attempt, 'excerpt'> {
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

// Applies the result of a delivery attempt to the delivery and its webhook.

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
interface AppliedResult {
  readonly isGivenUp: boolean;
  readonly isDisabled: boolean;
}

/** Stores the result of an attempt. Returns undefined if the webhook was deleted or another attempt was started. */
async function applyResult(
  tx: WriteHandle,
  delivery: DeliveryRow,
  { response, excerpt, problem, isDown = false, isGone = false }: Attempt,
  now: number,
): Promise<AppliedResult | undefined> {
  const webhook = await lockWebhook(tx, delivery.webhook_id);
  if (!webhook) return undefined;
  const received = { response, response_body: excerpt, attempted: now };
  if (problem === undefined) {
    const delivered = { state: 'delivered', problem: '', ...received, due: delivery.due, settled: now };
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
      ? { state: 'failed', problem, ...received, due: delivery.due, settled: now }
      : { state: 'waiting', problem, ...received, due: now + delay * 1000, settled: 0 };
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

/** Returns the outcome that a delivery had before the current attempt. */
const unchangedOutcome = ({ state, problem, response, response_body, attempted, due, settled }: DeliveryRow) => ({
  ...{ state, problem, response, response_body, attempted, due, settled },
});

/** Maximum number of concurrent attempts per webhook. */
const maxConcurrent = 4;

/** Maximum number of concurrent attempts per webhook whose receiver is down. */
const maxConcurrentWhenDown = 1;

/** Time after which other processes consider an attempt abandoned, in milliseconds. Every attempt ends earlier. */
const leaseMs = 30_000;

/** Maximum time that a stop waits for attempts in flight, in milliseconds. */
const stopTimeoutMs = 3000;

/** Dependencies of the dispatcher. */
interface WebhookDispatcherDeps {
  readonly database: Database;
  readonly clock: Clock;
  readonly fetchLimits: FetchLimits;
  /** Called after each failed attempt. `problem` contains no URLs, because they may contain secrets. */
  readonly onProblem?: (delivery: DeliveryRow, problem: string, settled: AppliedResult) => void;
  /** Called with storage errors. The delivery is attempted again later. */
  readonly onError?: (error: unknown) => void;
}

/** A dispatcher that sends due deliveries. */
export class WebhookDispatcher {
  readonly #deps: WebhookDispatcherDeps;
  readonly #abortController = new AbortController();
  /** Attempts in flight, keyed by webhook ID. */
  readonly #inFlight = new Map<number, Set<Promise<void>>>();
  #stopped = false;
  /** The poll in progress. */
  #polling: Promise<void> | undefined;
  /** Whether another poll must follow the poll in progress. */
  #pollAgain = false;

  constructor(deps: WebhookDispatcherDeps) {
    this.#deps = deps;
  }

  /** Starts the due attempts without waiting for their results, so that a receiver that hangs does not delay the others. */
  async poll(): Promise<void> {
    this.#pollAgain = true;
    // Polls run one after the other because each counts the attempts that the previous one has started.
    this.#polling ??= this.#pollWebhooks().finally(() => {
      this.#polling = undefined;
    });
    await this.#polling;
  }

  async #pollWebhooks(): Promise<void> {
    const { database, clock } = this.#deps;
    while (this.#pollAgain && !this.#stopped) {
      this.#pollAgain = false;
      for (const webhook of await listWebhookRows(database.read))
        if (webhook.active === 1 && webhook.rest_until <= clock() && !this.#stopped) await this.#startDue(webhook);
    }
  }

  /** Sends all due deliveries and waits for their results. */
  async drain(): Promise<void> {
    do {
      await Promise.all([...this.#inFlight.values()].flatMap((pending) => [...pending]));
      await this.poll();
    } while (this.#inFlight.size > 0);
  }

  /**
   * Stops starting attempts. Attempts in flight are aborted after three seconds and repeated after the next start, and so are those whose results
   * could not be stored until then.
   */
  async stop(): Promise<void> {
    this.#stopped = true;
    await this.#polling?.catch(() => {});
    const timeout = setTimeout(() => this.#abortController.abort(), stopTimeoutMs);
    await Promise.all([...this.#inFlight.values()].flatMap((pending) => [...pending]));
    clearTimeout(timeout);
  }

  async #startDue({ id, failures }: WebhookRow): Promise<void> {
    const { database, clock } = this.#deps;
    const freeSlots = (failures > 0 ? maxConcurrentWhenDown : maxConcurrent) - (this.#inFlight.get(id)?.size ?? 0);
    if (freeSlots <= 0 || (await findDueDeliveries(database.read, id, clock(), 1)).length === 0) return;
    const claimed = await database.transaction(async (tx) => {
      const webhook = await lockWebhook(tx, id);
      if (!webhook?.active || webhook.rest_until > clock()) return undefined;
      const due = await findDueDeliveries(tx, id, clock(), freeSlots);
      const ids = due.map((each) => each.id);
      if (ids.length > 0) await startAttempts(tx, ids, clock() + leaseMs);
      return { webhook, pending: due.map((each) => ({ ...each, attempts: each.attempts + 1 })) };
    });
    for (const delivery of claimed?.pending ?? []) if (claimed) this.#start(claimed.webhook, delivery);
  }

  #start(webhook: WebhookRow, delivery: DeliveryRow): void {
    const { onError = () => {} } = this.#deps;
    const pending = this.#inFlight.get(webhook.id) ?? new Set();
    this.#inFlight.set(webhook.id, pending);
    const inFlight = this.#attempt(webhook, delivery)
      .catch(onError)
      .then(() => {
        pending.delete(inFlight);
        if (pending.size === 0) this.#inFlight.delete(webhook.id);
        // The next delivery starts immediately, without waiting for the next regular poll.
        return this.poll().catch(onError);
      });
    pending.add(inFlight);
  }

  async #attempt(webhook: WebhookRow, delivery: DeliveryRow): Promise<void> {
    const { database, clock, fetchLimits, onProblem = () => {} } = this.#deps;
    const result = await attempt(webhook, delivery, clock(), { ...fetchLimits, signal: this.#abortController.signal });
    if (this.#abortController.signal.aborted && result.response === 0) {
      await database.transaction((tx) => endAttempt(tx, delivery, unchangedOutcome(delivery), delivery.attempts - 1));
      return;
    }
    // If the result were not stored, the delivery would be repeated when the lease has expired.
    const settled = await retryWhileUnavailable(
      () => database.transaction((tx) => applyResult(tx, delivery, result, clock())),
      { maxMs: leaseMs, signal: this.#abortController.signal },
    );
    if (settled && result.problem !== undefined) onProblem(delivery, result.problem, settled);
  }
}
