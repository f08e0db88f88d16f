// Logs failures that no caller receives.
import type { Logger } from 'pino';
import { subscribeToDiagnostics } from '../database/diagnostics.ts';

/** Minimum interval between two lines about the same column or task, in milliseconds. */
const intervalMs = 60_000;

/**
 * Logs damaged values and background failures, each column and task at most once a minute, and changes of replicas, until the returned
 * function is called.
 */
export function logDiagnostics(logger: Pick<Logger, 'info' | 'warn'>, clock: () => number = Date.now): () => void {
  const loggedAt = new Map<string, number>();
  const isDue = (subject: string): boolean => {
    const now = clock();
    if (now - (loggedAt.get(subject) ?? Number.NEGATIVE_INFINITY) < intervalMs) return false;
    loggedAt.set(subject, now);
    return true;
  };
  return subscribeToDiagnostics({
    onDamagedValue: ({ column }) => {
      if (isDue(column)) logger.warn({ column }, 'stored value damaged');
    },
    onBackgroundFailure: ({ task, error }) => {
      if (isDue(task)) logger.warn({ err: error, task }, 'background task failed');
    },
    onReplicaChange: ({ replica, problem }) => {
      if (problem === undefined) logger.info({ replica }, 'replica in use');
      else logger.warn({ replica, problem }, 'replica not in use');
    },
  });
}
