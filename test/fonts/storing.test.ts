// Fonts that cannot be stored, are too large, or stay where they are (media-fonts-and-oembed.md, part B).
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { StoreFull } from '../../server/files/store.ts';
import { packedFont } from '../font-files.ts';
import { openMediaSite, type Part } from '../media-site.ts';
import { facesOf, families } from './fonts-site.ts';

describe('fonts that cannot be stored', () => {
  it('are all taken back, and the claims of their names with them', async () => {
    let stored = 0;
    const site = await openMediaSite({
      wrap: (store) => ({
        ...store,
        put: async (...args) => {
          stored += 1;
          if (stored === 2) throw new StoreFull('full');
          return store.put(...args);
        },
      }),
    });
    const settings = { name: 'Box', slug: 'box', fontFamily: 'Box' };
    const { id } = await site.make(families, { font_family_settings: JSON.stringify(settings) });
    const face = JSON.stringify({ fontFamily: 'Box', src: ['a', 'b'] });
    const font = { type: 'font/woff2', value: packedFont('woff2') };
    const parts: Part[] = [
      { name: 'font_face_settings', value: face },
      { name: 'a', filename: 'a.woff2', ...font },
      { name: 'b', filename: 'b.woff2', ...font },
    ];
    const answer = await site.form('administrator', parts, {}, facesOf(id));
    assert.deepEqual([answer.status, answer.body.code], [503, 'rest_storage_full']);
    assert.deepEqual([await site.stored(), await site.known(), await site.working()], [[], [], []]);
    assert.equal((await site.form('administrator', parts, {}, facesOf(id))).status, 201);
    assert.deepEqual(await site.stored(), ['fonts/a.woff2', 'fonts/b.woff2']);
    await site.close();
  });

  it('are refused where they are larger than what is taken', async () => {
    const site = await openMediaSite({ largestUpload: 1000 });
    const settings = { name: 'Box', slug: 'box', fontFamily: 'Box' };
    const { id } = await site.make(families, { font_family_settings: JSON.stringify(settings) });
    const parts: Part[] = [
      { name: 'font_face_settings', value: JSON.stringify({ fontFamily: 'Box', src: 'a' }) },
      { name: 'a', filename: 'a.woff2', value: packedFont('woff2', 1001) },
    ];
    const answer = await site.form('administrator', parts, {}, facesOf(id));
    assert.deepEqual([answer.status, answer.body.code], [400, 'rest_font_upload_unknown_error']);
    assert.deepEqual([await site.stored(), await site.known(), await site.working()], [[], [], []]);
    await site.close();
  });

  it('may be at hosts that the operator lets be asked, whatever network they are in', async () => {
    const site = await openMediaSite({
      fetchLimits: { hosts: new Set(['fonts.inside']), resolve: async () => ['10.0.0.1'] },
    });
    const settings = { name: 'Box', slug: 'box', fontFamily: 'Box' };
    const { id } = await site.make(families, { font_family_settings: JSON.stringify(settings) });
    const face = (src: string) =>
      site.ask('administrator', 'POST', facesOf(id), {
        font_face_settings: JSON.stringify({ fontFamily: 'Box', fontWeight: '400', src }),
      });
    assert.equal((await face('http://fonts.outside/a.woff2')).status, 400);
    assert.equal((await face('http://fonts.inside:8443/a.woff2')).status, 201);
    await site.close();
  });
});
