// Tests the replacement of files of media items: URLs remain valid, a failed replacement changes nothing, and an interrupted one is completed.
import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import { after, afterEach, before, it } from 'node:test';
import sharp from 'sharp';
import { completeReplacements } from '../server/cms-v2/media/staged-files.ts';
import { pruneFiles } from '../server/cms-v2/media/store-files.ts';
import { openS3Store } from '../server/files/s3-store.ts';
import { type FileStore, StoreUnavailableError } from '../server/files/store.ts';
import { describeEachEngine } from './engines.ts';
import { createImage, createSound, formOf, type MediaSite, openMediaSite } from './media-site.ts';
import { keys, startS3ForTests } from './s3.ts';
import type { Caller } from './site.ts';

const minuteMs = 60_000;

/** Returns an image of one color. */
const imageOf = (background: string, width: number, height: number, format: 'png' | 'jpeg' | 'webp' = 'png') =>
  sharp({ create: { width, height, channels: 3, background } })
    .toFormat(format)
    .toBuffer();

for (const kind of ['a folder', 'a bucket'] as const) {
  describeEachEngine(`replacing a file in ${kind}`, (engine) => {
    let site: MediaSite;
    let store: FileStore;
    let now = Date.parse('2026-05-05T12:00:00Z');
    let failing: Partial<Record<'put' | 'move' | 'delete', (path: string) => Error | undefined>> = {};
    const closings: (() => unknown)[] = [];
    before(async () => {
      const database = await engine.open();
      const folder = await mkdtemp(path.join(tmpdir(), 'octavo-bucket-'));
      closings.push(() => rm(folder, { recursive: true, force: true }));
      const bucket = kind === 'a bucket' ? await startS3ForTests() : undefined;
      if (bucket) closings.push(bucket.close);
      const location = { ...keys, endpoint: bucket?.endpoint ?? '', region: 'here', bucket: 'files', prefix: '' };
      const s3 = bucket && (await openS3Store(location, folder));
      site = await openMediaSite({
        database,
        clock: () => now,
        wrapStore: (disk) => {
          store = s3 ?? disk;
          return {
            ...store,
            put: async (to, ...rest) => failIf('put', to) ?? store.put(to, ...rest),
            move: async (from, to) => failIf('move', to) ?? store.move(from, to),
            delete: async (name) => failIf('delete', name) ?? store.delete(name),
          };
        },
      });
    });
    after(async () => {
      await site.close();
      for (const close of closings) await close();
    });
    afterEach(async () => {
      failing = {};
      const { body } = await site.request('administrator', 'GET', '/cms/v2/media?status=inherit,private&per_page=100');
      for (const { id } of body) await site.request('administrator', 'DELETE', `/cms/v2/media/${id}?force=true`);
      assert.deepEqual(await site.referencedPaths(), []);
      assert.deepEqual(await site.storedPaths(), []);
      assert.deepEqual(await site.temporaryPaths(), []);
      assert.deepEqual(site.errors, []);
    });

    function failIf(operation: keyof typeof failing, name: string): undefined {
      const error = failing[operation]?.(name);
      if (error) throw error;
    }

    const replace = (caller: Caller, id: number, name: string, bytes: Uint8Array, headers = {}) =>
      site.sendBody(caller, 'POST', `/octavo/v1/media/${id}/file`, bytes, {
        'content-type': 'application/octet-stream',
        'content-disposition': `attachment; filename="${name}"`,
        ...headers,
      });

    /** Returns the content of the file at a URL of the site; undefined if there is none. */
    const read = async (url: string): Promise<Buffer | undefined> => {
      const file = await store.open(decodeURIComponent(url.replace('http://site.test/uploads/', '')));
      return file && buffer(await file.read(0, file.size - 1));
    };

    /** Returns the dimensions and the color of the image at a URL. */
    const look = async (url: string) => {
      const image = sharp((await read(url)) ?? assert.fail(`no file at ${url}`));
      const { width, height } = await image.metadata();
      const { dominant } = await image.stats();
      return `${width}x${height} ${dominant.r > dominant.b ? 'red' : 'blue'}`;
    };

    const urlsOf = (record: { source_url: string; media_details: { sizes: Record<string, { source_url: string }> } }) =>
      Object.values(record.media_details.sizes).map(({ source_url }) => source_url);

    it('keeps the URLs, texts and ID, and describes the new file', async () => {
      const { body: made } = await site.upload('author', 'chart.png', await imageOf('blue', 800, 600));
      const texts = { title: 'Chart', alt_text: 'A chart', caption: 'Caption', description: 'Text' };
      const { etag } = await site.request('author', 'POST', `/cms/v2/media/${made.id}`, texts);
      now += minuteMs;
      const replaced = await replace('author', made.id, 'other name.png', await imageOf('red', 1600, 1200), {
        'if-match': etag,
      });
      assert.equal(replaced.status, 200, JSON.stringify(replaced.body));
      const { body } = await site.request('author', 'GET', `/cms/v2/media/${made.id}?context=edit`);
      assert.deepEqual(replaced.body, body);
      assert.deepEqual(
        [body.source_url, body.slug, body.link, body.title.raw, body.alt_text, body.caption.raw, body.description.raw],
        [made.source_url, made.slug, made.link, 'Chart', 'A chart', 'Caption', 'Text'],
      );
      assert.deepEqual([body.media_details.width, body.media_details.height], [1600, 1200]);
      assert.equal(body.filesize, (await read(body.source_url))?.length);
      assert.equal(body.modified_gmt, '2026-05-05T12:01:00');
      // Sizes with the same dimensions keep their URLs; all URLs that were in use display the new image.
      const { sizes } = body.media_details;
      assert.equal(sizes.medium.source_url, made.media_details.sizes.medium.source_url);
      assert.deepEqual(Object.keys(sizes), ['medium', 'large', 'thumbnail', 'medium_large', '1536x1536', 'full']);
      for (const url of [...urlsOf(made), ...urlsOf(body), made.source_url]) assert.match(await look(url), /red$/, url);
      for (const { source_url, width, height } of Object.values<typeof sizes.medium>(sizes))
        assert.equal(await look(source_url), `${width}x${height} red`);
      const referenced = await site.referencedPaths();
      assert.ok(!referenced.some((each) => each.startsWith('replacements/')), referenced.join());
    });

    it('maps the URLs of sizes that the new image does not have to the best image, also after further replacements', async () => {
      const { body: wide } = await site.upload('author', 'shape.png', await imageOf('blue', 1200, 400));
      const { body: tall } = await replace('author', wide.id, 'a.png', await imageOf('red', 400, 1200));
      const { body: small } = await replace('author', wide.id, 'b.png', await imageOf('blue', 100, 90));
      assert.deepEqual(small.media_details.sizes, {});
      for (const url of [...urlsOf(wide), ...urlsOf(tall)]) assert.equal(await look(url), '100x90 blue', url);
      const { body: wideAgain } = await replace('author', wide.id, 'c.png', await imageOf('red', 1200, 400));
      assert.equal(await look(wide.media_details.sizes.large.source_url), '1024x341 red');
      assert.equal(await look(tall.media_details.sizes.medium.source_url), '300x100 red');
      assert.equal(wideAgain.source_url, wide.source_url);
    });

    it('keeps the URLs of images that are scaled down or rotated, in both directions', async () => {
      const { body: big } = await site.upload('author', 'big.jpg', await imageOf('blue', 3000, 1000, 'jpeg'));
      assert.match(big.source_url, /big-scaled\.jpg$/);
      const { body: small } = await replace('author', big.id, 'a.jpg', await imageOf('red', 600, 200, 'jpeg'));
      assert.deepEqual([small.source_url, small.media_details.width], [big.source_url, 600]);
      assert.equal(await look('2026/05/big.jpg'), '600x200 red');
      const { body: bigAgain } = await replace('author', big.id, 'b.jpg', await imageOf('blue', 2700, 900, 'jpeg'));
      assert.equal(await look(bigAgain.source_url), '2560x853 blue');
      assert.equal(await look('2026/05/big.jpg'), '2700x900 blue');
      const { body: plain } = await site.upload('author', 'plain.jpg', await imageOf('blue', 600, 200, 'jpeg'));
      const { body: scaled } = await replace('author', plain.id, 'c.jpg', await imageOf('red', 3000, 1000, 'jpeg'));
      assert.deepEqual([scaled.source_url, await look(plain.source_url)], [plain.source_url, '2560x853 red']);
      assert.equal(scaled.media_details.original_image, 'plain-original.jpg');
      assert.equal(await look('2026/05/plain-original.jpg'), '3000x1000 red');
      const edited = await site.request('author', 'POST', `/cms/v2/media/${plain.id}/edit`, {
        src: scaled.source_url,
        modifiers: [{ type: 'rotate', args: { angle: 90 } }],
      });
      assert.equal(edited.status, 201, 'the new original can be edited');
    });

    it('replaces files that are not images, in forms too', async () => {
      const { body: text } = await site.upload('author', 'notes.txt', Buffer.from('old'));
      const body = formOf([{ name: 'file', filename: 'new.txt', value: 'new text' }]);
      const headers = { 'content-type': 'multipart/form-data; boundary=a-boundary-of-tests' };
      const replaced = await site.sendBody('author', 'POST', `/octavo/v1/media/${text.id}/file`, body, headers);
      assert.deepEqual([replaced.status, replaced.body.filesize], [200, 8]);
      assert.equal(String(await read(text.source_url)), 'new text');
      const { body: sound } = await site.upload('author', 'beep.wav', createSound());
      assert.equal((await replace('author', sound.id, 'b.wav', createSound())).body.media_details.length, 1);
    });

    it('rejects files of another type, files that are no images, and requests without a file', async () => {
      const { body: made } = await site.upload('author', 'kind.png', await imageOf('blue', 400, 300));
      const bytes = await imageOf('red', 400, 300);
      for (const [name, content, status, code] of [
        ['a.jpg', await imageOf('red', 400, 300, 'jpeg'), 400, 'rest_media_type_mismatch'],
        ['a.png', await imageOf('red', 400, 300, 'webp'), 400, 'rest_media_type_mismatch'],
        ['a.txt', Buffer.from('text'), 400, 'rest_media_type_mismatch'],
        ['a.png', Buffer.from('<?php'), 400, 'rest_upload_sideload_error'],
        ['a.png', bytes.subarray(0, bytes.length / 2), 400, 'rest_upload_sideload_error'],
        ['a.exe', bytes, 400, 'rest_upload_sideload_error'],
      ] as const) {
        const response = await replace('author', made.id, name, content);
        assert.deepEqual([response.status, response.body.code], [status, code], name);
      }
      const nothing = await site.request('author', 'POST', `/octavo/v1/media/${made.id}/file`, {});
      assert.deepEqual([nothing.status, nothing.body.code], [400, 'rest_upload_no_data']);
      const { body } = await site.request('author', 'GET', `/cms/v2/media/${made.id}?context=edit`);
      assert.deepEqual(body, { ...made, ...body, modified: made.modified });
      for (const url of urlsOf(made)) assert.match(await look(url), /blue$/);
    });

    it('is allowed for users who may edit the item and upload files', async () => {
      const { body: made } = await site.upload('author', 'own.png', await imageOf('blue', 40, 30));
      const bytes = await imageOf('red', 40, 30);
      const statuses: [Caller, number, string?][] = [
        ['anonymous', 401, 'rest_cannot_create'],
        ['subscriber', 403, 'rest_cannot_create'],
        ['contributor', 403, 'rest_cannot_create'],
        ['other', 403, 'rest_cannot_edit'],
        ['author', 200],
        ['editor', 200],
        ['administrator', 200],
      ];
      for (const [caller, status, code] of statuses) {
        const response = await replace(caller, made.id, 'a.png', bytes);
        assert.deepEqual([response.status, response.body.code], [status, code], caller);
      }
      const post = await site.create('/cms/v2/posts', { title: 'No file', status: 'publish' });
      for (const id of [post.id, 999_999])
        assert.equal((await replace('administrator', id, 'a.png', bytes)).body.code, 'rest_post_invalid_id');
      await site.request('administrator', 'DELETE', `/cms/v2/posts/${post.id}?force=true`);
    });

    it('check 54: is rejected if the item was changed since the caller read it', async () => {
      const { body: made, etag } = await site.upload('author', 'match.png', await imageOf('blue', 400, 300));
      now += minuteMs;
      await site.request('author', 'POST', `/cms/v2/media/${made.id}`, { title: 'Changed' });
      const response = await replace('author', made.id, 'a.png', await imageOf('red', 400, 300), { 'if-match': etag });
      assert.deepEqual([response.status, response.body.code], [412, 'rest_precondition_failed']);
      for (const url of urlsOf(made)) assert.match(await look(url), /blue$/);
    });

    it('check 44: leaves the previous file if the store fails before the commit', async () => {
      const { body: made } = await site.upload('author', 'safe.png', await imageOf('blue', 800, 600));
      const stored = await site.referencedPaths();
      for (let succeeding = 0; succeeding < 6; succeeding += 1) {
        let puts = 0;
        failing = {
          put: () => {
            puts += 1;
            return puts > succeeding ? new StoreUnavailableError('simulated') : undefined;
          },
        };
        const response = await replace('author', made.id, 'a.png', await imageOf('red', 1200, 1000));
        assert.deepEqual([response.status, response.body.code], [503, 'rest_storage_unavailable']);
        failing = {};
        for (const url of urlsOf(made)) assert.match(await look(url), /blue$/);
        assert.deepEqual(await site.referencedPaths(), stored, 'no path remains reserved');
      }
    });

    it('is completed later if the store fails after the commit', async () => {
      const { body: made } = await site.upload('author', 'late.png', await imageOf('blue', 400, 300));
      const bytes = await imageOf('red', 400, 300);
      failing = { move: (to) => (to.endsWith('150x150.png') ? new StoreUnavailableError('simulated') : undefined) };
      const replaced = await replace('author', made.id, 'a.png', bytes);
      assert.equal(replaced.status, 200);
      failing = {};
      const again = await replace('author', made.id, 'a.png', bytes);
      assert.deepEqual([again.status, again.body.code], [409, 'rest_media_changed']);
      assert.equal(await completeReplacements(site.service.media), 0, 'the request may still be running');
      await pruneFiles({ ...site.service.media, entries: site.service.entries });
      now += 30 * minuteMs;
      assert.ok((await completeReplacements(site.service.media)) > 0);
      for (const url of urlsOf(made)) assert.match(await look(url), /red$/, url);
      assert.equal((await replace('author', made.id, 'a.png', bytes)).status, 200);
      assert.ok(!(await site.referencedPaths()).some((each) => each.startsWith('replacements/')));
    });

    it('leaves no file if the item is deleted while its file is replaced', async () => {
      const { body: made } = await site.upload('author', 'gone.png', await imageOf('blue', 400, 300));
      let isDeleted = false;
      const originalMove = store.move;
      store.move = async (from, to) => {
        if (!isDeleted) {
          isDeleted = true;
          await site.request('author', 'DELETE', `/cms/v2/media/${made.id}?force=true`);
          const local = path.join(store.workFolder, 'late');
          const { writeFile } = await import('node:fs/promises');
          await writeFile(local, 'a file that was already being moved');
          await store.put(to, local, 'image/png');
        }
        return originalMove(from, to);
      };
      await replace('author', made.id, 'a.png', await imageOf('red', 400, 300));
      store.move = originalMove;
      assert.ok(isDeleted);
      for (const url of urlsOf(made)) assert.equal(await read(url), undefined, url);
    });

    it('lets one of two concurrent replacements win completely', async () => {
      const { body: made, etag } = await site.upload('author', 'race.png', await imageOf('blue', 400, 300));
      now += minuteMs;
      const responses = await Promise.all([
        replace('author', made.id, 'a.png', await imageOf('red', 400, 300), { 'if-match': etag }),
        replace('author', made.id, 'b.png', await createImage(400, 300), { 'if-match': etag }),
      ]);
      const statuses = responses.map(({ status }) => status);
      assert.equal(statuses.filter((status) => status === 200).length, 1, statuses.join());
      assert.ok(
        statuses.every((status) => [200, 409, 412].includes(status)),
        statuses.join(),
      );
      const looks = await Promise.all(urlsOf(made).map(look));
      assert.equal(new Set(looks.map((each) => each.split(' ')[1])).size, 1, looks.join());
    });
  });
}
