// Tests menus and their items: targets, cascading deletes and permissions (terms-menus-and-blocks.md §2, §3;
// contract/README.md, decision 9).
import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { describeEachEngine } from './engines.ts';
import { callers } from './permission-rows.ts';
import { openTestSite, type TestSite } from './site.ts';

describeEachEngine('menus', (engine) => {
  let site: TestSite;
  before(async () => {
    site = await openTestSite({
      database: await engine.open(),
      config: { menuLocations: { header: 'Above everything', footer: 'Below everything' } },
    });
  });

  const request = async (method: string, path: string, json?: object) => {
    const response = await site.request('administrator', method, path, json);
    assert.ok(response.status < 300, `${method} ${path}: ${JSON.stringify(response.body)}`);
    return response.body;
  };
  const link = (menus: number | undefined, title: string, more: object = {}) =>
    site.create('/cms/v2/menu-items', { title, url: 'https://example.com/', ...(menus && { menus }), ...more });
  const itemsOf = async (menu: number): Promise<[string, number, number][]> =>
    (await request('GET', `/cms/v2/menu-items?menus=${menu}&context=edit`)).map(
      (item: { title: { raw: string }; menu_order: number; parent: number }) => [
        item.title.raw,
        item.menu_order,
        item.parent,
      ],
    );

  it('number their items consecutively, and keep a requested order', async () => {
    const { id: menu } = await site.create('/cms/v2/menus', { name: 'Numbered' });
    await link(menu, 'a');
    await link(menu, 'b', { menu_order: 7 });
    await link(menu, 'c');
    assert.deepEqual(await itemsOf(menu), [
      ['a', 1, 0],
      ['b', 7, 0],
      ['c', 8, 0],
    ]);
  });

  it('move the child items of a deleted item one level up', async () => {
    const { id: menu } = await site.create('/cms/v2/menus', { name: 'Left' });
    const top = await link(menu, 'top');
    const middle = await link(menu, 'middle', { parent: top.id });
    await link(menu, 'low', { parent: middle.id });
    const removedItem = await request('POST', `/cms/v2/menu-items/${middle.id}`, { menus: 0 });
    assert.equal(removedItem.menus, undefined);
    assert.equal(removedItem.parent, 0);
    assert.deepEqual(await itemsOf(menu), [
      ['top', 1, 0],
      ['low', 3, top.id],
    ]);
    await request('DELETE', `/cms/v2/menu-items/${top.id}?force=true`);
    assert.deepEqual(await itemsOf(menu), [['low', 3, 0]]);
  });

  it('reject a parent that is in another menu or does not exist, and cycles', async () => {
    const { id: menu } = await site.create('/cms/v2/menus', { name: 'Trees' });
    const { id: other } = await site.create('/cms/v2/menus', { name: 'Other trees' });
    const first = await link(menu, 'first');
    const second = await link(menu, 'second', { parent: first.id });
    const elsewhere = await link(other, 'elsewhere');
    for (const parent of [second.id, elsewhere.id, 999_999]) {
      const { status, body } = await site.request('administrator', 'POST', `/cms/v2/menu-items/${first.id}`, {
        parent,
      });
      assert.deepEqual([status, body.code], [400, 'rest_post_invalid_id']);
    }
    assert.equal((await request('POST', `/cms/v2/menu-items/${first.id}`, { parent: first.id })).parent, 0);
  });

  it('have items that change with their targets, and are deleted with them', async () => {
    const page = await site.create('/cms/v2/pages', { title: 'Old & new', slug: 'old', status: 'publish' });
    const category = await site.create('/cms/v2/categories', { name: 'Filed' });
    const toPage = await site.create('/cms/v2/menu-items', { type: 'post_type', object_id: page.id });
    const toTerm = await site.create('/cms/v2/menu-items', { type: 'taxonomy', object_id: category.id });
    assert.deepEqual(
      [toPage.object, toPage.title.rendered, toPage.url],
      ['page', 'Old &#038; new', 'http://site.test/old/'],
    );
    assert.equal(toTerm.url, 'http://site.test/category/filed/');
    await request('POST', `/cms/v2/pages/${page.id}`, { title: 'Newer', slug: 'newer' });
    const followed = await request('GET', `/cms/v2/menu-items/${toPage.id}`);
    assert.deepEqual([followed.title.rendered, followed.url], ['Newer', 'http://site.test/newer/']);
    await request('DELETE', `/cms/v2/pages/${page.id}`);
    assert.equal((await request('GET', `/cms/v2/menu-items/${toPage.id}`)).invalid, true);
    await request('DELETE', `/cms/v2/pages/${page.id}?force=true`);
    await request('DELETE', `/cms/v2/categories/${category.id}?force=true`);
    for (const { id } of [toPage, toTerm])
      assert.equal((await site.request('administrator', 'GET', `/cms/v2/menu-items/${id}`)).status, 404);
  });

  it('link to targets without a URL by their ID', async () => {
    const { id } = await link(undefined, 'Led to');
    const item = await site.create('/cms/v2/menu-items', { type: 'post_type', object_id: id });
    assert.deepEqual([item.object, item.url], ['nav_menu_item', `http://site.test/?p=${id}`]);
    assert.deepEqual(item._links['cms:menu-item-object'], [
      { embeddable: true, href: `http://site.test/rest/cms/v2/menu-items/${id}`, post_type: 'nav_menu_item' },
    ]);
    const menu = await site.create('/cms/v2/menus', { name: 'Led to' });
    const toMenu = await site.create('/cms/v2/menu-items', { type: 'taxonomy', object_id: menu.id });
    assert.deepEqual(toMenu._links['cms:menu-item-object'], [
      { embeddable: true, href: `http://site.test/rest/cms/v2/menus/${menu.id}`, taxonomy: 'nav_menu' },
    ]);
    assert.equal((await site.request('administrator', 'GET', `/cms/v2/menu-items/${item.id}?_embed`)).status, 200);
  });

  it('keep the title and URL of the target when an item becomes a custom link', async () => {
    const page = await site.create('/cms/v2/pages', { title: 'Kept', slug: 'kept', status: 'publish' });
    const { id } = await site.create('/cms/v2/menu-items', { type: 'post_type', object_id: page.id });
    const customLink = await request('POST', `/cms/v2/menu-items/${id}`, { type: 'custom' });
    assert.deepEqual(
      [customLink.title.raw, customLink.url, customLink.object_id],
      ['Kept', 'http://site.test/kept/', id],
    );
  });

  it('contain new top-level pages once, when these are published, if auto_add is set', async () => {
    const { id: menu } = await site.create('/cms/v2/menus', { name: 'Growing', auto_add: true });
    const { id } = await site.create('/cms/v2/pages', { title: 'Draft' });
    await site.create('/cms/v2/pages', { title: 'At once', status: 'publish' });
    await site.create('/cms/v2/pages', { title: 'Below', status: 'publish', parent: id });
    assert.equal((await itemsOf(menu)).length, 1);
    for (const status of ['publish', 'draft', 'publish']) await request('POST', `/cms/v2/pages/${id}`, { status });
    assert.deepEqual(await itemsOf(menu), [
      ['At once', 0, 0],
      ['Draft', 2, 0],
    ]);
    await request('DELETE', `/cms/v2/menus/${menu}?force=true`);
  });

  it('are assigned to locations, each of which has one menu', async () => {
    const { id: one } = await site.create('/cms/v2/menus', { name: 'One', locations: ['header'] });
    const two = await site.create('/cms/v2/menus', { name: 'Two', locations: 'footer,header' });
    assert.deepEqual(two.locations, ['footer', 'header']);
    const locationPaths = two._links['cms:menu-location'].map((each: { href: string; embeddable: boolean }) => {
      assert.ok(each.embeddable);
      return each.href.split('/rest')[1];
    });
    assert.deepEqual(locationPaths, ['/cms/v2/menu-locations/footer', '/cms/v2/menu-locations/header']);
    const publicItem = await request('GET', `/cms/v2/menus/${two.id}?context=embed&_embed=cms:menu-location`);
    assert.deepEqual(
      publicItem._embedded['cms:menu-location'].map(({ name, menu }: { name: string; menu: number }) => [name, menu]),
      [
        ['footer', two.id],
        ['header', two.id],
      ],
    );
    assert.equal((await request('GET', `/cms/v2/menus/${one}`))._links['cms:menu-location'], undefined);
    assert.deepEqual((await request('GET', `/cms/v2/menus/${one}`)).locations, []);
    const locations = await request('GET', '/cms/v2/menu-locations');
    assert.deepEqual(Object.keys(locations), ['header', 'footer']);
    assert.deepEqual([locations.header.menu, locations.header.description], [two.id, 'Above everything']);
    assert.match(locations.header._links['cms:menu'][0].href, new RegExp(`/menus/${two.id}$`));
    await request('DELETE', `/cms/v2/menus/${two.id}?force=true`);
    assert.equal((await request('GET', '/cms/v2/menu-locations/header')).menu, 0);
    const { body } = await site.request('administrator', 'POST', `/cms/v2/menus/${one}`, {
      locations: ['side'],
      name: 'X',
    });
    assert.equal(body.data.details.locations.code, 'rest_invalid_menu_location');
    assert.equal((await request('GET', `/cms/v2/menus/${one}`)).name, 'One', 'no change is applied partially');
  });

  it('are deleted together with their items, and count the published items', async () => {
    const { id: menu } = await site.create('/cms/v2/menus', { name: 'Going' });
    const publicItem = await link(menu, 'shown');
    const hidden = await link(menu, 'hidden', { status: 'draft' });
    assert.deepEqual(
      (await request('GET', '/cms/v2/menus?hide_empty=true&search=Going')).map(({ id }: { id: number }) => id),
      [menu],
    );
    await request('DELETE', `/cms/v2/menus/${menu}?force=true`);
    for (const { id } of [publicItem, hidden])
      assert.equal((await site.request('administrator', 'GET', `/cms/v2/menu-items/${id}`)).status, 404);
    assert.deepEqual(site.errors, []);
  });

  it('reject URLs that execute code, and duplicate names', async () => {
    for (const url of ['javascript:alert(1)', ' \u0001javascript:alert(1)', 'data:text/html,x', 'vbscript:x', ' '])
      assert.equal(
        (await site.request('administrator', 'POST', '/cms/v2/menu-items', { title: 'x', url })).body.data?.details?.url
          .code,
        'rest_invalid_url',
        url,
      );
    const taken = await site.create('/cms/v2/menus', { name: 'Taken' });
    const { id } = await site.create('/cms/v2/menus', { name: 'Free' });
    const errorDataOf = async (method: string, path: string) => {
      const { body } = await site.request('administrator', method, path, { name: 'TAKEN' });
      assert.equal(body.code, 'menu_exists');
      return [body.data, body.additional_data];
    };
    const made = await errorDataOf('POST', '/cms/v2/menus');
    assert.deepEqual(made, [{ status: 400, term_id: taken.id }, [taken.id]]);
    assert.deepEqual(await errorDataOf('PUT', `/cms/v2/menus/${id}`), [{ status: 400 }, undefined]);
  });
});

describe('permissions for menus', () => {
  const readers = [401, 403, 200, 200, 200, 200];
  const managers = [401, 403, 403, 403, 403, 200];

  it('match the table for menus, items and locations', async () => {
    const site = await openTestSite({ config: { menuLocations: { header: 'Above' } } });
    const { id: menu } = await site.create('/cms/v2/menus', { name: 'Secret name' });
    const make = (status: string) =>
      site.create('/cms/v2/menu-items', { title: 'Secret title', url: 'https://example.com/', menus: menu, status });
    const [publicItem, draft] = [await make('publish'), await make('draft')];
    const table: readonly [string, string, readonly number[], object?][] = [
      ['GET', '/cms/v2/menus', readers],
      ['GET', `/cms/v2/menus/${menu}`, readers],
      ['GET', `/cms/v2/menus/${menu}?context=embed`, readers],
      ['GET', '/cms/v2/menus?context=edit', managers],
      ['GET', `/cms/v2/menus/${menu}?context=edit`, managers],
      ['GET', '/cms/v2/menu-locations', managers],
      ['GET', '/cms/v2/menu-locations/header', managers],
      ['GET', '/cms/v2/menu-items', readers],
      ['GET', `/cms/v2/menu-items/${publicItem.id}`, readers],
      ['GET', `/cms/v2/menu-items/${publicItem.id}?context=edit`, managers],
      ['GET', `/cms/v2/menu-items/${draft.id}`, managers],
      ['GET', '/cms/v2/menu-items?status=draft', [400, 400, 400, 400, 400, 200]],
      ['GET', `/cms/v2/menu-items/${publicItem.id}/autosaves`, managers],
      ['POST', `/cms/v2/menu-items/${publicItem.id}/autosaves`, managers, { title: 'Saved' }],
      ['POST', `/cms/v2/menu-items/${publicItem.id}`, managers, { attr_title: 'Hint' }],
      ['POST', `/cms/v2/menus/${menu}`, managers, { description: 'About' }],
      ['POST', '/cms/v2/menus', [401, 403, 403, 403, 403, 201], { name: 'New' }],
      ['POST', '/cms/v2/menu-items', [401, 403, 403, 403, 403, 201], { title: 'x', url: 'https://example.com/' }],
      ['DELETE', `/cms/v2/menu-items/${draft.id}?force=true`, managers],
      ['DELETE', `/cms/v2/menus/${menu}?force=true`, managers],
    ];
    for (const [method, path, statuses, json] of table) {
      for (const [at, caller] of callers.entries()) {
        const { status, body } = await site.request(caller, method, path, json);
        assert.equal(status, statuses[at], `${caller} ${method} ${path}`);
        if (status >= 400) assert.ok(!JSON.stringify(body).includes('Secret'));
        if (caller === 'author' && path === '/cms/v2/menu-items') assert.ok(!JSON.stringify(body).includes('draft'));
      }
    }
    assert.deepEqual(site.errors, []);
    await site.database.close();
  });
});
