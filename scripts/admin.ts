// npm run admin: installs the packages of the admin, checks its types and builds it in admin/dist.
//
// --check            writes nothing, and exits with 1 if admin/dist differs from a new build
// --watch [OPTIONS]  builds a version for development in dist/admin, again after each change, and runs a service that serves it, with these
//                    options of octavo serve; checks no types and no sizes
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import path from 'node:path';

const root = path.resolve(import.meta.dirname, '..');
const admin = path.join(root, 'admin');
const [mode, ...serveOptions] = process.argv.slice(2);
const isCheck = mode === '--check';

if (isCheck || !existsSync(path.join(admin, 'node_modules'))) run('npm', ['ci', '--no-progress'], admin);
if (mode === '--watch') await watch(path.join(root, 'dist/admin'));
else build();

function build(): void {
  for (const config of ['tsconfig.json', 'tsconfig.node.json'])
    run(process.execPath, [path.join(root, 'node_modules/typescript/bin/tsc'), '-p', path.join(admin, config)], root);
  run(process.execPath, [path.join(admin, 'build/build.ts'), ...(isCheck ? ['--check'] : [])], admin);
}

/** Runs a program. Exits with its status if it fails. */
function run(program: string, args: readonly string[], cwd: string): void {
  const { status, error } = spawnSync(program, args, { cwd, stdio: 'inherit' });
  if (error) throw error;
  if (status !== 0) process.exit(status ?? 1);
}

/** Builds the admin in a folder after each change, and runs the service after the first build. Ends when one of them ends. */
async function watch(folder: string): Promise<void> {
  const builder = spawn(process.execPath, [path.join(admin, 'build/watch.ts'), folder], {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  const ended = once(builder, 'exit');
  const isBuilt = await Promise.race([once(builder, 'message').then(() => true), ended.then(() => false)]);
  if (!isBuilt) process.exit(1);
  const args = [path.join(root, 'server/main.js'), 'serve', '--admin', folder, ...serveOptions];
  const service = spawn(process.execPath, args, { stdio: 'inherit' });
  // A terminal sends its signals to all three processes; other senders only to this one.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => service.kill(signal));
  const stopped = once(service, 'exit');
  void ended.then(() => service.kill());
  const [status] = await stopped;
  builder.kill();
  process.exitCode = status ?? 1;
}
