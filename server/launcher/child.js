// Runs a program as a child process that replaces this one, on platforms without execve.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { constants } from 'node:os';

const isWindows = process.platform === 'win32';

/**
 * Signals that are forwarded to the child. On Windows the console sends these to both processes.
 * @type {readonly NodeJS.Signals[]}
 */
const signals = isWindows
  ? ['SIGINT', 'SIGBREAK', 'SIGHUP']
  : ['SIGHUP', 'SIGINT', 'SIGQUIT', 'SIGTERM', 'SIGUSR1', 'SIGUSR2'];

/**
 * Runs a program to its end, with the standard streams of this process, and forwards signals to it.
 * @param {string} file
 * @param {readonly string[]} args
 * @param {NodeJS.ProcessEnv} env
 * @returns {Promise<{ code: number | null, signal: NodeJS.Signals | null, interrupted: boolean }>}
 *   The exit code, or the signal that terminated it, and whether this process received a signal while the program was running.
 */
export async function runChild(file, args, env = process.env) {
  const child = spawn(file, args, { stdio: 'inherit', env });
  let interrupted = false;
  /** @param {NodeJS.Signals} signal */
  const forward = (signal) => {
    interrupted = true;
    if (!isWindows) child.kill(signal);
  };
  for (const signal of signals) process.on(signal, forward);
  try {
    const [code, signal] = await once(child, 'exit');
    return { code, signal, interrupted };
  } finally {
    for (const signal of signals) process.off(signal, forward);
  }
}

/**
 * Runs a program to its end like `runChild`, and ends this process in the same way. Never returns.
 * @param {string} file
 * @param {readonly string[]} args
 * @param {NodeJS.ProcessEnv} [env]
 */
export async function endAsChild(file, args, env) {
  const { code, signal } = await runChild(file, args, env);
  if (signal === null) process.exit(code ?? 1);
  process.kill(process.pid, signal);
  // Some signals, such as SIGUSR1, do not terminate Node.js.
  setTimeout(() => process.exit(128 + constants.signals[signal]), 500);
  await new Promise(() => {});
}
