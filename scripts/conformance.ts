// Runs the recorded scenarios against this checkout on both engines and in both dialects, those about files also with a bucket
// in place of a folder, and compares what passes with the floors in .ci/floors.json: no suite may pass fewer steps than its
// floor. `--raise` writes new floors where more passed.
import { fork, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';

type Passed = Record<string, number>;
type Floors = Record<string, Passed>;

const check = path.resolve('../shared/conformance/check.mjs');
const floorsFile = '.ci/floors.json';
if (!existsSync(check)) {
  console.error('The recorded scenarios are not beside this checkout (../shared/conformance); nothing was run.');
  process.exit(1);
}
const raise = process.argv.includes('--raise');

interface Combination {
  readonly dialect: string;
  readonly database?: string;
  /** The address of a bucket; absent: files are in a folder. */
  readonly files?: string;
  /** Part of the suites; absent: all. */
  readonly suites?: readonly string[];
}

/** Runs suites, and prints what came of them when they are through; gives the number of steps that passed for each. */
async function run(name: string, { dialect, database, files, suites }: Combination): Promise<Passed> {
  const folder = mkdtempSync(path.join(tmpdir(), 'octavo-conformance-'));
  const file = path.join(folder, 'report.json');
  const where = database === undefined ? [] : ['--database', database];
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
    ...where,
  ];
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'pipe'] });
  const [output, errors] = await Promise.all([text(child.stdout), text(child.stderr)]);
  console.log(`\n== ${name}\n${output}${errors}`);
  const report = existsSync(file)
    ? (JSON.parse(readFileSync(file, 'utf8')).report as Record<string, { passed: number }>)
    : {};
  rmSync(folder, { recursive: true, force: true });
  return Object.fromEntries(Object.entries(report).map(([suite, { passed }]) => [suite, passed]));
}

/** The suites that keep files. */
const suitesOfFiles = ['media', 'media-edit', 'fonts'];

/** A store that speaks the protocol of S3, in a process of its own, for the length of some work; the keys are in the environment. */
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

/** The suites that pass fewer steps than they did. */
const below = (name: string, passed: Passed, floor: Passed): string[] =>
  Object.entries(floor)
    .filter(([suite, least]) => (passed[suite] ?? 0) < least)
    .map(([suite, least]) => `${name} ${suite}: ${passed[suite] ?? 0} steps pass, the floor is ${least}`);

/** A fresh database on a server for the length of some work. */
async function withPostgresDatabase<T>(url: string, of: string, work: (url: string) => Promise<T>): Promise<T> {
  const { default: pg } = await import('pg');
  const name = `octavo_conformance_${of}_${process.pid}`;
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(`create database ${name}`);
    const place = new URL(url);
    place.pathname = `/${name}`;
    return await work(place.href);
  } finally {
    await client.query(`drop database if exists ${name} with (force)`);
    await client.end();
  }
}

const floors: Floors = existsSync(floorsFile) ? JSON.parse(readFileSync(floorsFile, 'utf8')) : {};
const results: Floors = {};
const server = process.env.OCTAVO_TEST_POSTGRES;
const waiting: [name: string, pass: (name: string) => Promise<Passed>][] = [];
for (const dialect of ['cms', 'wp']) {
  waiting.push([`sqlite ${dialect}`, (name) => run(name, { dialect })]);
  if (!server) continue;
  const onPostgres = (name: string) =>
    withPostgresDatabase(server, dialect, (database) => run(name, { dialect, database }));
  waiting.push([`postgres ${dialect}`, onPostgres]);
}
waiting.push([
  'sqlite cms, files on S3',
  (name) => withBucket((files) => run(name, { dialect: 'cms', files, suites: suitesOfFiles })),
]);
const lane = async () => {
  for (let next = waiting.shift(); next; next = waiting.shift()) results[next[0]] = await next[1](next[0]);
};
// Two at a time: each waits for its service half of the time.
await Promise.all([lane(), lane()]);

const faults = Object.entries(results).flatMap(([name, passed]) => below(name, passed, floors[name] ?? {}));
for (const fault of faults) console.error(fault);
if (raise) {
  for (const [name, passed] of Object.entries(results)) {
    const higher = Object.entries(passed).map(
      ([suite, n]) => [suite, Math.max(n, floors[name]?.[suite] ?? 0)] as const,
    );
    floors[name] = Object.fromEntries(higher.filter(([, n]) => n > 0));
  }
  writeFileSync(floorsFile, `${JSON.stringify(floors, null, 2)}\n`);
}
const total = Object.values(results)
  .flatMap((passed) => Object.values(passed))
  .reduce((sum, n) => sum + n, 0);
console.log(`\n${total} steps pass in ${Object.keys(results).join(', ')}`);
process.exitCode = faults.length > 0 ? 1 : 0;
