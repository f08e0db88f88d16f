// Saves a small site of this version for the upgrade tests of later versions (test/fixtures/versions/README.md):
//
// node scripts/make-upgrade-fixture.ts [FOLDER]
//
// It needs pg_dump and a PostgreSQL server for tests (scripts/postgres.sh). FOLDER must not exist; by default it is a folder
// in test/fixtures/versions that is named after the first two numbers of the version. Run it on a release and commit the files.
import { existsSync } from 'node:fs';
import { copyFile, cp, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { version as versionOfThis } from '../server/version.ts';
import { accounts, administrator } from './upgrade-fixture/accounts.ts';
import { startExternalServices } from './upgrade-fixture/external-services.ts';
import { type FilledSite, fillSite } from './upgrade-fixture/fill-site.ts';
import { saveNewSites } from './upgrade-fixture/new-site.ts';
import { recordResponses, type SavedResponses } from './upgrade-fixture/responses.ts';
import {
  countRowsOfDatabase,
  countRowsOfFile,
  dumpDatabase,
  type RowCounts,
  withNewDatabase,
} from './upgrade-fixture/save-database.ts';
import { runCommand, serve } from './upgrade-fixture/service.ts';

/** Home URL of the site. It occurs in the recorded responses, so the tests must use the same URL. */
const home = 'http://fixture.example';

const version = versionOfThis();
const configFile = 'octavo.config.ts';
const sqliteFile = 'octavo.sqlite';
const versions = path.resolve(import.meta.dirname, '../test/fixtures/versions');
const folder = path.resolve(process.argv[2] ?? path.join(versions, version.split('.').slice(0, 2).join('.')));
const server = process.env.OCTAVO_TEST_POSTGRES;
if (server === undefined) throw new Error('OCTAVO_TEST_POSTGRES is not set; run: eval "$(scripts/postgres.sh)"');
if (existsSync(folder)) throw new Error(`${folder} already exists; fixtures of a released version are never changed.`);

const work = await mkdtemp(path.join(tmpdir(), 'octavo-fixture-'));
try {
  await mkdir(folder, { recursive: true });
  await copyFile(path.join(import.meta.dirname, 'upgrade-fixture', configFile), path.join(folder, configFile));
  await saveSqlite(path.join(work, 'sqlite'), path.join(folder, 'sqlite'));
  await withNewDatabase(server, (url) => savePostgres(url, path.join(work, 'postgres'), path.join(folder, 'postgres')));
  await saveNewSites(path.join(folder, 'new-site'), server);
} finally {
  await rm(work, { recursive: true });
}

async function saveSqlite(data: string, to: string): Promise<void> {
  const run = await createSite(data);
  await saveData(data, to);
  // The database is opened only after it was copied, because opening it creates other files next to it.
  await saveSite(to, run, countRowsOfFile(path.join(data, sqliteFile)));
  const archive = path.join(work, 'backup.tar');
  await runCommand(['backup', 'create', '--name', `Of ${version}`, '--to', archive, '--data', data, '--home', home]);
  await writeFile(path.join(folder, 'backup.tar.gz'), gzipSync(await readFile(archive), { level: 9 }));
}

async function savePostgres(url: string, data: string, to: string): Promise<void> {
  const run = await createSite(data, url);
  await saveData(data, to);
  await saveSite(to, run, await countRowsOfDatabase(url));
  await writeFile(path.join(to, 'dump.sql.gz'), gzipSync(await dumpDatabase(url), { level: 9 }));
}

/** Responses and credentials of a site that was filled and stopped. */
interface FixtureRun extends Pick<FilledSite, 'applicationPasswords'> {
  readonly responses: SavedResponses;
  /** Time at which the responses were recorded, in ISO 8601 format and UTC. */
  readonly recorded: string;
}

/** Creates a site in an empty data folder, fills it, records its responses, and stops it. */
async function createSite(data: string, database?: string): Promise<FixtureRun> {
  await mkdir(data);
  await copyFile(path.join(folder, configFile), path.join(data, configFile));
  const siteOptions = ['--data', data, '--home', home, ...(database === undefined ? [] : ['--database', database])];
  const env = { OCTAVO_ADMIN_PASSWORD: administrator.password };
  await runCommand(['import', path.join(versions, '../small-site.wxr.xml'), ...siteOptions], env);
  await runCommand(['setting', 'set', 'anonymous_comments', '1', ...siteOptions]);
  const applicationPassword = await runCommand([
    'app-password',
    'create',
    'admin',
    '--name',
    'Fixture',
    ...siteOptions,
  ]);
  const outside = await startExternalServices();
  const connections = ['--fetch-hosts', '127.0.0.1', '--mail', outside.mail, '--trust-proxy', '127.0.0.1'];
  const service = await serve([...siteOptions, ...connections, '--audit-days', '0']);
  try {
    const site = await fillSite({ origin: service.origin, applicationPassword, outside });
    const { admin, anonymous, applicationPasswords } = site;
    const recorded = new Date().toISOString();
    const responses = await recordResponses(admin, anonymous, recorded.slice(0, 19));
    return { responses, recorded, applicationPasswords };
  } finally {
    await service.stop();
    await outside.close();
  }
}

/** Writes the responses, one per line, and the properties of the site that the tests need. */
async function saveSite(to: string, { responses, ...run }: FixtureRun, rows: RowCounts): Promise<void> {
  const lines = Object.entries(responses).map(
    ([request, response]) => `${JSON.stringify(request)}: ${JSON.stringify(response)}`,
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

/** Copies the data folder of the stopped service, without its configuration file, and compresses the database in the copy. */
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
