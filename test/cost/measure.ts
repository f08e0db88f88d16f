// Measures requests one after the other: CPU time of all processes, and the longest block of the event loop.
import { setTimeout as pause } from 'node:timers/promises';
import { bytesOf, exchange, newAgent, pipelineUnread, type Received, type SentRequest } from './client.ts';
import type { MeteredService } from './metered-service.ts';

/** Maximum cost of a request, in milliseconds. */
export const limits = { blockMs: 50, cpuMs: 500 } as const;

/** A request, or a series of pipelined requests, that is measured. */
export interface Attempt {
  /** Name in tables, such as `GET /rest/cms/v2/posts?search=e`. */
  readonly name: string;
  readonly caller: string;
  /** Returns the request. Values of `n` other than 0 return variations with the same result that are not cached. */
  readonly make: (n: number) => SentRequest;
  /** Number of requests that are sent on one connection without reading responses. If absent, one request is sent and read. */
  readonly pipelined?: number;
}

/** The measured cost of an attempt. */
export interface Cost {
  readonly attempt: Attempt;
  readonly sentRequest: SentRequest;
  /** The response; absent if it was not read. */
  readonly received?: Received;
  /** CPU time of all processes per request, in milliseconds. */
  readonly cpuMs: number;
  /** Longest block of the event loop during all requests of the attempt, in milliseconds. */
  readonly blockMs: number;
  /** Growth of the memory of the serving process. */
  readonly grownMemoryBytes: number;
}

/** Maximum number of measurements of an attempt. An attempt is measured again if its cost is between the two shares below. */
const maxRuns = 3;

/** Maximum share of the elapsed time that an idle service uses as CPU time. */
const idleCpuShare = 0.25;
const idlePeriodMs = 10;
/** Required number of consecutive idle periods. While one process hands work to another, both are briefly idle. */
const idlePeriods = 2;
/** Length of an idle period after pipelined requests, in milliseconds. It is longer because the service may pause between them. */
const pipelineIdlePeriodMs = 50;
/** Time after which the service is measured even if it is not idle, in milliseconds. */
const maxIdleWaitMs = 60_000;

export const isWithin = ({ cpuMs, blockMs }: Cost): boolean => cpuMs <= limits.cpuMs && blockMs <= limits.blockMs;

/** Returns the larger of the two shares of the limits that an attempt has used. */
export const shareOf = ({ cpuMs, blockMs }: Pick<Cost, 'cpuMs' | 'blockMs'>): number =>
  Math.max(cpuMs / limits.cpuMs, blockMs / limits.blockMs);

/** Returns the CPU time in milliseconds per 1,000 bytes of the request. */
export const cpuPerKilobyte = ({ cpuMs, sentRequest }: Cost): number => (cpuMs * 1000) / bytesOf(sentRequest);

/** Share of a limit above which an attempt is measured again. */
const suspectShare = 0.5;
/** Share of a limit above which an attempt is not measured again, because garbage collection cannot explain the cost. */
const maxSuspectShare = 6;

/** Number of generated requests. It is passed to `make`, so that each request is unique. */
let requestCount = 0;

function nextNumber(): number {
  requestCount += 1;
  return requestCount;
}

export class CostMeter {
  readonly #agent = newAgent();
  readonly #service: MeteredService;
  readonly #change: () => Promise<void>;

  /** `change` changes the site so that cached responses become invalid. */
  constructor(service: MeteredService, change: () => Promise<void>) {
    this.#service = service;
    this.#change = change;
  }

  /**
   * Measures an attempt. If it seems expensive, measures it again after a change to the site and returns the minimum of each
   * time, because garbage collection, compilation and other processes do not add their cost every time.
   */
  async measure(attempt: Attempt): Promise<Cost> {
    let minimum = await this.#run(attempt);
    for (
      let run = 1;
      run < maxRuns && shareOf(minimum) > suspectShare && shareOf(minimum) < maxSuspectShare;
      run += 1
    ) {
      await this.#change();
      await this.#waitUntilIdle();
      const again = await this.#run(attempt);
      const cpuMs = Math.min(minimum.cpuMs, again.cpuMs);
      const blockMs = Math.min(minimum.blockMs, again.blockMs);
      minimum = { ...(shareOf(again) < shareOf(minimum) ? again : minimum), cpuMs, blockMs };
    }
    return minimum;
  }

  /**
   * Sends reads one after the other and measures them together. If the total exceeds `suspectShare` of a limit, measures each
   * read separately and returns the costs; otherwise returns an empty array. Calls `onResponse` with each response.
   */
  async measureTogether(
    attempts: readonly Attempt[],
    onResponse: (attempt: Attempt, received: Received) => void,
  ): Promise<Cost[]> {
    await this.#service.report();
    const before = this.#service.cpu().usedMs;
    for (const attempt of attempts)
      onResponse(attempt, await exchange(this.#agent, this.#service.port, attempt.make(0)));
    await this.#waitUntilIdle();
    const { blockMs } = await this.#service.report();
    if (shareOf({ blockMs, cpuMs: this.#service.cpu().usedMs - before }) <= suspectShare) return [];
    const costs: Cost[] = [];
    await this.#change();
    for (const attempt of attempts) costs.push(await this.measure(attempt));
    return costs;
  }

  /** Closes the connections to the service. */
  close(): void {
    this.#agent.destroy();
  }

  async #run(attempt: Attempt): Promise<Cost> {
    const service = this.#service;
    const count = attempt.pipelined ?? 1;
    const all = Array.from({ length: count }, () => attempt.make(nextNumber()));
    const { rssBytes } = await service.report();
    const before = service.cpu().usedMs;
    let received: Received | undefined;
    if (attempt.pipelined === undefined) received = await exchange(this.#agent, service.port, all[0] as SentRequest);
    else await pipelineUnread(service.port, all, () => this.#waitUntilIdle(pipelineIdlePeriodMs));
    // Work that continues after the response is part of the cost.
    await this.#waitUntilIdle();
    const cpuMs = (service.cpu().usedMs - before) / count;
    const { blockMs, rssBytes: rssAfter } = await service.report();
    const grownMemoryBytes = rssAfter - rssBytes;
    return {
      attempt,
      sentRequest: all[0] as SentRequest,
      ...(received && { received }),
      cpuMs,
      blockMs,
      grownMemoryBytes,
    };
  }

  /** Waits until the service has used almost no CPU time in several consecutive periods, but at most `maxIdleWaitMs`. */
  async #waitUntilIdle(forMs = idlePeriodMs): Promise<void> {
    const until = performance.now() + maxIdleWaitMs;
    const busyMs = () => {
      const { usedMs, waitedMs } = this.#service.cpu();
      return usedMs + waitedMs;
    };
    let idleCount = 0;
    for (let busy = busyMs(); idleCount < idlePeriods && performance.now() < until; ) {
      const began = performance.now();
      await pause(forMs);
      const now = busyMs();
      const isIdle = now - busy < idleCpuShare * (performance.now() - began) && !this.#service.isActive();
      idleCount = isIdle ? idleCount + 1 : 0;
      busy = now;
    }
  }
}
