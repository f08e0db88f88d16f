// Tests font collections from the configuration (media-fonts-and-oembed.md, part B).
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { type MediaSite, openMediaSite } from '../media-site.ts';
import { ownFontUrl } from './fonts-site.ts';

describe('font collections', () => {
  let site: MediaSite;
  const font_family_settings = {
    name: 'Box',
    slug: 'box',
    fontFamily: 'Box',
    fontFace: [{ fontFamily: 'Box', src: ownFontUrl }],
  };
  const collection = (slug: string) => ({ slug, name: `The ${slug}`, font_families: [{ font_family_settings }] });
  before(async () => {
    site = await openMediaSite({ config: { fontCollections: [collection('shelf'), collection('drawer')] } });
  });
  after(() => site.close());

  it('are read from the configuration', async () => {
    const { body, headers } = await site.request('administrator', 'GET', '/cms/v2/font-collections?per_page=1&page=2');
    assert.equal(headers['X-CMS-Total'], '2');
    const { _links: links, ...drawer } = body[0];
    assert.deepEqual(drawer, {
      slug: 'drawer',
      name: 'The drawer',
      description: '',
      font_families: [{ font_family_settings, categories: [] }],
      categories: [],
    });
    assert.equal(links.self[0].href, 'http://site.test/rest/cms/v2/font-collections/drawer');
    const item = await site.request('administrator', 'GET', '/cms/v2/font-collections/shelf');
    assert.equal(item.body.name, 'The shelf');
    const beyond = await site.request('administrator', 'GET', '/cms/v2/font-collections?per_page=1&page=3');
    assert.deepEqual([beyond.status, beyond.body.code], [400, 'rest_post_invalid_page_number']);
  });

  it('are an empty list if none are configured', async () => {
    const plain = await openMediaSite();
    const { status, body } = await plain.request('administrator', 'GET', '/cms/v2/font-collections');
    assert.deepEqual([status, body], [200, []]);
    const unknown = await plain.request('administrator', 'GET', '/cms/v2/font-collections/constructor');
    assert.deepEqual([unknown.status, unknown.body.code], [404, 'rest_font_collection_not_found']);
    await plain.close();
  });
});
