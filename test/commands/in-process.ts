// Runs octavo commands in the process of the tests, which is much faster than a process for each command. Tests of signals, memory and
// crashes, and of output while a command runs, start processes instead (processes.ts).
import assert from 'node:assert/strict';
import { mock } from 'node:test';
import { format } from 'node:util';
import { runAndReport } from '../../server/command-line/run.ts';

/**
 * Runs a command to completion and returns its exit code and its output. Like a new process, it gets `env` in addition to the
 * environment, which is restored afterwards. Only one command can run at a time.
 */
export async function runOctavo(args: readonly string[], env: Readonly<Record<string, string>> = {}) {
  const written = { stdout: '', stderr: '' };
  const writeTo =
    (stream: keyof typeof written) =>
    (...values: unknown[]) => {
      written[stream] += `${format(...values)}\n`;
    };
  const mocked = [mock.method(console, 'log', writeTo('stdout')), mock.method(console, 'error', writeTo('stderr'))];
  const before = { ...process.env };
  Object.assign(process.env, env);
  try {
    return { status: await runAndReport(args), ...written };
  } finally {
    for (const name of Object.keys(process.env)) if (!(name in before)) delete process.env[name];
    Object.assign(process.env, before);
    for (const { mock: method } of mocked) method.restore();
  }
}

/** Runs a command to completion, asserts that it succeeds, and returns its standard output. Only one command can run at a time. */
export async function runCommand(args: readonly string[]): Promise<string> {
  const { status, stdout, stderr } = await runOctavo(args);
  assert.equal(status, 0, stderr);
  return stdout;
}
