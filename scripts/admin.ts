// npm run admin: installs the packages of the admin, checks its types and builds it in admin/dist. With --check, nothing is written: the
// script exits with 1 if admin/dist differs from a new build.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';

const root = path.resolve(import.meta.dirname, '..');
const admin = path.join(root, 'admin');
const isCheck = process.argv.includes('--check');

if (isCheck || !existsSync(path.join(admin, 'node_modules'))) run('npm', ['ci', '--no-progress'], admin);
for (const config of ['tsconfig.json', 'tsconfig.node.json'])
  run(process.execPath, [path.join(root, 'node_modules/typescript/bin/tsc'), '-p', path.join(admin, config)], root);
run(process.execPath, [path.join(admin, 'build/build.ts'), ...(isCheck ? ['--check'] : [])], admin);

/** Runs a program. Exits with its status if it fails. */
function run(program: string, args: readonly string[], cwd: string): void {
  const { status, error } = spawnSync(program, args, { cwd, stdio: 'inherit' });
  if (error) throw error;
  if (status !== 0) process.exit(status ?? 1);
}
