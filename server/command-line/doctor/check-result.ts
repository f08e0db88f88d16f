// Defines the results of the checks of `octavo doctor`.
import { ConfigError } from '../../config/config-error.ts';
import type { Finding } from '../../namespaces/site-health/finding.ts';

/** The result of a check. */
export interface CheckResult {
  /** The stable name of the check. */
  readonly check: string;
  readonly result: 'ok' | 'warning' | 'problem';
  readonly message: string;
  /** The recommended action; empty if there is none. */
  readonly action: string;
}

export const ok = (check: string, message: string): CheckResult => ({ check, result: 'ok', message, action: '' });

export const warning = (check: string, message: string, action: string): CheckResult => ({
  ...{ check, result: 'warning', message, action },
});

export const problem = (check: string, message: string, action: string): CheckResult => ({
  ...{ check, result: 'problem', message, action },
});

const results = { good: 'ok', recommended: 'warning', critical: 'problem' } as const;

/** Returns the result of a check that the service also offers as a site-health test. */
export const fromFinding = (check: string, { status, label, description, action = '' }: Finding): CheckResult => ({
  check,
  result: results[status],
  message: status === 'good' ? description : `${label}: ${description}`,
  action,
});

/** Time limit of a check, in milliseconds. Checks run concurrently. */
const timeoutMs = 10_000;

/**
 * Runs a check. An error is a problem, and so is a check that does not finish within ten seconds. The signal aborts when the time is
 * over.
 */
export async function runCheck(
  check: string,
  action: string,
  run: (signal: AbortSignal) => Promise<CheckResult | readonly CheckResult[]>,
): Promise<readonly CheckResult[]> {
  const controller = new AbortController();
  const timedOut = Promise.withResolvers<CheckResult>();
  const timer = setTimeout(
    () => timedOut.resolve(problem(check, `The check did not finish within ${timeoutMs / 1000} seconds.`, action)),
    timeoutMs,
  );
  try {
    return [await Promise.race([run(controller.signal), timedOut.promise])].flat();
  } catch (error) {
    if (error instanceof ConfigError) return error.message.split('\n').map((line) => problem(check, line, action));
    return [problem(check, error instanceof Error ? error.message : String(error), action)];
  } finally {
    clearTimeout(timer);
    controller.abort();
  }
}
