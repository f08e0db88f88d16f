// Tests of image jobs: results, errors and limits per client (media-worker-pool.ts).
import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, describe, it } from 'node:test';
import sharp from 'sharp';
import { storageApiError } from '../storage-api-error.ts';
import { MediaWorkersBusy, Unreadable } from './jobs.ts';
import { MediaWorkerPool } from './media-worker-pool.ts';

describe('MediaWorkerPool', () => {
  let folder: string;
  let image: string;
  let broken: string;
  before(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'octavo-media-workers-'));
    [image, broken] = [path.join(folder, 'image.png'), path.join(folder, 'broken.png')];
    const bytes = await sharp({ create: { width: 30, height: 20, channels: 3, background: '#336699' } })
      .png()
      .toBuffer();
    await writeFile(image, bytes);
    await writeFile(broken, bytes.subarray(0, 40));
  });
  after(() => rm(folder, { recursive: true, force: true }));

  it('returns the type of a file and throws Unreadable for a malformed one', async (t) => {
    const pool = new MediaWorkerPool();
    t.after(() => pool.close());
    const { type, image: picture } = await pool.inspect(image);
    assert.deepEqual([type, picture?.width, picture?.height], ['image/png', 30, 20]);
    await assert.rejects(pool.inspect(broken), Unreadable);
  });

  it('rejects jobs of a client with too many jobs, and accepts those of other clients', async () => {
    const pool = new MediaWorkerPool();
    const one = pool.forClient('one');
    const jobs = Array.from({ length: 110 }, () => one.inspect(image));
    const other = pool.forClient('other').inspect(image);
    const outcomes = Promise.allSettled(jobs);
    const busy = await Promise.any(jobs.slice(102).map((job) => job.catch((error) => error)));
    assert.ok(busy instanceof MediaWorkersBusy);
    const { status, code } = storageApiError(busy) ?? {};
    assert.deepEqual([status, code], [503, 'rest_media_busy']);
    assert.equal((await other).type, 'image/png');
    pool.close();
    const rejected = (await outcomes).filter(({ status }) => status === 'rejected');
    assert.ok(rejected.length >= 8 && rejected.length < 110, `${rejected.length} were rejected`);
    await assert.rejects(pool.inspect(image), MediaWorkersBusy);
  });
});
