// What was found: the cost of each attempt that was measured by itself, and how everything was answered.
import type { Received } from './client.ts';
import { type Attempt, type Cost, cpuPerKilobyte, isWithin, limits, shareOf } from './measure.ts';

/** A response that no request may have. */
interface Failure {
  readonly attempt: Attempt;
  readonly received: Received;
}

export class Findings {
  readonly #costs: Cost[] = [];
  readonly #failures: Failure[] = [];
  readonly #statuses = new Map<number, number>();
  readonly #onOffender: (cost: Cost) => void;

  /** `onOffender` is called with each attempt that exceeds a limit, as soon as it is known. */
  constructor(onOffender: (cost: Cost) => void = () => {}) {
    this.#onOffender = onOffender;
  }

  /** Records how an attempt was answered: every status but 500 and none at all is fine here. */
  note(attempt: Attempt, received: Received): void {
    const { status } = received;
    this.#statuses.set(status, (this.#statuses.get(status) ?? 0) + 1);
    if (status === 0 || status === 500) this.#failures.push({ attempt, received });
  }

  /** Records a cost; gives it back. */
  add(cost: Cost): Cost {
    this.#costs.push(cost);
    if (!isWithin(cost)) this.#onOffender(cost);
    if (cost.received) this.note(cost.attempt, cost.received);
    return cost;
  }

  /** Attempts that exceed a limit, the worst first. */
  offenders(): Cost[] {
    return this.#sorted().filter((cost) => !isWithin(cost));
  }

  failures(): string[] {
    return this.#failures.map(
      ({ attempt: { caller, name }, received: { status, start } }) =>
        `${caller}: ${name}: ${status} ${start.slice(0, 200)}`,
    );
  }

  /** How many responses had which status. */
  statuses(): string {
    const counted = [...this.#statuses].sort(([a], [b]) => a - b);
    return counted.map(([status, count]) => `${count} × ${status}`).join(', ');
  }

  /** The dearest attempts as a table in Markdown. */
  table(rows = 10): string {
    return tableOf(this.#sorted().slice(0, rows));
  }

  #sorted(): Cost[] {
    return this.#costs.toSorted((one, other) => shareOf(other) - shareOf(one));
  }
}

const number = (value: number): string => (value >= 10 ? value.toFixed(0) : value.toPrecision(2));

/** A row of the table of costs, in Markdown. */
export function rowOf(cost: Cost): string {
  const { attempt, cpuMs, blockMs, grownBytes, received } = cost;
  const figures = [blockMs, cpuMs, cpuPerKilobyte(cost)].map(number);
  const memory = Math.round(grownBytes / 1e6);
  return `| ${[...figures, memory, received?.status ?? '', attempt.caller].join(' | ')} | \`${attempt.name}\` |`;
}

const heads = ['block, ms', 'CPU, ms', 'CPU, ms/KB sent', 'memory, MB', 'status', 'caller', 'request'];

/** Costs as a table in Markdown. */
export const tableOf = (costs: readonly Cost[]): string =>
  [`| ${heads.join(' | ')} |`, `|${' --- |'.repeat(heads.length)}`, ...costs.map(rowOf)].join('\n');

/** The sentence that a failed test begins with. */
export const beyondLimits = `block the event loop for more than ${limits.blockMs} ms, or use more than ${limits.cpuMs} ms of CPU time`;
