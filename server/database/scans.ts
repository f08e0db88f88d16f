import type { WorkScope } from '../workers/work-scope.ts';
import { BoundedMap } from './bounded-map.ts';
import type { Changes, Version } from './changes.ts';
import type { Dialect } from './dialect.ts';
import { StatementTooExpensive } from './errors.ts';
import type { ReadHandle } from './handle.ts';
import { ReadingHandle } from './read-handle.ts';
import type { ScanResult, ScanRunner, ScanStatistics } from './scan-runner.ts';
import type { StatementObserver } from './session.ts';
import type { CompiledStatement } from './statement.ts';

/** Time for which the failure of a statement with certain values is cached, in milliseconds. */
const FAILURE_CACHE_MS = 15_000;
/** Maximum number of cached results and failures, in each of two generations. */
const MAX_OUTCOMES = 100;
/** Maximum number of rows of a cached result, and its maximum length as JSON. */
const MAX_ROWS = 2000;
const MAX_RESULT_LENGTH = 65_536;

/** Outcome of a statement with its values: rows, or an exceeded limit. */
type Outcome = { readonly version: Version } & (
  | { readonly rows: readonly unknown[] }
  | { readonly failedAt: number; readonly cpuLimitMs: number }
);

/** A run that several callers may wait for. */
interface Run {
  readonly version: Version;
  readonly cpuLimitMs: number;
  readonly result: Promise<ScanResult | undefined>;
  readonly controller: AbortController;
  callers: number;
}

/**
 * The scans of a database, which must not block other statements (docs/decisions/0012-long-reads.md). Concurrent callers of the same
 * statement with the same values share one run. Its rows, if they are few, are cached until its tables change, and a failure for at most 15
 * seconds.
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

  /** Returns a handle for the statements of one request; errors name `parameter`. */
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
    const cached = this.#outcomes.find(key)?.outcome;
    const isCached = cached !== undefined && !this.#changes.haveTablesChangedSince(cached.version, statement.tables);
    if (isCached && 'rows' in cached) return copyRows(cached.rows);
    const hadFullBudget = scope.isUnused;
    if (scope.remainingMs === 0 || (isCached && isStillTooExpensive(cached, scope)))
      throw new StatementTooExpensive(parameter, { hadFullBudget });
    const run = this.#joinable(key, statement, scope) ?? this.#start(key, statement, values, scope);
    const result = await waitFor(run, scope.signal);
    scope.spend(result?.cpuMs ?? run.cpuLimitMs);
    if (result === undefined) throw new StatementTooExpensive(parameter, { hadFullBudget });
    return copyRows(result.rows);
  }

  /** Returns a run in progress that gives the same rows as a new run would, if there is one. */
  #joinable(key: string, statement: CompiledStatement, scope: WorkScope): Run | undefined {
    const run = this.#running.get(key);
    if (run === undefined || run.controller.signal.aborted || run.cpuLimitMs < scope.remainingMs) return undefined;
    return this.#changes.haveTablesChangedSince(run.version, statement.tables) ? undefined : run;
  }

  #start(key: string, statement: CompiledStatement, values: unknown[], scope: WorkScope): Run {
    const controller = new AbortController();
    const cpuLimitMs = scope.remainingMs;
    const version = this.#changes.version();
    const result = this.#runner
      .run(statement, values, { client: scope.client, signal: controller.signal, cpuLimitMs })
      .then((result) => {
        this.#cacheOutcome(key, statement, { version, cpuLimitMs }, result);
        return result;
      })
      .finally(() => {
        if (this.#running.get(key) === run) this.#running.delete(key);
      });
    const run: Run = { version, cpuLimitMs, result, controller, callers: 0 };
    this.#running.set(key, run);
    return run;
  }

  #cacheOutcome(
    key: string,
    { tables }: CompiledStatement,
    { version, cpuLimitMs }: { version: Version; cpuLimitMs: number },
    result: ScanResult | undefined,
  ): void {
    if (this.#changes.haveTablesChangedSince(version, tables) || (result && !isSmall(result.rows))) return;
    const outcome = result ? { version, rows: result.rows } : { version, cpuLimitMs, failedAt: performance.now() };
    this.#outcomes.getOrCreate(key, () => ({ outcome: undefined })).outcome = outcome;
  }
}

const keyOf = ({ sql }: CompiledStatement, values: readonly unknown[]): string =>
  JSON.stringify([sql, values], (_name, value) => (typeof value === 'bigint' ? `${value}n` : value));

const isStillTooExpensive = (outcome: Outcome, { remainingMs }: WorkScope): boolean =>
  'failedAt' in outcome && remainingMs <= outcome.cpuLimitMs && performance.now() - outcome.failedAt < FAILURE_CACHE_MS;

const isSmall = (rows: readonly unknown[]): boolean =>
  rows.length <= MAX_ROWS && JSON.stringify(rows).length <= MAX_RESULT_LENGTH;

/** Returns copies of the rows, which the caller may modify. */
const copyRows = (rows: readonly unknown[]): Record<string, unknown>[] =>
  rows.map((row) => ({ ...(row as Record<string, unknown>) }));

/** Resolves with the result of a run. The run is canceled once no caller waits for it. */
async function waitFor(run: Run, signal: AbortSignal | undefined): Promise<ScanResult | undefined> {
  run.callers += 1;
  if (signal === undefined) return run.result;
  const { promise, reject } = Promise.withResolvers<never>();
  const abort = () => {
    run.callers -= 1;
    if (run.callers === 0) run.controller.abort(signal.reason);
    reject(signal.reason);
  };
  signal.addEventListener('abort', abort);
  try {
    return await Promise.race([run.result, promise]);
  } finally {
    signal.removeEventListener('abort', abort);
  }
}
