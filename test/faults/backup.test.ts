// Backups as an operator makes them: while posts are made, on an empty machine, and with a kill -9 in the middle.
import assert from 'node:assert/strict';
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, readdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { after, before, describe, it } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { startLoad } from './load.ts';
import { newDatabase, testServer } from './postgres-server.ts';
import { newFolder, type Service, startService, until } from './service-process.ts';
import { assertNothingLost, assertSound, embedded, postgres, type Query } from './stored.ts';

const timeout = 180_000;
const main = path.resolve(import.meta.dirname, '../../server/main.js');
const router = '/bmgr-api/v1/router';

/** Runs a command to its end. */
function octavo(...args: string[]): Promise<{ code: number; out: string; error: string }> {
  return new Promise((done) => {
    execFile(process.execPath, [main, ...args], (error, out, text) => {
      done({ code: error ? Number(error.code ?? 1) : 0, out: out.trim(), error: text.trim() });
    });
  });
}

/** Asks until nobody else makes or restores a backup; a claim of who was killed ends by itself. */
async function free(work: () => ReturnType<Service['ask']>) {
  for (;;) {
    const answer = await work();
    if (answer.body?.code !== 'bmgr_busy') return answer;
    await pause(200);
  }
}

/** Waits until a backup is made. */
async function settled(service: Service, id: string): Promise<void> {
  const state = async () => (await service.ask('GET', `${router}?id=${id}`)).body;
  await until(async () => (await state()).state !== 'making', 60_000, `it is made: ${JSON.stringify(await state())}`);
  assert.equal((await state()).error, null, service.log());
}

describe('backups on SQLite', () => {
  const place = async () => ({ data: await newFolder() });
  const look = async ({ data }: { data: string }, check: (query: Query) => Promise<void>) => {
    const file = embedded(data);
    await check(file.query);
    file.close();
  };
  tests('sqlite', place, look);

  it('are refused in words that help, with an exit code', { timeout }, async () => {
    const { data } = await place();
    const file = path.join(data, 'no-backup.tar');
    await mkdir(data, { recursive: true });
    await writeFile(file, 'nothing of the kind');
    const cases: [string[], number, RegExp][] = [
      [['create'], 1, /There is no database/],
      [['restore', file], 1, /^The backup cannot be used: it is/],
      [['restore', 'nothing'], 1, /^There is no file nothing, and no backup of this id/],
      [['restore'], 2, /^Call it so/],
      [['burn'], 2, /^Call it so/],
      [['create', '--foreign'], 2, /^Call it so/],
    ];
    for (const [args, code, sentence] of cases) {
      const ended = await octavo('backup', ...args, '--data', data);
      assert.equal(ended.code, code, args.join(' '));
      assert.match(ended.error, sentence);
    }
    assert.deepEqual(await readdir(data), ['no-backup.tar'], 'nothing was made');
  });
});

describe('backups on PostgreSQL', { skip: testServer ? false : 'OCTAVO_TEST_POSTGRES names no server' }, () => {
  const databases: Awaited<ReturnType<typeof newDatabase>>[] = [];
  after(async () => {
    for (const each of databases) await each.drop();
  });
  const place = async () => {
    const made = await newDatabase();
    databases.push(made);
    return { data: await newFolder(), database: made.url };
  };
  const look = async ({ database }: { database: string }, check: (query: Query) => Promise<void>) => {
    const client = await postgres(database);
    await check(client.query);
    await client.close();
  };
  tests('postgres', place, look);
});

function tests<P extends { data: string; database?: string }>(
  engine: 'sqlite' | 'postgres',
  place: () => Promise<P>,
  look: (place: P, check: (query: Query) => Promise<void>) => Promise<void>,
): void {
  let here: P;
  const at = ({ data, database }: P) => ['--data', data, ...(database === undefined ? [] : ['--database', database])];
  before(async () => {
    here = await place();
    const generated = await octavo('generate', '--posts', '1500', ...at(here));
    assert.equal(generated.code, 0, generated.error);
  });

  it('are made while posts are made, and restored on an empty machine', { timeout }, async () => {
    const service = await startService(here);
    const load = startLoad(service, { writers: 4, readers: 1 });
    await until(() => load.acknowledged.length > 20, 20_000, 'posts are made');
    const acknowledged = [...load.acknowledged];
    const { body } = await service.ask('POST', router, { name: 'Under load' });
    await settled(service, body.id);
    await load.stop();
    assert.deepEqual([load.refused.length, load.unread.length], [0, 0], 'nobody was kept waiting');
    const restored = await place();
    const ended = await octavo('backup', 'restore', path.join(here.data, 'backups', `${body.id}.tar`), ...at(restored));
    assert.deepEqual([ended.code, ended.error], [0, '']);
    await look(restored, async (query) => {
      await assertNothingLost(query, acknowledged);
      await assertSound(query, engine);
    });
    const again = await startService(restored);
    const one = `/cms/v2/posts/${acknowledged[0]}`;
    const withoutHome = (text: unknown) => JSON.stringify(text).replaceAll(/http:\/\/127\.0\.0\.1:\d+/g, '');
    assert.equal(withoutHome((await again.read(one)).body), withoutHome((await service.read(one)).body));
    await service.end('SIGTERM');
    await again.end('SIGTERM');
  });

  it('that a kill -9 has broken off have failed, and the next one is made', { timeout }, async () => {
    const service = await startService(here);
    const { body } = await free(() => service.ask('POST', router, {}));
    await pause(30);
    await service.end('SIGKILL');
    const again = await startService(here);
    const { id } = (await free(() => again.ask('POST', router, {}))).body;
    await settled(again, id);
    const first = (await again.ask('GET', `${router}?id=${body.id}`)).body;
    assert.match(first.state, /^(failed|ready)$/);
    if (first.state === 'failed') assert.match(first.error, /broken off/);
    const files = await readdir(path.join(here.data, 'backups'));
    assert.deepEqual(
      files.filter((name) => name.includes('.part')),
      [],
    );
    await again.end('SIGTERM');
  });

  it('leave what is there as it is where their restore is killed', { timeout }, async () => {
    const made = await octavo('backup', 'create', '--to', path.join(here.data, 'mine.tar'), ...at(here));
    assert.deepEqual([made.code, made.error], [0, '']);
    const service = await startService(here);
    const { body } = await service.ask('POST', '/cms/v2/posts', { title: 'Newer', status: 'publish', categories: [1] });
    for (const wait of [500, 900, 1300, 1700]) {
      const child = spawn(
        process.execPath,
        [main, 'backup', 'restore', path.join(here.data, 'mine.tar'), ...at(here)],
        { stdio: 'ignore' },
      );
      const ended = once(child, 'exit');
      await pause(wait);
      child.kill('SIGKILL');
      const [code] = await ended;
      const { status } = await service.read(`/cms/v2/posts/${body.id}`);
      // It may have finished before.
      assert.equal(status, code === 0 ? 404 : 200, `killed after ${wait} ms`);
      await look(here, (query) => assertSound(query, engine));
      if (code === 0) break;
    }
    await service.end('SIGTERM');
  });
}
