// Dispatches webhook deliveries while the service runs. Several processes may do so concurrently; a lease ensures that only one of
// them makes an attempt.
import type { Database } from '../database/handle.ts';
import type { FetchLimits } from '../fetch/guarded-fetch.ts';
import type { Clock } from '../time/zone.ts';
import { type AppliedResult, applyResult } from './apply-result.ts';
import { attempt } from './attempt.ts';
import { type DeliveryRow, endAttempt, findDueDeliveries, startAttempts } from './deliveries-store.ts';
import { listWebhookRows, lockWebhook, type WebhookRow } from './store.ts';

/** Maximum number of concurrent attempts per webhook. */
const maxConcurrent = 4;

/** Maximum number of concurrent attempts per webhook whose receiver is down. */
const maxConcurrentWhenDown = 1;

/** Time after which other processes consider an attempt abandoned, in milliseconds. Every attempt ends earlier. */
const leaseMs = 30_000;

/** Maximum time that a stop waits for attempts in flight, in milliseconds. */
const stopTimeoutMs = 3000;

/** Dependencies of the dispatcher. */
export interface WebhookDispatcherDeps {
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

  /** Stops starting attempts. Attempts in flight are aborted after three seconds and repeated after the next start. */
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
      const { state, problem, response, due, settled } = delivery;
      const outcome = { state, problem, response, due, settled };
      await database.transaction((tx) => endAttempt(tx, delivery, outcome, delivery.attempts - 1));
      return;
    }
    const settled = await database.transaction((tx) => applyResult(tx, delivery, result, clock()));
    if (settled && result.problem !== undefined) onProblem(delivery, result.problem, settled);
  }
}
