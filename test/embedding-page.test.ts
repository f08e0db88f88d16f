// Runs the programs of docs/embedding.md as written, in a project that has installed the package.
import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, describe, it } from 'node:test';
import { freePort } from './free-port.ts';
import { blocksOf } from './page-blocks.ts';

// The name needs encoding in URLs.
const folder = mkdtempSync(path.join(tmpdir(), 'octavo embedding-ä-'));
const running = new Set<ChildProcess>();
after(() => {
  for (const child of running) child.kill('SIGKILL');
  rmSync(folder, { recursive: true });
});

const blocks = blocksOf('docs/embedding.md').filter(({ file }) => file !== '');

interface StartedProgram {
  /** Waits until the program has printed a line that matches, and returns the line. */
  line(pattern: RegExp): Promise<string>;
  /** Sends a signal and resolves with the exit code when the program has ended by itself. */
  stop(signal: NodeJS.Signals): Promise<number | null>;
  readonly exited: Promise<number | null>;
}

/** Runs a program of the page. Only the ports differ from the page. */
async function run(file: string, ports: Readonly<Record<string, number>> = {}): Promise<StartedProgram> {
  const block = blocks.find((each) => each.file === file);
  assert.ok(block, file);
  let { text } = block;
  for (const [documented, port] of Object.entries(ports)) text = text.replaceAll(documented, String(port));
  const project = mkdtempSync(path.join(folder, 'project-'));
  writeFileSync(path.join(project, 'package.json'), '{ "type": "module" }');
  mkdirSync(path.join(project, 'node_modules'));
  symlinkSync(path.resolve('.'), path.join(project, 'node_modules/octavo'));
  writeFileSync(path.join(project, file), text);
  const child = spawn(process.execPath, [file], { cwd: project, stdio: ['ignore', 'pipe', 'pipe'] });
  running.add(child);
  const exited = once(child, 'close').then(([code]) => {
    running.delete(child);
    return code as number | null;
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (text) => (output += text));
  const line = async (pattern: RegExp) => {
    for (;;) {
      const found = output.split('\n').find((each) => pattern.test(each));
      if (found !== undefined) return found;
      const ended = await Promise.race([exited.then(() => true), once(child.stdout, 'data').then(() => false)]);
      if (ended && !output.split('\n').some((each) => pattern.test(each))) assert.fail(`${file} printed: ${output}`);
    }
  };
  const stop = async (signal: NodeJS.Signals) => {
    child.kill(signal);
    return exited;
  };
  return { line, stop, exited };
}

describe('the programs of docs/embedding.md', () => {
  let ports: { readonly listen: number; readonly server: number };
  before(async () => {
    ports = { listen: await freePort(), server: await freePort() };
  });

  it('are all run by these tests', () => {
    assert.deepEqual(
      blocks.map(({ file }) => file),
      ['listen.ts', 'server.ts', 'recipes.ts'],
    );
  });

  for (const signal of ['SIGTERM', 'SIGINT'] as const)
    it(`start the service, and end by themselves on ${signal}`, async () => {
      const program = await run('listen.ts', { 8080: ports.listen });
      const [, url = ''] = /at (\S+)$/.exec(await program.line(/^Read the posts/)) ?? [];
      assert.equal(url, `http://127.0.0.1:${ports.listen}/rest/cms/v2/posts`);
      await program.line(/^Created the administrator admin with the password \S{20}$/);
      assert.equal((await fetch(url)).status, 200);
      assert.equal(await program.stop(signal), 0);
      await assert.rejects(fetch(url), 'the port is closed');
    });

  it('serve requests of their own server', async () => {
    const program = await run('server.ts', { 3000: ports.server });
    await program.line(/^Listening$/);
    const origin = `http://127.0.0.1:${ports.server}`;
    assert.equal(await (await fetch(`${origin}/hello`)).text(), 'Hello');
    const posts = (await (await fetch(`${origin}/rest/cms/v2/posts`)).json()) as { link: string }[];
    assert.equal(posts.length, 1);
    assert.ok(posts[0]?.link.startsWith(`${origin}/`));
    assert.equal(await program.stop('SIGTERM'), 0);
  });

  it('declare content types', async () => {
    const program = await run('recipes.ts');
    assert.equal(await program.line(/^200/), '200 []');
    assert.equal(await program.exited, 0);
  });
});
