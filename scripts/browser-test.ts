// npm run browser-test: runs the tests in a real browser, which are the files *.browser.ts, or those whose paths contain one of the arguments
// (test/browser.ts describes the environment).
import { spawnSync } from 'node:child_process';
import { globSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';

const selected = process.argv.slice(2);
// The last files of the second folder take less time than those of the first, so that no core is idle at the end.
const folders = ['test', 'admin/test'];
const files = folders
  .flatMap((folder) => globSync(`${folder}/**/*.browser.ts`).sort())
  .filter((file) => selected.length === 0 || selected.some((part) => file.includes(part)));
if (files.length === 0) {
  console.error(`No browser test has a path that contains ${selected.join(' or ')}.`);
  process.exit(1);
}
// Every file starts a service and a browser, which together use half of a core.
const options = [
  '--import=./scripts/browser-test-setup.ts',
  '--test',
  '--test-timeout=900000',
  `--test-concurrency=${availableParallelism() + 1}`,
];
const env = {
  NODE_COMPILE_CACHE: fileURLToPath(new URL('../node_modules/.cache/octavo', import.meta.url)),
  ...process.env,
};
const { status } = spawnSync(process.execPath, [...options, ...files], { stdio: 'inherit', env });
process.exit(status ?? 1);
