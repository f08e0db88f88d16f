// Runs the service of an installed package as a child process.
import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';

interface Options {
  /** The program and its arguments. */
  readonly command: readonly string[];
  readonly cwd: string;
  readonly env: NodeJS.ProcessEnv;
  readonly uid?: number;
  readonly gid?: number;
}

/** A service that runs in a process group of its own. */
export class InstalledService {
  readonly #child: ChildProcess;
  /** The URL of the REST root. */
  readonly rest: string;
  /** The output of the service on standard output until it was listening, without log lines. */
  readonly output: string;
  #errors = '';

  private constructor(child: ChildProcess, output: string) {
    this.#child = child;
    this.output = output.replace(/^\{.*\n/gm, '');
    this.rest = /serves (\S+?)\/? from/.exec(output)?.[1] ?? '';
  }

  /** Starts a program and waits until the service listens. */
  static async start({ command: [file = '', ...args], ...options }: Options): Promise<InstalledService> {
    const child = spawn(file, args, { ...options, stdio: ['ignore', 'pipe', 'pipe'], detached: true });
    let [output, errors] = ['', ''];
    child.stdout.on('data', (text) => (output += text));
    child.stderr.on('data', (text) => (errors += text));
    const failed = once(child, 'error').then(([error]) => {
      throw error;
    });
    failed.catch(() => {});
    while (!output.includes('curl')) {
      assert.equal(child.exitCode ?? child.signalCode, null, output + errors);
      await Promise.race([pause(20), failed]);
    }
    const service = new InstalledService(child, output);
    service.#errors = errors;
    child.stderr.on('data', (text) => (service.#errors += text));
    return service;
  }

  /** The output of the service on standard error. */
  get errors(): string {
    return this.#errors;
  }

  /** Sends a signal to the program, or to its process group like a terminal, and returns its exit code once all its output was read. */
  async stop(signal: NodeJS.Signals, { group = false } = {}): Promise<number | null> {
    const { pid } = this.#child;
    assert.ok(pid !== undefined);
    const closed = once(this.#child, 'close');
    process.kill(group ? -pid : pid, signal);
    return (await closed)[0];
  }

  /** Kills all processes of the service. */
  kill(): void {
    const { pid } = this.#child;
    try {
      if (pid !== undefined) process.kill(-pid, 'SIGKILL');
    } catch {
      // All processes have ended.
    }
  }
}
