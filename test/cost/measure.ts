// Measures requests one after the other: CPU time of all processes, and the longest block of the event loop.
import { setTimeout as pause } from 'node:timers/promises';
import { bytesOf, exchange, newAgent, pipelineUnread, type Received, type Sent } from './client.ts';
import type { MeteredService } from './metered-service.ts';

/** What no request may exceed. Milliseconds. */
export const limits = { blockMs: 50, cpuMs: 500 } as const;

/** Something that a client does to the service. */
export interface Attempt {
  /** What is tried: `GET /rest/cms/v2/posts?search=e`. */
  readonly name: string;
  readonly caller: string;
  /** The request; with another number than 0 in other words, where the same again would be answered from a cache. */
  readonly make: (n: number) => Sent;
  /** So many are sent on one connection that reads nothing; absent: one, whose response is read. */
  readonly pipelined?: number;
}

/** What an attempt has cost. */
export interface Cost {
  readonly attempt: Attempt;
  readonly sent: Sent;
  /** Absent where nothing was read. */
  readonly received?: Received;
  /** CPU time of all processes for one request. Milliseconds. */
  readonly cpuMs: number;
  /** The longest block of the event loop, of all that was sent together. Milliseconds. */
  readonly blockMs: number;
  /** By how much the memory of the serving process was larger afterwards. */
  readonly grownBytes: number;
}

/** How often what exceeds half a limit is measured in all. */
const maxRuns = 3;

/** The service has settled when it uses less CPU time than this share of the time that passes. */
const settledShare = 0.25;
const settleMs = 10;
/** For so many times in a row: what is handed from one process to another is at rest in between. */
const settledTimes = 2;
/** A pipeline may be worked on with pauses. Milliseconds. */
const settlePipelineMs = 50;
/** A service that is still busy after this time is measured as it is. Milliseconds. */
const maxSettleMs = 60_000;

export const isWithin = ({ cpuMs, blockMs }: Cost): boolean => cpuMs <= limits.cpuMs && blockMs <= limits.blockMs;

/** The part of a limit that an attempt has taken, the larger of the two. */
export const shareOf = ({ cpuMs, blockMs }: Pick<Cost, 'cpuMs' | 'blockMs'>): number =>
  Math.max(cpuMs / limits.cpuMs, blockMs / limits.blockMs);

/** CPU time for each thousand bytes of the request. Milliseconds. */
export const cpuPerKilobyte = ({ cpuMs, sent }: Cost): number => (cpuMs * 1000) / bytesOf(sent);

/** What is measured once more. */
const suspectShare = 0.5;
/** No garbage collection and no pause of the machine explains so much. */
const certainShare = 6;

/** Counts requests, so that no two are alike. */
let made = 0;

function nextNumber(): number {
  made += 1;
  return made;
}

export class Measuring {
  readonly #agent = newAgent();
  readonly #service: MeteredService;
  readonly #change: () => Promise<void>;

  /** `change` changes the site, so that nothing is answered from a cache that was asked before. */
  constructor(service: MeteredService, change: () => Promise<void>) {
    this.#service = service;
    this.#change = change;
  }

  /**
   * Measures an attempt. What seems dear is measured again after a change of the site, and the least counts: collecting
   * garbage, compiling and other processes cost once, the request itself every time.
   */
  async measure(attempt: Attempt): Promise<Cost> {
    let least = await this.#run(attempt);
    for (let run = 1; run < maxRuns && shareOf(least) > suspectShare && shareOf(least) < certainShare; run += 1) {
      await this.#change();
      await this.#settle();
      const again = await this.#run(attempt);
      const cpuMs = Math.min(least.cpuMs, again.cpuMs);
      const blockMs = Math.min(least.blockMs, again.blockMs);
      least = { ...(shareOf(again) < shareOf(least) ? again : least), cpuMs, blockMs };
    }
    return least;
  }

  /**
   * Makes reads one after the other and measures them together; gives the cost of each by itself where together they are
   * suspect, and nothing otherwise. `noteStatus` is called with each response.
   */
  async sift(attempts: readonly Attempt[], note: (attempt: Attempt, received: Received) => void): Promise<Cost[]> {
    await this.#service.report();
    const before = this.#service.cpu().usedMs;
    for (const attempt of attempts) note(attempt, await exchange(this.#agent, this.#service.port, attempt.make(0)));
    await this.#settle();
    const { blockMs } = await this.#service.report();
    if (shareOf({ blockMs, cpuMs: this.#service.cpu().usedMs - before }) <= suspectShare) return [];
    const costs: Cost[] = [];
    await this.#change();
    for (const attempt of attempts) costs.push(await this.measure(attempt));
    return costs;
  }

  /** Ends the connection. */
  close(): void {
    this.#agent.destroy();
  }

  async #run(attempt: Attempt): Promise<Cost> {
    const service = this.#service;
    const many = attempt.pipelined ?? 1;
    const all = Array.from({ length: many }, () => attempt.make(nextNumber()));
    const { rssBytes } = await service.report();
    const before = service.cpu().usedMs;
    let received: Received | undefined;
    if (attempt.pipelined === undefined) received = await exchange(this.#agent, service.port, all[0] as Sent);
    else await pipelineUnread(service.port, all, () => this.#settle(settlePipelineMs));
    // What is done after the response is part of the cost.
    await this.#settle();
    const cpuMs = (service.cpu().usedMs - before) / many;
    const { blockMs, rssBytes: rssAfter } = await service.report();
    const grownBytes = rssAfter - rssBytes;
    return { attempt, sent: all[0] as Sent, ...(received && { received }), cpuMs, blockMs, grownBytes };
  }

  /** Waits until the service has nothing to do: it neither runs nor waits for a processor. */
  async #settle(forMs = settleMs): Promise<void> {
    const until = performance.now() + maxSettleMs;
    const busyMs = () => {
      const { usedMs, waitedMs } = this.#service.cpu();
      return usedMs + waitedMs;
    };
    let settled = 0;
    for (let busy = busyMs(); settled < settledTimes && performance.now() < until; ) {
      const began = performance.now();
      await pause(forMs);
      const now = busyMs();
      const isIdle = now - busy < settledShare * (performance.now() - began) && !this.#service.isActive();
      settled = isIdle ? settled + 1 : 0;
      busy = now;
    }
  }
}
