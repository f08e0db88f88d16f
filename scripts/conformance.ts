// Runs the recorded scenarios against this checkout in both dialects, on SQLite and, if OCTAVO_TEST_POSTGRES is set, on
// PostgreSQL. Suites that store files also run with an S3 bucket, on SQLite in one dialect. No suite may pass fewer steps than
// its floor in .ci/floors.json. `--raise` raises the floors to the new results.
import { fork, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import {
  type PassedSteps,
  type Results,
  readReport,
  reportScenarios,
  withPostgresDatabase,
} from './scenario-results.ts';

const check = path.resolve('../shared/conformance/check.mjs');
if (!existsSync(check)) {
  console.error('The recorded scenarios are missing (../shared/conformance); nothing was run.');
  process.exit(1);
}

interface Combination {
  readonly dialect: string;
  readonly database?: string;
  /** URL of an S3 bucket for files; a folder is used if absent. */
  readonly files?: string;
  /** Names of the suites to run; all suites if absent. */
  readonly suites?: readonly string[];
}

/** Runs suites and prints their output when all have finished. Returns the number of passed steps of each suite. */
async function run(name: string, { dialect, database, files, suites }: Combination): Promise<PassedSteps> {
  const folder = mkdtempSync(path.join(tmpdir(), 'octavo-conformance-'));
  const file = path.join(folder, 'report.json');
  const databaseOptions = database === undefined ? [] : ['--database', database];
  const args = [
    check,
    ...(suites ? ['--suite', suites.join(',')] : []),
    '--dialect',
    dialect,
    '--show',
    '0',
    '--json',
    file,
    '--serve',
    `--log-level error${files === undefined ? '' : ` --files ${files}`}`,
    ...databaseOptions,
  ];
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'pipe'] });
  const [output, errors] = await Promise.all([text(child.stdout), text(child.stderr)]);
  console.log(`\n== ${name}\n${output}${errors}`);
  const passed = readReport(file);
  rmSync(folder, { recursive: true, force: true });
  return passed;
}

/** Names of the suites that store files. */
const suitesOfFiles = ['media', 'media-edit', 'fonts'];

/** Starts an S3-compatible store in a child process, sets its keys in the environment, and stops it when `work` has ended. */
async function withBucket<T>(work: (files: string) => Promise<T>): Promise<T> {
  const child = fork(path.join(import.meta.dirname, 's3-server.ts'));
  try {
    const [{ endpoint, keys }] = await once(child, 'message');
    process.env.AWS_ACCESS_KEY_ID = keys.accessKeyId;
    process.env.AWS_SECRET_ACCESS_KEY = keys.secretAccessKey;
    return await work(`s3://conformance/${process.pid}?endpoint=${endpoint}`);
  } finally {
    child.disconnect();
  }
}

const results: Results = {};
const server = process.env.OCTAVO_TEST_POSTGRES;
const dialects = ['cms', 'wp'];
const queue: [name: string, pass: (name: string) => Promise<PassedSteps>][] = [];
// The combinations with PostgreSQL take the longest, so they run first.
if (server)
  for (const dialect of dialects)
    queue.push([
      `postgres ${dialect}`,
      (name) => withPostgresDatabase(server, dialect, (database) => run(name, { dialect, database })),
    ]);
for (const dialect of dialects) queue.push([`sqlite ${dialect}`, (name) => run(name, { dialect })]);
queue.push([
  'sqlite cms, files on S3',
  (name) => withBucket((files) => run(name, { dialect: 'cms', files, suites: suitesOfFiles })),
]);
const worker = async () => {
  for (let next = queue.shift(); next; next = queue.shift()) results[next[0]] = await next[1](next[0]);
};
// Three combinations run concurrently, because each uses half of a core.
await Promise.all([worker(), worker(), worker()]);

reportScenarios(results, { raises: process.argv.includes('--raise') });
