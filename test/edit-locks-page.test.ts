// Follows docs/edit-locks.md exactly: runs its commands against a service, and tests its module.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { after, before, describe, it } from 'node:test';
import { pathToFileURL } from 'node:url';
import { newFolder } from './commands/processes.ts';
import { blocksOf, commandsOf, shellOf, writeFiles } from './page-blocks.ts';
import { type InProcessService, startInProcess } from './service-in-process.ts';

const blocks = blocksOf('docs/edit-locks.md');
const files = blocks.filter(({ file }) => file !== '');
const commands = commandsOf(blocks);

interface ChannelEvent {
  readonly event: string;
  readonly data: Readonly<Record<string, unknown>>;
}

/** Functions that the module on the page exports. */
interface Editing {
  acquireLock(entry: number, takeOver?: boolean): Promise<{ isOwn: boolean; lock: Readonly<Record<string, unknown>> }>;
  releaseLock(entry: number): Promise<Response>;
  followEntries(entries: readonly number[], signal: AbortSignal): AsyncGenerator<ChannelEvent>;
  stateTagOf(etag: string): string;
}

describe('docs/edit-locks.md', () => {
  const data = newFolder();
  const modules = path.join(data, 'modules');
  let service: InProcessService;
  let shell: ReturnType<typeof shellOf>;
  let authorization = '';

  before(async () => {
    writeFiles(files, modules);
    writeFileSync(path.join(modules, 'package.json'), '{"type": "module"}');
    service = await startInProcess({ data });
    shell = shellOf(service);
    await shell.run(commands[0] ?? '');
    authorization = `Basic ${Buffer.from(`admin:${shell.env.OCTAVO_APP_PASSWORD}`).toString('base64')}`;
  });
  after(() => service.close());

  const send = async (credentials: string, method: string, target: string, json: object) => {
    const response = await fetch(`${service.rest}${target}`, {
      ...{ method, body: JSON.stringify(json) },
      headers: { 'content-type': 'application/json', authorization: credentials },
    });
    const body: Readonly<Record<string, unknown>> = JSON.parse(await response.text());
    return { response, body };
  };

  /** Imports the module with the credentials of a user. */
  const openEditor = async (credentials: string): Promise<Editing> => {
    Object.assign(process.env, { CMS_REST: service.rest, CMS_CREDENTIALS: credentials });
    const file = pathToFileURL(path.join(modules, 'editing.js')).href;
    return import(`${file}?${encodeURIComponent(credentials)}`);
  };

  it('has no commands and modules that this test does not run', () => {
    assert.deepEqual(
      files.map(({ file }) => file),
      ['editing.js'],
    );
    assert.equal(commands.length, 4);
  });

  it('passes lint', () => {
    const config = [`--config-path=${path.resolve('biome.json')}`, '--vcs-enabled=false'];
    const { status, stdout, stderr } = spawnSync(
      'node_modules/.bin/biome',
      ['check', ...config, path.join(modules, 'editing.js')],
      { encoding: 'utf8' },
    );
    assert.equal(status, 0, stdout + stderr);
  });

  it('has commands that acquire a lock, list locks and follow entries', async () => {
    const [, acquire = '', list = '', follow = ''] = commands;
    const lock = JSON.parse(await shell.run(acquire));
    assert.deepEqual([lock.entry, lock.user], [1, 1]);
    assert.deepEqual(JSON.parse(await shell.run(list)), [lock]);
    const stream = await shell.run(`${follow.replace('curl ', 'curl -sS --max-time 2 ')} 2>/dev/null || test $? = 28`);
    const events = [...stream.matchAll(/^event: (.+)$/gm)].map(([, name]) => name);
    assert.deepEqual(events.slice(0, 2), ['entry', 'lock']);
    assert.equal(events.at(-1), 'ready');
  });

  it('has a module with which two editors share an entry', async () => {
    const password = 'correct horse battery';
    const user = { username: 'second', email: 'second@example.com', password, roles: ['editor'], name: 'Second' };
    const { id: userId } = (await send(authorization, 'POST', '/cms/v2/users', user)).body;
    const made = await send(authorization, 'POST', `/cms/v2/users/${userId}/application-passwords`, { name: 'e' });
    const first = await openEditor(`admin:${shell.env.OCTAVO_APP_PASSWORD}`);
    const second = await openEditor(`second:${made.body.password}`);
    const { id } = (await send(authorization, 'POST', '/cms/v2/posts', { title: 'Shared' })).body;
    const entry = Number(id);
    assert.equal((await first.acquireLock(entry)).isOwn, true);

    const ending = new AbortController();
    const events = second.followEntries([entry], ending.signal);
    const next = async (): Promise<ChannelEvent> => (await events.next()).value;
    const [state, lock, ready] = [await next(), await next(), await next()];
    assert.deepEqual([state.event, lock.event, ready.event], ['entry', 'lock', 'ready']);
    assert.deepEqual(await second.acquireLock(entry), { isOwn: false, lock: lock.data });
    assert.equal((await second.acquireLock(entry, true)).isOwn, true);
    assert.equal((await next()).data.name, 'Second');
    const saved = await send(authorization, 'POST', `/cms/v2/posts/${entry}`, { title: 'Changed' });
    const changed = await next();
    assert.notEqual(changed.data.etag, state.data.etag);
    assert.equal(first.stateTagOf(saved.response.headers.get('etag') ?? ''), changed.data.etag);
    assert.equal((await second.releaseLock(entry)).status, 200);
    assert.deepEqual(await next(), { event: 'unlock', data: { entry } });
    ending.abort();
    await assert.rejects(events.next(), { name: 'AbortError' });
    await assert.rejects((await openEditor('admin:wrong')).acquireLock(entry), /^Error: 401/);
  });
});
