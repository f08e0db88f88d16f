import { Changes } from './changes.ts';
import { newCounts } from './counts.ts';
import { DatabaseMisuse } from './errors.ts';
import type { Database, ReadHandle } from './handle.ts';

/** Result of an integrity check: `unknown` if it did not finish in time, or if the engine has no such check. */
export type IntegrityResult =
  | { readonly state: 'ok' | 'unknown' }
  | { readonly state: 'damaged'; readonly detail: string };

/** A database whose transactions fail with DatabaseMisuse. */
export interface ReadOnlyDatabase extends Database {
  /** Checks the structure of the database file, for at most `timeoutMs` milliseconds. */
  checkIntegrity(timeoutMs: number): Promise<IntegrityResult>;
}

/** The parts of a database that reads need. */
type ReadParts = Pick<Database, 'engine' | 'dialect' | 'close'> & { readonly read: ReadHandle };

/** Returns a database that reads through the given parts and rejects transactions. */
export function makeReadOnly(
  { engine, dialect, read, close }: ReadParts,
  { snapshot, checkIntegrity }: Pick<ReadOnlyDatabase, 'snapshot' | 'checkIntegrity'>,
): ReadOnlyDatabase {
  const reject = async () => {
    throw new DatabaseMisuse('The database was opened without write access.');
  };
  const scans = { workers: 0, running: 0, queued: 0, started: 0, total: 0, rejected: 0 };
  return {
    ...{ engine, dialect, read, snapshot, checkIntegrity },
    primary: read,
    readFromReplicas: (work) => work(),
    scanning: () => read,
    transaction: reject,
    flushTogether: (work) => work(),
    schemaChange: reject,
    dataVersion: () => undefined,
    changes: new Changes(),
    pollChanges: () => {},
    optimize: reject,
    statistics: () => ({ ...newCounts(), scans, replicas: [] }),
    isBroken: false,
    lastWriteFailed: false,
    close,
  };
}
