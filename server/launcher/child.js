// A child process that takes the place of this one, where this one cannot become it.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { constants } from 'node:os';

const isWindows = process.platform === 'win32';

/**
 * What is passed on to the child. On Windows the console sends these to both processes itself.
 * @type {readonly NodeJS.Signals[]}
 */
const signals = isWindows
  ? ['SIGINT', 'SIGBREAK', 'SIGHUP']
  : ['SIGHUP', 'SIGINT', 'SIGQUIT', 'SIGTERM', 'SIGUSR1', 'SIGUSR2'];

/**
 * Runs a program to its end, with the standard streams and the signals of this process.
 * @param {string} file
 * @param {readonly string[]} args
 * @param {NodeJS.ProcessEnv} env
 * @returns {Promise<{ code: number | null, signal: NodeJS.Signals | null, interrupted: boolean }>}
 *   The exit code, or the signal that ended it; and whether this process was sent any signal meanwhile.
 */
export async function runChild(file, args, env = process.env) {
  const child = spawn(file, args, { stdio: 'inherit', env });
  let interrupted = false;
  /** @param {NodeJS.Signals} signal */
  const pass = (signal) => {
    interrupted = true;
    if (!isWindows) child.kill(signal);
  };
  for (const signal of signals) process.on(signal, pass);
  try {
    const [code, signal] = await once(child, 'exit');
    return { code, signal, interrupted };
  } finally {
    for (const signal of signals) process.off(signal, pass);
  }
}

/**
 * Runs a program to its end as `runChild` does, and ends this process in the same way. Never returns.
 * @param {string} file
 * @param {readonly string[]} args
 * @param {NodeJS.ProcessEnv} [env]
 */
export async function endAsChild(file, args, env) {
  const { code, signal } = await runChild(file, args, env);
  if (signal === null) process.exit(code ?? 1);
  process.kill(process.pid, signal);
  // Node itself does not end at some signals (SIGUSR1).
  setTimeout(() => process.exit(128 + constants.signals[signal]), 500);
  await new Promise(() => {});
}
