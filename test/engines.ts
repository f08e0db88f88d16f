// Runs the same tests on every engine: SQLite in a file, and PostgreSQL if a server is configured. Tests of the database layer itself also
// run on in-memory SQLite, which only tests use.
import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe } from 'node:test';
import type { Database } from '../server/database/handle.ts';
import { type DatabaseLocation, type OpenOptions, openDatabase } from '../server/database/open.ts';

/** A database engine, with functions that create databases for the tests of a `describeEachEngine` call. */
export interface TestEngine {
  readonly name: 'sqlite in memory' | 'sqlite in a file' | 'postgres';
  /** Opens a new, empty database; it is closed and removed after the tests. */
  open(options?: OpenOptions): Promise<Database>;
  /**
   * Returns the location of a new, empty database, which is removed after the tests. A test must close each database
   * that it opens there.
   */
  location(): Promise<DatabaseLocation>;
}

/** URL of the PostgreSQL test server, on which databases may be created (scripts/postgres.sh). */
const server = process.env.OCTAVO_TEST_POSTGRES;

type Kind = readonly [TestEngine['name'], (cleanups: Cleanups) => Promise<DatabaseLocation>];

const engines: readonly Kind[] = [
  ['sqlite in a file', sqliteLocation],
  ...(server === undefined ? [] : [['postgres', (cleanups) => postgresLocation(server, cleanups)] satisfies Kind]),
];

/** Declares the tests of a suite once for each available engine. */
export function describeEachEngine(name: string, tests: (engine: TestEngine) => void): void {
  describeEach(engines, name, tests);
}

/** Declares the tests of the database layer once for each available engine and for in-memory SQLite. */
export function describeEachDatabase(name: string, tests: (engine: TestEngine) => void): void {
  describeEach([['sqlite in memory', async () => ({ kind: 'memory' })], ...engines], name, tests);
}

function describeEach(kinds: readonly Kind[], name: string, tests: (engine: TestEngine) => void): void {
  for (const [kind, location] of kinds) describe(`${name} (${kind})`, () => tests(createTestEngine(kind, location)));
}

type Cleanups = (() => Promise<unknown>)[];

function createTestEngine(
  name: TestEngine['name'],
  location: (cleanups: Cleanups) => Promise<DatabaseLocation>,
): TestEngine {
  const cleanups: Cleanups = [];
  after(async () => {
    for (const remove of cleanups.reverse()) await remove();
  });
  return {
    name,
    location: () => location(cleanups),
    async open(options) {
      const database = await openDatabase(await location(cleanups), options);
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

async function postgresLocation(url: string, cleanups: Cleanups): Promise<DatabaseLocation> {
  const name = `octavo_${randomUUID().replaceAll('-', '')}`;
  await executeOnServer(url, `create database ${name}`);
  cleanups.push(() => executeOnServer(url, `drop database ${name} with (force)`));
  const location = new URL(url);
  location.pathname = `/${name}`;
  return { kind: 'postgres', url: location.href, poolSize: 6 };
}

async function executeOnServer(url: string, command: string): Promise<void> {
  const { default: pg } = await import('pg');
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(command);
  } finally {
    await client.end();
  }
}
