// Gets the query plans of statements from SQLite or PostgreSQL.
import BetterSqlite from 'better-sqlite3';
import type { DatabaseLocation } from '../../server/database/open.ts';

export interface Explainer {
  /** Returns the query plan of a statement with these values, as text. */
  plan(sql: string, values: readonly unknown[]): Promise<string>;
  /**
   * Vacuums and analyzes a PostgreSQL database, as autovacuum does some time after many writes. This updates the visibility
   * map, which index-only scans need. Does nothing on SQLite.
   */
  vacuum(): Promise<void>;
  close(): Promise<void>;
}

/** Opens a separate connection that explains statements. Throws for in-memory databases, which have only one connection. */
export async function openExplainer(location: DatabaseLocation): Promise<Explainer> {
  if (location.kind === 'memory')
    throw new Error('Statements of an in-memory database cannot be explained: it has only one connection.');
  return location.kind === 'sqlite' ? openSqliteExplainer(location.file) : openPostgresExplainer(location.url);
}

function openSqliteExplainer(file: string): Explainer {
  const connection = new BetterSqlite(file, { readonly: true });
  // SQLite cannot prepare statements that call this function unless the connection defines it (connection.ts).
  connection.function('in_time', (_row: unknown) => 1);
  return {
    plan: async (sql, values) =>
      (connection.prepare(`explain query plan ${sql}`).all(...values) as { detail: string }[])
        .map(({ detail }) => detail)
        .join('; '),
    vacuum: async () => {},
    close: async () => void connection.close(),
  };
}

async function openPostgresExplainer(url: string): Promise<Explainer> {
  const { default: pg } = await import('pg');
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  return {
    plan: async (sql, values) => {
      const { rows } = await client.query<{ 'QUERY PLAN': string }>(`explain ${sql}`, [...values]);
      return rows.map((row) => row['QUERY PLAN'].trim()).join('; ');
    },
    vacuum: async () => void (await client.query('vacuum analyze')),
    close: () => client.end(),
  };
}
