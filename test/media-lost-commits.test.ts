// Tests uploads whose connection to the database is lost during the commit, so that the service does not know whether the commit
// succeeded: no file of an existing entry is deleted.
import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { pruneFiles } from '../server/cms-v2/media/store-files.ts';
import { DatabaseUnavailable } from '../server/database/errors.ts';
import { describeEachEngine } from './engines.ts';
import { packedFont } from './font-files.ts';
import { fontPart } from './fonts/fonts-site.ts';
import { createImage, type MediaSite, openMediaSite } from './media-site.ts';
import type { TestResponse } from './site.ts';

const hourMs = 3_600_000;

describeEachEngine('a commit whose outcome is unknown', (engine) => {
  let site: MediaSite;
  let now = Date.parse('2026-05-05T12:00:00Z');
  /** Whether a transaction has assigned a stored file to an entry since this was reset. */
  let hasAssigned = false;
  let image: Buffer;

  before(async () => {
    const onStatement = (sql: string) => {
      hasAssigned ||= /^update "media_files" set "entry_id"/.test(sql);
    };
    site = await openMediaSite({ database: await engine.open({ onStatement }), clock: () => now });
    image = await createImage(400, 300);
  });
  after(async () => {
    assert.deepEqual(site.errors, []);
    assert.deepEqual(await site.temporaryPaths(), []);
    await site.close();
  });

  /** Sends a request whose transaction fails with DatabaseUnavailable when it assigns files, after its commit or in place of it. */
  async function sendWithLostCommit(isCommitted: boolean, send: () => Promise<TestResponse>): Promise<void> {
    const { database } = site;
    const { transaction } = database;
    const loseConnection = () => {
      if (hasAssigned) throw new DatabaseUnavailable('The database is unreachable: the connection was lost.');
    };
    hasAssigned = false;
    database.transaction = async (work) => {
      const result = await transaction.call(database, async (tx) => {
        const done = await work(tx);
        if (!isCommitted) loseConnection();
        return done;
      });
      loseConnection();
      return result as Awaited<ReturnType<typeof work>>;
    };
    try {
      const { status, body } = await send();
      assert.deepEqual([status, body.code], [503, 'rest_storage_unavailable']);
    } finally {
      database.transaction = transaction;
    }
  }

  /** Returns the stored files that remain after maintenance, an hour after the upload. */
  async function pathsAfterMaintenance(): Promise<string[]> {
    now += 2 * hourMs;
    await pruneFiles(site.service.media);
    return site.storedPaths();
  }

  /** Returns the number of files that a request has added after maintenance. Asserts that none is deleted before. */
  async function storedBy(isCommitted: boolean, send: () => Promise<TestResponse>): Promise<number> {
    const existing = await site.storedPaths();
    await sendWithLostCommit(isCommitted, send);
    const stored = await site.storedPaths();
    assert.ok(stored.length > existing.length, 'the files are retained until the outcome is known');
    assert.deepEqual(await site.referencedPaths(), stored);
    const remaining = await pathsAfterMaintenance();
    assert.deepEqual(remaining, isCommitted ? stored : existing);
    assert.deepEqual(await site.referencedPaths(), remaining);
    return remaining.length - existing.length;
  }

  async function uploadWithoutSizes(): Promise<number> {
    const { status, body } = await site.upload('author', 'plain.png', image, '?generate_sub_sizes=false');
    assert.equal(status, 201);
    return body.id;
  }

  const requests: Readonly<Record<string, () => Promise<() => Promise<TestResponse>>>> = {
    'of an upload': async () => () => site.upload('author', 'new.png', image),
    'of missing sizes of an image': async () => {
      const id = await uploadWithoutSizes();
      const body = { action: 'create-image-subsizes' };
      return () => site.request('author', 'POST', `/cms/v2/media/${id}/post-process`, body);
    },
    'of a sideloaded size': async () => {
      const path = `/cms/v2/media/${await uploadWithoutSizes()}/sideload?image_size=thumbnail`;
      const thumbnail = await createImage(150, 113);
      const headers = {
        'content-type': 'application/octet-stream',
        'content-disposition': 'attachment; filename="plain-150x113.png"',
      };
      return () => site.sendBody('author', 'POST', path, thumbnail, headers);
    },
    'of a font': async () => {
      const fontFamily = `Box ${crypto.randomUUID()}`;
      const family = { font_family_settings: JSON.stringify({ name: fontFamily, slug: fontFamily, fontFamily }) };
      const { id } = await site.create('/cms/v2/font-families', family);
      const face = { name: 'font_face_settings', value: JSON.stringify({ fontFamily, src: 'file' }) };
      const parts = [face, fontPart('file', 'box.woff2', packedFont('woff2'))];
      return () => site.sendForm('administrator', parts, {}, `/cms/v2/font-families/${id}/font-faces`);
    },
  };

  for (const [name, prepare] of Object.entries(requests)) {
    it(`${name} deletes no files of an entry that was stored`, async () => {
      assert.ok((await storedBy(true, await prepare())) > 0);
    });

    it(`${name} leaves files of an entry that was not stored only until maintenance`, async () => {
      assert.equal(await storedBy(false, await prepare()), 0);
    });
  }
});
