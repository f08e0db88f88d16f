// Menu items whose target a caller may not read, and menus for everyone (additions.md, menus_public; contract/README.md,
// decision 6; attacks-and-faults.md, checks 10 and 11).
import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { describeEachEngine } from './engines.ts';
import { type MediaSite, openMediaSite, picture } from './media-site.ts';
import type { Person } from './site.ts';
import { people } from './who-may.ts';

/** Who sees an item that leads to something, in the order of `people`. Anonymous callers and subscribers: with `menus_public`. */
type Seen = readonly [boolean, boolean, boolean, boolean, boolean, boolean];
const everyone: Seen = [true, true, true, true, true, true];
const editors: Seen = [false, false, false, false, true, true];
const editorsAndAuthor: Seen = [false, false, false, true, true, true];

interface Target {
  readonly name: string;
  readonly seen: Seen;
  /** Makes the target; gives what an item sends to lead to it. */
  make(site: MediaSite): Promise<object>;
}

const entry =
  (
    type: string,
    json: object,
    person: Person = 'administrator',
    end?: (site: MediaSite, id: number) => Promise<unknown>,
  ) =>
  async (site: MediaSite) => {
    const { id } = await site.make(`/cms/v2/${type}`, json, person);
    await end?.(site, id);
    return { type: 'post_type', object_id: id };
  };
const file = (name: string, status: string) => async (site: MediaSite) => {
  const page = await site.make('/cms/v2/pages', { title: 'Above', status });
  const bytes = await picture(4, 4);
  const { status: answered, body } = await site.upload('administrator', `${name}.png`, bytes, `?post=${page.id}`);
  assert.equal(answered, 201, JSON.stringify(body));
  return { type: 'post_type', object_id: body.id };
};
const hidden = { title: 'Hidden words', slug: 'hidden-words' };
const trash = (site: MediaSite, id: number) => site.ask('administrator', 'DELETE', `/cms/v2/posts/${id}`);

const targets: readonly Target[] = [
  { name: 'a file that belongs to a published page', seen: everyone, make: file('Shown file', 'publish') },
  {
    name: 'a category',
    seen: everyone,
    make: async (site) => ({
      type: 'taxonomy',
      object_id: (await site.make('/cms/v2/categories', { name: 'Filed' })).id,
    }),
  },
  { name: 'a published page', seen: everyone, make: entry('pages', { title: 'Shown', status: 'publish' }) },
  {
    name: 'a published page with a password',
    seen: everyone,
    make: entry('pages', { title: 'Locked', status: 'publish', password: 'x' }),
  },
  { name: 'a private page', seen: editors, make: entry('pages', { ...hidden, status: 'private' }) },
  { name: 'a draft', seen: editors, make: entry('posts', hidden) },
  { name: 'a pending post', seen: editors, make: entry('posts', { ...hidden, status: 'pending' }) },
  {
    name: 'a scheduled post',
    seen: editors,
    make: entry('posts', { ...hidden, status: 'future', date: '2099-01-01T00:00:00' }),
  },
  {
    name: 'a post in the trash',
    seen: editors,
    make: entry('posts', { ...hidden, status: 'publish' }, 'administrator', trash),
  },
  { name: "an author's own draft", seen: editorsAndAuthor, make: entry('posts', hidden, 'author') },
  { name: 'a file that belongs to a draft', seen: editors, make: file('hidden-file', 'draft') },
  {
    name: 'a navigation that is a draft',
    seen: [false, false, false, false, false, true],
    make: entry('navigation', { title: 'Hidden navigation' }),
  },
  { name: 'the archive of a type', seen: everyone, make: async () => ({ type: 'post_type_archive', object: 'post' }) },
  { name: 'an address', seen: everyone, make: async () => ({ title: 'Out', url: 'https://example.com/' }) },
  {
    name: 'an entry that does not exist',
    seen: everyone,
    make: async () => ({ type: 'post_type', object: 'page', object_id: 987_654 }),
  },
];

describeEachEngine('menu items', (engine) => {
  let site: MediaSite;
  let statements = 0;
  let menu = 0;
  const items: { readonly id: number; readonly target: Target }[] = [];
  const viewers = people.filter((person) => person !== 'anonymous' && person !== 'subscriber');

  before(async () => {
    const database = await engine.open({ onStatement: () => (statements += 1) });
    site = await openMediaSite({
      database,
      config: { menuLocations: { header: 'Above' }, roles: { designer: ['read', 'edit_theme_options'] } },
    });
    menu = (await site.make('/cms/v2/menus', { name: 'Main', locations: ['header'] })).id;
    for (const target of targets) {
      const item = await site.make('/cms/v2/menu-items', {
        ...(await target.make(site)),
        menus: menu,
        status: 'publish',
      });
      items.push({ id: item.id, target });
    }
  });

  after(() => site.close());

  const setPublic = (isPublic: boolean) => site.service.settings.set({ menus_public: isPublic });
  const seenBy = (person: (typeof people)[number]) =>
    items.filter(({ target }) => target.seen[people.indexOf(person)]).map(({ id }) => id);
  const list = (person: Person, query = '') =>
    site.ask(person, 'GET', `/cms/v2/menu-items?menus=${menu}&_embed${query}`);

  /** Checks what one caller sees: lists with totals and pages, single items, and that nothing else of hidden targets appears. */
  async function assertSees(person: (typeof people)[number]): Promise<void> {
    const seen = seenBy(person);
    const hasHidden = seen.length < items.length;
    for (const query of ['', '&search=', '&orderby=date&order=asc', '&context=embed', `&exclude=${items[0]?.id}`]) {
      const { status, body, headers } = await list(person, query);
      assert.equal(status, 200, `${person} ${query}: ${JSON.stringify(body)}`);
      const expected = query.includes('exclude') ? seen.slice(1) : seen;
      assert.deepEqual(
        body.map(({ id }: { id: number }) => id),
        expected,
        `${person} ${query}`,
      );
      assert.equal(headers['X-CMS-Total'], String(expected.length));
      if (person !== 'editor' && person !== 'administrator' && person !== 'author')
        assert.doesNotMatch(JSON.stringify(body), /hidden/i, person);
    }
    const pages = await list(person, '&per_page=2');
    assert.deepEqual(
      [pages.headers['X-CMS-Total'], pages.headers['X-CMS-TotalPages']],
      [String(seen.length), String(Math.ceil(seen.length / 2))],
    );
    const included = items.map(({ id }) => id).join();
    const { body: all, headers } = await site.ask(
      person,
      'GET',
      `/cms/v2/menu-items?include=${included}&orderby=include`,
    );
    assert.deepEqual([all.length, headers['X-CMS-Total']], [seen.length, String(seen.length)]);
    for (const { id, target } of items) {
      const { status, body } = await site.ask(person, 'GET', `/cms/v2/menu-items/${id}`);
      const isSeen = seen.includes(id);
      const code = person === 'anonymous' ? 401 : 403;
      assert.equal(status, isSeen ? 200 : code, `${person}: ${target.name}`);
      if (!isSeen) {
        assert.equal(body.code, 'rest_forbidden');
        assert.doesNotMatch(JSON.stringify(body), /hidden/i);
      }
    }
    assert.equal(hasHidden, person !== 'administrator');
  }

  it('check 10: are shown to those who may read what they lead to, and counted for them alone', async () => {
    for (const person of viewers) await assertSees(person);
  });

  it('are for those who write, and the error names the setting that changes that', async () => {
    const addresses = ['/cms/v2/menus', '/cms/v2/menu-items', `/cms/v2/menus/${menu}`, '/cms/v2/menu-locations'];
    for (const address of addresses) {
      const { status, body } = await site.ask('anonymous', 'GET', address);
      assert.deepEqual([status, body.code], [401, 'rest_cannot_view'], address);
      assert.match(body.message, /menus_public/);
    }
  });

  it('are for everyone where menus_public says so: menus, published items, locations', async () => {
    await setPublic(true);
    for (const person of people) await assertSees(person);
    for (const person of ['anonymous', 'subscriber'] as const) {
      const get = async (address: string) => {
        const { status, body } = await site.ask(person, 'GET', address);
        assert.equal(status, 200, `${person} ${address}: ${JSON.stringify(body)}`);
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
      const [shown] = items;
      assert.equal((await get(`/cms/v2/menus?post=${shown?.id}`))[0].id, menu);
      const embedded = (await get(`/cms/v2/menu-items/${shown?.id}?_embed`))._embedded;
      assert.equal(embedded['cms:term'][0][0]?.name ?? embedded['cms:term'][0].name, 'Main');
    }
  });

  it('stay unchangeable, and drafts unseen, where menus_public says so', async () => {
    const draft = await site.make('/cms/v2/menu-items', {
      title: 'Hidden words',
      url: '/x',
      menus: menu,
      status: 'draft',
    });
    for (const person of ['anonymous', 'subscriber', 'contributor'] as const) {
      const code = person === 'anonymous' ? 401 : 403;
      const refused: readonly [string, string, number, object?][] = [
        ['GET', `/cms/v2/menu-items/${draft.id}`, code],
        ['GET', '/cms/v2/menu-items?status=draft', 400],
        ['GET', '/cms/v2/menu-items?context=edit', code],
        ['GET', '/cms/v2/menus?context=edit', code],
        ['POST', `/cms/v2/menu-items/${draft.id}`, code, { title: 'x' }],
        ['POST', `/cms/v2/menus/${menu}`, code, { name: 'x' }],
        ['DELETE', `/cms/v2/menus/${menu}?force=true`, code],
      ];
      for (const [method, address, status, json] of refused) {
        const answer = await site.ask(person, method, address, json);
        assert.equal(answer.status, status, `${person} ${method} ${address}`);
        assert.doesNotMatch(JSON.stringify(answer.body), /hidden/i);
      }
      assert.doesNotMatch(JSON.stringify((await list(person)).body), /hidden/i);
    }
    await site.ask('administrator', 'DELETE', `/cms/v2/menu-items/${draft.id}?force=true`);
  });

  it('appear and disappear with what they lead to, also for anonymous readers', async () => {
    const page = await site.make('/cms/v2/pages', { title: 'Changing', status: 'publish' });
    const item = { type: 'post_type', object_id: page.id, menus: menu, status: 'publish' };
    const { id } = await site.make('/cms/v2/menu-items', item);
    const isListed = async () => (await list('anonymous')).body.some((each: { id: number }) => each.id === id);
    for (const status of ['publish', 'private', 'publish', 'draft']) {
      await site.ask('administrator', 'POST', `/cms/v2/pages/${page.id}`, { status });
      assert.equal(await isListed(), status === 'publish', status);
    }
    await site.ask('administrator', 'DELETE', `/cms/v2/menu-items/${id}?force=true`);
  });

  it('show those who manage menus, but may not read everything, that there is an item, and nothing of its target', async () => {
    const user = { username: 'designer', email: 'designer@site.test', password: 'correct horse', roles: ['designer'] };
    const { id } = await site.make('/cms/v2/users', user);
    const { password } = await site.make(`/cms/v2/users/${id}/application-passwords`, { name: 'tests' });
    const authorization = `Basic ${Buffer.from(`designer:${password}`).toString('base64')}`;
    const ask = (method: string, address: string, json?: object) =>
      site.ask('anonymous', method, address, json, { authorization });
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

  it('take as many statements however many there are', async () => {
    const count = async (query: string) => {
      await list('anonymous', query);
      statements = 0;
      await list('anonymous', `${query}&_fields=id,title,url`);
      return statements;
    };
    // Both pages have items that lead to an entry with a parent and to a term, and another page behind them.
    assert.equal(await count('&per_page=2'), await count(`&per_page=${seenBy('anonymous').length - 1}`));
  });

  it('are closed again when menus_public is taken back', async () => {
    await setPublic(false);
    for (const person of ['anonymous', 'subscriber'] as const)
      assert.equal((await list(person)).body.code, 'rest_cannot_view');
    assert.deepEqual(site.faults, []);
  });
});
