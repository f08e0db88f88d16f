// Creates clean clones of this repository, and installs and runs them with given versions of npm and Node.
import assert from 'node:assert/strict';
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import { packageNames } from '../server/launcher/installed-node.js';
import { isAlive } from '../test/is-alive.ts';

export type NpmVersion = '10.9' | '11';
export type NodeVersion = '20' | '22' | 'latest';

const run = promisify(execFile);
const root = path.resolve(import.meta.dirname, '..');

/**
 * Environment variables of this script, except those of npm, Octavo, Node and the test runner. The npm settings for the
 * registry, its certificates, the cache and the configuration files are included.
 */
const environment = Object.fromEntries(
  Object.entries(process.env).filter(
    ([name]) =>
      /^npm_config_(cache|cafile|globalconfig|registry|userconfig)$/i.test(name) ||
      !/^(npm|octavo)_|^NODE_(ENV|OPTIONS|PATH|TEST_CONTEXT)$/i.test(name),
  ),
);
const searchPath = (process.env.PATH ?? '').split(path.delimiter).filter((folder) => !folder.includes('node_modules'));

const npms: readonly NpmVersion[] = ['10.9', '11'];
const nodes: readonly NodeVersion[] = ['20', '22', 'latest'];

/** Several versions of npm and Node, which are installed from the registry into a folder. */
export class Tools {
  readonly #folder: string;

  private constructor(folder: string) {
    this.#folder = folder;
  }

  static async install(folder: string): Promise<Tools> {
    const node = packageNames[`${process.platform}-${process.arch}`];
    const packages = [
      ...nodes.map((version) => `node-${version}@npm:${node}@${version}`),
      ...npms.map((version) => `npm-${version}@npm:npm@${version}`),
    ];
    mkdirSync(folder, { recursive: true });
    writeFileSync(path.join(folder, 'package.json'), '{}');
    await run('npm', ['install', '--ignore-scripts', '--no-audit', '--no-fund', ...packages], { cwd: folder });
    return new Tools(folder);
  }

  /** Returns the environment of a shell whose PATH begins with these versions of npm and Node. */
  environment(npm: NpmVersion, node: NodeVersion): NodeJS.ProcessEnv {
    const folder = path.join(this.#folder, `npm-${npm}-node-${node}`);
    const modules = path.join(this.#folder, 'node_modules');
    const shellEnvironment = { ...environment, PATH: [folder, ...searchPath].join(':') };
    if (existsSync(folder)) return shellEnvironment;
    mkdirSync(folder);
    symlinkSync(path.join(modules, `node-${node}`, 'bin', 'node'), path.join(folder, 'node'));
    const command = `#!/bin/sh\nexec node '${path.join(modules, `npm-${npm}`, 'bin', 'npm-cli.js')}' "$@"\n`;
    writeFileSync(path.join(folder, 'npm'), command);
    chmodSync(path.join(folder, 'npm'), 0o755);
    return shellEnvironment;
  }
}

/** Clones this repository into a folder and checks out its last commit. Uncommitted changes are not included. */
export async function clone(folder: string): Promise<void> {
  await run('git', ['clone', '--quiet', root, folder]);
}

/** Returns the changed and the new files of a clone, except ignored ones, as `git status` prints them. */
export async function changedFiles(folder: string): Promise<string> {
  return (await run('git', ['status', '--porcelain'], { cwd: folder })).stdout;
}

/** Runs npm in a folder and returns its output. Rejects with the output if npm fails. */
export async function npm(folder: string, env: NodeJS.ProcessEnv, args: readonly string[]): Promise<string> {
  return (await run('npm', args, { cwd: folder, env, maxBuffer: 64 * 1024 * 1024 })).stdout;
}

/** A service that was started by `npm start` in a separate process group. */
export interface StartedService {
  /** The npm process. */
  readonly npm: ChildProcess & { readonly pid: number };
  /** ID of the process that npm started: the launcher or, if the launcher replaced itself, the service. */
  readonly child: number;
  /** IDs of all processes that npm started, directly and indirectly. */
  readonly processes: readonly number[];
  /** The URL of the REST root. */
  readonly rest: string;
}

/** Runs `npm start` with a data folder and waits until the service listens. */
export async function start(folder: string, env: NodeJS.ProcessEnv, data: string): Promise<StartedService> {
  const args = ['start', '--', '--port', '0', '--data', data];
  const child = spawn('npm', args, { cwd: folder, env, stdio: ['ignore', 'pipe', 'pipe'], detached: true });
  const { pid } = child;
  assert.ok(pid !== undefined);
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (output += text));
  while (!output.includes('curl')) {
    assert.equal(child.exitCode ?? child.signalCode, null, output);
    await pause(20);
  }
  const processes = await descendants(pid);
  const [first] = processes;
  assert.ok(first !== undefined);
  const rest = /serves (\S+?)\/? from/.exec(output)?.[1] ?? '';
  return { npm: Object.assign(child, { pid }), child: first, processes, rest };
}

/** Waits until npm and all processes that it started have exited. Throws after 15 seconds. */
export async function untilStopped({ npm, processes }: StartedService): Promise<void> {
  for (const began = performance.now(); [npm.pid, ...processes].some(isAlive); await pause(20))
    assert.ok(performance.now() - began < 15_000, 'the service stops within 15 seconds');
  if (npm.exitCode === null && npm.signalCode === null) await once(npm, 'exit');
}

/** Kills the remaining processes of a service. */
export function kill({ npm, processes }: StartedService): void {
  for (const id of [npm.pid, ...processes]) if (isAlive(id)) process.kill(id, 'SIGKILL');
}

/** Returns the IDs of the descendants of a process. Its direct children come first. */
async function descendants(id: number): Promise<number[]> {
  const { stdout } = await run('ps', ['-A', '-o', 'pid=,ppid=']);
  const all = [...stdout.matchAll(/(\d+)\s+(\d+)/g)].map((found) => ({
    id: Number(found[1]),
    parent: Number(found[2]),
  }));
  const found: number[] = [];
  for (let parents = [id]; parents.length > 0; ) {
    parents = all.filter(({ parent }) => parents.includes(parent)).map((each) => each.id);
    found.push(...parents);
  }
  return found;
}
