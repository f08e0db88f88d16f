// Tests of the site search (protocol.md §18) on every database engine.
import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { describeEachEngine } from '../../../test/engines.ts';
import { callers } from '../../../test/permission-rows.ts';
import { type Caller, openTestSite, type TestSite } from '../../../test/site.ts';

describeEachEngine('search', (engine) => {
  let site: TestSite;
  const ids: Record<string, number> = {};
  const terms: Record<string, number> = {};
  before(async () => {
    site = await openTestSite({
      database: await engine.open(),
      config: {
        types: [
          { name: 'recipe', restBase: 'recipes', noun: { one: 'recipe', many: 'recipes' } },
          { name: 'note', restBase: 'notes', noun: { one: 'note', many: 'notes' }, hasPages: false },
        ],
        taxonomies: [
          { name: 'mood', restBase: 'moods', noun: { one: 'mood', many: 'moods' }, types: ['note'], hasPages: false },
        ],
      },
    });
    const publish = async (name: string, collection: string, more: object) => {
      const date = `2024-01-${String(Object.keys(ids).length + 1).padStart(2, '0')}T00:00:00`;
      ids[name] = (await site.create(`/cms/v2/${collection}`, { status: 'publish', date, ...more })).id;
    };
    await publish('alpha', 'posts', { title: 'Alpha lighthouse', content: 'x', sticky: true });
    await publish('inside', 'posts', { title: 'Within & "without"', content: 'A lighthouse, too.', format: 'aside' });
    await publish('page', 'pages', { title: 'Gamma lighthouse', content: 'x' });
    await publish('recipe', 'recipes', { title: 'Lighthouse stew', content: 'x' });
    await publish('note', 'notes', { title: 'A lighthouse note', content: 'x' });
    await publish('locked', 'posts', { title: 'Locked lighthouse', content: 'x', password: 'key' });
    await site.create('/cms/v2/posts', { title: 'Draft lighthouse', content: 'x', format: 'chat' });
    await site.create('/cms/v2/posts', { title: 'Private lighthouse', content: 'x', status: 'private' });
    for (const [collection, name] of [
      ['categories', 'Lighthouses'],
      ['tags', 'Old lighthouses'],
      ['moods', 'Sad lighthouse'],
    ])
      terms[collection as string] = (await site.create(`/cms/v2/${collection}`, { name })).id;
  });
  after(() => assert.deepEqual(site.errors, []));

  const search = (query: string, user: Caller = 'anonymous') => site.request(user, 'GET', `/cms/v2/search?${query}`);
  const found = async (query: string, user?: Caller): Promise<string> => {
    const { body, status } = await search(query, user);
    assert.equal(status, 200, JSON.stringify(body));
    const known = query.startsWith('type=term') ? terms : ids;
    const names = new Map(Object.entries(known).map(([name, id]) => [id, name]));
    return body.map(({ id }: { id: number }) => names.get(id) ?? id).join(' ');
  };

  it('finds published entries, with matches in titles first, then by date', async () => {
    assert.equal(await found('search=lighthouse'), 'recipe page alpha inside');
    assert.equal(await found('search=LIGHT gam'), 'page');
    assert.equal(await found('search=lighthouse -gamma'), 'recipe alpha inside');
    assert.equal(await found('search="lighthouse, too"'), 'inside');
    assert.equal(await found('search=nothingatall'), '');
    // A new site also contains a welcome post.
    assert.match(await found(''), /^\d+ locked recipe page inside alpha$/);
  });

  it('filters results by type, ignoring case', async () => {
    assert.equal(await found('search=lighthouse&subtype=post'), 'alpha inside');
    assert.equal(await found('search=lighthouse&subtype=Page,recipe'), 'recipe page');
    assert.equal(await found('search=lighthouse&subtype[]=page&subtype[]=any'), 'recipe page alpha inside');
    for (const posts of ['', 'category'])
      assert.equal(await found(`search=lighthouse&subtype=${posts}`), 'alpha inside', 'posts are the default');
    for (const unknown of ['note', 'nothing', 'attachment', 'mood', 'post,nothing']) {
      const { status, body } = await search(`subtype=${unknown}`);
      assert.deepEqual([status, body.data.details.subtype.code], [400, 'rest_not_in_enum'], unknown);
    }
  });

  it('includes and excludes results by ID; include takes precedence and does not affect the order', async () => {
    assert.equal(await found(`include=${ids.alpha},${ids.page}`), 'page alpha');
    assert.equal(await found(`search=lighthouse&exclude=${ids.alpha},${ids.page}`), 'recipe inside');
    assert.equal(await found(`include=${ids.alpha},${ids.page}&exclude=${ids.page}`), 'page alpha');
  });

  it('finds protected entries by words only for callers who may edit them, and without words for everyone', async () => {
    const seen = await Promise.all(callers.map(async (user) => (await found('search=locked', user)) === 'locked'));
    assert.deepEqual(seen, [false, false, false, false, true, true]);
    const { body } = await search(`include=${ids.locked}`);
    assert.equal(body[0].title, 'Locked lighthouse');
  });

  it('presents a result with its links, and embeds the entry', async () => {
    const { body } = await search(`include=${ids.inside}&_embed`);
    const { _links, _embedded, ...result } = body[0];
    assert.deepEqual(result, {
      id: ids.inside,
      title: 'Within &#038; &#8220;without&#8221;',
      url: 'http://site.test/within-without/',
      type: 'post',
      subtype: 'post',
    });
    const rest = 'http://site.test/rest/cms/v2';
    assert.deepEqual(_links, {
      self: [{ embeddable: true, href: `${rest}/posts/${ids.inside}`, targetHints: { allow: ['GET'] } }],
      about: [{ href: `${rest}/types/post` }],
      collection: [{ href: `${rest}/search` }],
    });
    const itself = await site.request('anonymous', 'GET', `/cms/v2/posts/${ids.inside}?context=embed`);
    assert.deepEqual(_embedded.self, [itself.body]);
    const forEditor = (await search(`include=${ids.page}`, 'editor')).body[0];
    assert.deepEqual(forEditor._links.self[0].targetHints.allow, ['GET', 'POST', 'PUT', 'PATCH', 'DELETE']);
  });

  it('returns totals that match the pages, and a total of 0 beyond the last page', async () => {
    for (const query of ['search=lighthouse', '', 'subtype=post', 'type=term', 'type=term&search=lighthouse']) {
      const first = await search(`${query}&per_page=1`);
      const total = Number(first.headers['X-CMS-Total']);
      const all = (await search(`${query}&per_page=100`)).body.length;
      assert.equal(total, all, query);
      assert.ok(total > 1, query);
    }
    const beyond = await search('search=lighthouse&page=7&per_page=2');
    assert.deepEqual([beyond.status, beyond.body, beyond.headers['X-CMS-Total']], [200, [], '0']);
    assert.match(beyond.headers.Link ?? '', /page=6[^,]*; rel="prev"$/);
  });

  it('finds terms by name and slug, sorted by name, in taxonomies with pages', async () => {
    assert.equal(await found('type=term&search=lighthouse'), 'categories tags');
    assert.equal(await found('type=term&search=old-light'), 'tags');
    assert.equal(await found('type=term&search=lighthouse&subtype=page,category'), 'categories');
    assert.equal(await found('type=term&search=lighthouse&subtype=page'), 'categories tags');
    assert.equal(await found(`type=term&exclude=${terms.categories}&search=lighthouse`), 'tags');
    const { body } = await search('type=term&search=old');
    const { _links, ...result } = body[0];
    assert.deepEqual(result, {
      id: terms.tags,
      title: 'Old lighthouses',
      url: 'http://site.test/tag/old-lighthouses/',
      type: 'post_tag',
    });
    assert.equal(_links.about[0].href, 'http://site.test/rest/cms/v2/taxonomies/post_tag');
    const beyond = await search('type=term&search=lighthouse&page=2');
    assert.deepEqual([beyond.status, beyond.body.code], [400, 'rest_search_invalid_page_number']);
    assert.deepEqual((await search('type=term&search=nothingatall&page=2')).body, []);
  });

  it('finds the formats of published posts', async () => {
    const { body, headers } = await search('type=post-format');
    const collection = [{ href: 'http://site.test/rest/cms/v2/search' }];
    const aside = { id: 'aside', title: 'Aside', url: 'http://site.test/type/aside/', type: 'post-format' };
    assert.deepEqual([headers['X-CMS-Total'], body], ['1', [{ ...aside, _links: { collection } }]]);
    assert.equal((await search('type=post-format&search=ASI&include=5')).body.length, 1);
    assert.equal((await search('type=post-format&search=chat')).body.length, 0);
    assert.equal((await search('type=post-format&page=2')).body.code, 'rest_search_invalid_page_number');
  });

  it('rejects invalid parameters', async () => {
    for (const query of ['type=nothing', 'context=edit', 'include=x', 'page=0', 'per_page=101']) {
      const { status, body, headers } = await search(query);
      assert.deepEqual([status, body.code, headers.Allow], [400, 'rest_invalid_param', 'GET'], query);
    }
  });
});
