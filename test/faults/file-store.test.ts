// Tests reads of uploaded files while the file store is unavailable, hangs or denies access: clients get a 503 with
// Retry-After, and nothing is logged.
import assert from 'node:assert/strict';
import { mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, describe, it } from 'node:test';
import { pino } from 'pino';
import { openDiskStore } from '../../server/files/disk-store.ts';
import { openS3Store } from '../../server/files/s3-store.ts';
import { workFilePath } from '../../server/files/spool.ts';
import type { FileStore } from '../../server/files/store.ts';
import { storageApiError } from '../../server/storage-api-error.ts';
import { openEdge, type TestEdge } from '../edge.ts';
import { keys, type SimulatedFailure, startS3ForTests } from '../s3.ts';
import { startStopwatch } from '../stopwatch.ts';

/** Requests for a file: the whole file, its headers, a range, and a conditional request. */
const reads: readonly (readonly [description: string, init: RequestInit])[] = [
  ['GET', {}],
  ['HEAD', { method: 'HEAD' }],
  ['a range', { headers: { range: 'bytes=1-2' } }],
  ['a conditional GET', { headers: { 'if-none-match': '"other"' } }],
];

/** Opens an HTTP edge with a file store that contains one file. */
async function openFiles(files: FileStore) {
  const lines: string[] = [];
  const logger = pino({ level: 'warn' }, { write: (line: string) => void lines.push(line) });
  const edge: TestEdge = await openEdge(async () => ({ status: 200, headers: {}, route: undefined, body: '{}' }), {
    api: { translate: storageApiError },
    handlers: { files },
    observers: { logger },
  });
  const from = workFilePath(files.workFolder);
  await writeFile(from, '0123456789');
  assert.equal(await files.put('2026/11/a.txt', from, 'text/plain'), true);
  const get = (name: string, init: RequestInit = {}) =>
    fetch(`http://127.0.0.1:${edge.port}/uploads/${name}`, { ...init, signal: AbortSignal.timeout(60_000) });
  return { lines, get, close: () => edge.app.close() };
}

type Opened = Awaited<ReturnType<typeof openFiles>>;

async function assertTryLater({ get }: Opened, name: string, init: RequestInit, description: string): Promise<void> {
  const response = await get(name, init);
  assert.equal(response.status, 503, description);
  assert.match(response.headers.get('retry-after') ?? '', /^\d+$/);
  assert.equal(response.headers.get('cache-control'), 'no-store');
  const text = await response.text();
  if (init.method !== 'HEAD') assert.equal(JSON.parse(text).code, 'rest_storage_unavailable');
}

async function assertServed({ get }: Opened): Promise<void> {
  const whole = await get('2026/11/a.txt');
  assert.deepEqual([whole.status, await whole.text()], [200, '0123456789']);
  const range = await get('2026/11/a.txt', { headers: { range: 'bytes=1-2' } });
  assert.deepEqual([range.status, await range.text()], [206, '12']);
}

describe('files in a bucket', () => {
  /** Timeout while the store responds, also on a busy machine. */
  const normalMs = 30_000;
  /** Timeout while the store fails. */
  const limitMs = 300;
  const timeouts = { responseMs: normalMs, uploadMs: normalMs };
  let folder: string;
  let bucket: Awaited<ReturnType<typeof startS3ForTests>>;
  let opened: Opened;
  let failure: SimulatedFailure = () => undefined;
  const disturb = (simulated: SimulatedFailure) => {
    failure = simulated;
    timeouts.responseMs = limitMs;
  };
  const recover = () => {
    failure = () => undefined;
    timeouts.responseMs = normalMs;
  };
  before(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'octavo-s3-'));
    bucket = await startS3ForTests((request) => failure(request));
    const s3Location = { ...keys, endpoint: bucket.endpoint, region: 'here', bucket: 'files', prefix: '' };
    opened = await openFiles(await openS3Store(s3Location, folder, timeouts));
  });
  after(async () => {
    await opened.close();
    bucket.close();
    await rm(folder, { recursive: true, force: true });
  });

  for (const disturbance of [500, 503, 403, 'hang'] as const)
    for (const [description, init] of reads)
      it(`return 503 when the store responds with ${disturbance} (${description}), and recover afterwards`, async () => {
        disturb(() => disturbance);
        const stopwatch = startStopwatch();
        await assertTryLater(opened, '2026/11/a.txt', init, description);
        assert.ok(stopwatch.stop() < limitMs + 2000, 'the request does not take longer than the timeout');
        recover();
        await assertServed(opened);
        assert.deepEqual(opened.lines, []);
      });

  it('return 503 if the store describes a file and then does not send it', async () => {
    for (const disturbance of [503, 'hang'] as const) {
      disturb(({ method }) => (method === 'GET' ? disturbance : undefined));
      await assertTryLater(opened, '2026/11/a.txt', {}, String(disturbance));
    }
    recover();
    await assertServed(opened);
  });

  it('abort the response if the store disconnects or stalls in the middle of a file', async () => {
    for (const disturbance of ['cut', 'stall'] as const) {
      failure = () => disturbance;
      // Even on a busy machine, the first half of the file arrives in this time.
      timeouts.responseMs = disturbance === 'stall' ? 3000 : normalMs;
      await assert.rejects(async () => (await opened.get('2026/11/a.txt')).text(), disturbance);
    }
    recover();
    await assertServed(opened);
  });

  it('return 404 when missing, even if the account may not list the bucket, and log nothing', async () => {
    for (const disturbance of [undefined, 'unlisted'] as const) {
      failure = () => disturbance;
      for (const [description, init] of reads)
        assert.equal((await opened.get('2026/11/none.txt', init)).status, 404, description);
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

  for (const [description, init] of reads)
    it(`return 503 when the disk is unavailable (${description}), and recover afterwards`, async () => {
      await assertServed(opened);
      await rename(path.join(folder, 'uploads'), path.join(folder, 'away'));
      for (const name of ['2026/11/a.txt', '2026/11/none.txt']) await assertTryLater(opened, name, init, description);
      await rename(path.join(folder, 'away'), path.join(folder, 'uploads'));
      await assertServed(opened);
      assert.equal((await opened.get('2026/11/none.txt', init)).status, 404);
      assert.deepEqual(opened.lines, []);
    });
});
