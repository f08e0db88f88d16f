// Runs shell commands as root on a copy of this machine's file system: everything that they install, change or delete is only in memory,
// and all processes that they start end with them. Needs root and Linux.
import { spawn } from 'node:child_process';
import { once } from 'node:events';

/**
 * Runs a script with bash. Files in `shared` folders are those of the machine and not copies. Resolves with the exit code and the output
 * when the script ends, or after `timeoutMs` milliseconds, when it is killed.
 */
export async function runOnCopy(
  script: string,
  {
    shared,
    cwd,
    env,
    timeoutMs,
  }: { shared: readonly string[]; cwd: string; env: NodeJS.ProcessEnv; timeoutMs: number },
) {
  const setUp = [
    'set -e',
    'mount --make-rprivate /',
    'mount -t tmpfs -o size=3g none /mnt',
    'mkdir /mnt/upper /mnt/work /mnt/root',
    'mount -t overlay overlay -o lowerdir=/,upperdir=/mnt/upper,workdir=/mnt/work /mnt/root',
    'for name in proc sys dev; do mount --rbind "/$name" "/mnt/root/$name"; done',
    'script=$1; cwd=$2; shift 2',
    'for folder; do mkdir -p "/mnt/root$folder"; mount --rbind "$folder" "/mnt/root$folder"; done',
    `exec chroot /mnt/root bash -c 'cd "$1"; exec bash -c "$2"' setup "$cwd" "$script"`,
  ].join('\n');
  const namespaces = ['--mount', '--pid', '--fork', '--kill-child', '--mount-proc'];
  const child = spawn('unshare', [...namespaces, 'bash', '-c', setUp, 'setup', script, cwd, ...shared], {
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (text) => (output += text));
  const timer = setTimeout(() => child.kill('SIGKILL'), timeoutMs);
  const [code] = (await once(child, 'close')) as [number | null];
  clearTimeout(timer);
  return { code, output };
}
