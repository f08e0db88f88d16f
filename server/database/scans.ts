import type { WorkScope } from '../workers/work-scope.ts';
import { BoundedMap } from './bounded-map.ts';
import type { Changes, Mark } from './changes.ts';
import type { Dialect } from './dialect.ts';
import { StatementTooExpensive } from './errors.ts';
import type { ReadHandle } from './handle.ts';
import { ReadingHandle } from './read-handle.ts';
import type { ScanResult, ScanRunner, ScanStatistics } from './scan-runner.ts';
import type { StatementObserver } from './session.ts';
import type { CompiledStatement } from './statement.ts';

/** How long it is remembered that a statement with certain values is too expensive, in milliseconds. */
const REMEMBER_FAILURE_MS = 15_000;
/** Results and failures that are remembered, in each of two generations. */
const MAX_OUTCOMES = 100;
/** A remembered result has at most so many rows, and takes at most so much as JSON. */
const MAX_ROWS = 2000;
const MAX_RESULT_LENGTH = 65_536;

/** How a statement with its values has ended: with rows, or by passing a limit. */
type Outcome = { readonly mark: Mark } & (
  | { readonly rows: readonly unknown[] }
  | { readonly failedAt: number; readonly cpuLimitMs: number }
);

/** A run that several callers may wait for. */
interface Run {
  readonly mark: Mark;
  readonly cpuLimitMs: number;
  readonly result: Promise<ScanResult | undefined>;
  readonly ending: AbortController;
  waiting: number;
}

/**
 * Statements that may scan many rows, which must not hold up others (docs/decisions/0012-long-reads.md). The same statement
 * with the same values is run once for all who ask for it at the same time; its rows are remembered as long as its tables do
 * not change, and a failure for a few seconds beside.
 */
export class Scans {
  readonly #dialect: Dialect;
  readonly #runner: ScanRunner;
  readonly #observe: StatementObserver;
  readonly #changes: Changes;
  readonly #running = new Map<string, Run>();
  readonly #outcomes = new BoundedMap<string, { outcome: Outcome | undefined }>(MAX_OUTCOMES);

  constructor(dialect: Dialect, runner: ScanRunner, observe: StatementObserver, changes: Changes) {
    this.#dialect = dialect;
    this.#runner = runner;
    this.#observe = observe;
    this.#changes = changes;
  }

  /** A handle for the statements of one request; `parameter` is named where they are too expensive. */
  handle(scope: WorkScope, parameter: string): ReadHandle {
    const all = (statement: CompiledStatement, values: unknown[]) => this.#run(statement, values, scope, parameter);
    const session = {
      all,
      first: async (statement: CompiledStatement, values: unknown[]) => (await all(statement, values))[0],
    };
    return new ReadingHandle(this.#dialect, session, this.#observe, this.#changes);
  }

  get statistics(): ScanStatistics {
    return this.#runner.statistics;
  }

  close(): Promise<void> {
    return this.#runner.close();
  }

  async #run(
    statement: CompiledStatement,
    values: unknown[],
    scope: WorkScope,
    parameter: string,
  ): Promise<Record<string, unknown>[]> {
    scope.signal?.throwIfAborted();
    const key = keyOf(statement, values);
    const known = this.#outcomes.find(key)?.outcome;
    const isKnown = known !== undefined && !this.#changes.changedSince(known.mark, statement.tables);
    if (isKnown && 'rows' in known) return copied(known.rows);
    const isAlone = scope.isUnused;
    if (scope.remainingMs === 0 || (isKnown && isStillTooExpensive(known, scope)))
      throw new StatementTooExpensive(parameter, { isAlone });
    const run = this.#joinable(key, statement, scope) ?? this.#start(key, statement, values, scope);
    const result = await waitFor(run, scope.signal);
    scope.spend(result?.cpuMs ?? run.cpuLimitMs);
    if (result === undefined) throw new StatementTooExpensive(parameter, { isAlone });
    return copied(result.rows);
  }

  /** A run whose rows are those that a new run would give. */
  #joinable(key: string, statement: CompiledStatement, scope: WorkScope): Run | undefined {
    const run = this.#running.get(key);
    if (run === undefined || run.ending.signal.aborted || run.cpuLimitMs < scope.remainingMs) return undefined;
    return this.#changes.changedSince(run.mark, statement.tables) ? undefined : run;
  }

  #start(key: string, statement: CompiledStatement, values: unknown[], scope: WorkScope): Run {
    const ending = new AbortController();
    const cpuLimitMs = scope.remainingMs;
    const mark = this.#changes.mark();
    const result = this.#runner
      .run(statement, values, { client: scope.client, signal: ending.signal, cpuLimitMs })
      .then((result) => {
        this.#remember(key, statement, { mark, cpuLimitMs }, result);
        return result;
      })
      .finally(() => {
        if (this.#running.get(key) === run) this.#running.delete(key);
      });
    const run: Run = { mark, cpuLimitMs, result, ending, waiting: 0 };
    this.#running.set(key, run);
    return run;
  }

  #remember(
    key: string,
    { tables }: CompiledStatement,
    { mark, cpuLimitMs }: { mark: Mark; cpuLimitMs: number },
    result: ScanResult | undefined,
  ): void {
    if (this.#changes.changedSince(mark, tables) || (result && !isSmall(result.rows))) return;
    const outcome = result ? { mark, rows: result.rows } : { mark, cpuLimitMs, failedAt: performance.now() };
    this.#outcomes.getOrMake(key, () => ({ outcome: undefined })).outcome = outcome;
  }
}

const keyOf = ({ sql }: CompiledStatement, values: readonly unknown[]): string =>
  JSON.stringify([sql, values], (_name, value) => (typeof value === 'bigint' ? `${value}n` : value));

const isStillTooExpensive = (outcome: Outcome, { remainingMs }: WorkScope): boolean =>
  'failedAt' in outcome &&
  remainingMs <= outcome.cpuLimitMs &&
  performance.now() - outcome.failedAt < REMEMBER_FAILURE_MS;

const isSmall = (rows: readonly unknown[]): boolean =>
  rows.length <= MAX_ROWS && JSON.stringify(rows).length <= MAX_RESULT_LENGTH;

/** Rows that their caller may change. */
const copied = (rows: readonly unknown[]): Record<string, unknown>[] =>
  rows.map((row) => ({ ...(row as Record<string, unknown>) }));

/** Resolves with the result of a run, which is ended once nobody waits for it. */
async function waitFor(run: Run, signal: AbortSignal | undefined): Promise<ScanResult | undefined> {
  run.waiting += 1;
  if (signal === undefined) return run.result;
  const { promise, reject } = Promise.withResolvers<never>();
  const abort = () => {
    run.waiting -= 1;
    if (run.waiting === 0) run.ending.abort(signal.reason);
    reject(signal.reason);
  };
  signal.addEventListener('abort', abort);
  try {
    return await Promise.race([run.result, promise]);
  } finally {
    signal.removeEventListener('abort', abort);
  }
}
