// Slugs of private and unpublished pages, which must not appear in responses about public entries below them
// (attacks-and-faults.md, checks 10 and 11).
import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { describeEachEngine } from './engines.ts';
import { type MediaSite, openMediaSite, picture } from './media-site.ts';
import type { Person } from './site.ts';

const parents: readonly { readonly name: string; readonly json: object; readonly isTrashed?: boolean }[] = [
  { name: 'a private page', json: { status: 'private' } },
  { name: 'a draft', json: { status: 'draft' } },
  { name: 'a pending page', json: { status: 'pending' } },
  { name: 'a scheduled page', json: { status: 'future', date: '2099-01-01T00:00:00' } },
  { name: 'a private page in the trash', json: { status: 'private' }, isTrashed: true },
];

const hidden = /hidden-parent/;
const readers = ['anonymous', 'subscriber', 'contributor'] as const satisfies readonly Person[];

describeEachEngine('paths below pages that are not public', (engine) => {
  let site: MediaSite;
  before(async () => {
    site = await openMediaSite({ database: await engine.open() });
    const settings = { menus_public: true, anonymous_comments: true, comment_previously_approved: false };
    await site.service.settings.set(settings);
  });
  after(() => site.close());

  /** A published page below a page, with a file, a comment and a menu item that lead to it. */
  async function makeChild(parent: number) {
    const content = '<!-- wp:page-list /--><!-- wp:post-title {"isLink":true} /-->';
    const json = { title: 'Child page', slug: 'child', status: 'publish', parent, content, comment_status: 'open' };
    const child = await site.make('/cms/v2/pages', json);
    const grandchild = { ...json, title: 'Grandchild page', slug: 'grandchild', parent: child.id };
    const { id: below } = await site.make('/cms/v2/pages', grandchild);
    const upload = await site.upload('administrator', 'file.png', await picture(4, 4), `?post=${child.id}`);
    const comment = await site.make('/cms/v2/comments', { post: child.id, content: 'Said', status: 'approved' });
    const item = { type: 'post_type', object_id: child.id, status: 'publish' };
    const { id: menuItem } = await site.make('/cms/v2/menu-items', item);
    return { ...child, below, file: upload.body.id, comment: comment.id, menuItem };
  }
  const dispatched = async (person: Person, address: string) => {
    const { status, body, headers } = await site.ask(person, 'GET', address);
    assert.equal(status, 200, `${person} ${address}: ${JSON.stringify(body)}`);
    return JSON.stringify([body, headers]);
  };
  const page = async (address: string) =>
    site.service.answerPage({
      ...{ method: 'GET', address, isPerson: true, roots: [], from: '192.0.2.1' },
      ...{ cookie: undefined, fields: new URLSearchParams() },
    });

  for (const { name, json, isTrashed } of parents)
    it(`check 11: do not show the slug of ${name}`, async () => {
      const parent = await site.make('/cms/v2/pages', { title: 'Secret', slug: 'hidden-parent', ...json });
      const child = await makeChild(parent.id);
      if (isTrashed) await site.ask('administrator', 'DELETE', `/cms/v2/pages/${parent.id}`);
      const addresses = [
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
      for (const person of readers)
        for (const address of addresses) assert.doesNotMatch(await dispatched(person, address), hidden, address);
      const { body: shown } = await site.ask('anonymous', 'GET', `/cms/v2/pages/${child.id}`);
      assert.equal(shown.link, `http://site.test/?page_id=${child.id}`);
      const { body: file } = await site.ask('anonymous', 'GET', `/cms/v2/media/${child.file}`);
      assert.equal(file.link, `http://site.test/?attachment_id=${child.file}`);
      // A path that names a hidden page is answered like one that never existed.
      const known = await page('/hidden-parent/child/');
      assert.deepEqual([known?.status, known], [404, await page('/no-parent/child/')]);
      const answered = await page(`/?page_id=${child.id}`);
      assert.equal(answered?.status, 200);
      assert.doesNotMatch(String(answered?.html), hidden);
      // Who edits pages sees where it will be.
      const { body: edited } = await site.ask('editor', 'GET', `/cms/v2/pages/${child.id}?context=edit`);
      assert.match(edited.link, /\/hidden-parent(__trashed)?\/child\/$/);
      assert.match(edited.permalink_template, /\/hidden-parent(__trashed)?\/%pagename%\/$/);
      for (const id of [child.menuItem])
        await site.ask('administrator', 'DELETE', `/cms/v2/menu-items/${id}?force=true`);
      for (const id of [child.below, child.id, parent.id])
        await site.ask('administrator', 'DELETE', `/cms/v2/pages/${id}?force=true`);
      assert.deepEqual(site.faults, []);
    });

  it('come back, for everyone at once, when the page above is published', async () => {
    const parent = await site.make('/cms/v2/pages', { title: 'Parent', slug: 'hidden-parent', status: 'private' });
    const child = await makeChild(parent.id);
    const linkOf = async () => (await site.ask('anonymous', 'GET', `/cms/v2/pages/${child.id}`)).body.link;
    assert.equal(await linkOf(), `http://site.test/?page_id=${child.id}`);
    await site.ask('administrator', 'POST', `/cms/v2/pages/${parent.id}`, { status: 'publish' });
    assert.equal(await linkOf(), 'http://site.test/hidden-parent/child/');
    assert.equal((await page('/hidden-parent/child/'))?.status, 200);
    await site.ask('administrator', 'POST', `/cms/v2/pages/${parent.id}`, { status: 'draft' });
    assert.equal(await linkOf(), `http://site.test/?page_id=${child.id}`);
    assert.equal((await page('/hidden-parent/child/'))?.status, 404);
  });
});
