// Keeps the results of earlier runs in a file with one line of JSON per run and engine, and compares new results with them.
import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import { type Budget, type Engine, isRatio, type Limit, type Result } from './budgets.ts';

/** The results of an earlier run on one engine. */
export interface HistoryEntry {
  /** Date of the run, as in `2026-11-27`. */
  readonly date: string;
  /** Abbreviated commit, followed by `+` if files were changed. */
  readonly commit: string;
  /** Version of Node.js, number of cores and name of the processor. */
  readonly machine: string;
  readonly engine: Engine;
  /** Number of posts of the largest site. */
  readonly largest: number;
  /** Measured values by the name of the measurement. */
  readonly values: Readonly<Record<string, number>>;
}

/** Circumstances of a run, which determine the earlier runs with which it can be compared. */
export type RunContext = Pick<HistoryEntry, 'machine' | 'engine' | 'largest'>;

/** Number of earlier values with which a value is compared. */
const comparedValues = 5;

/**
 * Difference from the median of earlier values that can be noise. Single ratios differ by up to 18% between runs on a machine with other
 * work (docs/performance.md).
 */
const noise = 0.2;

/** Returns all entries of a history file, oldest first; none if it does not exist. */
export const readHistory = (file: string): HistoryEntry[] =>
  existsSync(file)
    ? readFileSync(file, 'utf8')
        .split('\n')
        .filter(Boolean)
        .map((line) => JSON.parse(line) as HistoryEntry)
    : [];

/** Appends entries to a history file. Entries without values are omitted. */
export function appendHistory(file: string, entries: readonly HistoryEntry[]): void {
  for (const entry of entries)
    if (Object.keys(entry.values).length > 0) appendFileSync(file, `${JSON.stringify(entry)}\n`);
}

/**
 * Returns the results, each with its regression if it has one. A value is a regression if it is worse than each of the last five values
 * of the measurement, and by more than a fifth worse than their median. Ratios are compared with those of all machines, other values
 * only with those of the same machine.
 */
export function withRegressions(
  results: readonly Result[],
  context: RunContext,
  budgets: readonly Budget[],
  history: readonly HistoryEntry[],
): Result[] {
  return results.map((result) => {
    const limit = budgets.find(({ name }) => name === result.name)?.limits[context.engine];
    const regression = limit && regressionOf(result, limit, context, history);
    return regression === undefined ? result : { ...result, regression };
  });
}

function regressionOf(
  { name, value }: Result,
  { bound, unit }: Limit,
  { machine, engine, largest }: RunContext,
  history: readonly HistoryEntry[],
): string | undefined {
  const entries = history
    .filter((entry) => entry.engine === engine && entry.largest === largest && entry.values[name] !== undefined)
    .filter((entry) => isRatio(unit) || entry.machine === machine)
    .slice(-comparedValues);
  const earlier = entries.map((entry) => entry.values[name] ?? Number.NaN).sort((a, b) => a - b);
  const last = entries.at(-1);
  if (!last) return undefined;
  const middle = earlier.length / 2;
  const medianValue = ((earlier[Math.ceil(middle) - 1] ?? 0) + (earlier[Math.floor(middle)] ?? 0)) / 2;
  const isWorse = (than: number) => (bound === 'at least' ? value < than : value > than);
  const worseBy = bound === 'at least' ? 1 - value / medianValue : value / medianValue - 1;
  if (!earlier.every(isWorse) || worseBy <= noise) return undefined;
  return `${Math.round(worseBy * 100)}% worse than up to commit ${last.commit}`;
}
