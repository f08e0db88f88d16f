// Tests an S3 bucket that fails during an upload (docs/security.md, Files): the error is clear, and no files remain.
import assert from 'node:assert/strict';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, describe, it } from 'node:test';
import { openS3Store } from '../server/files/s3-store.ts';
import { createImage, type MediaSite, openMediaSite } from './media-site.ts';
import { keys, type SimulatedFailure, startS3ForTests } from './s3.ts';

describe('uploads to a bucket', () => {
  let site: MediaSite;
  let bucket: Awaited<ReturnType<typeof startS3ForTests>>;
  let folder: string;
  let disturb: SimulatedFailure = () => undefined;
  before(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'octavo-s3-'));
    bucket = await startS3ForTests((request) => disturb(request));
    const location = { ...keys, endpoint: bucket.endpoint, region: 'here', bucket: 'files', prefix: '' };
    const store = await openS3Store(location, folder, { responseMs: 2000, uploadMs: 2000 });
    site = await openMediaSite({ wrapStore: () => store });
  });
  after(async () => {
    await site.close();
    bucket.close();
    await rm(folder, { recursive: true, force: true });
  });

  const assertNothingLeft = async () => {
    disturb = () => undefined;
    assert.deepEqual([...bucket.objects.keys()], []);
    assert.deepEqual(await site.referencedPaths(), []);
    assert.deepEqual(await readdir(folder), []);
    assert.deepEqual(site.errors, []);
  };

  /** Returns a failure simulation that affects only the second PUT request. */
  const secondPut = (disturbance: ReturnType<SimulatedFailure>): SimulatedFailure => {
    let puts = 0;
    return ({ method }) => {
      if (method === 'PUT') puts += 1;
      return method === 'PUT' && puts === 2 ? disturbance : undefined;
    };
  };

  it('an image and its sizes are stored, and deleted together', async () => {
    const made = await site.upload('author', 'a.png', await createImage(400, 300));
    assert.equal(made.status, 201);
    assert.equal(bucket.objects.size, 3);
    await site.request('author', 'DELETE', `/cms/v2/media/${made.body.id}?force=true`);
    await assertNothingLeft();
  });

  for (const [description, disturbance, code] of [
    ['returns 503', 503, 'rest_storage_unavailable'],
    ['is full', 507, 'rest_storage_full'],
    ['denies access', 403, 'rest_storage_unavailable'],
    ['never responds', 'hang', 'rest_storage_unavailable'],
    ['stores the file and disconnects', 'cut after', 'rest_storage_unavailable'],
  ] as const) {
    it(`a bucket that ${description} during an upload`, async () => {
      disturb = secondPut(disturbance);
      const response = await site.upload('author', 'a.png', await createImage(400, 300));
      assert.deepEqual([response.status, response.body.code], [503, code]);
      assert.match(String(response.headers['Retry-After']), /^\d+$/);
      await assertNothingLeft();
    });
  }

  it('an image that cannot be downloaded completely is not edited', async () => {
    const made = await site.upload('author', 'a.png', await createImage(400, 300));
    const before = [...bucket.objects.keys()];
    disturb = ({ method }) => (method === 'GET' ? 'cut' : undefined);
    const response = await site.request('author', 'POST', `/cms/v2/media/${made.body.id}/edit`, {
      src: made.body.source_url,
      modifiers: [{ type: 'rotate', args: { angle: 90 } }],
    });
    assert.deepEqual([response.status, response.body.code], [503, 'rest_storage_unavailable']);
    assert.deepEqual([...bucket.objects.keys()], before);
    disturb = () => undefined;
    await site.request('author', 'DELETE', `/cms/v2/media/${made.body.id}?force=true`);
    await assertNothingLeft();
  });
});
