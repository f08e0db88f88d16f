// Tests menu items whose target the caller may not read, and public menus (additions.md, menus_public; contract/README.md,
// decision 6; docs/deviations.md, Revisions, menus, navigation).
import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { describeEachEngine } from './engines.ts';
import { createImage, type MediaSite, openMediaSite } from './media-site.ts';
import { callers } from './permission-rows.ts';
import type { Caller } from './site.ts';

/**
 * Visibility of a menu item for each caller, in the order of `callers`. The values for anonymous callers and subscribers apply
 * if `menus_public` is set.
 */
type Visibility = readonly [boolean, boolean, boolean, boolean, boolean, boolean];
const visibleToAll: Visibility = [true, true, true, true, true, true];
const editors: Visibility = [false, false, false, false, true, true];
const editorsAndAuthor: Visibility = [false, false, false, true, true, true];

interface Target {
  readonly name: string;
  readonly visibleTo: Visibility;
  /** Creates the target and returns the fields of a menu item that refers to it. */
  make(site: MediaSite): Promise<object>;
}

const entry =
  (
    type: string,
    json: object,
    caller: Caller = 'administrator',
    afterCreate?: (site: MediaSite, id: number) => Promise<unknown>,
  ) =>
  async (site: MediaSite) => {
    const { id } = await site.create(`/cms/v2/${type}`, json, caller);
    await afterCreate?.(site, id);
    return { type: 'post_type', object_id: id };
  };
const file = (name: string, status: string) => async (site: MediaSite) => {
  const page = await site.create('/cms/v2/pages', { title: 'Above', status });
  const bytes = await createImage(4, 4);
  const { status: uploadStatus, body } = await site.upload('administrator', `${name}.png`, bytes, `?post=${page.id}`);
  assert.equal(uploadStatus, 201, JSON.stringify(body));
  return { type: 'post_type', object_id: body.id };
};
const hidden = { title: 'Hidden words', slug: 'hidden-words' };
const trash = (site: MediaSite, id: number) => site.request('administrator', 'DELETE', `/cms/v2/posts/${id}`);

const targets: readonly Target[] = [
  { name: 'a file that belongs to a published page', visibleTo: visibleToAll, make: file('Shown file', 'publish') },
  {
    name: 'a category',
    visibleTo: visibleToAll,
    make: async (site) => ({
      type: 'taxonomy',
      object_id: (await site.create('/cms/v2/categories', { name: 'Filed' })).id,
    }),
  },
  { name: 'a published page', visibleTo: visibleToAll, make: entry('pages', { title: 'Shown', status: 'publish' }) },
  {
    name: 'a published page with a password',
    visibleTo: visibleToAll,
    make: entry('pages', { title: 'Locked', status: 'publish', password: 'x' }),
  },
  { name: 'a private page', visibleTo: editors, make: entry('pages', { ...hidden, status: 'private' }) },
  { name: 'a draft', visibleTo: editors, make: entry('posts', hidden) },
  { name: 'a pending post', visibleTo: editors, make: entry('posts', { ...hidden, status: 'pending' }) },
  {
    name: 'a scheduled post',
    visibleTo: editors,
    make: entry('posts', { ...hidden, status: 'future', date: '2099-01-01T00:00:00' }),
  },
  {
    name: 'a post in the trash',
    visibleTo: editors,
    make: entry('posts', { ...hidden, status: 'publish' }, 'administrator', trash),
  },
  { name: "an author's own draft", visibleTo: editorsAndAuthor, make: entry('posts', hidden, 'author') },
  { name: 'a file that belongs to a draft', visibleTo: editors, make: file('hidden-file', 'draft') },
  {
    name: 'a navigation that is a draft',
    visibleTo: [false, false, false, false, false, true],
    make: entry('navigation', { title: 'Hidden navigation' }),
  },
  {
    name: 'the archive of a type',
    visibleTo: visibleToAll,
    make: async () => ({ type: 'post_type_archive', object: 'post' }),
  },
  { name: 'a URL', visibleTo: visibleToAll, make: async () => ({ title: 'Out', url: 'https://example.com/' }) },
  {
    name: 'an entry that does not exist',
    visibleTo: visibleToAll,
    make: async () => ({ type: 'post_type', object: 'page', object_id: 987_654 }),
  },
];

describeEachEngine('menu items', (engine) => {
  let site: MediaSite;
  let statements = 0;
  let menu = 0;
  const items: { readonly id: number; readonly target: Target }[] = [];
  const viewers = callers.filter((caller) => caller !== 'anonymous' && caller !== 'subscriber');

  before(async () => {
    const database = await engine.open({ onStatement: () => (statements += 1) });
    site = await openMediaSite({
      database,
      config: { menuLocations: { header: 'Above' }, roles: { designer: ['read', 'edit_theme_options'] } },
    });
    menu = (await site.create('/cms/v2/menus', { name: 'Main', locations: ['header'] })).id;
    for (const target of targets) {
      const item = await site.create('/cms/v2/menu-items', {
        ...(await target.make(site)),
        menus: menu,
        status: 'publish',
      });
      items.push({ id: item.id, target });
    }
  });

  after(() => site.close());

  const setPublic = (isPublic: boolean) => site.service.settings.set({ menus_public: isPublic });
  const visibleItemsOf = (caller: (typeof callers)[number]) =>
    items.filter(({ target }) => target.visibleTo[callers.indexOf(caller)]).map(({ id }) => id);
  const list = (caller: Caller, query = '') =>
    site.request(caller, 'GET', `/cms/v2/menu-items?menus=${menu}&_embed${query}`);

  /**
   * Asserts that lists, totals, pages and single items contain exactly the menu items that are visible to a caller, and, for
   * callers below the role `author`, no data of hidden targets.
   */
  async function assertVisibleItems(caller: (typeof callers)[number]): Promise<void> {
    const visibleTo = visibleItemsOf(caller);
    const hasHidden = visibleTo.length < items.length;
    for (const query of ['', '&search=', '&orderby=date&order=asc', '&context=embed', `&exclude=${items[0]?.id}`]) {
      const { status, body, headers } = await list(caller, query);
      assert.equal(status, 200, `${caller} ${query}: ${JSON.stringify(body)}`);
      const expected = query.includes('exclude') ? visibleTo.slice(1) : visibleTo;
      assert.deepEqual(
        body.map(({ id }: { id: number }) => id),
        expected,
        `${caller} ${query}`,
      );
      assert.equal(headers['X-CMS-Total'], String(expected.length));
      if (caller !== 'editor' && caller !== 'administrator' && caller !== 'author')
        assert.doesNotMatch(JSON.stringify(body), /hidden/i, caller);
    }
    const pages = await list(caller, '&per_page=2');
    assert.deepEqual(
      [pages.headers['X-CMS-Total'], pages.headers['X-CMS-TotalPages']],
      [String(visibleTo.length), String(Math.ceil(visibleTo.length / 2))],
    );
    const included = items.map(({ id }) => id).join();
    const { body: all, headers } = await site.request(
      caller,
      'GET',
      `/cms/v2/menu-items?include=${included}&orderby=include`,
    );
    assert.deepEqual([all.length, headers['X-CMS-Total']], [visibleTo.length, String(visibleTo.length)]);
    for (const { id, target } of items) {
      const { status, body } = await site.request(caller, 'GET', `/cms/v2/menu-items/${id}`);
      const isVisible = visibleTo.includes(id);
      const code = caller === 'anonymous' ? 401 : 403;
      assert.equal(status, isVisible ? 200 : code, `${caller}: ${target.name}`);
      if (!isVisible) {
        assert.equal(body.code, 'rest_forbidden');
        assert.doesNotMatch(JSON.stringify(body), /hidden/i);
      }
    }
    assert.equal(hasHidden, caller !== 'administrator');
  }

  it('are visible and counted only for callers who may read their targets', async () => {
    for (const caller of viewers) await assertVisibleItems(caller);
  });

  it('require permission to edit posts, and the error names the setting that makes them public', async () => {
    const addresses = ['/cms/v2/menus', '/cms/v2/menu-items', `/cms/v2/menus/${menu}`, '/cms/v2/menu-locations'];
    for (const path of addresses) {
      const { status, body } = await site.request('anonymous', 'GET', path);
      assert.deepEqual([status, body.code], [401, 'rest_cannot_view'], path);
      assert.match(body.message, /menus_public/);
    }
  });

  it('are public with menus_public: menus, published items and locations', async () => {
    await setPublic(true);
    for (const caller of callers) await assertVisibleItems(caller);
    for (const caller of ['anonymous', 'subscriber'] as const) {
      const get = async (path: string) => {
        const { status, body } = await site.request(caller, 'GET', path);
        assert.equal(status, 200, `${caller} ${path}: ${JSON.stringify(body)}`);
        return body;
      };
      assert.equal((await get('/cms/v2/menu-locations')).header.menu, menu);
      assert.equal((await get('/cms/v2/menu-locations/header?_embed'))._embedded['cms:menu'][0].name, 'Main');
      assert.deepEqual(
        (await get('/cms/v2/menus')).map(({ name }: { name: string }) => name),
        ['Main'],
      );
      const withLocation = await get(`/cms/v2/menus/${menu}?_embed`);
      assert.equal(withLocation._embedded['cms:menu-location'][0].name, 'header');
      const [firstItem] = items;
      assert.equal((await get(`/cms/v2/menus?post=${firstItem?.id}`))[0].id, menu);
      const embedded = (await get(`/cms/v2/menu-items/${firstItem?.id}?_embed`))._embedded;
      assert.equal(embedded['cms:term'][0][0]?.name ?? embedded['cms:term'][0].name, 'Main');
    }
  });

  it('remain protected from changes, and drafts hidden, with menus_public', async () => {
    const draft = await site.create('/cms/v2/menu-items', {
      title: 'Hidden words',
      url: '/x',
      menus: menu,
      status: 'draft',
    });
    for (const caller of ['anonymous', 'subscriber', 'contributor'] as const) {
      const code = caller === 'anonymous' ? 401 : 403;
      const rejected: readonly [string, string, number, object?][] = [
        ['GET', `/cms/v2/menu-items/${draft.id}`, code],
        ['GET', '/cms/v2/menu-items?status=draft', 400],
        ['GET', '/cms/v2/menu-items?context=edit', code],
        ['GET', '/cms/v2/menus?context=edit', code],
        ['POST', `/cms/v2/menu-items/${draft.id}`, code, { title: 'x' }],
        ['POST', `/cms/v2/menus/${menu}`, code, { name: 'x' }],
        ['DELETE', `/cms/v2/menus/${menu}?force=true`, code],
      ];
      for (const [method, path, status, json] of rejected) {
        const response = await site.request(caller, method, path, json);
        assert.equal(response.status, status, `${caller} ${method} ${path}`);
        assert.doesNotMatch(JSON.stringify(response.body), /hidden/i);
      }
      assert.doesNotMatch(JSON.stringify((await list(caller)).body), /hidden/i);
    }
    await site.request('administrator', 'DELETE', `/cms/v2/menu-items/${draft.id}?force=true`);
  });

  it('appear and disappear with their targets, even for anonymous callers', async () => {
    const page = await site.create('/cms/v2/pages', { title: 'Changing', status: 'publish' });
    const item = { type: 'post_type', object_id: page.id, menus: menu, status: 'publish' };
    const { id } = await site.create('/cms/v2/menu-items', item);
    const isListed = async () => (await list('anonymous')).body.some((each: { id: number }) => each.id === id);
    for (const status of ['publish', 'private', 'publish', 'draft']) {
      await site.request('administrator', 'POST', `/cms/v2/pages/${page.id}`, { status });
      assert.equal(await isListed(), status === 'publish', status);
    }
    await site.request('administrator', 'DELETE', `/cms/v2/menu-items/${id}?force=true`);
  });

  it('without a readable target are visible to users who manage menus, but without data of the target', async () => {
    const user = { username: 'designer', email: 'designer@site.test', password: 'correct horse', roles: ['designer'] };
    const { id } = await site.create('/cms/v2/users', user);
    const { password } = await site.create(`/cms/v2/users/${id}/application-passwords`, { name: 'tests' });
    const authorization = `Basic ${Buffer.from(`designer:${password}`).toString('base64')}`;
    const ask = (method: string, path: string, json?: object) =>
      site.request('anonymous', method, path, json, { authorization });
    const { status, body } = await ask('GET', `/cms/v2/menu-items?menus=${menu}&context=edit&_embed`);
    assert.equal(status, 200);
    assert.equal(body.length, items.length);
    assert.doesNotMatch(JSON.stringify(body), /hidden.(words|file)/i);
    const draft = items.find(({ target }) => target.name === 'a draft')?.id;
    const item = body.find((each: { id: number }) => each.id === draft);
    assert.deepEqual([item.title.rendered, item.url, item.invalid], [`#${item.object_id} (no title)`, '', true]);
    assert.equal((await ask('GET', `/cms/v2/menu-items/${draft}`)).status, 200);
    for (const json of [
      { menu_order: item.menu_order },
      { type: 'custom', url: '/x' },
      { type: 'post_type', object: 'post', object_id: item.object_id, title: '' },
    ]) {
      const changed = await ask('POST', `/cms/v2/menu-items/${draft}`, json);
      assert.equal(changed.status, 200, JSON.stringify(changed.body));
      assert.doesNotMatch(JSON.stringify(changed.body), /hidden.(words|file)/i);
    }
  });

  it('take the same number of SQL statements for any number of items', async () => {
    const count = async (query: string) => {
      await list('anonymous', query);
      statements = 0;
      await list('anonymous', `${query}&_fields=id,title,url`);
      return statements;
    };
    // On both pages, items refer to an entry with a parent and to a term, and another page follows.
    assert.equal(await count('&per_page=2'), await count(`&per_page=${visibleItemsOf('anonymous').length - 1}`));
  });

  it('are protected again when menus_public is disabled', async () => {
    await setPublic(false);
    for (const caller of ['anonymous', 'subscriber'] as const)
      assert.equal((await list(caller)).body.code, 'rest_cannot_view');
    assert.deepEqual(site.errors, []);
  });
});
