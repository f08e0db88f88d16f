// Runs the recorded scenarios on migrated databases: a new site that each released version has created (test/fixtures/versions) is migrated
// by this checkout, on SQLite and, if OCTAVO_TEST_POSTGRES is set, on PostgreSQL, each in one dialect. As many steps must pass as on a site
// that this checkout creates (.ci/floors.json).
import { spawn } from 'node:child_process';
import { existsSync, globSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { gunzipSync } from 'node:zlib';
import pg from 'pg';
import {
  type PassedSteps,
  type Results,
  readReport,
  reportScenarios,
  withPostgresDatabase,
} from './scenario-results.ts';
import { runCommand, serve } from './upgrade-fixture/service.ts';

const conform = path.resolve('../shared/conformance/conform.mjs');
const versions = path.resolve(import.meta.dirname, '../test/fixtures/versions');
if (!existsSync(conform)) {
  console.error('The recorded scenarios are missing (../shared/conformance); nothing was run.');
  process.exit(1);
}

interface Combination {
  readonly version: string;
  readonly dialect: string;
  /** URL of an empty PostgreSQL database; SQLite if absent. */
  readonly database?: string;
}

/** Restores a new site of a version, migrates it, and runs the scenarios on it. Returns the number of passed steps of each suite. */
async function run(name: string, { version, dialect, database }: Combination): Promise<PassedSteps> {
  const folder = await mkdtemp(path.join(tmpdir(), 'octavo-upgrade-'));
  try {
    const options = ['--data', folder, ...(database === undefined ? [] : ['--database', database])];
    await restoreNewSite(path.join(versions, version, 'new-site'), folder, database);
    const migrated = await runCommand(['migrate', ...options]);
    // The scenarios were recorded with this setting.
    await runCommand(['setting', 'set', 'comment_previously_approved', '0', ...options]);
    const password = await runCommand(['app-password', 'create', 'admin', '--name', 'scenarios', ...options]);
    const service = await serve(['--log-level', 'error', ...options]);
    const file = path.join(folder, 'report.json');
    const target = ['--home', service.origin, '--admin', `admin:${password}`, '--dialect', dialect];
    const child = spawn(process.execPath, [conform, ...target, '--show', '0', '--json', file], {
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const [output, errors] = await Promise.all([text(child.stdout), text(child.stderr)]);
    console.log(`\n== ${name}\n${migrated}\n${output}${errors}`);
    await service.stop();
    return readReport(file);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Restores a site in a data folder, or in a PostgreSQL database. */
async function restoreNewSite(saved: string, data: string, database: string | undefined): Promise<void> {
  const name = database === undefined ? 'octavo.sqlite' : 'dump.sql';
  const content = gunzipSync(await readFile(path.join(saved, `${name}.gz`)));
  if (database === undefined) return writeFile(path.join(data, name), content);
  const client = new pg.Client({ connectionString: database });
  await client.connect();
  await client.query(content.toString()).finally(() => client.end());
}

const server = process.env.OCTAVO_TEST_POSTGRES;

/** Runs the scenarios on the databases of a version, on both engines at the same time. */
async function runVersion(version: string): Promise<Results> {
  const onSqlite = `sqlite cms, upgraded from ${version}`;
  const onPostgres = `postgres wp, upgraded from ${version}`;
  const [sqlite, postgres] = await Promise.all([
    run(onSqlite, { version, dialect: 'cms' }),
    server === undefined
      ? undefined
      : withPostgresDatabase(server, `upgrade_${version.replace('.', '_')}`, (database) =>
          run(onPostgres, { version, dialect: 'wp', database }),
        ),
  ]);
  return { [onSqlite]: sqlite, ...(postgres && { [onPostgres]: postgres }) };
}

const results: Results = {};
for (const folder of globSync('*/new-site', { cwd: versions }).sort())
  Object.assign(results, await runVersion(path.dirname(folder)));
// The floors are those of new sites: the name of such a combination is the part before the comma.
reportScenarios(results, { floorOf: (name) => name.replace(/,.*/, '') });
