import { openSqliteFile, openSqliteMemory } from './dialects/sqlite/database.ts';
import { syncData } from './dialects/sqlite/log-sync.ts';
import type { Database } from './handle.ts';
import type { StatementObserver } from './session.ts';

/** Location of a database. */
export type DatabaseLocation =
  | { readonly kind: 'sqlite'; readonly file: string }
  | { readonly kind: 'memory' }
  | {
      readonly kind: 'postgres';
      readonly url: string;
      /** The URL of the server itself, if `url` may lead to a pooler. */
      readonly directUrl?: string | undefined;
      /** Streaming replicas of the server, with names for messages. */
      readonly replicas?: readonly { readonly url: string; readonly name: string }[] | undefined;
      readonly poolSize?: number;
    };

export interface OpenOptions {
  /** Called with the SQL of every statement that a handle runs. */
  readonly onStatement?: StatementObserver;
  /** Maximum wait of a transaction for other writers, in milliseconds; after that it throws DatabaseBusy. */
  readonly busyTimeoutMs?: number;
  /**
   * Whether the process writes many records, and serves no requests: updates of the search index may then delay transactions, also those of
   * other processes, for longer, because a longer update takes less time for each text. SQLite only.
   */
  readonly isBulk?: boolean;
  /** Called when the database is open, before its log of changes is read for the first time. PostgreSQL only. */
  readonly onConnected?: (() => void) | undefined;
  /** Flushes the file with a descriptor to disk. Tests replace it. */
  readonly sync?: (descriptor: number) => Promise<void>;
}

const DEFAULT_BUSY_TIMEOUT_MS = 10_000;
const DEFAULT_POOL_SIZE = 10;

/**
 * Opens a database; creates an SQLite file that does not exist. `migrate` creates the tables.
 * @throws DatabaseUnusable, DatabaseUnavailable, DatabaseBusy
 */
export async function openDatabase(location: DatabaseLocation, options: OpenOptions = {}): Promise<Database> {
  const { onStatement, busyTimeoutMs = DEFAULT_BUSY_TIMEOUT_MS, isBulk = false, sync = syncData } = options;
  switch (location.kind) {
    case 'sqlite':
      return openSqliteFile(location.file, { onStatement, busyTimeoutMs, isBulk, sync });
    case 'memory':
      return openSqliteMemory({ onStatement, busyTimeoutMs, sync });
    case 'postgres': {
      // Loaded only if needed, because loading the driver slows down the start.
      const { openPostgres } = await import('./dialects/postgres/database.ts');
      return openPostgres(location, {
        onStatement,
        busyTimeoutMs,
        onConnected: options.onConnected,
        poolSize: location.poolSize ?? DEFAULT_POOL_SIZE,
      });
    }
  }
}
