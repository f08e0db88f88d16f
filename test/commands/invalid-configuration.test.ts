// Tests that `octavo serve` reports an invalid configuration in one sentence with the name of the setting, and exits with 2 within two
// seconds. Most cases run in a process of their own, because the time includes the start of the process.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { after, before, describe, it } from 'node:test';
import { freePort } from '../free-port.ts';
import { runOctavo } from './in-process.ts';
import { type InvalidConfiguration, makeInvalidConfigurations } from './invalid-configurations.ts';
import { newFolder } from './processes.ts';
import { closeServers } from './rejecting-servers.ts';

const maxDurationMs = 2000;

/** Maximum number of attempts of a case that exceeds the time limit, because the disk of a busy machine can be slow now and then. */
const maxAttempts = 3;

/** A module that makes a process write its duration to descriptor 3 when it exits, and the part of it in which no processor was free. */
const meter = `data:text/javascript,${encodeURIComponent(`
  import { readFileSync, writeSync } from 'node:fs';
  const waitedMs = () => {
    try {
      return Number(readFileSync('/proc/self/schedstat', 'utf8').split(' ')[1]) / 1e6;
    } catch {
      return 0;
    }
  };
  process.on('exit', () => writeSync(3, JSON.stringify([process.uptime() * 1000, waitedMs()])));
`)}`;

/**
 * Runs a command in a process of its own. Its duration does not include the time in which other programs used all processors, because the
 * tests of a busy machine would otherwise fail.
 */
async function runProcess(args: readonly string[], env: Readonly<Record<string, string>>) {
  const child = spawn(process.execPath, [`--import=${meter}`, 'server/main.js', ...args], {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe', 'pipe'],
  });
  const [, , , measured] = child.stdio;
  assert.ok(child.stdout && child.stderr && measured instanceof Readable);
  const [stdout, stderr, measurement, [status]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    text(measured),
    once(child, 'exit') as Promise<[number | null]>,
  ]);
  const [durationMs = 0, waitedMs = 0] = JSON.parse(measurement) as number[];
  return { stdout, stderr, status, durationMs: durationMs - waitedMs };
}

/** Runs a command in the process of the tests. */
const runInProcess = async (args: readonly string[], env: Readonly<Record<string, string>>) => ({
  ...(await runOctavo(args, env)),
  durationMs: 0,
});

/** Runs a case and returns what is wrong with its output; undefined if nothing. */
async function findFault({ args = [], env = {}, configFile, command = 'serve', ...expected }: InvalidConfiguration) {
  const data = newFolder();
  if (configFile !== undefined) writeFileSync(path.join(data, 'octavo.config.ts'), configFile);
  const allArgs = [
    command,
    ...(args.includes('--data') || env.OCTAVO_DATA ? [] : ['--data', data]),
    ...(args.includes('--port') || env.OCTAVO_PORT ? [] : ['--port', String(await freePort())]),
    ...args,
  ];
  const run = expected.inProcess ? runInProcess : runProcess;
  const { stdout, stderr, status, durationMs } = await run(allArgs, env);
  const sentence = stderr.trimEnd();
  if (status !== 2) return `exit code ${status}: ${stderr}`;
  if (stdout !== '' || sentence.includes('\n')) return `more than one line: ${stdout}${stderr}`;
  if (!expected.message.test(sentence)) return sentence;
  if (!sentence.includes(expected.setting)) return `the name ${expected.setting} is missing: ${sentence}`;
  if (/secret@|12#|\n\s+at /.test(sentence)) return `secret or stack trace: ${sentence}`;
  return durationMs > maxDurationMs ? `took ${Math.round(durationMs)} ms` : undefined;
}

describe('an invalid configuration', () => {
  let cases: Readonly<Record<string, InvalidConfiguration>> = {};
  before(async () => {
    cases = await makeInvalidConfigurations();
  });
  after(closeServers);

  it('is reported in one sentence with the name of the setting, and exit code 2, within two seconds', async () => {
    const faults: Record<string, string> = {};
    for (const [name, each] of Object.entries(cases)) {
      let fault = await findFault(each);
      for (let attempt = 1; fault?.startsWith('took') && attempt < maxAttempts; attempt += 1)
        fault = await findFault(each);
      if (fault !== undefined) faults[name] = fault;
    }
    assert.deepEqual(faults, {});
    const inOwnProcess = Object.values(cases).filter(({ inProcess }) => !inProcess);
    assert.ok(Object.keys(cases).length > 50 && inOwnProcess.length >= 25);
  });
});
