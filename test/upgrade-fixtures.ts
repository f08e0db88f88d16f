// For tests of upgrades: the sites that released versions have saved (test/fixtures/versions/README.md), laid out as those
// versions left them.
import { globSync, readFileSync } from 'node:fs';
import { cp, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { gunzipSync } from 'node:zlib';
import type { SavedAnswers } from '../scripts/upgrade-fixture/answers.ts';
import { newDatabase } from './faults/postgres-server.ts';
import { newFolder, runCommand } from './faults/service-process.ts';
import { embedded, postgres, type Query } from './faults/stored.ts';

export const engines = ['sqlite', 'postgres'] as const;
export type Engine = (typeof engines)[number];

const folder = path.join(import.meta.dirname, 'fixtures/versions');

/** The versions that have saved fixtures. */
export const fixtureVersions: readonly string[] = globSync('*/', { cwd: folder })
  .map((name) => name.replace(/\/$/, ''))
  .sort();

/** What a version has saved of a site beside its data. */
export interface SavedSite {
  /** The URL of the site, which stands in its records. */
  readonly home: string;
  /** The password of each user, by login. */
  readonly passwords: Readonly<Record<string, string>>;
  /** An application password of each user, by login. */
  readonly applicationPasswords: Readonly<Record<string, string>>;
  /** The number of rows of each table, by name. */
  readonly rows: Readonly<Record<string, number>>;
  /** What it has answered. */
  readonly answers: SavedAnswers;
}

/** Reads what a version has saved of its site on an engine. */
export function savedSite(version: string, engine: Engine): SavedSite {
  const read = (name: string) => JSON.parse(readFileSync(path.join(folder, version, engine, name), 'utf8'));
  return { ...read('site.json'), answers: read('answers.json') };
}

/** A data folder, and a database where it is not in that folder. */
export interface Place {
  readonly data: string;
  /** A postgres:// URL. */
  readonly database?: string;
  /** Calls `work` with a connection of its own to the database. */
  query<T>(work: (query: Query) => Promise<T>): Promise<T>;
  /** Drops the database. The folder is removed after the tests. */
  drop(): Promise<void>;
}

/** Lays out a site as a version left it when it was stopped. */
export async function placeOfVersion(version: string, engine: Engine): Promise<Place> {
  const place = await emptyPlace(version, engine);
  const saved = path.join(folder, version, engine);
  await cp(path.join(saved, 'data'), place.data, { recursive: true });
  if (engine === 'sqlite') await unpack(path.join(place.data, 'octavo.sqlite.gz'));
  else await place.query((query) => query(gunzipSync(readFileSync(path.join(saved, 'dump.sql.gz'))).toString()));
  return place;
}

/** Restores the backup of a version into an empty site. */
export async function placeOfBackup(version: string, engine: Engine): Promise<Place> {
  const place = await emptyPlace(version, engine);
  const archive = path.join(await newFolder(), 'backup.tar');
  await writeFile(archive, gunzipSync(await readFile(path.join(folder, version, 'backup.tar.gz'))));
  await runCommand(['backup', 'restore', archive], place);
  return place;
}

/** An empty database, and a data folder that holds nothing but the version's configuration. */
async function emptyPlace(version: string, engine: Engine): Promise<Place> {
  const data = path.join(await newFolder(), 'data');
  await mkdir(data);
  await cp(path.join(folder, version, 'octavo.config.ts'), path.join(data, 'octavo.config.ts'));
  if (engine === 'sqlite') return { data, query: (work) => queryFile(data, work), drop: async () => {} };
  const { url: database, drop } = await newDatabase();
  return { data, database, query: (work) => queryDatabase(database, work), drop };
}

async function queryFile<T>(data: string, work: (query: Query) => Promise<T>): Promise<T> {
  const file = embedded(data);
  try {
    return await work(file.query);
  } finally {
    file.close();
  }
}

async function queryDatabase<T>(url: string, work: (query: Query) => Promise<T>): Promise<T> {
  const client = await postgres(url);
  try {
    return await work(client.query);
  } finally {
    await client.close();
  }
}

/** Replaces a compressed file with its content. */
async function unpack(file: string): Promise<void> {
  await writeFile(file.replace(/\.gz$/, ''), gunzipSync(await readFile(file)));
  await rm(file);
}
