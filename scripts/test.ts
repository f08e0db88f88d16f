// Runs the tests: all *.test.ts files of the repository, or those in the paths given as arguments. With `--quick`, it runs only the
// unit tests that open no service.
//
// Each run uses a new seed for generated values, which is printed at the start and after failures. OCTAVO_TEST_SEED sets the seed in
// order to repeat a run.
import { randomInt, randomUUID } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { dataOptions, serveOptions } from '../server/config/options.ts';
import { runChild } from '../server/launcher/child.js';
import type { Tally } from './tally.ts';
import { groupTestFiles, isQuick, listTestFiles, type TestGroup } from './test-files.ts';
import { groupTimeoutMs } from './test-limits.ts';

/** Two more than the number of cores, because tests wait for commits, timers and processes for more than half of the time. */
const concurrency = availableParallelism() + 2;
/** Size of the space for new objects in MB. The default is half of it; with this size, tests use about 5 % less CPU time. */
const semiSpaceMb = 32;

const options = process.argv.slice(2);
const paths = options.filter((option) => option !== '--quick');
const files = listTestFiles(paths).filter((file) => !options.includes('--quick') || isQuick(file));

/** The environment without the variables that configure a service, which would also configure the services of the tests. */
const environment = { ...process.env };
for (const { variable } of [...dataOptions, ...serveOptions]) delete environment[variable];

const { OCTAVO_TEST_SEED: seed = String(randomInt(2 ** 31)) } = process.env;
console.log(`OCTAVO_TEST_SEED=${seed}`);
const folder = mkdtempSync(path.join(tmpdir(), 'octavo-tests-'));
process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
const programs = new Map(groupTestFiles(files).map((group, at) => [writeProgram(group, at), group]));
/** The database that new PostgreSQL databases of tests copy. The first test that needs it creates it (test/engines.ts). */
const template = `octavo_template_${randomUUID().replaceAll('-', '')}`;
const { passed, failed, names } = await run([...programs.keys()]);
const failedFiles = names.flatMap((name) => programs.get(name) ?? [name]);
if (failed > 0) console.log(`\nFailed with OCTAVO_TEST_SEED=${seed}: ${failedFiles.join(', ')}`);
console.log(`\ntests: ${passed} passed, ${failed} failed`);
process.exitCode = failed === 0 ? 0 : 1;

/** Runs programs of tests and returns the tally. A run that prints no tally, or fails without a failed test, counts as failed. */
async function run(tests: readonly string[]): Promise<Tally> {
  const report = path.join(folder, 'tally.json');
  const reporters = ['spec', 'stdout', fileURLToPath(new URL('./tally.ts', import.meta.url)), report].map(
    (value, at) => `--test-reporter${at % 2 === 0 ? '' : '-destination'}=${value}`,
  );
  const { code, interrupted } = await runChild(
    process.execPath,
    [
      '--test',
      `--max-semi-space-size=${semiSpaceMb}`,
      `--test-concurrency=${concurrency}`,
      `--test-timeout=${groupTimeoutMs}`,
      ...reporters,
      ...tests,
    ],
    {
      NODE_COMPILE_CACHE: fileURLToPath(new URL('../node_modules/.cache/octavo', import.meta.url)),
      ...environment,
      OCTAVO_TEST_SEED: seed,
      OCTAVO_TEST_TEMPLATE: template,
    },
  );
  await dropTemplate();
  if (interrupted) process.exit(1);
  const tally = readTally(report);
  return code === 0 || tally.failed > 0 ? tally : { ...tally, failed: 1 };
}

async function dropTemplate(): Promise<void> {
  const { OCTAVO_TEST_POSTGRES: connectionString } = process.env;
  if (connectionString === undefined) return;
  const { default: pg } = await import('pg');
  const client = new pg.Client({ connectionString });
  await client.connect();
  await client.query(`drop database if exists ${template} with (force)`).finally(() => client.end());
}

/** Writes the program that runs a group and returns its path. Node.js runs the programs in the order of their names. */
function writeProgram(group: TestGroup, at: number): string {
  const program = path.join(folder, `${String(at).padStart(4, '0')}.mjs`);
  const declarations = new URL('./test-group.ts', import.meta.url).href;
  writeFileSync(
    program,
    `import { declareTests } from ${JSON.stringify(declarations)};\nawait declareTests(${JSON.stringify(group)});\n`,
  );
  return program;
}

function readTally(report: string): Tally {
  try {
    return JSON.parse(readFileSync(report, 'utf8'));
  } catch {
    return { passed: 0, failed: 1, names: [] };
  }
}
