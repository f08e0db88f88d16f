// Runs the same tests on every engine: SQLite in memory, SQLite in a file, and PostgreSQL where there is one.
import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe } from 'node:test';
import type { Database } from '../server/database/handle.ts';
import { type DatabaseLocation, type OpenOptions, openDatabase } from '../server/database/open.ts';

/** Gives databases of one kind to the tests of one `describeEachEngine`. */
export interface TestEngine {
  readonly name: 'sqlite in memory' | 'sqlite in a file' | 'postgres';
  /** A fresh, empty database; it is closed and removed after the tests. */
  open(options?: OpenOptions): Promise<Database>;
  /** A fresh, empty place for a database, removed after the tests. What is opened there, the test closes. */
  place(): Promise<DatabaseLocation>;
}

/** The server for tests, where databases may be created; see scripts/postgres.sh. */
const server = process.env.OCTAVO_TEST_POSTGRES;

/** Declares the tests once for each engine that is at hand. */
export function describeEachEngine(name: string, tests: (engine: TestEngine) => void): void {
  const kinds: [TestEngine['name'], (remove: Removals) => Promise<DatabaseLocation>][] = [
    ['sqlite in memory', async () => ({ kind: 'memory' })],
    ['sqlite in a file', placeFile],
  ];
  if (server !== undefined) kinds.push(['postgres', (removals) => placeOnServer(server, removals)]);
  for (const [kind, place] of kinds) {
    describe(`${name} (${kind})`, () => tests(engineOf(kind, place)));
  }
}

type Removals = (() => Promise<unknown>)[];

function engineOf(name: TestEngine['name'], place: (removals: Removals) => Promise<DatabaseLocation>): TestEngine {
  const removals: Removals = [];
  after(async () => {
    for (const remove of removals.reverse()) await remove();
  });
  return {
    name,
    place: () => place(removals),
    async open(options) {
      const database = await openDatabase(await place(removals), options);
      removals.push(() => database.close());
      return database;
    },
  };
}

async function placeFile(removals: Removals): Promise<DatabaseLocation> {
  const folder = await mkdtemp(join(tmpdir(), 'octavo-test-'));
  removals.push(() => rm(folder, { recursive: true, force: true }));
  return { kind: 'sqlite', file: join(folder, 'octavo.db') };
}

async function placeOnServer(url: string, removals: Removals): Promise<DatabaseLocation> {
  const name = `octavo_${randomUUID().replaceAll('-', '')}`;
  await onServer(url, `create database ${name}`);
  removals.push(() => onServer(url, `drop database ${name} with (force)`));
  const place = new URL(url);
  place.pathname = `/${name}`;
  return { kind: 'postgres', url: place.href, poolSize: 6 };
}

async function onServer(url: string, command: string): Promise<void> {
  const { default: pg } = await import('pg');
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(command);
  } finally {
    await client.end();
  }
}
