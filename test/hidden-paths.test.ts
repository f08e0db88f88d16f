// Tests that slugs of private and unpublished pages do not occur in responses about their public child pages
// (docs/deviations.md, Entries and terms).
import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { describeEachEngine } from './engines.ts';
import { createImage, type MediaSite, openMediaSite } from './media-site.ts';
import type { Caller } from './site.ts';

const parents: readonly { readonly name: string; readonly json: object; readonly isTrashed?: boolean }[] = [
  { name: 'a private page', json: { status: 'private' } },
  { name: 'a draft', json: { status: 'draft' } },
  { name: 'a pending page', json: { status: 'pending' } },
  { name: 'a scheduled page', json: { status: 'future', date: '2099-01-01T00:00:00' } },
  { name: 'a private page in the trash', json: { status: 'private' }, isTrashed: true },
];

const hidden = /hidden-parent/;
const readers = ['anonymous', 'subscriber', 'contributor'] as const satisfies readonly Caller[];

describeEachEngine('paths below non-public pages', (engine) => {
  let site: MediaSite;
  before(async () => {
    site = await openMediaSite({ database: await engine.open() });
    const settings = { menus_public: true, anonymous_comments: true, comment_previously_approved: false };
    await site.service.settings.set(settings);
  });
  after(() => site.close());

  /** Creates a published child page, and a page below it, a file, a comment and a menu item that refer to it. */
  async function makeChild(parent: number) {
    const content = '<!-- wp:page-list /--><!-- wp:post-title {"isLink":true} /-->';
    const json = { title: 'Child page', slug: 'child', status: 'publish', parent, content, comment_status: 'open' };
    const child = await site.create('/cms/v2/pages', json);
    const grandchild = { ...json, title: 'Grandchild page', slug: 'grandchild', parent: child.id };
    const { id: grandchildId } = await site.create('/cms/v2/pages', grandchild);
    const upload = await site.upload('administrator', 'file.png', await createImage(4, 4), `?post=${child.id}`);
    const comment = await site.create('/cms/v2/comments', { post: child.id, content: 'Said', status: 'approved' });
    const item = { type: 'post_type', object_id: child.id, status: 'publish' };
    const { id: menuItem } = await site.create('/cms/v2/menu-items', item);
    return { ...child, below: grandchildId, file: upload.body.id, comment: comment.id, menuItem };
  }
  const readAs = async (caller: Caller, path: string) => {
    const { status, body, headers } = await site.request(caller, 'GET', path);
    assert.equal(status, 200, `${caller} ${path}: ${JSON.stringify(body)}`);
    return JSON.stringify([body, headers]);
  };
  const page = async (path: string) =>
    site.service.servePage({
      ...{ method: 'GET', address: path, isBrowser: true, roots: [], from: '192.0.2.1' },
      ...{ cookie: undefined, fields: new URLSearchParams() },
    });

  for (const { name, json, isTrashed } of parents)
    it(`do not reveal the slug of ${name}`, async () => {
      const parent = await site.create('/cms/v2/pages', { title: 'Secret', slug: 'hidden-parent', ...json });
      const child = await makeChild(parent.id);
      if (isTrashed) await site.request('administrator', 'DELETE', `/cms/v2/pages/${parent.id}`);
      const paths = [
        `/cms/v2/pages/${child.id}?_embed`,
        `/cms/v2/pages/${child.below}`,
        `/cms/v2/pages?parent=${child.id}`,
        '/cms/v2/pages?orderby=id&_embed',
        `/cms/v2/search?search=child&_embed`,
        `/cms/v2/comments/${child.comment}`,
        `/cms/v2/comments?post=${child.id}&_embed`,
        `/cms/v2/menu-items/${child.menuItem}?_embed`,
        '/cms/v2/menu-items',
        `/cms/v2/media/${child.file}?_embed`,
        `/cms/v2/media?parent=${child.id}`,
        `/oembed/1.0/embed?url=${encodeURIComponent(`http://site.test/?page_id=${child.id}`)}`,
      ];
      for (const caller of readers)
        for (const path of paths) assert.doesNotMatch(await readAs(caller, path), hidden, path);
      const { body: presented } = await site.request('anonymous', 'GET', `/cms/v2/pages/${child.id}`);
      assert.equal(presented.link, `http://site.test/?page_id=${child.id}`);
      const { body: file } = await site.request('anonymous', 'GET', `/cms/v2/media/${child.file}`);
      assert.equal(file.link, `http://site.test/?attachment_id=${child.file}`);
      // The response for a path that contains a hidden page is the same as for a path that never existed.
      const hiddenResponse = await page('/hidden-parent/child/');
      assert.deepEqual([hiddenResponse?.status, hiddenResponse], [404, await page('/no-parent/child/')]);
      const pageResponse = await page(`/?page_id=${child.id}`);
      assert.equal(pageResponse?.status, 200);
      assert.doesNotMatch(String(pageResponse?.body), hidden);
      // Users who may edit pages may read the future URL.
      const { body: edited } = await site.request('editor', 'GET', `/cms/v2/pages/${child.id}?context=edit`);
      assert.match(edited.link, /\/hidden-parent(__trashed)?\/child\/$/);
      assert.match(edited.permalink_template, /\/hidden-parent(__trashed)?\/%pagename%\/$/);
      for (const id of [child.menuItem])
        await site.request('administrator', 'DELETE', `/cms/v2/menu-items/${id}?force=true`);
      for (const id of [child.below, child.id, parent.id])
        await site.request('administrator', 'DELETE', `/cms/v2/pages/${id}?force=true`);
      assert.deepEqual(site.errors, []);
    });

  it('are presented to all callers as soon as the parent page is published', async () => {
    const parent = await site.create('/cms/v2/pages', { title: 'Parent', slug: 'hidden-parent', status: 'private' });
    const child = await makeChild(parent.id);
    const linkOf = async () => (await site.request('anonymous', 'GET', `/cms/v2/pages/${child.id}`)).body.link;
    assert.equal(await linkOf(), `http://site.test/?page_id=${child.id}`);
    await site.request('administrator', 'POST', `/cms/v2/pages/${parent.id}`, { status: 'publish' });
    assert.equal(await linkOf(), 'http://site.test/hidden-parent/child/');
    assert.equal((await page('/hidden-parent/child/'))?.status, 200);
    await site.request('administrator', 'POST', `/cms/v2/pages/${parent.id}`, { status: 'draft' });
    assert.equal(await linkOf(), `http://site.test/?page_id=${child.id}`);
    assert.equal((await page('/hidden-parent/child/'))?.status, 404);
  });
});
