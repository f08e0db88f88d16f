// Saves a small site of this version for the upgrade tests of later versions (test/fixtures/versions/README.md):
//
//   node scripts/make-upgrade-fixture.ts [FOLDER]
//
// It needs pg_dump and a PostgreSQL server for tests (scripts/postgres.sh). FOLDER must not exist; without it the fixture goes
// into test/fixtures/versions, under the version's first two numbers. Run it on a release, and commit what it has written.
import { existsSync } from 'node:fs';
import { copyFile, cp, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { version as versionOfThis } from '../server/version.ts';
import { accounts, administrator } from './upgrade-fixture/accounts.ts';
import { recordAnswers, type SavedAnswers } from './upgrade-fixture/answers.ts';
import { type FilledSite, fillSite } from './upgrade-fixture/fill-site.ts';
import { openOutsideWorld } from './upgrade-fixture/outside-world.ts';
import {
  countRowsOfDatabase,
  countRowsOfFile,
  dumpDatabase,
  type RowCounts,
  withNewDatabase,
} from './upgrade-fixture/save-database.ts';
import { runCommand, serve } from './upgrade-fixture/service.ts';

/** The URL of the fixtures' site, which stands in its records and so must be the same when they are read. */
const home = 'http://fixture.example';

const version = versionOfThis();
const configFile = 'octavo.config.ts';
const sqliteFile = 'octavo.sqlite';
const versions = path.resolve(import.meta.dirname, '../test/fixtures/versions');
const folder = path.resolve(process.argv[2] ?? path.join(versions, version.split('.').slice(0, 2).join('.')));
const server = process.env.OCTAVO_TEST_POSTGRES;
if (server === undefined) throw new Error('OCTAVO_TEST_POSTGRES names no server; see scripts/postgres.sh.');
if (existsSync(folder)) throw new Error(`${folder} exists; fixtures of a released version are never changed.`);

const work = await mkdtemp(path.join(tmpdir(), 'octavo-fixture-'));
try {
  await mkdir(folder, { recursive: true });
  await copyFile(path.join(import.meta.dirname, 'upgrade-fixture', configFile), path.join(folder, configFile));
  await saveSqlite(path.join(work, 'sqlite'), path.join(folder, 'sqlite'));
  await withNewDatabase(server, (url) => savePostgres(url, path.join(work, 'postgres'), path.join(folder, 'postgres')));
} finally {
  await rm(work, { recursive: true });
}

async function saveSqlite(data: string, to: string): Promise<void> {
  const run = await makeSite(data);
  await saveData(data, to);
  // Opened only now: whoever opens the file leaves others beside it.
  await saveSite(to, run, countRowsOfFile(path.join(data, sqliteFile)));
  const archive = path.join(work, 'backup.tar');
  await runCommand(['backup', 'create', '--name', `Of ${version}`, '--to', archive, '--data', data, '--home', home]);
  await writeFile(path.join(folder, 'backup.tar.gz'), gzipSync(await readFile(archive), { level: 9 }));
}

async function savePostgres(url: string, data: string, to: string): Promise<void> {
  const run = await makeSite(data, url);
  await saveData(data, to);
  await saveSite(to, run, await countRowsOfDatabase(url));
  await writeFile(path.join(to, 'dump.sql.gz'), gzipSync(await dumpDatabase(url), { level: 9 }));
}

/** What is known of a site after it was stopped. */
interface Run extends Pick<FilledSite, 'applicationPasswords'> {
  readonly answers: SavedAnswers;
  /** When its responses were saved. ISO 8601, in UTC. */
  readonly recorded: string;
}

/** Makes a site in an empty data folder, fills it, records its responses, and stops it. */
async function makeSite(data: string, database?: string): Promise<Run> {
  await mkdir(data);
  await copyFile(path.join(folder, configFile), path.join(data, configFile));
  const place = ['--data', data, '--home', home, ...(database === undefined ? [] : ['--database', database])];
  const env = { OCTAVO_ADMIN_PASSWORD: administrator.password };
  await runCommand(['import', path.join(versions, '../small-site.wxr.xml'), ...place], env);
  await runCommand(['setting', 'set', 'anonymous_comments', '1', ...place]);
  const applicationPassword = await runCommand(['app-password', 'create', 'admin', '--name', 'Fixture', ...place]);
  const outside = await openOutsideWorld();
  const connections = ['--fetch-hosts', '127.0.0.1', '--mail', outside.mail, '--trust-proxy', '127.0.0.1'];
  const service = await serve([...place, ...connections, '--audit-days', '0']);
  try {
    const site = await fillSite({ origin: service.origin, applicationPassword, outside });
    const { admin, anonymous, applicationPasswords } = site;
    const recorded = new Date().toISOString();
    const answers = await recordAnswers(admin, anonymous, recorded.slice(0, 19));
    return { answers, recorded, applicationPasswords };
  } finally {
    await service.stop();
    await outside.close();
  }
}

/** Writes the responses, one on each line, and what tests must know of a site. */
async function saveSite(to: string, { answers, ...run }: Run, rows: RowCounts): Promise<void> {
  const lines = Object.entries(answers).map(
    ([request, answer]) => `${JSON.stringify(request)}: ${JSON.stringify(answer)}`,
  );
  await writeFile(path.join(to, 'answers.json'), `{\n${lines.join(',\n')}\n}\n`);
  const passwords = Object.fromEntries(accounts.map(({ login, password }) => [login, password]));
  const site = { version, home, passwords, ...run, rows };
  await writeFile(path.join(to, 'site.json'), `${JSON.stringify(site, null, 2)}\n`);
  const empty = Object.keys(rows).filter((table) => rows[table] === 0);
  console.log(
    `${to}: ${lines.length} responses, ${Object.keys(rows).length} tables, empty: ${empty.join(', ') || 'none'}`,
  );
}

/** Copies a data folder as the stopped service has left it; its database is compressed. */
async function saveData(data: string, to: string): Promise<void> {
  const target = path.join(to, 'data');
  await mkdir(target, { recursive: true });
  for (const name of await readdir(data)) {
    if (name === configFile) continue;
    if (name === sqliteFile)
      await writeFile(path.join(target, `${name}.gz`), gzipSync(await readFile(path.join(data, name)), { level: 9 }));
    else await cp(path.join(data, name), path.join(target, name), { recursive: true });
  }
}
