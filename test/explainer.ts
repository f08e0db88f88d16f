// Gets the query plans of statements from SQLite or PostgreSQL.
import assert from 'node:assert/strict';
import BetterSqlite from 'better-sqlite3';
import pg from 'pg';
import type { DatabaseLocation } from '../server/database/open.ts';

/** A connection to a database that explains statements. */
export interface Explainer {
  /** Returns the steps of a statement's generic plan. `maySort` allows PostgreSQL to sort. */
  explain(sql: string, maySort: boolean): Promise<readonly string[]>;
  end(): Promise<void>;
  /** Matches a step that scans all entries, all comments or all of their counters. */
  readonly scan: RegExp;
  /** Matches a step that sorts the result. */
  readonly sort: RegExp;
  /** Matches a step that uses an index. */
  readonly index: RegExp;
}

function sqliteExplainer(file: string): Explainer {
  const connection = new BetterSqlite(file, { readonly: true });
  // SQLite cannot prepare statements that call this function unless the connection defines it (connection.ts).
  connection.function('in_time', (_row: unknown) => 1);
  return {
    explain: async (sql) => {
      const values = Array((sql.match(/\?/g) ?? []).length).fill(null);
      const steps = connection.prepare(`explain query plan ${sql}`).all(...values);
      return (steps as { detail: string }[]).map(({ detail }) => detail);
    },
    end: async () => void connection.close(),
    scan: /^SCAN (entries|along|comments|comment_counts)$/,
    sort: /TEMP B-TREE FOR ORDER BY/,
    index: /USING/,
  };
}

/**
 * Opens an explainer that returns generic plans. Sequential and bitmap scans are disabled, and sorts unless `maySort` is true, so
 * that a statement uses an index if a suitable one exists.
 */
async function postgresExplainer(url: string): Promise<Explainer> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query('set plan_cache_mode = force_generic_plan; set enable_seqscan = off');
  // The small test tables fit into so few pages that bitmap scans and sorts would be cheaper than an ordered index scan.
  await client.query('set enable_bitmapscan = off; set enable_incremental_sort = off');
  return {
    explain: async (sql, maySort) => {
      await client.query(`set enable_sort = ${maySort ? 'on' : 'off'}`);
      const count = new Set(sql.match(/\$\d+/g)).size;
      await client.query(`prepare explained as ${sql}`);
      const values = count > 0 ? `(${Array(count).fill('null').join()})` : '';
      const { rows } = await client.query<{ 'QUERY PLAN': string }>(`explain execute explained${values}`);
      await client.query('deallocate explained');
      return rows.map((row) => row['QUERY PLAN'].trim());
    },
    end: () => client.end(),
    scan: /Seq Scan on (entries|comments|comment_counts)/,
    sort: /^(-> +)?Sort /,
    index: /Index (Only )?Scan/,
  };
}

/** Opens an explainer for a database. Throws for in-memory databases, which have only one connection. */
export async function openExplainer(location: DatabaseLocation): Promise<Explainer> {
  return location.kind === 'postgres' ? postgresExplainer(location.url) : sqliteExplainer(fileOf(location));
}

function fileOf(location: DatabaseLocation): string {
  assert.equal(location.kind, 'sqlite');
  return location.file;
}
