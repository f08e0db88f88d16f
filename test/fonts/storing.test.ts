// Tests font files that cannot be stored, are too large, or are on other hosts (media-fonts-and-oembed.md, part B).
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { StoreFullError } from '../../server/files/store.ts';
import { packedFont } from '../font-files.ts';
import { type FormPart, openMediaSite } from '../media-site.ts';
import { facesOf, families } from './fonts-site.ts';

describe('font files', () => {
  it('are all deleted if one cannot be stored, and their names are released', async () => {
    let stored = 0;
    const site = await openMediaSite({
      wrapStore: (store) => ({
        ...store,
        put: async (...args) => {
          stored += 1;
          if (stored === 2) throw new StoreFullError('full');
          return store.put(...args);
        },
      }),
    });
    const settings = { name: 'Box', slug: 'box', fontFamily: 'Box' };
    const { id } = await site.create(families, { font_family_settings: JSON.stringify(settings) });
    const face = JSON.stringify({ fontFamily: 'Box', src: ['a', 'b'] });
    const font = { type: 'font/woff2', value: packedFont('woff2') };
    const parts: FormPart[] = [
      { name: 'font_face_settings', value: face },
      { name: 'a', filename: 'a.woff2', ...font },
      { name: 'b', filename: 'b.woff2', ...font },
    ];
    const response = await site.sendForm('administrator', parts, {}, facesOf(id));
    assert.deepEqual([response.status, response.body.code], [503, 'rest_storage_full']);
    assert.deepEqual(
      [await site.storedPaths(), await site.referencedPaths(), await site.temporaryPaths()],
      [[], [], []],
    );
    assert.equal((await site.sendForm('administrator', parts, {}, facesOf(id))).status, 201);
    assert.deepEqual(await site.storedPaths(), ['fonts/a.woff2', 'fonts/b.woff2']);
    await site.close();
  });

  it('that exceed the upload limit are rejected', async () => {
    const site = await openMediaSite({ maxUploadBytes: 1000 });
    const settings = { name: 'Box', slug: 'box', fontFamily: 'Box' };
    const { id } = await site.create(families, { font_family_settings: JSON.stringify(settings) });
    const parts: FormPart[] = [
      { name: 'font_face_settings', value: JSON.stringify({ fontFamily: 'Box', src: 'a' }) },
      { name: 'a', filename: 'a.woff2', value: packedFont('woff2', 1001) },
    ];
    const response = await site.sendForm('administrator', parts, {}, facesOf(id));
    assert.deepEqual([response.status, response.body.code], [400, 'rest_font_upload_unknown_error']);
    assert.deepEqual(
      [await site.storedPaths(), await site.referencedPaths(), await site.temporaryPaths()],
      [[], [], []],
    );
    await site.close();
  });

  it('may be on hosts that the operator allows, even in private networks', async () => {
    const site = await openMediaSite({
      fetchLimits: { hosts: new Set(['fonts.inside']), resolve: async () => ['10.0.0.1'] },
    });
    const settings = { name: 'Box', slug: 'box', fontFamily: 'Box' };
    const { id } = await site.create(families, { font_family_settings: JSON.stringify(settings) });
    const face = (src: string) =>
      site.request('administrator', 'POST', facesOf(id), {
        font_face_settings: JSON.stringify({ fontFamily: 'Box', fontWeight: '400', src }),
      });
    assert.equal((await face('http://fonts.outside/a.woff2')).status, 400);
    assert.equal((await face('http://fonts.inside:8443/a.woff2')).status, 201);
    await site.close();
  });
});
