// Saves a new site of this version, without any content of its own, on both engines. Recorded scenarios run on it after later versions
// have migrated it (scripts/upgrade-scenarios.ts):
//
// node scripts/upgrade-fixture/new-site.ts FOLDER
//
// It needs pg_dump and a PostgreSQL server for tests (scripts/postgres.sh). FOLDER must not exist.
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { dumpDatabase, withNewDatabase } from './save-database.ts';
import { serve } from './service.ts';

/** Saves the new sites in a folder that does not exist. `server` is the URL of a PostgreSQL server. */
export async function saveNewSites(folder: string, server: string): Promise<void> {
  if (existsSync(folder))
    throw new Error(`${folder} already exists; fixtures of a released version are never changed.`);
  const work = await mkdtemp(path.join(tmpdir(), 'octavo-fixture-'));
  try {
    await mkdir(folder, { recursive: true });
    const data = path.join(work, 'sqlite');
    await startOnce(['--data', data]);
    const file = await readFile(path.join(data, 'octavo.sqlite'));
    await writeFile(path.join(folder, 'octavo.sqlite.gz'), gzipSync(file, { level: 9 }));
    await withNewDatabase(server, async (url) => {
      await startOnce(['--data', path.join(work, 'postgres'), '--database', url]);
      await writeFile(path.join(folder, 'dump.sql.gz'), gzipSync(await dumpDatabase(url), { level: 9 }));
    });
  } finally {
    await rm(work, { recursive: true });
  }
}

/** Starts the service, which creates the site, and stops it. */
async function startOnce(options: readonly string[]): Promise<void> {
  const service = await serve(options);
  await service.stop();
}

if (process.argv[1] === import.meta.filename) {
  const server = process.env.OCTAVO_TEST_POSTGRES;
  const [, , folder] = process.argv;
  if (server === undefined) throw new Error('OCTAVO_TEST_POSTGRES is not set; run: eval "$(scripts/postgres.sh)"');
  if (folder === undefined) throw new Error('Usage: node scripts/upgrade-fixture/new-site.ts FOLDER');
  await saveNewSites(path.resolve(folder), server);
}
