import { openSqliteFile, openSqliteMemory } from './dialects/sqlite/database.ts';
import { syncData } from './dialects/sqlite/log-sync.ts';
import type { Database } from './handle.ts';
import type { StatementObserver } from './session.ts';

/** Where the database is. */
export type DatabaseLocation =
  | { readonly kind: 'sqlite'; readonly file: string }
  | { readonly kind: 'memory' }
  | { readonly kind: 'postgres'; readonly url: string; readonly poolSize?: number };

export interface OpenOptions {
  /** Is told the SQL of every statement that a handle runs. */
  readonly onStatement?: StatementObserver;
  /** How long a transaction waits for other writers before DatabaseBusy, in milliseconds. */
  readonly busyLimit?: number;
  /** Brings a file to disk, given its descriptor; tests put their own here. */
  readonly sync?: (descriptor: number) => Promise<void>;
}

const BUSY_LIMIT = 10_000;
const POOL_SIZE = 10;

/**
 * Opens a database, creating an SQLite file that is not there. Its tables are made by `migrate`.
 * @throws DatabaseUnusable, DatabaseUnavailable, DatabaseBusy
 */
export async function openDatabase(where: DatabaseLocation, options: OpenOptions = {}): Promise<Database> {
  const { onStatement, busyLimit = BUSY_LIMIT, sync = syncData } = options;
  switch (where.kind) {
    case 'sqlite':
      return openSqliteFile(where.file, { onStatement, busyLimit, sync });
    case 'memory':
      return openSqliteMemory({ onStatement, busyLimit, sync });
    case 'postgres': {
      // Loaded only where it is used, because every start pays for what is loaded.
      const { openPostgres } = await import('./dialects/postgres/database.ts');
      return openPostgres(where.url, { onStatement, busyLimit, poolSize: where.poolSize ?? POOL_SIZE });
    }
  }
}
