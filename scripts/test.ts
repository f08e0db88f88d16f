// Runs the tests: every *.test.ts of the house, or those under the paths given as arguments.
import { spawnSync } from 'node:child_process';
import { globSync } from 'node:fs';

const under = process.argv.slice(2);
const files = (under.length ? under : ['contract', 'server', 'extensions', 'test', 'scripts', 'bench']).flatMap(
  (path) => (path.endsWith('.test.ts') ? [path] : globSync(`${path}/**/*.test.ts`)),
);
const { status } = spawnSync(
  process.execPath,
  ['--test', '--test-concurrency=2', '--test-timeout=180000', '--import=./scripts/steady-chance.ts', ...files.sort()],
  { stdio: 'inherit' },
);
process.exitCode = status ?? 1;
