// npm run browser-test: runs the tests in a real browser, which are the files *.browser.ts, or those whose paths contain one of the arguments
// (test/browser.ts describes the environment).
import { spawnSync } from 'node:child_process';
import { globSync } from 'node:fs';
import { availableParallelism } from 'node:os';

const selected = process.argv.slice(2);
const folders = ['test', 'admin/test'];
const files = folders
  .flatMap((folder) => globSync(`${folder}/**/*.browser.ts`))
  .filter((file) => selected.length === 0 || selected.some((part) => file.includes(part)));
if (files.length === 0) {
  console.error(`No browser test has a path that contains ${selected.join(' or ')}.`);
  process.exit(1);
}
// Every file starts a service and a browser, and waits for them half of the time.
const options = [
  '--import=./scripts/browser-test-setup.ts',
  '--test',
  '--test-timeout=900000',
  `--test-concurrency=${availableParallelism()}`,
];
const { status } = spawnSync(process.execPath, [...options, ...files.sort()], { stdio: 'inherit' });
process.exit(status ?? 1);
