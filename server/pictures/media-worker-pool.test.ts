// Jobs on images: results, errors, limits of each client (server/pictures/media-worker-pool.ts).
import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, describe, it } from 'node:test';
import sharp from 'sharp';
import { refusalOfStorage } from '../refusal-of-storage.ts';
import { MediaWorkersBusy, Unreadable } from './jobs.ts';
import { MediaWorkerPool } from './media-worker-pool.ts';

describe('the processes for images', () => {
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

  it('return what a file is, and throw Unreadable for one that is broken', async (t) => {
    const pool = new MediaWorkerPool();
    t.after(() => pool.close());
    const { type, picture } = await pool.look(image);
    assert.deepEqual([type, picture?.width, picture?.height], ['image/png', 30, 20]);
    await assert.rejects(pool.look(broken), Unreadable);
  });

  it('accept so many jobs of one client and go on accepting those of others; the rest is answered 503', async () => {
    const pool = new MediaWorkerPool();
    const one = pool.forClient('one');
    const jobs = Array.from({ length: 110 }, () => one.look(image));
    const other = pool.forClient('other').look(image);
    const outcomes = Promise.allSettled(jobs);
    const busy = await Promise.any(jobs.slice(102).map((job) => job.catch((error) => error)));
    assert.ok(busy instanceof MediaWorkersBusy);
    const { status, code } = refusalOfStorage(busy) ?? {};
    assert.deepEqual([status, code], [503, 'rest_media_busy']);
    assert.equal((await other).type, 'image/png');
    pool.close();
    const rejected = (await outcomes).filter(({ status }) => status === 'rejected');
    assert.ok(rejected.length >= 8 && rejected.length < 110, `${rejected.length} were rejected`);
    await assert.rejects(pool.look(image), MediaWorkersBusy);
  });
});
