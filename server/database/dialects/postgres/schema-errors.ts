// Explains errors of statements that do not match the schema because another process has just migrated it.
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import type { Changes } from '../../changes.ts';
import { NodeOutdated } from '../../errors.ts';

/** Time in which a process notices a migration: a poll of the log of changes, and reading the history, in milliseconds. */
const NOTICE_MS = 250;

/** SQLSTATEs of unknown columns, tables and functions. */
const MISSING = new Set(['42703', '42P01', '42883']);

/**
 * Runs a query or a transaction. If a table or column is missing, waits until this process must have noticed a migration, and throws
 * NodeOutdated if one has excluded this program. Throws any other error unchanged.
 */
export async function explainMissing<T>(changes: Changes, run: () => Promise<T>): Promise<T> {
  try {
    return await run();
  } catch (error) {
    if (!(error instanceof pg.DatabaseError && MISSING.has(error.code ?? ''))) throw error;
    if (!changes.isExcluded) await pause(NOTICE_MS);
    if (!changes.isExcluded) throw error;
    throw new NodeOutdated({ cause: error });
  }
}
