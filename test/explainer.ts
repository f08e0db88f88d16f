// The plans of statements, as the engines explain them.
import assert from 'node:assert/strict';
import BetterSqlite from 'better-sqlite3';
import pg from 'pg';
import type { DatabaseLocation } from '../server/database/open.ts';

/** Asks an engine what it would do. */
export interface Explainer {
  /** The steps of the plan of a statement as it was sent, whatever its values are; few entries may be sorted. */
  explain(sql: string, few: boolean): Promise<readonly string[]>;
  end(): Promise<void>;
  /** A step that reads all entries. */
  readonly scan: RegExp;
  /** A step that sorts what was found. */
  readonly sort: RegExp;
  /** A step that uses an index. */
  readonly index: RegExp;
}

function sqliteExplainer(file: string): Explainer {
  const explained = new BetterSqlite(file, { readonly: true });
  // Statements name it; see connection.ts.
  explained.function('in_time', (_row: unknown) => 1);
  return {
    explain: async (sql) => {
      const values = Array((sql.match(/\?/g) ?? []).length).fill(null);
      const steps = explained.prepare(`explain query plan ${sql}`).all(...values);
      return (steps as { detail: string }[]).map(({ detail }) => detail);
    },
    end: async () => void explained.close(),
    scan: /^SCAN (entries|along|comments)$/,
    sort: /TEMP B-TREE FOR ORDER BY/,
    index: /USING/,
  };
}

/** Asks for the plan that serves any values, as if scanning and sorting cost too much: what is left must go along an index. */
async function postgresExplainer(url: string): Promise<Explainer> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query('set plan_cache_mode = force_generic_plan; set enable_seqscan = off');
  // A list of a thousand entries is in one page of the disk, where order costs nothing: the index must be the only way.
  await client.query('set enable_bitmapscan = off; set enable_incremental_sort = off');
  return {
    explain: async (sql, few) => {
      await client.query(`set enable_sort = ${few ? 'on' : 'off'}`);
      const count = new Set(sql.match(/\$\d+/g)).size;
      await client.query(`prepare asked as ${sql}`);
      const values = count > 0 ? `(${Array(count).fill('null').join()})` : '';
      const { rows } = await client.query<{ 'QUERY PLAN': string }>(`explain execute asked${values}`);
      await client.query('deallocate asked');
      return rows.map((row) => row['QUERY PLAN'].trim());
    },
    end: () => client.end(),
    scan: /Seq Scan on (entries|comments)/,
    sort: /^(-> +)?Sort /,
    index: /Index (Only )?Scan/,
  };
}

/** Opens a connection of its own to a database that others are connected to as well. */
export async function explainerOf(place: DatabaseLocation): Promise<Explainer> {
  return place.kind === 'postgres' ? postgresExplainer(place.url) : sqliteExplainer(fileOf(place));
}

function fileOf(place: DatabaseLocation): string {
  assert.equal(place.kind, 'sqlite');
  return place.file;
}
