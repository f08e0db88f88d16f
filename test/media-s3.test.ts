// Uploads into a bucket that fails on the way (attacks-and-faults.md, check 44): told in clear words, and nothing is left.
import assert from 'node:assert/strict';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, describe, it } from 'node:test';
import { type Disturbance, keys, openS3ForTests } from '../server/files/s3-for-tests.ts';
import { openS3Store } from '../server/files/s3-store.ts';
import { type MediaSite, openMediaSite, picture } from './media-site.ts';

describe('uploads into a bucket', () => {
  let site: MediaSite;
  let bucket: Awaited<ReturnType<typeof openS3ForTests>>;
  let folder: string;
  let disturb: Disturbance = () => undefined;
  before(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'octavo-s3-'));
    bucket = await openS3ForTests((request) => disturb(request));
    const place = { ...keys, endpoint: bucket.endpoint, region: 'here', bucket: 'files', prefix: '' };
    const store = await openS3Store(place, folder, { responseMs: 2000, uploadMs: 2000 });
    site = await openMediaSite({ wrap: () => store });
  });
  after(async () => {
    await site.close();
    bucket.close();
    await rm(folder, { recursive: true, force: true });
  });

  const nothingIsLeft = async () => {
    disturb = () => undefined;
    assert.deepEqual([...bucket.objects.keys()], []);
    assert.deepEqual(await site.known(), []);
    assert.deepEqual(await readdir(folder), []);
    assert.deepEqual(site.faults, []);
  };

  /** Disturbs the second file that is put, and nothing else. */
  const secondPut = (how: ReturnType<Disturbance>): Disturbance => {
    let puts = 0;
    return ({ method }) => {
      if (method === 'PUT') puts += 1;
      return method === 'PUT' && puts === 2 ? how : undefined;
    };
  };

  it('a picture with its sizes is stored, and goes with all of them', async () => {
    const made = await site.upload('author', 'a.png', await picture(400, 300));
    assert.equal(made.status, 201);
    assert.equal(bucket.objects.size, 3);
    await site.ask('author', 'DELETE', `/cms/v2/media/${made.body.id}?force=true`);
    await nothingIsLeft();
  });

  for (const [what, how, code] of [
    ['refuses', 503, 'rest_storage_unavailable'],
    ['is full', 507, 'rest_storage_full'],
    ['denies access', 403, 'rest_storage_unavailable'],
    ['never answers', 'hang', 'rest_storage_unavailable'],
    ['takes the file and breaks off', 'cut after', 'rest_storage_unavailable'],
  ] as const) {
    it(`one that ${what} in the middle`, async () => {
      disturb = secondPut(how);
      const answer = await site.upload('author', 'a.png', await picture(400, 300));
      assert.deepEqual([answer.status, answer.body.code], [503, code]);
      assert.match(String(answer.headers['Retry-After']), /^\d+$/);
      await nothingIsLeft();
    });
  }

  it('a picture that cannot be brought back whole is not worked on', async () => {
    const made = await site.upload('author', 'a.png', await picture(400, 300));
    const before = [...bucket.objects.keys()];
    disturb = ({ method }) => (method === 'GET' ? 'cut' : undefined);
    const answer = await site.ask('author', 'POST', `/cms/v2/media/${made.body.id}/edit`, {
      src: made.body.source_url,
      modifiers: [{ type: 'rotate', args: { angle: 90 } }],
    });
    assert.deepEqual([answer.status, answer.body.code], [503, 'rest_storage_unavailable']);
    assert.deepEqual([...bucket.objects.keys()], before);
    disturb = () => undefined;
    await site.ask('author', 'DELETE', `/cms/v2/media/${made.body.id}?force=true`);
    await nothingIsLeft();
  });
});
