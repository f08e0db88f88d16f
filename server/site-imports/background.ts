// Runs imports in the background, and stores their progress and results.
import { setTimeout as pause } from 'node:timers/promises';
import type { Lease } from '../database/lease.ts';
import type { ImportsDeps } from './deps.ts';
import { interruptedMessage, isCurrentRun, lostMessage, type RunState } from './run-state.ts';
import { ImportCrashed, type ImportProgress, type ImportResult, ImportUnavailable } from './runner.ts';
import { findImport, lockImport, type RunKind, updateImport, updateReport } from './store.ts';

/** A run that is to be started. */
export interface RunStart {
  /** The ID of the import. */
  readonly id: number;
  readonly kind: RunKind;
  /** The initial state, which is stored. */
  readonly state: RunState;
  /** The lease, which is released when the run ends. */
  readonly lease: Lease;
  readonly work: (signal: AbortSignal, onProgress: (progress: ImportProgress) => void) => Promise<ImportResult>;
}

/** The imports that run in this process. */
export interface Background {
  start(run: RunStart): void;
  /** Interrupts the run in progress, and resolves when its state is stored. */
  close(): Promise<void>;
}

/** Interval at which the progress is stored, and at which the run learns that it is to stop, in milliseconds. */
const tickMs = 1000;

/** Number of attempts to store the result of a run, and the pause between them, in milliseconds. */
const maxAttempts = 5;
const retryMs = 2000;

/** Reasons for aborting a run. */
class Stopped extends Error {
  override readonly name = 'Stopped';
}

export function makeBackground(deps: ImportsDeps): Background {
  const closing = new AbortController();
  let running: Promise<unknown> = Promise.resolve();
  return {
    start(run) {
      running = execute(deps, run, closing.signal);
    },
    async close() {
      closing.abort(new Stopped(interruptedMessage));
      await running;
    },
  };
}

/** Executes a run, stores its result and releases its lease. Never rejects. */
async function execute(deps: ImportsDeps, run: RunStart, closing: AbortSignal): Promise<void> {
  const stopping = new AbortController();
  const signal = AbortSignal.any([closing, stopping.signal]);
  let progress: ImportProgress = run.state;
  const currentState = (): RunState => ({ ...run.state, ...progress });
  const ticks = startTicks(deps, run, currentState, (reason) => stopping.abort(reason));
  run.lease.lost.addEventListener('abort', () => stopping.abort(new Stopped(lostMessage)), { once: true });
  let result: ImportResult | undefined;
  let failure: unknown;
  try {
    result = await run.work(signal, ({ phase, done, total }) => {
      progress = { phase, done, total };
    });
  } catch (error) {
    failure = error;
  }
  await ticks.stop();
  const outcome = result ? outcomeOf(result) : describeFailure(failure);
  if (outcome === undefined) deps.onFailure(failure, run.id);
  const final: RunState = {
    ...currentState(),
    ...(outcome ?? { state: 'failed', error: 'Unexpected error; see the log of the service.' }),
    ...{ finished: deps.clock(), has_report: Boolean(result?.report) },
  };
  await storeResult(deps, run, final, result);
  await run.lease.release().catch((error: unknown) => deps.onFailure(error, run.id));
}

type Outcome = Pick<RunState, 'state' | 'error'>;

const outcomeOf = ({ error }: ImportResult): Outcome => ({ state: error === null ? 'done' : 'failed', error });

/** Returns the outcome of a run without a result; undefined for an unexpected error. */
function describeFailure(error: unknown): Outcome | undefined {
  if (error instanceof Stopped) return { state: 'interrupted', error: error.message };
  if (error instanceof ImportCrashed)
    return { state: 'interrupted', error: 'The process of the import has ended unexpectedly.' };
  return error instanceof ImportUnavailable ? { state: 'failed', error: error.message } : undefined;
}

/**
 * Stores the progress at an interval, and calls `abort` when the import is to stop or was deleted, which may be requested from another
 * process. Errors are ignored, because the next write replaces this one.
 */
function startTicks(
  { database, clock }: ImportsDeps,
  { id, kind, state }: RunStart,
  currentState: () => RunState,
  abort: (reason: Error) => void,
): { readonly stop: () => Promise<unknown> } {
  let storedText = JSON.stringify(state);
  let ticking: Promise<unknown> = Promise.resolve();
  let isTicking = false;
  const tick = async () => {
    const text = JSON.stringify(currentState());
    const row = await findImport(database.read, id);
    if (!isCurrentRun(row, kind, state))
      return abort(new Stopped('The import was deleted, or another process has ended it.'));
    if (row.stop_requested !== 0) return abort(new Stopped('Stopped by a user.'));
    if (text === storedText) return;
    await database.transaction(async (tx) => {
      const current = await lockImport(tx, id);
      if (isCurrentRun(current, kind, state)) await updateImport(tx, { ...current, [kind]: text, updated: clock() });
    });
    storedText = text;
  };
  const timer = setInterval(() => {
    if (isTicking) return;
    isTicking = true;
    ticking = tick()
      .catch(() => undefined)
      .finally(() => {
        isTicking = false;
      });
  }, tickMs);
  return {
    stop: () => {
      clearInterval(timer);
      return ticking;
    },
  };
}

/**
 * Stores the result and releases the lease in one transaction, so that another run can be started as soon as the result is visible. Errors, such as
 * those of a database that is locked for long, are retried, and then reported.
 */
async function storeResult(
  { database, clock, onFailure }: ImportsDeps,
  { id, kind, lease }: RunStart,
  final: RunState,
  result: ImportResult | undefined,
): Promise<void> {
  await lease.endRenewal();
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await database.transaction(async (tx) => {
        const row = await lockImport(tx, id);
        await lease.releaseWithin(tx);
        if (!isCurrentRun(row, kind, final)) return;
        const ended = { running: '', stop_requested: 0, updated: clock(), [kind]: JSON.stringify(final) };
        await updateImport(tx, { ...row, ...ended });
        await updateReport(tx, id, kind, result?.report ?? undefined);
      });
    } catch (error) {
      if (attempt === maxAttempts) return onFailure(error, id);
      await pause(retryMs);
    }
  }
}
