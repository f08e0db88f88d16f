// Replaces `systemctl`, `journalctl` and `systemd-run` on a machine on which systemd is not running: the first argument is the name of the
// program, and the others are its arguments. Supports only the commands of the documentation. OCTAVO_UNIT_STATE is the folder in which the
// process IDs, logs and exit codes of services are stored.
import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { parseEnvironmentFile } from './compose.ts';
import { sandboxArguments } from './sandbox.ts';
import { foldersOf, parseUnit, sandboxOf, settingOf } from './unit.ts';

const state = process.env.OCTAVO_UNIT_STATE ?? '';
const unitFolder = '/etc/systemd/system';
const unitFile = (name: string, kind: 'service' | 'timer' = 'service') => path.join(unitFolder, `${name}.${kind}`);
const stateFile = (name: string, kind: 'pid' | 'log' | 'code') => path.join(state, `${name}.${kind}`);

const idOf = (user: string, flag: '-u' | '-g'): number =>
  Number(execFileSync('id', [flag, user], { encoding: 'utf8' }));

/** Starts a service as systemd would, and waits until its process exists. */
async function start(name: string): Promise<void> {
  const unit = parseUnit(readFileSync(unitFile(name), 'utf8'));
  const userName = settingOf(unit, 'User');
  const user = { uid: idOf(userName, '-u'), gid: idOf(userName, '-g') };
  for (const kind of ['pid', 'code'] as const) rmSync(stateFile(name, kind), { force: true });
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
  const isOneshot = settingOf(unit, 'Type') === 'oneshot';
  while (!existsSync(stateFile(name, isOneshot ? 'code' : 'pid'))) await pause(20);
  if (isOneshot) requireSuccess(name);
}

/** Throws Error if the process of a service has not exited with 0. */
function requireSuccess(name: string): void {
  const code = readFileSync(stateFile(name, 'code'), 'utf8').trim();
  if (code !== '0') throw new Error(`The service ${name} has exited with ${code}.`);
}

/** Checks the times of a timer and its service, which must exist. */
function enableTimer(name: string): void {
  const timer = parseUnit(readFileSync(unitFile(name, 'timer'), 'utf8'));
  execFileSync('systemd-analyze', ['calendar', settingOf(timer, 'OnCalendar')], { stdio: 'ignore' });
  readFileSync(unitFile(name));
}

/** Stops a service with the signal of its unit. Throws Error if it does not exit with 0 within the time limit of the unit. */
async function stop(name: string): Promise<void> {
  const unit = parseUnit(readFileSync(unitFile(name), 'utf8'));
  const limitMs = Number(settingOf(unit, 'TimeoutStopSec')) * 1000;
  process.kill(Number(readFileSync(stateFile(name, 'pid'), 'utf8')), settingOf(unit, 'KillSignal') as NodeJS.Signals);
  for (const began = performance.now(); !existsSync(stateFile(name, 'code')); await pause(50))
    if (performance.now() - began > limitMs) throw new Error(`The service ${name} has not stopped.`);
  requireSuccess(name);
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
const [, journal = ''] = /^journalctl -u (octavo(?:-backup)?) --no-pager$/.exec(line) ?? [];
if (line === 'systemctl daemon-reload') {
  const units = readdirSync(unitFolder).filter((file) => file.startsWith('octavo'));
  execFileSync('systemd-analyze', ['verify', ...units.map((file) => path.join(unitFolder, file))], {
    stdio: 'inherit',
  });
} else if (line === 'systemctl enable --now octavo') await start('octavo');
else if (line === 'systemctl enable --now octavo-backup.timer') enableTimer('octavo-backup');
else if (line === 'systemctl start octavo-backup') await start('octavo-backup');
else if (line === 'systemctl stop octavo') await stop('octavo');
else if (journal !== '') console.log(readFileSync(stateFile(journal, 'log'), 'utf8'));
else if (program === 'systemd-run') process.exitCode = runTransient(args);
else throw new Error(`The command ${line} is not supported.`);
