// Menus and their items: what they follow, what goes with what, and who may (terms-menus-and-blocks.md §2, §3;
// contract/README.md, decision 9).
import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { describeEachEngine } from './engines.ts';
import { openTestSite, type TestSite } from './site.ts';
import { people } from './who-may.ts';

describeEachEngine('menus', (engine) => {
  let site: TestSite;
  before(async () => {
    site = await openTestSite({
      database: await engine.open(),
      config: { menuLocations: { header: 'Above everything', footer: 'Below everything' } },
    });
  });

  const ask = async (method: string, address: string, json?: object) => {
    const answer = await site.ask('administrator', method, address, json);
    assert.ok(answer.status < 300, `${method} ${address}: ${JSON.stringify(answer.body)}`);
    return answer.body;
  };
  const link = (menus: number | undefined, title: string, more: object = {}) =>
    site.make('/cms/v2/menu-items', { title, url: 'https://example.com/', ...(menus && { menus }), ...more });
  const itemsOf = async (menu: number): Promise<[string, number, number][]> =>
    (await ask('GET', `/cms/v2/menu-items?menus=${menu}&context=edit`)).map(
      (item: { title: { raw: string }; menu_order: number; parent: number }) => [
        item.title.raw,
        item.menu_order,
        item.parent,
      ],
    );

  it('number their items behind each other, and keep an order that is asked for', async () => {
    const { id: menu } = await site.make('/cms/v2/menus', { name: 'Numbered' });
    await link(menu, 'a');
    await link(menu, 'b', { menu_order: 7 });
    await link(menu, 'c');
    assert.deepEqual(await itemsOf(menu), [
      ['a', 1, 0],
      ['b', 7, 0],
      ['c', 8, 0],
    ]);
  });

  it('let an item leave, and what is below it come into its place', async () => {
    const { id: menu } = await site.make('/cms/v2/menus', { name: 'Left' });
    const top = await link(menu, 'top');
    const middle = await link(menu, 'middle', { parent: top.id });
    await link(menu, 'low', { parent: middle.id });
    const left = await ask('POST', `/cms/v2/menu-items/${middle.id}`, { menus: 0 });
    assert.equal(left.menus, undefined);
    assert.equal(left.parent, 0);
    assert.deepEqual(await itemsOf(menu), [
      ['top', 1, 0],
      ['low', 3, top.id],
    ]);
    await ask('DELETE', `/cms/v2/menu-items/${top.id}?force=true`);
    assert.deepEqual(await itemsOf(menu), [['low', 3, 0]]);
  });

  it('refuse a parent of another menu, one that is not there, and a circle', async () => {
    const { id: menu } = await site.make('/cms/v2/menus', { name: 'Trees' });
    const { id: other } = await site.make('/cms/v2/menus', { name: 'Other trees' });
    const first = await link(menu, 'first');
    const second = await link(menu, 'second', { parent: first.id });
    const elsewhere = await link(other, 'elsewhere');
    for (const parent of [second.id, elsewhere.id, 999_999]) {
      const { status, body } = await site.ask('administrator', 'POST', `/cms/v2/menu-items/${first.id}`, { parent });
      assert.deepEqual([status, body.code], [400, 'rest_post_invalid_id']);
    }
    assert.equal((await ask('POST', `/cms/v2/menu-items/${first.id}`, { parent: first.id })).parent, 0);
  });

  it('have items that follow what they lead to, and go with it', async () => {
    const page = await site.make('/cms/v2/pages', { title: 'Old & new', slug: 'old', status: 'publish' });
    const category = await site.make('/cms/v2/categories', { name: 'Filed' });
    const toPage = await site.make('/cms/v2/menu-items', { type: 'post_type', object_id: page.id });
    const toTerm = await site.make('/cms/v2/menu-items', { type: 'taxonomy', object_id: category.id });
    assert.deepEqual(
      [toPage.object, toPage.title.rendered, toPage.url],
      ['page', 'Old &#038; new', 'http://site.test/old/'],
    );
    assert.equal(toTerm.url, 'http://site.test/category/filed/');
    await ask('POST', `/cms/v2/pages/${page.id}`, { title: 'Newer', slug: 'newer' });
    const followed = await ask('GET', `/cms/v2/menu-items/${toPage.id}`);
    assert.deepEqual([followed.title.rendered, followed.url], ['Newer', 'http://site.test/newer/']);
    await ask('DELETE', `/cms/v2/pages/${page.id}`);
    assert.equal((await ask('GET', `/cms/v2/menu-items/${toPage.id}`)).invalid, true);
    await ask('DELETE', `/cms/v2/pages/${page.id}?force=true`);
    await ask('DELETE', `/cms/v2/categories/${category.id}?force=true`);
    for (const { id } of [toPage, toTerm])
      assert.equal((await site.ask('administrator', 'GET', `/cms/v2/menu-items/${id}`)).status, 404);
  });

  it('lead to what has no address of its own by its number', async () => {
    const { id } = await link(undefined, 'Led to');
    const item = await site.make('/cms/v2/menu-items', { type: 'post_type', object_id: id });
    assert.deepEqual([item.object, item.url], ['nav_menu_item', `http://site.test/?p=${id}`]);
    assert.deepEqual(item._links['cms:menu-item-object'], [
      { embeddable: true, href: `http://site.test/rest/cms/v2/menu-items/${id}`, post_type: 'nav_menu_item' },
    ]);
    const menu = await site.make('/cms/v2/menus', { name: 'Led to' });
    const toMenu = await site.make('/cms/v2/menu-items', { type: 'taxonomy', object_id: menu.id });
    assert.deepEqual(toMenu._links['cms:menu-item-object'], [
      { embeddable: true, href: `http://site.test/rest/cms/v2/menus/${menu.id}`, taxonomy: 'nav_menu' },
    ]);
    assert.equal((await site.ask('administrator', 'GET', `/cms/v2/menu-items/${item.id}?_embed`)).status, 200);
  });

  it('keep the title and address of what an item led to when it becomes a link of its own', async () => {
    const page = await site.make('/cms/v2/pages', { title: 'Kept', slug: 'kept', status: 'publish' });
    const { id } = await site.make('/cms/v2/menu-items', { type: 'post_type', object_id: page.id });
    const own = await ask('POST', `/cms/v2/menu-items/${id}`, { type: 'custom' });
    assert.deepEqual([own.title.raw, own.url, own.object_id], ['Kept', 'http://site.test/kept/', id]);
  });

  it('take up pages that are published at the top, once, where they are told to', async () => {
    const { id: menu } = await site.make('/cms/v2/menus', { name: 'Growing', auto_add: true });
    const { id } = await site.make('/cms/v2/pages', { title: 'Draft' });
    await site.make('/cms/v2/pages', { title: 'At once', status: 'publish' });
    await site.make('/cms/v2/pages', { title: 'Below', status: 'publish', parent: id });
    assert.equal((await itemsOf(menu)).length, 1);
    for (const status of ['publish', 'draft', 'publish']) await ask('POST', `/cms/v2/pages/${id}`, { status });
    assert.deepEqual(await itemsOf(menu), [
      ['At once', 0, 0],
      ['Draft', 2, 0],
    ]);
    await ask('DELETE', `/cms/v2/menus/${menu}?force=true`);
  });

  it('are shown at places, each of which holds one', async () => {
    const { id: one } = await site.make('/cms/v2/menus', { name: 'One', locations: ['header'] });
    const two = await site.make('/cms/v2/menus', { name: 'Two', locations: 'footer,header' });
    assert.deepEqual(two.locations, ['footer', 'header']);
    const placed = two._links['cms:menu-location'].map((each: { href: string; embeddable: boolean }) => {
      assert.ok(each.embeddable);
      return each.href.split('/rest')[1];
    });
    assert.deepEqual(placed, ['/cms/v2/menu-locations/footer', '/cms/v2/menu-locations/header']);
    const shown = await ask('GET', `/cms/v2/menus/${two.id}?context=embed&_embed=cms:menu-location`);
    assert.deepEqual(
      shown._embedded['cms:menu-location'].map(({ name, menu }: { name: string; menu: number }) => [name, menu]),
      [
        ['footer', two.id],
        ['header', two.id],
      ],
    );
    assert.equal((await ask('GET', `/cms/v2/menus/${one}`))._links['cms:menu-location'], undefined);
    assert.deepEqual((await ask('GET', `/cms/v2/menus/${one}`)).locations, []);
    const places = await ask('GET', '/cms/v2/menu-locations');
    assert.deepEqual(Object.keys(places), ['header', 'footer']);
    assert.deepEqual([places.header.menu, places.header.description], [two.id, 'Above everything']);
    assert.match(places.header._links['cms:menu'][0].href, new RegExp(`/menus/${two.id}$`));
    await ask('DELETE', `/cms/v2/menus/${two.id}?force=true`);
    assert.equal((await ask('GET', '/cms/v2/menu-locations/header')).menu, 0);
    const { body } = await site.ask('administrator', 'POST', `/cms/v2/menus/${one}`, {
      locations: ['side'],
      name: 'X',
    });
    assert.equal(body.data.details.locations.code, 'rest_invalid_menu_location');
    assert.equal((await ask('GET', `/cms/v2/menus/${one}`)).name, 'One', 'nothing is half done');
  });

  it('take their items with them, and count what is published', async () => {
    const { id: menu } = await site.make('/cms/v2/menus', { name: 'Going' });
    const shown = await link(menu, 'shown');
    const hidden = await link(menu, 'hidden', { status: 'draft' });
    assert.deepEqual(
      (await ask('GET', '/cms/v2/menus?hide_empty=true&search=Going')).map(({ id }: { id: number }) => id),
      [menu],
    );
    await ask('DELETE', `/cms/v2/menus/${menu}?force=true`);
    for (const { id } of [shown, hidden])
      assert.equal((await site.ask('administrator', 'GET', `/cms/v2/menu-items/${id}`)).status, 404);
    assert.deepEqual(site.faults, []);
  });

  it('refuse addresses that could run something, and names that are taken', async () => {
    for (const url of ['javascript:alert(1)', ' \u0001javascript:alert(1)', 'data:text/html,x', 'vbscript:x', ' '])
      assert.equal(
        (await site.ask('administrator', 'POST', '/cms/v2/menu-items', { title: 'x', url })).body.data?.details?.url
          .code,
        'rest_invalid_url',
        url,
      );
    const taken = await site.make('/cms/v2/menus', { name: 'Taken' });
    const { id } = await site.make('/cms/v2/menus', { name: 'Free' });
    const refused = async (method: string, address: string) => {
      const { body } = await site.ask('administrator', method, address, { name: 'TAKEN' });
      assert.equal(body.code, 'menu_exists');
      return [body.data, body.additional_data];
    };
    const made = await refused('POST', '/cms/v2/menus');
    assert.deepEqual(made, [{ status: 400, term_id: taken.id }, [taken.id]]);
    assert.deepEqual(await refused('PUT', `/cms/v2/menus/${id}`), [{ status: 400 }, undefined]);
  });
});

describe('who may see and change menus', () => {
  const readers = [401, 403, 200, 200, 200, 200];
  const keepers = [401, 403, 403, 403, 403, 200];

  it('is as the table says, for menus, items and places', async () => {
    const site = await openTestSite({ config: { menuLocations: { header: 'Above' } } });
    const { id: menu } = await site.make('/cms/v2/menus', { name: 'Secret name' });
    const make = (status: string) =>
      site.make('/cms/v2/menu-items', { title: 'Secret title', url: 'https://example.com/', menus: menu, status });
    const [shown, draft] = [await make('publish'), await make('draft')];
    const table: readonly [string, string, readonly number[], object?][] = [
      ['GET', '/cms/v2/menus', readers],
      ['GET', `/cms/v2/menus/${menu}`, readers],
      ['GET', `/cms/v2/menus/${menu}?context=embed`, readers],
      ['GET', '/cms/v2/menus?context=edit', keepers],
      ['GET', `/cms/v2/menus/${menu}?context=edit`, keepers],
      ['GET', '/cms/v2/menu-locations', keepers],
      ['GET', '/cms/v2/menu-locations/header', keepers],
      ['GET', '/cms/v2/menu-items', readers],
      ['GET', `/cms/v2/menu-items/${shown.id}`, readers],
      ['GET', `/cms/v2/menu-items/${shown.id}?context=edit`, keepers],
      ['GET', `/cms/v2/menu-items/${draft.id}`, keepers],
      ['GET', '/cms/v2/menu-items?status=draft', [400, 400, 400, 400, 400, 200]],
      ['GET', `/cms/v2/menu-items/${shown.id}/autosaves`, keepers],
      ['POST', `/cms/v2/menu-items/${shown.id}/autosaves`, keepers, { title: 'Saved' }],
      ['POST', `/cms/v2/menu-items/${shown.id}`, keepers, { attr_title: 'Hint' }],
      ['POST', `/cms/v2/menus/${menu}`, keepers, { description: 'About' }],
      ['POST', '/cms/v2/menus', [401, 403, 403, 403, 403, 201], { name: 'New' }],
      ['POST', '/cms/v2/menu-items', [401, 403, 403, 403, 403, 201], { title: 'x', url: 'https://example.com/' }],
      ['DELETE', `/cms/v2/menu-items/${draft.id}?force=true`, keepers],
      ['DELETE', `/cms/v2/menus/${menu}?force=true`, keepers],
    ];
    for (const [method, address, statuses, json] of table) {
      for (const [at, person] of people.entries()) {
        const { status, body } = await site.ask(person, method, address, json);
        assert.equal(status, statuses[at], `${person} ${method} ${address}`);
        if (status >= 400) assert.ok(!JSON.stringify(body).includes('Secret'));
        if (person === 'author' && address === '/cms/v2/menu-items') assert.ok(!JSON.stringify(body).includes('draft'));
      }
    }
    assert.deepEqual(site.faults, []);
    await site.database.close();
  });
});
