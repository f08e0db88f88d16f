// Collects the cost of each measured attempt and the status of each response, and reports them.
import type { Received } from './client.ts';
import { type Attempt, type Cost, cpuPerKilobyte, isWithin, limits, shareOf } from './measure.ts';

/** A response with an unexpected status. */
interface Failure {
  readonly attempt: Attempt;
  readonly received: Received;
}

export class Findings {
  readonly #costs: Cost[] = [];
  readonly #failures: Failure[] = [];
  readonly #statuses = new Map<number, number>();
  readonly #onOffender: (cost: Cost) => void;

  /** `onOffender` is called with the cost of each attempt that exceeds a limit, as soon as it has been measured. */
  constructor(onOffender: (cost: Cost) => void = () => {}) {
    this.#onOffender = onOffender;
  }

  /** Records the response to an attempt. A status of 500 and a missing response are failures. */
  recordResponse(attempt: Attempt, received: Received): void {
    const { status } = received;
    this.#statuses.set(status, (this.#statuses.get(status) ?? 0) + 1);
    if (status === 0 || status === 500) this.#failures.push({ attempt, received });
  }

  /** Records the cost of an attempt and returns it. */
  add(cost: Cost): Cost {
    this.#costs.push(cost);
    if (!isWithin(cost)) this.#onOffender(cost);
    if (cost.received) this.recordResponse(cost.attempt, cost.received);
    return cost;
  }

  /** Returns the costs that exceed a limit, the highest first. */
  offenders(): Cost[] {
    return this.#sorted().filter((cost) => !isWithin(cost));
  }

  failures(): string[] {
    return this.#failures.map(
      ({ attempt: { caller, name }, received: { status, start } }) =>
        `${caller}: ${name}: ${status} ${start.slice(0, 200)}`,
    );
  }

  /** Returns the number of responses with each status, as text. */
  statuses(): string {
    const counted = [...this.#statuses].sort(([a], [b]) => a - b);
    return counted.map(([status, count]) => `${count} × ${status}`).join(', ');
  }

  /** Returns the most expensive attempts as a Markdown table. */
  table(rows = 10): string {
    return tableOf(this.#sorted().slice(0, rows));
  }

  #sorted(): Cost[] {
    return this.#costs.toSorted((one, other) => shareOf(other) - shareOf(one));
  }
}

const number = (value: number): string => (value >= 10 ? value.toFixed(0) : value.toPrecision(2));

/** Returns a row of the Markdown table of costs. */
export function rowOf(cost: Cost): string {
  const { attempt, cpuMs, blockMs, grownMemoryBytes, received } = cost;
  const figures = [blockMs, cpuMs, cpuPerKilobyte(cost)].map(number);
  const memory = Math.round(grownMemoryBytes / 1e6);
  return `| ${[...figures, memory, received?.status ?? '', attempt.caller].join(' | ')} | \`${attempt.name}\` |`;
}

const heads = ['block, ms', 'CPU, ms', 'CPU, ms/KB sent', 'memory, MB', 'status', 'caller', 'request'];

/** Returns costs as a Markdown table. */
export const tableOf = (costs: readonly Cost[]): string =>
  [`| ${heads.join(' | ')} |`, `|${' --- |'.repeat(heads.length)}`, ...costs.map(rowOf)].join('\n');

/** End of the message of a failed test; its subject is the number of requests. */
export const exceedsLimits = `block the event loop for more than ${limits.blockMs} ms, or use more than ${limits.cpuMs} ms of CPU time`;
