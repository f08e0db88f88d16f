// Tests programs that are started with another Node.js than the installed one: their arguments, output, signals and exit.
import assert from 'node:assert/strict';
import { type ChildProcess, fork, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, describe, it } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { isAlive } from '../../test/is-alive.ts';
import { packageNames } from './installed-node.js';
import { memoryVariables } from './launch.js';

const folder = mkdtempSync(path.join(tmpdir(), 'octavo-launcher-'));
const program = path.join(folder, 'server', 'program.js');
const running = new Set<number>();
after(() => {
  for (const id of running) if (isAlive(id)) process.kill(id, 'SIGKILL');
  rmSync(folder, { recursive: true });
});

/** A program that performs the actions in its arguments, prints its state and records signals in the file JOURNAL. */
const text = `
import { appendFileSync } from 'node:fs';
import { launch } from "./launcher/launch.js";
await launch(import.meta.url);
const [what, value] = process.argv.slice(2);
const { VIA, JOURNAL, OCTAVO_LAUNCHER, MALLOC_MMAP_THRESHOLD_: memory } = process.env;
if (what === 'end') process.exitCode = Number(value);
if (what === 'die') process.kill(process.pid, value);
if (what === 'wait') {
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP', 'SIGQUIT', 'SIGUSR2'])
    process.on(signal, () => {
      appendFileSync(JOURNAL, signal + '\\n');
      if (signal !== 'SIGUSR2') process.exit(7);
    });
  setTimeout(() => {}, 300_000);
}
if (what === 'leave') setTimeout(() => appendFileSync(JOURNAL, 'left alone\\n'), 1500);
const args = process.argv.slice(2);
console.log(JSON.stringify({ via: VIA, marker: OCTAVO_LAUNCHER, id: process.pid, args, memory }));
`;

mkdirSync(path.dirname(program));
writeFileSync(path.join(folder, 'package.json'), '{ "type": "module" }');
writeFileSync(program, text);

/** The same program with the name of the one that npm links as `octavo`. */
const mainProgram = path.join(folder, 'server', 'main.js');
writeFileSync(mainProgram, text);
cpSync(import.meta.dirname, path.join(folder, 'server', 'launcher'), { recursive: true });

// The installed Node is the current one under another name.
const name = packageNames[`${process.platform}-${process.arch}`] ?? '';
const installed = path.join(folder, 'node_modules', name, 'bin', 'node');
mkdirSync(path.dirname(installed), { recursive: true });
writeFileSync(path.join(folder, 'node_modules', name, 'package.json'), '{ "bin": { "node": "bin/node" } }');
writeFileSync(installed, `#!/bin/sh\nVIA=installed exec ${process.execPath} "$@"\n`);
chmodSync(installed, 0o755);

const preload = (script: string) => `--import=data:text/javascript,${encodeURIComponent(script)}`;

// Node.js before 22.15 has no execve.
const withoutExecve = preload('delete process.execve');

const run = (args: readonly string[]) => spawnSync(process.execPath, args, { encoding: 'utf8' });

interface Started {
  readonly child: ChildProcess;
  /** The process that runs the program. */
  readonly id: number;
  readonly ended: Promise<[code: number | null, signal: NodeJS.Signals | null]>;
  /** Returns what the program has recorded so far. */
  received(): string;
}

/** Starts a program that waits, and resolves when it is waiting. */
async function start(file: string, args: readonly string[], env: NodeJS.ProcessEnv = {}): Promise<Started> {
  const journal = path.join(mkdtempSync(path.join(folder, 'journal-')), 'signals');
  const child = spawn(file, args, {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, JOURNAL: journal, ...env },
  });
  const ended = once(child, 'exit') as Started['ended'];
  const [line] = await once(child.stdout.setEncoding('utf8'), 'data');
  const { id } = JSON.parse(line) as { id: number };
  running.add(id);
  return { child, id, ended, received: () => (existsSync(journal) ? readFileSync(journal, 'utf8') : '') };
}

/** Waits until a condition holds. Throws an error with this message after a minute. */
async function until(holds: () => boolean, message: string): Promise<void> {
  for (const began = performance.now(); !holds(); await pause(10))
    assert.ok(performance.now() - began < 60_000, message);
}

const untilGone = (id: number) => until(() => !isAlive(id), 'the program is still running');

const isPosix = process.platform !== 'win32' && name !== '';

for (const [method, options] of [
  ['by becoming it', []],
  ['by a child process', [withoutExecve]],
] as const) {
  describe(`a program that another Node starts ${method}`, { skip: !isPosix }, () => {
    it('gets its arguments and output, without variables of the launcher', () => {
      const { status, stdout, stderr } = run([...options, program, 'end', '0', '', 'a b', '--c']);
      assert.equal(stderr, '');
      const { id, ...output } = JSON.parse(stdout);
      const memory = memoryVariables.MALLOC_MMAP_THRESHOLD_;
      assert.deepEqual(output, { via: 'installed', args: ['end', '0', '', 'a b', '--c'], memory });
      assert.equal(status, 0);
    });

    it('keeps memory settings of the environment', () => {
      const env = { ...process.env, MALLOC_MMAP_THRESHOLD_: '65536' };
      const { stdout } = spawnSync(process.execPath, [...options, program, 'end', '0'], { encoding: 'utf8', env });
      assert.equal(JSON.parse(stdout).memory, '65536');
    });

    it('ends with the exit code or the signal of the program', () => {
      assert.equal(run([...options, program, 'end', '3']).status, 3);
      for (const signal of ['SIGKILL', 'SIGTERM', 'SIGINT'] as const) {
        const ended = run([...options, program, 'die', signal]);
        assert.deepEqual([ended.status, ended.signal], [null, signal]);
      }
    });

    it('receives the signals that the launcher receives', async () => {
      const receives = async (signal: NodeJS.Signals) => {
        const { child, ended, received } = await start(process.execPath, [...options, program, 'wait']);
        child.kill('SIGUSR2');
        await until(() => received() !== '', 'SIGUSR2 was not received');
        child.kill(signal);
        assert.deepEqual(await ended, [7, null], signal);
        assert.equal(received(), `SIGUSR2\n${signal}\n`);
      };
      await Promise.all((['SIGTERM', 'SIGINT', 'SIGHUP', 'SIGQUIT'] as const).map(receives));
    });

    it('is the same process only if Node supports execve', async () => {
      const { child, id, ended } = await start(process.execPath, [...options, program, 'wait']);
      assert.equal(child.pid === id, options.length === 0);
      child.kill();
      await ended;
    });

    it('stops as on SIGTERM when the npm that started it is killed', async () => {
      // The shell waits for the program, like npm.
      const script = '"$0" "$@"; exit';
      const env = { npm_lifecycle_script: 'exec node server/program.js wait' };
      const { child, id, received } = await start(
        'sh',
        ['-c', script, process.execPath, ...options, program, 'wait'],
        env,
      );
      child.kill('SIGKILL');
      await untilGone(id);
      assert.equal(received(), 'SIGTERM\n');
    });

    it('stops as on SIGTERM when the shell in which npm runs octavo is killed', async () => {
      for (const command of ['octavo', 'octavo serve --port 0', 'exec octavo serve', `'octavo'`]) {
        const args = ['-c', '"$0" "$@"; exit', process.execPath, ...options, mainProgram, 'wait'];
        const { child, id, received } = await start('sh', args, { npm_lifecycle_script: command });
        child.kill('SIGKILL');
        await untilGone(id);
        assert.equal(received(), 'SIGTERM\n', command);
      }
    });

    it('continues in the background when the script of npm starts octavo there', async () => {
      for (const command of ['octavo serve & echo started', 'nohup octavo serve &']) {
        const args = ['-c', '"$0" "$@" &', process.execPath, ...options, mainProgram, 'leave'];
        const { id, ended, received } = await start('sh', args, { npm_lifecycle_script: command });
        assert.deepEqual(await ended, [0, null]);
        await untilGone(id);
        assert.equal(received(), 'left alone\n', command);
      }
    });

    it('continues in the background when its parent ends', async () => {
      const continues = async (inBackground: string) => {
        const args = ['-c', inBackground, process.execPath, ...options, program, 'leave'];
        const { id, ended, received } = await start('sh', args, { npm_lifecycle_script: 'node deploy.js' });
        assert.deepEqual(await ended, [0, null]);
        await untilGone(id);
        assert.equal(received(), 'left alone\n', inBackground);
      };
      await Promise.all(['"$0" "$@" &', 'nohup "$0" "$@" &', 'setsid "$0" "$@" &'].map(continues));
    });
  });
}

describe('a launcher', { skip: !isPosix }, () => {
  it('that is killed stops the program as SIGTERM does', async () => {
    const { child, id, received } = await start(process.execPath, [withoutExecve, program, 'wait']);
    child.kill('SIGKILL');
    await untilGone(id);
    assert.equal(received(), 'SIGTERM\n');
  });

  it('runs the program itself when a launched process has forked it', async () => {
    const child = fork(program, ['end', '5'], { stdio: ['ignore', 'pipe', 'inherit', 'ipc'] });
    const [[code], line] = await Promise.all([once(child, 'exit'), child.stdout?.setEncoding('utf8').toArray()]);
    assert.deepEqual([JSON.parse(line?.join('') ?? '').via, code], [undefined, 5]);
  });

  it('runs the program itself when the installed Node does not start', () => {
    const works = readFileSync(installed);
    writeFileSync(installed, '#!/nowhere/lib/ld-linux-x86-64.so.2\n');
    const { stdout, stderr, status } = run([program, 'end', '4']);
    writeFileSync(installed, works);
    assert.deepEqual([JSON.parse(stdout).via, stderr, status], [undefined, '', 4]);
  });

  it('prints the required Node in one line and exits with 1 when there is none', () => {
    const old = `Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '20.1.0' } });`;
    const elsewhere = `Object.defineProperty(process, 'platform', { value: 'sunos' });`;
    const { stdout, stderr, status } = run([preload(old + elsewhere), program, 'end', '0']);
    assert.deepEqual([stdout, status], ['', 1]);
    assert.match(
      stderr,
      /^Octavo needs Node 24\.7 or newer and this is Node 20\.1\.0; npm provides no Node for sunos [^\n]+\n$/,
    );
  });
});
