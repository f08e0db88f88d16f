// Runs the tests: all *.test.ts files of the repository, or those in the paths given as arguments.
//
// With `--again`, as in CI, the files with failures run once more, one at a time, if there are at most three. Tests with
// browsers, processes and clocks depend on the load of the machine. The run fails if a test fails again. If all of these files
// pass the second time, they are listed at the end.
import { globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { runChild } from '../server/launcher/child.js';
import type { Tally } from './tally.ts';

const maxRetriedFiles = 3;
const options = process.argv.slice(2);
const paths = options.filter((option) => option !== '--again');
const files = (paths.length ? paths : ['contract', 'server', 'extensions', 'test', 'scripts', 'bench']).flatMap(
  (folderOrFile) => (folderOrFile.endsWith('.test.ts') ? [folderOrFile] : globSync(`${folderOrFile}/**/*.test.ts`)),
);

const folder = mkdtempSync(path.join(tmpdir(), 'octavo-tests-'));
process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
const first = await run(files.sort(), 2);
const isRetried = options.includes('--again') && first.files.length > 0 && first.files.length <= maxRetriedFiles;
if (isRetried) console.log(`\nRetrying one at a time: ${formatFiles(first)}\n`);
const last = isRetried ? await run(first.files, 1) : first;
const isGood = last.failed === 0 && last.files.length === 0;
if (isRetried && isGood)
  console.log(`\nThese files failed in parallel and passed one at a time. Find out why: ${formatFiles(first)}`);
const passed = first.passed + (isRetried ? Math.max(0, first.failed - last.failed) : 0);
console.log(`\ntests: ${passed} passed, ${last.failed} failed`);
process.exitCode = isGood ? 0 : 1;

/** Runs test files and returns the tally. `concurrency` files run at a time. A run that prints no tally counts as failed. */
async function run(testFiles: readonly string[], concurrency: number): Promise<Tally> {
  const report = path.join(folder, 'tally.json');
  rmSync(report, { force: true });
  const reporters = ['spec', 'stdout', './scripts/tally.ts', report].map(
    (value, at) => `--test-reporter${at % 2 === 0 ? '' : '-destination'}=${value}`,
  );
  const { code, interrupted } = await runChild(process.execPath, [
    ...['--test', `--test-concurrency=${concurrency}`, '--test-timeout=180000', '--import=./scripts/fixed-seed.ts'],
    ...reporters,
    ...testFiles,
  ]);
  // Failures of an interrupted run are not retried.
  if (interrupted) process.exit(1);
  const tally = readTally(report);
  return code === 0 || tally.failed > 0 ? tally : { ...tally, failed: 1 };
}

function readTally(report: string): Tally {
  try {
    return JSON.parse(readFileSync(report, 'utf8'));
  } catch {
    return { passed: 0, failed: 1, files: [] };
  }
}

function formatFiles({ files: broken }: Tally): string {
  return broken.map((file) => path.relative(process.cwd(), file)).join(', ');
}
