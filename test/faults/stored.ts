// For tests of faults: looks into a database beside the service, and compares what is kept with what can be counted.
import assert from 'node:assert/strict';
import path from 'node:path';
import BetterSqlite from 'better-sqlite3';
import type { Answered } from './service-process.ts';

/** Asks a database in SQL. */
export type Query = (sql: string) => Promise<Record<string, unknown>[]>;

/** Opens the embedded database of a data folder beside whoever uses it. */
export function embedded(data: string): { query: Query; close(): void; driver: BetterSqlite.Database } {
  const driver = new BetterSqlite(path.join(data, 'octavo.sqlite'), { timeout: 2000 });
  return {
    driver,
    query: async (sql) => driver.prepare(sql).all() as Record<string, unknown>[],
    close: () => driver.close(),
  };
}

/** Opens a PostgreSQL database beside whoever uses it. */
export async function postgres(url: string): Promise<{ query: Query; close(): Promise<void> }> {
  const { default: pg } = await import('pg');
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => {});
  await client.connect();
  return { query: async (sql) => (await client.query(sql)).rows, close: () => client.end() };
}

/** Fails when an acknowledged post is missing, or half there. */
export async function assertNothingLost(query: Query, acknowledged: readonly number[]): Promise<void> {
  const rows = await query(
    `select e.id from entries e join entry_text t on t.entry_id = e.id join entry_terms c on c.entry_id = e.id
     where e.type = 'post' and e.status = 'publish'`,
  );
  const kept = new Set(rows.map(({ id }) => Number(id)));
  const missing = acknowledged.filter((id) => !kept.has(id));
  assert.deepEqual(missing, [], `${missing.length} of ${acknowledged.length} acknowledged posts are missing`);
}

/** Fails when a counter differs from a recount, or an SQLite file is damaged. */
export async function assertSound(query: Query, engine: 'sqlite' | 'postgres'): Promise<void> {
  const numbers = (rows: Record<string, unknown>[]) => rows.map((row) => Object.values(row).map(String).join(' '));
  assert.deepEqual(
    numbers(await query('select type, status, n from entry_counts where author = -1 and n <> 0 order by type, status')),
    numbers(await query('select type, status, count(*) from entries group by type, status order by type, status')),
    'counters of entries',
  );
  assert.deepEqual(
    numbers(await query('select id, count from terms order by id')),
    numbers(
      await query(`select t.id, (select count(*) from entry_terms l join entries e on e.id = l.entry_id
                   where l.term_id = t.id and e.status = 'publish') from terms t order by t.id`),
    ),
    'numbers of terms',
  );
  if (engine === 'sqlite') assert.deepEqual(numbers(await query('pragma integrity_check')), ['ok']);
}

/** Fails when the total that a list tells is not the number of posts there are. */
export async function assertTotal(query: Query, list: Answered): Promise<void> {
  const [row] = await query("select count(*) as n from entries where type = 'post' and status = 'publish'");
  assert.equal(Number(list.headers['x-cms-total']), Number(row?.n));
}
