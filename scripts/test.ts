// Runs the tests: every *.test.ts of the house, or those under the paths given as arguments.
//
// With `--again`, as CI has it, up to three files in which something failed are run once more, alone: browsers, processes and
// clocks are at the mercy of what else the machine does. What fails again has failed; what does not is named at the end.
import { globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { runChild } from '../server/launcher/child.js';
import type { Tally } from './tally.ts';

const mostAgain = 3;
const options = process.argv.slice(2);
const under = options.filter((option) => option !== '--again');
const files = (under.length ? under : ['contract', 'server', 'extensions', 'test', 'scripts', 'bench']).flatMap(
  (place) => (place.endsWith('.test.ts') ? [place] : globSync(`${place}/**/*.test.ts`)),
);

const folder = mkdtempSync(path.join(tmpdir(), 'octavo-tests-'));
process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
const first = await run(files.sort(), 2);
const isTriedAgain = options.includes('--again') && first.files.length > 0 && first.files.length <= mostAgain;
if (isTriedAgain) console.log(`\nOnce more, alone: ${named(first)}\n`);
const last = isTriedAgain ? await run(first.files, 1) : first;
const isGood = last.failed === 0 && last.files.length === 0;
if (isTriedAgain && isGood) console.log(`\nThese failed beside others and passed alone. Find out why: ${named(first)}`);
const passed = first.passed + (isTriedAgain ? Math.max(0, first.failed - last.failed) : 0);
console.log(`\ntests: ${passed} passed, ${last.failed} failed`);
process.exitCode = isGood ? 0 : 1;

/** Runs files, so many at a time. What ends without a tally has failed. */
async function run(these: readonly string[], together: number): Promise<Tally> {
  const report = path.join(folder, 'tally.json');
  rmSync(report, { force: true });
  const reporters = ['spec', 'stdout', './scripts/tally.ts', report].map(
    (value, at) => `--test-reporter${at % 2 === 0 ? '' : '-destination'}=${value}`,
  );
  const { code, interrupted } = await runChild(process.execPath, [
    ...['--test', `--test-concurrency=${together}`, '--test-timeout=180000', '--import=./scripts/steady-chance.ts'],
    ...reporters,
    ...these,
  ]);
  // Whoever interrupts the tests does not want them tried again.
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

function named({ files: broken }: Tally): string {
  return broken.map((file) => path.relative(process.cwd(), file)).join(', ');
}
