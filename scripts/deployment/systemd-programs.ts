// Replaces `systemctl`, `journalctl` and `systemd-run` on a machine on which systemd is not running: the first argument is the name of the
// program, and the others are its arguments. Supports only the commands of the documentation. OCTAVO_UNIT_STATE is the folder in which the
// process IDs, logs and exit codes of services are stored.
import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { parseEnvironmentFile } from './compose.ts';
import { sandboxArguments } from './sandbox.ts';
import { foldersOf, parseUnit, sandboxOf, settingOf } from './unit.ts';

const state = process.env.OCTAVO_UNIT_STATE ?? '';
const unitFile = (name: string) => `/etc/systemd/system/${name}.service`;
const stateFile = (name: string, kind: 'pid' | 'log' | 'code') => path.join(state, `${name}.${kind}`);

const idOf = (user: string, flag: '-u' | '-g'): number =>
  Number(execFileSync('id', [flag, user], { encoding: 'utf8' }));

/** Starts a service as systemd would, and waits until its process exists. */
async function start(name: string): Promise<void> {
  const unit = parseUnit(readFileSync(unitFile(name), 'utf8'));
  const userName = settingOf(unit, 'User');
  const user = { uid: idOf(userName, '-u'), gid: idOf(userName, '-g') };
  for (const folder of foldersOf(unit)) {
    mkdirSync(folder, { recursive: true });
    chmodSync(folder, Number.parseInt(settingOf(unit, 'StateDirectoryMode'), 8));
    execFileSync('chown', [`${user.uid}:${user.gid}`, folder]);
  }
  const environment = parseEnvironmentFile(readFileSync(settingOf(unit, 'EnvironmentFile'), 'utf8'));
  const command = settingOf(unit, 'ExecStart').split(/\s+/);
  const recorded = `"$@" > ${stateFile(name, 'log')} 2>&1 & echo $! > ${stateFile(name, 'pid')}; wait $!; echo $? > ${stateFile(name, 'code')}`;
  const args = sandboxArguments(sandboxOf(unit, user, environment), command);
  spawn('bash', ['-c', recorded, name, 'unshare', ...args], { detached: true, stdio: 'ignore' }).unref();
  while (!existsSync(stateFile(name, 'pid'))) await pause(20);
}

/** Stops a service with the signal of its unit. Throws Error if it does not exit with 0 within the time limit of the unit. */
async function stop(name: string): Promise<void> {
  const unit = parseUnit(readFileSync(unitFile(name), 'utf8'));
  const limitMs = Number(settingOf(unit, 'TimeoutStopSec')) * 1000;
  process.kill(Number(readFileSync(stateFile(name, 'pid'), 'utf8')), settingOf(unit, 'KillSignal') as NodeJS.Signals);
  for (const began = performance.now(); !existsSync(stateFile(name, 'code')); await pause(50))
    if (performance.now() - began > limitMs) throw new Error(`The service ${name} has not stopped.`);
  const code = readFileSync(stateFile(name, 'code'), 'utf8').trim();
  if (code !== '0') throw new Error(`The service ${name} has exited with ${code}.`);
}

/** Runs a command as another user with the variables of an environment file, as `systemd-run --pipe --wait` does. */
function runTransient(args: readonly string[]): number {
  const at = args.findIndex((arg) => !arg.startsWith('--'));
  const options = args.slice(0, at).map((arg) => arg.split(/=(.*)/s));
  const valuesOf = (name: string) => options.flatMap(([option, value]) => (option === name ? [value ?? ''] : []));
  const [user = ''] = valuesOf('--uid');
  const [, file = ''] = valuesOf('--property').join().split('EnvironmentFile=');
  const env = {
    PATH: process.env.PATH ?? '',
    ...parseEnvironmentFile(readFileSync(file, 'utf8')),
    ...parseEnvironmentFile(valuesOf('--setenv').join('\n')),
  };
  const identity = [`--reuid=${user}`, `--regid=${user}`, '--clear-groups'];
  const [cwd = '/'] = valuesOf('--working-directory');
  return spawnSync('setpriv', [...identity, ...args.slice(at)], { stdio: 'inherit', env, cwd }).status ?? 1;
}

const [program = '', ...args] = process.argv.slice(2);
const line = [program, ...args].join(' ');
if (line === 'systemctl daemon-reload')
  execFileSync('systemd-analyze', ['verify', unitFile('octavo')], { stdio: 'inherit' });
else if (line === 'systemctl enable --now octavo') await start('octavo');
else if (line === 'systemctl stop octavo') await stop('octavo');
else if (line === 'journalctl -u octavo --no-pager') console.log(readFileSync(stateFile('octavo', 'log'), 'utf8'));
else if (program === 'systemd-run') process.exitCode = runTransient(args);
else throw new Error(`The command ${line} is not supported.`);
