// Tests that footnotes of password-protected entries are public only in meta fields (docs/deviations.md).
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { openTestSite, type TestSite } from './site.ts';

const secret = 'Quillfeather';

describe('footnotes of a password-protected entry', () => {
  let site: TestSite;
  let post: { id: number; link: string };
  before(async () => {
    site = await openTestSite();
    post = await site.create('/cms/v2/posts', {
      ...{ title: 'Locked', content: '<!-- wp:footnotes /-->', password: 'open', status: 'publish' },
      meta: { footnotes: JSON.stringify([{ id: 'a', content: secret }]) },
    });
  });
  after(async () => {
    await site.database.close();
    assert.deepEqual(site.errors, []);
  });

  for (const [location, path, isPublic] of [
    ['the entry', '/cms/v2/posts/{id}', true],
    ['a list', '/cms/v2/posts?include={id}', true],
    ['an embedded entry', '/cms/v2/search?search=Locked&_embed', false],
    ['a search for a footnote', `/cms/v2/posts?search=${secret}`, false],
    ['a search of the site for a footnote', `/cms/v2/search?search=${secret}`, false],
    ['oEmbed', '/oembed/1.0/embed?url={link}', false],
    ['revisions', '/cms/v2/posts/{id}/revisions', false],
  ] as const)
    it(`are ${isPublic ? '' : 'not '}in ${location}`, async () => {
      const url = path.replace('{id}', String(post.id)).replace('{link}', encodeURIComponent(post.link));
      const { body } = await site.request('anonymous', 'GET', url);
      assert.equal(JSON.stringify(body).includes(secret), isPublic);
    });

  it('are not in the rendered content without the password', async () => {
    const { body } = await site.request('anonymous', 'GET', `/cms/v2/posts/${post.id}`);
    assert.deepEqual([body.content.rendered, body.excerpt.rendered], ['', '']);
    const opened = await site.request('anonymous', 'GET', `/cms/v2/posts/${post.id}?password=open`);
    assert.match(opened.body.content.rendered, new RegExp(secret));
  });
});
