// Runs the same tests on every engine: SQLite in a file, and PostgreSQL if a server is configured. Tests of the database layer itself also
// run on in-memory SQLite, which only tests use.
import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe } from 'node:test';
import type { Client } from 'pg';
import type { Database } from '../server/database/handle.ts';
import { migrateAll } from '../server/database/migrate.ts';
import { type DatabaseLocation, type OpenOptions, openDatabase } from '../server/database/open.ts';
import { migrationSetsOf } from '../server/extensions/migration-sets.ts';

/** A database engine, with functions that create databases for the tests of a `describeEachEngine` call. */
export interface TestEngine {
  readonly name: 'sqlite in memory' | 'sqlite in a file' | 'postgres';
  /**
   * Opens a new database; it is closed and removed after the tests. It is empty, except on PostgreSQL in `npm test`: there it is a copy of a
   * database with the tables of the service, which takes half of the time of creating them. `migrateAll` finds them up to date.
   */
  open(options?: OpenOptions): Promise<Database>;
  /**
   * Returns the location of a new, empty database, which is removed after the tests. A test must close each database
   * that it opens there.
   */
  location(): Promise<DatabaseLocation>;
}

/** URL of the PostgreSQL test server, on which databases may be created (scripts/postgres.sh). */
const server = process.env.OCTAVO_TEST_POSTGRES;

/** URL of a pooler for that server through which databases are opened; undefined if they are opened directly (test/pooler/). */
const pooler = process.env.OCTAVO_TEST_POOLER;

/** Name of the database on that server which new databases copy; undefined if they are empty. `npm test` sets it, and drops the database. */
const template = process.env.OCTAVO_TEST_TEMPLATE;

/** Creates a database and returns its location. Unless it must be empty, it may have the tables of the service. */
type CreateLocation = (cleanups: Cleanups, isEmpty: boolean) => Promise<DatabaseLocation>;

type Kind = readonly [TestEngine['name'], CreateLocation];

const engines: readonly Kind[] = [
  ...(pooler === undefined ? [['sqlite in a file', sqliteLocation] satisfies Kind] : []),
  ...(server === undefined
    ? []
    : [['postgres', (cleanups, isEmpty) => postgresLocation(server, cleanups, isEmpty)] satisfies Kind]),
];

/** Declares the tests of a suite once for each available engine. */
export function describeEachEngine(name: string, tests: (engine: TestEngine) => void): void {
  describeEach(engines, name, tests, false);
}

/** Declares the tests of the database layer once for each available engine and for in-memory SQLite. All databases are empty. */
export function describeEachDatabase(name: string, tests: (engine: TestEngine) => void): void {
  const memory: Kind = ['sqlite in memory', async () => ({ kind: 'memory' })];
  describeEach(pooler === undefined ? [memory, ...engines] : engines, name, tests, true);
}

function describeEach(
  kinds: readonly Kind[],
  name: string,
  tests: (engine: TestEngine) => void,
  opensEmpty: boolean,
): void {
  for (const [kind, location] of kinds)
    describe(`${name} (${kind})`, () => tests(createTestEngine(kind, location, opensEmpty)));
}

type Cleanups = (() => Promise<unknown>)[];

function createTestEngine(name: TestEngine['name'], location: CreateLocation, opensEmpty: boolean): TestEngine {
  const cleanups: Cleanups = [];
  after(async () => {
    for (const remove of cleanups.reverse()) await remove();
  });
  return {
    name,
    location: () => location(cleanups, true),
    async open(options) {
      const database = await openDatabase(await location(cleanups, opensEmpty), options);
      cleanups.push(() => database.close());
      return database;
    },
  };
}

async function sqliteLocation(cleanups: Cleanups): Promise<DatabaseLocation> {
  const folder = await mkdtemp(join(tmpdir(), 'octavo-test-'));
  cleanups.push(() => rm(folder, { recursive: true, force: true }));
  return { kind: 'sqlite', file: join(folder, 'octavo.db') };
}

async function postgresLocation(url: string, cleanups: Cleanups, isEmpty: boolean): Promise<DatabaseLocation> {
  const name = `octavo_${randomUUID().replaceAll('-', '')}`;
  const source = isEmpty || template === undefined ? '' : ` template ${await createTemplate(url, template)}`;
  await onServer(url, (client) => client.query(`create database ${name}${source}`));
  cleanups.push(() => onServer(url, (client) => client.query(`drop database ${name} with (force)`)));
  const direct = urlOfDatabase(url, name);
  const urls = pooler === undefined ? { url: direct } : { url: urlOfDatabase(pooler, name), directUrl: direct };
  return { kind: 'postgres', ...urls, poolSize: 6 };
}

let createdTemplate: Promise<string> | undefined;

/** Creates the database that others copy, unless another process has created it, and returns its name. */
function createTemplate(url: string, name: string): Promise<string> {
  createdTemplate ??= onServer(url, async (client) => {
    // The lock is released when the connection ends.
    await client.query('select pg_advisory_lock(hashtext($1))', [name]);
    const { rowCount } = await client.query('select from pg_database where datname = $1', [name]);
    if (rowCount !== 0) return name;
    const unfinished = `${name}_unfinished`;
    await client.query(`create database ${unfinished}`);
    const database = await openDatabase({ kind: 'postgres', url: urlOfDatabase(url, unfinished), poolSize: 1 });
    await migrateAll(database, migrationSetsOf([]));
    await database.close();
    await client.query(`alter database ${unfinished} rename to ${name}`);
    return name;
  });
  return createdTemplate;
}

function urlOfDatabase(url: string, name: string): string {
  const location = new URL(url);
  location.pathname = `/${name}`;
  return location.href;
}

async function onServer<T>(url: string, work: (client: Client) => Promise<T>): Promise<T> {
  const { default: pg } = await import('pg');
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
