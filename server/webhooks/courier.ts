// Makes deliveries as long as the service runs. Several processes may do so at once: each try is made by one of them.
import type { Database } from '../database/handle.ts';
import type { FetchLimits } from '../fetch/guarded-fetch.ts';
import type { Clock } from '../time/zone.ts';
import { attempt } from './attempt.ts';
import { type DeliveryRow, endTry, findDue, writeTries } from './deliveries-store.ts';
import { type Settled, settle } from './settle.ts';
import { claimWebhook, listWebhookRows, type WebhookRow } from './store.ts';

/** So many deliveries are made to one webhook at once, and to one that is down. */
const atOnce = 4;
const atOnceWhenDown = 1;

/** How long a try may take before others may take its process for dead. Longer than the longest try. Milliseconds. */
const lease = 30_000;

/** How long a stop waits for what is under way. Milliseconds. */
const stopPatience = 3000;

export interface CourierParts {
  readonly database: Database;
  readonly clock: Clock;
  readonly fetchLimits: FetchLimits;
  /** Told of every try that fails. Addresses are not told: they may hold secrets. */
  readonly onProblem?: (delivery: DeliveryRow, problem: string, settled: Settled) => void;
  /** Told what the storage could not do; the delivery is tried again later. */
  readonly onFault?: (error: unknown) => void;
}

/** Sends what is due. */
export class Courier {
  readonly #parts: CourierParts;
  readonly #ending = new AbortController();
  /** The tries under way by the numbers of their webhooks. */
  readonly #underWay = new Map<number, Set<Promise<void>>>();
  #stopped = false;
  /** What is being begun now, and whether there is to be another look after it. */
  #beginning: Promise<void> | undefined;
  #again = false;

  constructor(parts: CourierParts) {
    this.#parts = parts;
  }

  /** Begins what is due and waits for none of it: a receiver that hangs keeps no other from being told. */
  async begin(): Promise<void> {
    this.#again = true;
    // One look after the other, so that each counts what the one before has begun.
    this.#beginning ??= this.#look().finally(() => {
      this.#beginning = undefined;
    });
    await this.#beginning;
  }

  async #look(): Promise<void> {
    const { database, clock } = this.#parts;
    while (this.#again && !this.#stopped) {
      this.#again = false;
      for (const webhook of await listWebhookRows(database.read))
        if (webhook.active === 1 && webhook.rest_until <= clock() && !this.#stopped) await this.#beginOf(webhook);
    }
  }

  /** Makes everything that is due, and waits for it. */
  async finish(): Promise<void> {
    do {
      await Promise.all([...this.#underWay.values()].flatMap((tries) => [...tries]));
      await this.begin();
    } while (this.#underWay.size > 0);
  }

  /** Begins no more. What is under way has a few seconds to end; else it is tried again by whoever runs next. */
  async stop(): Promise<void> {
    this.#stopped = true;
    await this.#beginning?.catch(() => {});
    const impatient = setTimeout(() => this.#ending.abort(), stopPatience);
    await Promise.all([...this.#underWay.values()].flatMap((tries) => [...tries]));
    clearTimeout(impatient);
  }

  async #beginOf({ id, failures }: WebhookRow): Promise<void> {
    const { database, clock } = this.#parts;
    const free = (failures > 0 ? atOnceWhenDown : atOnce) - (this.#underWay.get(id)?.size ?? 0);
    if (free <= 0 || (await findDue(database.read, id, clock(), 1)).length === 0) return;
    const taken = await database.transaction(async (tx) => {
      const webhook = await claimWebhook(tx, id);
      if (!webhook?.active || webhook.rest_until > clock()) return undefined;
      const due = await findDue(tx, id, clock(), free);
      const ids = due.map((each) => each.id);
      if (ids.length > 0) await writeTries(tx, ids, clock() + lease);
      return { webhook, tries: due.map((each) => ({ ...each, attempts: each.attempts + 1 })) };
    });
    for (const delivery of taken?.tries ?? []) if (taken) this.#start(taken.webhook, delivery);
  }

  #start(webhook: WebhookRow, delivery: DeliveryRow): void {
    const { onFault = () => {} } = this.#parts;
    const tries = this.#underWay.get(webhook.id) ?? new Set();
    this.#underWay.set(webhook.id, tries);
    const going = this.#try(webhook, delivery)
      .catch(onFault)
      .then(() => {
        tries.delete(going);
        if (tries.size === 0) this.#underWay.delete(webhook.id);
        // The next one need not wait for the next second.
        return this.begin().catch(onFault);
      });
    tries.add(going);
  }

  async #try(webhook: WebhookRow, delivery: DeliveryRow): Promise<void> {
    const { database, clock, fetchLimits, onProblem = () => {} } = this.#parts;
    const came = await attempt(webhook, delivery, clock(), { ...fetchLimits, signal: this.#ending.signal });
    if (this.#ending.signal.aborted && came.response === 0) {
      const { state, problem, response, due, settled } = delivery;
      const as = { state, problem, response, due, settled };
      await database.transaction((tx) => endTry(tx, delivery, as, delivery.attempts - 1));
      return;
    }
    const settled = await database.transaction((tx) => settle(tx, delivery, came, clock()));
    if (settled && came.problem !== undefined) onProblem(delivery, came.problem, settled);
  }
}
