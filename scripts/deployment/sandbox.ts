// Runs programs with the restrictions of containers and of systemd units: in a mount namespace of their own, with a root file system that
// can be read-only, as another user, and without privileges. Needs root and Linux, but neither a container engine nor systemd.
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import path from 'node:path';

/** A folder that is visible at another path. */
export interface Mount {
  readonly source: string;
  readonly target: string;
  readonly isReadOnly?: boolean;
}

export interface Sandbox {
  /** The folder that becomes the root folder. It must be outside of `/proc`, `/sys` and `/dev`. */
  readonly root: string;
  /** Whether nothing can be written except in writable mounts and temporary folders. */
  readonly isReadOnly?: boolean;
  /** Mounted folders, in this order. */
  readonly mounts?: readonly Mount[];
  /** Empty folders in memory, which all users can write. */
  readonly temporary?: readonly string[];
  /** Folders that nobody can access. */
  readonly hidden?: readonly string[];
  /** Numeric user and group, which get no privileges. Default: root with its privileges. */
  readonly user?: { readonly uid: number; readonly gid: number };
  readonly workingDirectory: string;
  /** All environment variables of the program. */
  readonly environment: Readonly<Record<string, string>>;
}

/** The reason why programs cannot be run in a sandbox here, or false. */
export function sandboxUnavailable(): string | false {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return 'needs root on Linux';
  const { status, stderr } = spawnSync('unshare', ['--mount', 'true'], { encoding: 'utf8' });
  return status === 0 ? false : `mount namespaces are not available: ${stderr}`;
}

const quote = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;

/** The mount point of the root folder. With a tmpfs at `/mnt`, which only the program sees, nothing remains on the machine. */
const mountPoint = '/mnt/root';

/** Returns the shell commands that prepare the sandbox and replace the shell by the program. */
function scriptOf(sandbox: Sandbox, command: readonly string[]): string {
  const { root, mounts = [], temporary = [], hidden = [], workingDirectory, environment, user } = sandbox;
  const at = (target: string) => quote(`${mountPoint}${target}`);
  const variables = Object.entries(environment).map(([name, value]) => quote(`${name}=${value}`));
  const identity = user && [
    ...[`--reuid=${user.uid}`, `--regid=${user.gid}`, '--clear-groups'],
    ...['--no-new-privs', '--inh-caps=-all', '--bounding-set=-all'],
  ];
  const program = [
    ...(identity ? ['setpriv', ...identity, '--'] : []),
    'env',
    '-i',
    ...variables,
    ...command.map(quote),
  ];
  return [
    'set -e',
    'mount --make-rprivate /',
    `mount -t tmpfs none ${path.dirname(mountPoint)}`,
    `mkdir ${mountPoint}`,
    `mount ${root === '/' ? '--rbind' : '--bind'} ${quote(root)} ${mountPoint}`,
    ...mounts.flatMap(({ source, target, isReadOnly }) => [
      `[ -e ${at(target)} ] || mkdir -p ${at(target)}`,
      `mount --rbind ${quote(source)} ${at(target)}`,
      ...(isReadOnly ? [`mount -o remount,bind,ro ${at(target)}`] : []),
    ]),
    ...(sandbox.isReadOnly ? [remountReadOnly(mounts)] : []),
    ...temporary.map((target) => `mount -t tmpfs -o mode=1777 none ${at(target)}`),
    ...hidden.map((target) => `mount -t tmpfs -o ro,mode=000 none ${at(target)}`),
    `exec chroot ${mountPoint} /bin/sh -c ${quote(`cd ${quote(workingDirectory)} && exec ${program.join(' ')}`)}`,
  ].join('\n');
}

/** Returns a command that makes all file systems read-only, except writable mounts and those of the kernel. */
function remountReadOnly(mounts: readonly Mount[]): string {
  const writable = mounts.flatMap(({ target, isReadOnly }) => (isReadOnly ? [] : [target]));
  const excluded = ['/proc', '/sys', '/dev', ...writable].flatMap((target) => [
    `${mountPoint}${target}`,
    `${mountPoint}${target}/*`,
  ]);
  return [
    `findmnt --raw --noheadings --output TARGET --submounts ${mountPoint} | while read -r target; do`,
    `  case "$target" in ${excluded.join(' | ')}) ;; *) mount -o remount,bind,ro "$target" ;; esac`,
    'done',
  ].join('\n');
}

/** Returns the arguments of `unshare` that run a program in a sandbox. The process becomes that of the program. */
export const sandboxArguments = (sandbox: Sandbox, command: readonly string[]): string[] => [
  ...['--mount', 'bash', '-c'],
  scriptOf(sandbox, command),
];

/** Starts a program in a sandbox. The process of the program is the returned one, so that it receives signals. */
export function startInSandbox(sandbox: Sandbox, command: readonly string[]): ChildProcess {
  return spawn('unshare', sandboxArguments(sandbox, command), { stdio: ['ignore', 'pipe', 'pipe'] });
}

/** Runs a program in a sandbox to completion. */
export function runInSandbox(sandbox: Sandbox, command: readonly string[], timeoutMs = 300_000) {
  const { status, stdout, stderr } = spawnSync('unshare', sandboxArguments(sandbox, command), {
    encoding: 'utf8',
    timeout: timeoutMs,
    maxBuffer: 64 * 1024 * 1024,
  });
  return { status, stdout, stderr };
}
