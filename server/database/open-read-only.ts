// Opens a database for diagnosis, without changing it.
import type { Snapshot } from './handle.ts';
import { type DatabaseLocation, openDatabase } from './open.ts';
import { makeReadOnly, type ReadOnlyDatabase } from './read-only-database.ts';

/** Number of PostgreSQL connections: one for reads, one that is never used. */
const POOL_SIZE = 2;

/**
 * Opens an existing database without changing it, and without its replicas. Its schema may be out of date.
 * @throws DatabaseUnusable, also if there is no database; DatabaseUnavailable, DatabaseBusy
 */
export async function openReadOnly(location: Exclude<DatabaseLocation, { kind: 'memory' }>): Promise<ReadOnlyDatabase> {
  if (location.kind === 'sqlite') {
    const { openSqliteReadOnly } = await import('./dialects/sqlite/read-only.ts');
    return openSqliteReadOnly(location.file);
  }
  const database = await openDatabase({ ...location, replicas: [], poolSize: POOL_SIZE });
  const snapshot = <T>(work: (snapshot: Snapshot) => Promise<T>) => database.snapshot(work);
  const { engine, dialect, read } = database;
  const parts = { engine, dialect, read, close: () => database.close() };
  return makeReadOnly(parts, { snapshot, checkIntegrity: async () => ({ state: 'unknown' }) });
}
