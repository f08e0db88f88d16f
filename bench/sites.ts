// Copies generated sites, so that measurements that write leave them as they are.
import { cpSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pg from 'pg';
import type { SiteLocation } from './processes.ts';

/** A site that exists until it is removed. */
export interface TemporarySite {
  readonly location: SiteLocation;
  remove(): Promise<void>;
}

let databaseCount = 0;

/** Returns the name of a database that does not exist yet. */
const newDatabaseName = (): string => `octavo_bench_temporary_${process.pid}_${databaseCount++}`;

/** Runs an SQL statement on the server of a database, while connected to another one of its databases. */
async function executeOnServer(database: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: Object.assign(new URL(database), { pathname: '/postgres' }).href });
  await client.connect();
  await client.query(statement);
  await client.end();
}

const newFolder = (parent: string): string => mkdtempSync(path.join(parent, 'octavo-bench-'));

/** Copies a site that no process has open. The copy is on the same disk. */
export async function copySite(original: SiteLocation): Promise<TemporarySite> {
  const data = newFolder(path.dirname(original.data));
  cpSync(original.data, data, { recursive: true });
  if (!original.database) return temporarySite({ ...original, data });
  const name = newDatabaseName();
  const template = new URL(original.database).pathname.slice(1);
  await executeOnServer(original.database, `create database ${name} template ${template}`);
  return temporarySite({ ...original, data, database: databaseUrl(original.database, name) });
}

/** Returns the location of a site that does not exist yet: an empty folder and, on PostgreSQL, an empty database. */
export async function newSite(folder: string, server?: string): Promise<TemporarySite> {
  const data = newFolder(existsSync(folder) ? folder : tmpdir());
  if (!server) return temporarySite({ data, posts: 0 });
  const name = newDatabaseName();
  await executeOnServer(server, `create database ${name}`);
  return temporarySite({ data, posts: 0, database: databaseUrl(server, name) });
}

/** Runs `work` on a site, which is removed afterwards. */
export async function withTemporarySite<T>(
  site: TemporarySite,
  work: (location: SiteLocation) => T | Promise<T>,
): Promise<T> {
  try {
    return await work(site.location);
  } finally {
    await site.remove();
  }
}

const databaseUrl = (server: string, name: string): string =>
  Object.assign(new URL(server), { pathname: `/${name}` }).href;

const temporarySite = (location: SiteLocation): TemporarySite => ({
  location,
  async remove() {
    rmSync(location.data, { recursive: true, force: true });
    const { database } = location;
    if (database) await executeOnServer(database, `drop database ${new URL(database).pathname.slice(1)} with (force)`);
  },
});
