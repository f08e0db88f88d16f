// Runs octavo commands of this checkout: `serve` until it is stopped, all others to completion.
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';

const main = path.resolve(import.meta.dirname, '../../server/main.js');
const run = promisify(execFile);

/** Maximum time from the start of a service until it is ready, in milliseconds. */
const startTimeoutMs = 30_000;

/** Runs a command to completion and returns its output. Throws unless its exit code is 0. */
export async function runCommand(args: readonly string[], env: Readonly<Record<string, string>> = {}): Promise<string> {
  const { stdout } = await run(process.execPath, [main, ...args], { env: { ...process.env, ...env } });
  return stdout.trim();
}

/** A running service. */
export interface RunningService {
  /** Origin of the service: `http://HOST:PORT`. */
  readonly origin: string;
  /** Stops the service with SIGTERM. Throws unless its exit code is 0. */
  stop(): Promise<void>;
}

/**
 * Starts `octavo serve` on a free port and waits until it is ready. Throws an error with the log if it exits before that, or
 * is not ready in time.
 */
export async function serve(
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Promise<RunningService> {
  const origin = `http://127.0.0.1:${await freePort()}`;
  const child = spawn(process.execPath, [main, 'serve', '--port', new URL(origin).port, ...args], {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let log = '';
  child.stderr.on('data', (text) => (log += text));
  await waitUntilReady(origin, child).catch((cause: unknown) => {
    child.kill('SIGKILL');
    throw new Error(`The service did not start:\n${log}`, { cause });
  });
  return {
    origin,
    async stop() {
      const ended = once(child, 'exit');
      child.kill('SIGTERM');
      const [code] = await ended;
      if (code !== 0) throw new Error(`The service exited with code ${code}:\n${log}`);
    },
  };
}

/** Waits until a service is ready for requests. Throws when it exits, or is not ready within the timeout. */
async function waitUntilReady(origin: string, child: ChildProcess): Promise<void> {
  for (const end = Date.now() + startTimeoutMs; Date.now() < end; await sleep(20)) {
    if (child.exitCode !== null || child.signalCode !== null) throw new Error('The process exited.');
    const response = await fetch(`${origin}/readyz`).catch(() => undefined);
    if (response?.status === 200) return;
  }
  throw new Error(`The service was not ready within ${startTimeoutMs} ms.`);
}

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const { port } = probe.address() as AddressInfo;
  await new Promise((closed) => probe.close(closed));
  return port;
}
