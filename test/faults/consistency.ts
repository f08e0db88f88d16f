// Opens separate connections to the database of a service, and checks its consistency, for fault tests.
import assert from 'node:assert/strict';
import path from 'node:path';
import BetterSqlite from 'better-sqlite3';
import type { ServiceResponse } from './service-process.ts';

/** A function that executes an SQL query and returns the rows. */
export type Query = (sql: string) => Promise<Record<string, unknown>[]>;

/** Opens the SQLite database of a data folder on a separate connection. */
export function openSqlite(data: string): { query: Query; close(): void; driver: BetterSqlite.Database } {
  const driver = new BetterSqlite(path.join(data, 'octavo.sqlite'), { timeout: 30_000 });
  return {
    driver,
    query: async (sql) => driver.prepare(sql).all() as Record<string, unknown>[],
    close: () => driver.close(),
  };
}

/** Opens a PostgreSQL database on a separate connection. */
export async function openPostgres(url: string): Promise<{ query: Query; close(): Promise<void> }> {
  const { default: pg } = await import('pg');
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => {});
  await client.connect();
  return { query: async (sql) => (await client.query(sql)).rows, close: () => client.end() };
}

/** Asserts that all acknowledged posts are stored and public, with their search texts and terms. */
export async function assertNothingLost(query: Query, acknowledged: readonly number[]): Promise<void> {
  const rows = await query(
    `select e.id from entries e join entry_text t on t.entry_id = e.id join entry_terms c on c.entry_id = e.id
     where e.type = 'post' and e.status = 'publish'`,
  );
  const stored = new Set(rows.map(({ id }) => Number(id)));
  const missing = acknowledged.filter((id) => !stored.has(id));
  assert.deepEqual(missing, [], `${missing.length} of ${acknowledged.length} acknowledged posts are missing`);
}

/** Asserts that the counters of entries and terms match the rows and, on SQLite, that the database file is intact. */
export async function assertConsistent(query: Query, engine: 'sqlite' | 'postgres'): Promise<void> {
  const formatRows = (rows: Record<string, unknown>[]) => rows.map((row) => Object.values(row).map(String).join(' '));
  assert.deepEqual(
    formatRows(
      await query('select type, status, n from entry_counts where author = -1 and n <> 0 order by type, status'),
    ),
    formatRows(await query('select type, status, count(*) from entries group by type, status order by type, status')),
    'entry counters',
  );
  assert.deepEqual(
    formatRows(await query('select id, count from terms order by id')),
    formatRows(
      await query(`select t.id, (select count(*) from entry_terms l join entries e on e.id = l.entry_id
                   where l.term_id = t.id and e.status = 'publish') from terms t order by t.id`),
    ),
    'term counters',
  );
  if (engine === 'sqlite') await assertIntact(query);
}

/**
 * Asserts that an SQLite file is intact. Uses a new connection: a connection that has checked the file before compares its copy of the
 * structure of the full-text index, which SQLite updates only for searches, and reports an index that has changed since as corrupt.
 */
async function assertIntact(query: Query): Promise<void> {
  const [main] = await query("select file from pragma_database_list where name = 'main'");
  const driver = new BetterSqlite(String(main?.file), { timeout: 30_000 });
  try {
    assert.deepEqual(driver.pragma('integrity_check'), [{ integrity_check: 'ok' }]);
  } finally {
    driver.close();
  }
}

/** Asserts that the total of a list of posts equals the number of published posts in the database. */
export async function assertTotal(query: Query, list: ServiceResponse): Promise<void> {
  const [row] = await query("select count(*) as n from entries where type = 'post' and status = 'publish'");
  assert.equal(Number(list.headers['x-cms-total']), Number(row?.n));
}
