// Simulates failures of the database, and collects the failures that are reported without a caller.

import { type BackgroundFailure, subscribeToDiagnostics } from '../server/database/diagnostics.ts';
import type { Database } from '../server/database/handle.ts';

/** Runs `work` while all transactions fail with `error`. Returns the background failures that are reported meanwhile. */
export async function withFailingWrites(
  database: Database,
  error: Error,
  work: () => Promise<void>,
): Promise<readonly BackgroundFailure[]> {
  const failures: BackgroundFailure[] = [];
  const unsubscribe = subscribeToDiagnostics({
    onDamagedValue: () => {},
    onBackgroundFailure: (failure) => failures.push(failure),
  });
  const { transaction } = database;
  database.transaction = () => Promise.reject(error);
  try {
    await work();
  } finally {
    database.transaction = transaction;
    unsubscribe();
  }
  return failures;
}
