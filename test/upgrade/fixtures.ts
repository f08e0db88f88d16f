// Restores the sites that released versions have saved (test/fixtures/versions/README.md), for upgrade tests.
import { globSync, readFileSync } from 'node:fs';
import { cp, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { gunzipSync } from 'node:zlib';
import BetterSqlite from 'better-sqlite3';
import type { SavedResponses } from '../../scripts/upgrade-fixture/responses.ts';
import { migrations } from '../../server/database/migrations.ts';
import { runCommand } from '../commands/in-process.ts';
import { openPostgres, openSqlite, type Query } from '../faults/consistency.ts';
import { createTestDatabase } from '../faults/postgres-server.ts';
import { newFolder } from '../faults/service-process.ts';

export const engines = ['sqlite', 'postgres'] as const;
export type Engine = (typeof engines)[number];

const folder = path.resolve(import.meta.dirname, '../fixtures/versions');

/** Names of the versions that have saved fixtures. */
export const fixtureVersions: readonly string[] = globSync('*/', { cwd: folder })
  .map((name) => name.replace(/\/$/, ''))
  .sort();

/** Returns the number of the last migration of the SQLite database that a version has saved. */
function schemaVersionOf(version: string): number {
  const bytes = gunzipSync(readFileSync(path.join(folder, version, 'sqlite/data/octavo.sqlite.gz')));
  // A database in memory has no write-ahead log; these bytes of the header declare one.
  bytes.fill(1, 18, 20);
  const driver = new BetterSqlite(bytes);
  const last = Number(driver.prepare('select max(number) from migrations').pluck().get());
  driver.close();
  return last;
}

/** Names of the versions whose databases this version migrates. The fixture of this version itself needs no migration. */
export const versionsToMigrate: readonly string[] = fixtureVersions.filter(
  (version) => schemaVersionOf(version) < (migrations.at(-1)?.number ?? 0),
);

/** Metadata that a version has saved with its site. */
export interface SavedSite {
  /** Home URL of the site, which occurs in its records. */
  readonly home: string;
  /** Password of each user, by username. */
  readonly passwords: Readonly<Record<string, string>>;
  /** An application password of each user, by username. */
  readonly applicationPasswords: Readonly<Record<string, string>>;
  /** Number of rows of each table, by the name of the table. */
  readonly rows: Readonly<Record<string, number>>;
  /** Responses that the version has recorded, by request. */
  readonly responses: SavedResponses;
}

/** Reads the metadata of a version's site on an engine. */
export function readSavedSite(version: string, engine: Engine): SavedSite {
  const read = (name: string) => JSON.parse(readFileSync(path.join(folder, version, engine, name), 'utf8'));
  return { ...read('site.json'), responses: read('answers.json') };
}

/** A data folder, and a PostgreSQL database if the site does not use SQLite. */
export interface TestInstallation {
  readonly data: string;
  /** The `postgres://` URL of the database; a SQLite file in the data folder if absent. */
  readonly database?: string;
  /** Calls `work` with a separate connection to the database, and returns its result. */
  query<T>(work: (query: Query) => Promise<T>): Promise<T>;
  /** Drops the PostgreSQL database. The folder is deleted after the tests. */
  drop(): Promise<void>;
}

/** Returns the options with which a command uses an installation. */
export const locationOptions = ({ data, database }: TestInstallation): string[] => [
  ...['--data', data],
  ...(database === undefined ? [] : ['--database', database]),
];

/** Restores the data folder and the database that a version has saved. */
export async function restoreVersion(version: string, engine: Engine): Promise<TestInstallation> {
  const installation = await createInstallation(version, engine);
  const saved = path.join(folder, version, engine);
  await cp(path.join(saved, 'data'), installation.data, { recursive: true });
  if (engine === 'sqlite') await unpack(path.join(installation.data, 'octavo.sqlite.gz'));
  else await installation.query((query) => query(gunzipSync(readFileSync(path.join(saved, 'dump.sql.gz'))).toString()));
  return installation;
}

/** Creates an empty installation and restores the backup of a version in it. */
export async function restoreBackupOfVersion(version: string, engine: Engine): Promise<TestInstallation> {
  const installation = await createInstallation(version, engine);
  const archive = path.join(await newFolder(), 'backup.tar');
  await writeFile(archive, gunzipSync(await readFile(path.join(folder, version, 'backup.tar.gz'))));
  await runCommand(['backup', 'restore', archive, ...locationOptions(installation)]);
  return installation;
}

/** Creates an empty database, and a data folder with only the version's configuration. */
async function createInstallation(version: string, engine: Engine): Promise<TestInstallation> {
  const data = path.join(await newFolder(), 'data');
  await mkdir(data);
  await cp(path.join(folder, version, 'octavo.config.ts'), path.join(data, 'octavo.config.ts'));
  if (engine === 'sqlite') return { data, query: (work) => queryFile(data, work), drop: async () => {} };
  const { url: database, drop } = await createTestDatabase();
  return { data, database, query: (work) => queryDatabase(database, work), drop };
}

async function queryFile<T>(data: string, work: (query: Query) => Promise<T>): Promise<T> {
  const file = openSqlite(data);
  try {
    return await work(file.query);
  } finally {
    file.close();
  }
}

async function queryDatabase<T>(url: string, work: (query: Query) => Promise<T>): Promise<T> {
  const client = await openPostgres(url);
  try {
    return await work(client.query);
  } finally {
    await client.close();
  }
}

/** Replaces a compressed file with the decompressed file. */
async function unpack(file: string): Promise<void> {
  await writeFile(file.replace(/\.gz$/, ''), gunzipSync(await readFile(file)));
  await rm(file);
}
