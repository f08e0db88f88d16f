// Runs octavo commands as child processes.
import assert from 'node:assert/strict';
import { type ChildProcess, execFile, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { cleanUpAfterTests } from '../../scripts/test-cleanup.ts';

const folders: string[] = [];
const running: ChildProcess[] = [];
cleanUpAfterTests(() => {
  for (const child of running) child.kill('SIGKILL');
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

/** Kills a process if it is still running after the tests of this process. */
export const killAfterTests = (child: ChildProcess) => running.push(child);

/** Creates a temporary folder that is deleted after the tests of this process. */
export function newFolder(): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'octavo-commands-'));
  folders.push(folder);
  return folder;
}

/** Runs a command to completion in a folder, and returns its exit code and its output. */
export function runOctavo(args: readonly string[], env: Record<string, string> = {}, cwd = '.') {
  const { status, stdout, stderr } = spawnSync(process.execPath, [path.resolve('server/main.js'), ...args], {
    cwd,
    encoding: 'utf8',
    timeout: 120_000,
    env: { ...process.env, ...env },
  });
  return { status, stdout, stderr };
}

/**
 * Runs a command to completion without blocking this process, which may itself be in transactions for which the command waits. Rejects if the
 * command fails.
 */
export const runOctavoMeanwhile = (args: readonly string[], env: Record<string, string> = {}) =>
  promisify(execFile)(process.execPath, ['server/main.js', ...args], {
    timeout: 120_000,
    env: { ...process.env, ...env },
  });

/** Starts the service of a repository on a port, by default a free one, and waits until it listens. */
export async function serve(data: string, env: Record<string, string> = {}, repository = '.', port = 0) {
  const child = spawn(process.execPath, ['server/main.js', 'serve', '--port', String(port), '--data', data], {
    env: { ...process.env, ...env },
    cwd: repository,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  killAfterTests(child);
  let printed = '';
  child.stdout.on('data', (text) => (printed += text));
  while (!printed.includes('curl')) {
    assert.equal(child.exitCode, null, 'the service is running');
    await new Promise((later) => setTimeout(later, 20));
  }
  const rest = /serves (\S+?)\/? from/.exec(printed)?.[1] ?? '';
  return { child, rest, printed };
}

/** Stops the service with SIGTERM and returns its exit code. */
export const stop = async (child: ChildProcess) => {
  const hasExited = child.exitCode !== null || child.signalCode !== null;
  const ended = hasExited ? [child.exitCode] : once(child, 'exit');
  child.kill('SIGTERM');
  return (await ended)[0] as number;
};
