// Dumps PostgreSQL databases, and counts the rows of tables in PostgreSQL databases and SQLite files.
import { execFile } from 'node:child_process';
import { globSync } from 'node:fs';
import { promisify } from 'node:util';
import BetterSqlite from 'better-sqlite3';
import pg from 'pg';

const run = promisify(execFile);

/** Number of rows of each table, by the name of the table. */
export type RowCounts = Readonly<Record<string, number>>;

/** Counts the rows of every table of a SQLite file, except those of the search index, whose rows cannot be counted. */
export function countRowsOfFile(file: string): RowCounts {
  const driver = new BetterSqlite(file, { readonly: true });
  const names = driver
    .prepare(
      `select name from pragma_table_list
       where schema = 'main' and type = 'table' and name not like 'sqlite\\_%' escape '\\' order by name`,
    )
    .pluck()
    .all() as string[];
  const counts = names.map((name) => [name, driver.prepare(`select count(*) from "${name}"`).pluck().get() as number]);
  driver.close();
  return Object.fromEntries(counts);
}

/** Counts the rows of every table of a PostgreSQL database. */
export async function countRowsOfDatabase(url: string): Promise<RowCounts> {
  return withClient(url, async (client) => {
    const { rows } = await client.query(
      "select tablename as name from pg_tables where schemaname = 'public' order by 1",
    );
    const counts: [string, number][] = [];
    for (const { name } of rows) {
      const counted = await client.query(`select count(*)::int as n from "${name}"`);
      counts.push([name, counted.rows[0].n]);
    }
    return Object.fromEntries(counts);
  });
}

/**
 * Dumps a PostgreSQL database, without owners and privileges, as SQL that any driver can run as one query. Commands that
 * only psql supports (`\restrict`) and settings that only newer servers support are omitted.
 */
export async function dumpDatabase(url: string): Promise<string> {
  const options = ['--inserts', '--rows-per-insert=50', '--no-owner', '--no-privileges', '--no-comments'];
  const { stdout } = await run(pgDump(), [...options, url], { maxBuffer: 256 * 1024 * 1024 });
  return stdout.replaceAll(/^(\\(un)?restrict .*|SET transaction_timeout .*)\n/gm, '');
}

/** Returns the path of the newest installed `pg_dump`, because an older one than the server cannot dump its databases. */
const pgDump = (): string =>
  globSync('/usr/lib/postgresql/*/bin/pg_dump')
    .sort((a, b) => a.localeCompare(b, 'en', { numeric: true }))
    .at(-1) ?? 'pg_dump';

/** Creates an empty database on a server, calls `work` with its URL, and drops the database afterwards. */
export async function withNewDatabase<T>(server: string, work: (url: string) => Promise<T>): Promise<T> {
  const name = `octavo_fixture_${process.pid}`;
  const url = new URL(server);
  url.pathname = `/${name}`;
  await withClient(server, (client) => client.query(`create database ${name}`));
  try {
    return await work(url.href);
  } finally {
    await withClient(server, (client) => client.query(`drop database ${name} with (force)`));
  }
}

async function withClient<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
