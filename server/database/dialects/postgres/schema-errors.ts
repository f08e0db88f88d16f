// Explains errors of statements that do not match the schema because another process has just migrated it.
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import type { Changes } from '../../changes.ts';
import { NodeOutdated } from '../../errors.ts';

/** Maximum time in which a process notices a migration: a poll of the log of changes, and reading the history, in milliseconds. */
const NOTICE_MS = 1000;

/** Interval of checks whether it has noticed one, in milliseconds. */
const CHECK_MS = 25;

/**
 * SQLSTATEs of unknown columns, tables, functions and unique indexes, of columns of another type, and of columns that must have a value and are
 * not known.
 */
const MISMATCHES = new Set(['42703', '42P01', '42883', '42P10', '42804', '23502']);

/**
 * Runs a query or a transaction. If it does not match the schema, waits until this process must have noticed a migration, and throws
 * NodeOutdated if one has excluded this program. Throws any other error unchanged.
 */
export async function explainMissing<T>(changes: Changes, run: () => Promise<T>): Promise<T> {
  try {
    return await run();
  } catch (error) {
    if (!(error instanceof pg.DatabaseError && MISMATCHES.has(error.code ?? ''))) throw error;
    for (let ms = 0; !changes.isExcluded && ms < NOTICE_MS; ms += CHECK_MS) await pause(CHECK_MS);
    if (!changes.isExcluded) throw error;
    throw new NodeOutdated({ cause: error });
  }
}
