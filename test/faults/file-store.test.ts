// Uploaded files while their store is away, hangs or denies access: visitors are told when to try again, and the log stays short.
import assert from 'node:assert/strict';
import { mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, describe, it } from 'node:test';
import { pino } from 'pino';
import { openEdge, type TestEdge } from '../../server/edge/edge-for-tests.ts';
import { openDiskStore } from '../../server/files/disk-store.ts';
import { type Disturbance, keys, openS3ForTests } from '../../server/files/s3-for-tests.ts';
import { openS3Store } from '../../server/files/s3-store.ts';
import { workName } from '../../server/files/spool.ts';
import type { FileStore } from '../../server/files/store.ts';
import { refusalOfStorage } from '../../server/refusal-of-storage.ts';

/** What is asked of a file: the whole, its head, a part, and whether it has changed. */
const reads: readonly (readonly [what: string, init: RequestInit])[] = [
  ['GET', {}],
  ['HEAD', { method: 'HEAD' }],
  ['a range', { headers: { range: 'bytes=1-2' } }],
  ['a conditional GET', { headers: { 'if-none-match': '"other"' } }],
];

/** An edge in front of a store, with a file in it. */
async function openFiles(files: FileStore) {
  const lines: string[] = [];
  const logger = pino({ level: 'warn' }, { write: (line: string) => void lines.push(line) });
  const edge: TestEdge = await openEdge(async () => ({ status: 200, headers: {}, route: undefined, body: '{}' }), {
    files,
    logger,
    translate: refusalOfStorage,
  });
  const from = workName(files.workplace);
  await writeFile(from, '0123456789');
  assert.equal(await files.put('2026/11/a.txt', from, 'text/plain'), true);
  const get = (name: string, init: RequestInit = {}) =>
    fetch(`http://127.0.0.1:${edge.port}/uploads/${name}`, { ...init, signal: AbortSignal.timeout(5000) });
  return { lines, get, close: () => edge.app.close() };
}

type Opened = Awaited<ReturnType<typeof openFiles>>;

async function assertTryLater({ get }: Opened, name: string, init: RequestInit, what: string): Promise<void> {
  const answer = await get(name, init);
  assert.equal(answer.status, 503, what);
  assert.match(answer.headers.get('retry-after') ?? '', /^\d+$/);
  assert.equal(answer.headers.get('cache-control'), 'no-store');
  const text = await answer.text();
  if (init.method !== 'HEAD') assert.equal(JSON.parse(text).code, 'rest_storage_unavailable');
}

async function assertServed({ get }: Opened): Promise<void> {
  const whole = await get('2026/11/a.txt');
  assert.deepEqual([whole.status, await whole.text()], [200, '0123456789']);
  const part = await get('2026/11/a.txt', { headers: { range: 'bytes=1-2' } });
  assert.deepEqual([part.status, await part.text()], [206, '12']);
}

describe('files in a bucket', () => {
  const limitMs = 300;
  let folder: string;
  let bucket: Awaited<ReturnType<typeof openS3ForTests>>;
  let opened: Opened;
  let disturb: Disturbance = () => undefined;
  before(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'octavo-s3-'));
    bucket = await openS3ForTests((request) => disturb(request));
    const place = { ...keys, endpoint: bucket.endpoint, region: 'here', bucket: 'files', prefix: '' };
    opened = await openFiles(await openS3Store(place, folder, { responseMs: limitMs, uploadMs: 5000 }));
  });
  after(async () => {
    await opened.close();
    bucket.close();
    await rm(folder, { recursive: true, force: true });
  });

  for (const how of [500, 503, 403, 'hang'] as const)
    for (const [what, init] of reads)
      it(`check 44: are a 503 where it responds with ${how} (${what}), and there again afterwards`, async () => {
        disturb = () => how;
        const began = performance.now();
        await assertTryLater(opened, '2026/11/a.txt', init, what);
        assert.ok(performance.now() - began < limitMs + 2000, 'it is not waited for longer');
        disturb = () => undefined;
        await assertServed(opened);
        assert.deepEqual(opened.lines, []);
      });

  it('check 44: are a 503 where it describes a file and then does not send it', async () => {
    for (const how of [503, 'hang'] as const) {
      disturb = ({ method }) => (method === 'GET' ? how : undefined);
      await assertTryLater(opened, '2026/11/a.txt', {}, String(how));
    }
    disturb = () => undefined;
    await assertServed(opened);
  });

  it('check 44: end where it breaks off or stops in the middle of one', async () => {
    for (const how of ['cut', 'stall'] as const) {
      disturb = () => how;
      await assert.rejects(async () => (await opened.get('2026/11/a.txt')).text(), how);
    }
    disturb = () => undefined;
    await assertServed(opened);
  });

  it('are a 404 where they are missing, also where the account may not list them, and that is no line in the log', async () => {
    for (const how of [undefined, 'unlisted'] as const) {
      disturb = () => how;
      for (const [what, init] of reads) assert.equal((await opened.get('2026/11/none.txt', init)).status, 404, what);
      await assertServed(opened);
    }
    assert.deepEqual(opened.lines, []);
  });
});

describe('files in a folder', () => {
  let folder: string;
  let opened: Opened;
  before(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'octavo-files-'));
    opened = await openFiles(await openDiskStore(path.join(folder, 'uploads')));
  });
  after(async () => {
    await opened.close();
    await rm(folder, { recursive: true, force: true });
  });

  for (const [what, init] of reads)
    it(`check 57: are a 503 where its disk is gone (${what}), and there again afterwards`, async () => {
      await assertServed(opened);
      await rename(path.join(folder, 'uploads'), path.join(folder, 'away'));
      for (const name of ['2026/11/a.txt', '2026/11/none.txt']) await assertTryLater(opened, name, init, what);
      await rename(path.join(folder, 'away'), path.join(folder, 'uploads'));
      await assertServed(opened);
      assert.equal((await opened.get('2026/11/none.txt', init)).status, 404);
      assert.deepEqual(opened.lines, []);
    });
});
