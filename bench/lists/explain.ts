// The plans of statements, as the engines describe them.
import BetterSqlite from 'better-sqlite3';
import type { DatabaseLocation } from '../../server/database/open.ts';

export interface Explainer {
  /** The plan of a statement with these values, in one text. */
  plan(sql: string, values: readonly unknown[]): Promise<string>;
  /** Does what PostgreSQL does by itself some time after many writes: notes which rows everybody sees. */
  vacuum(): Promise<void>;
  close(): Promise<void>;
}

/** Opens a connection of its own for describing plans. */
export async function explainer(where: DatabaseLocation): Promise<Explainer> {
  if (where.kind === 'memory') throw new Error('a database in memory has one connection');
  return where.kind === 'sqlite' ? ofSqlite(where.file) : ofPostgres(where.url);
}

function ofSqlite(file: string): Explainer {
  const connection = new BetterSqlite(file, { readonly: true });
  // Statements name it; see connection.ts.
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

async function ofPostgres(url: string): Promise<Explainer> {
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
