// Findings of a run: the cost of each measured attempt, and the statuses of all responses.
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

  /** `onOffender` is called with each attempt that exceeds a limit, as soon as it has been measured. */
  constructor(onOffender: (cost: Cost) => void = () => {}) {
    this.#onOffender = onOffender;
  }

  /** Records the response of an attempt: any status is acceptable except 500 and a missing response. */
  recordResponse(attempt: Attempt, received: Received): void {
    const { status } = received;
    this.#statuses.set(status, (this.#statuses.get(status) ?? 0) + 1);
    if (status === 0 || status === 500) this.#failures.push({ attempt, received });
  }

  /** Records a cost and returns it. */
  add(cost: Cost): Cost {
    this.#costs.push(cost);
    if (!isWithin(cost)) this.#onOffender(cost);
    if (cost.received) this.recordResponse(cost.attempt, cost.received);
    return cost;
  }

  /** Returns the attempts that exceed a limit, the most expensive first. */
  offenders(): Cost[] {
    return this.#sorted().filter((cost) => !isWithin(cost));
  }

  failures(): string[] {
    return this.#failures.map(
      ({ attempt: { caller, name }, received: { status, start } }) =>
        `${caller}: ${name}: ${status} ${start.slice(0, 200)}`,
    );
  }

  /** Returns the number of responses by status. */
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

/** Predicate of the message of a failed test. */
export const exceedsLimits = `block the event loop for more than ${limits.blockMs} ms, or use more than ${limits.cpuMs} ms of CPU time`;
