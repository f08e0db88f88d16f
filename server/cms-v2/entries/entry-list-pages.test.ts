// Tests that a page read from a cursor contains the same entries as the page at the same offset, in every order, also after writes.
import assert from 'node:assert/strict';
import { before, it } from 'node:test';
import { describeEachEngine } from '../../../test/engines.ts';
import { openTestSite, type TestSite } from '../../../test/site.ts';

const postCount = 160;

describeEachEngine('the pages of a long list', (engine) => {
  let site: TestSite;
  let tag: number;
  const statements: string[] = [];
  before(async () => {
    site = await openTestSite({ database: await engine.open({ onStatement: (sql) => statements.push(sql) }) });
    tag = (await site.create('/cms/v2/tags', { name: 'Long' })).id;
    for (let n = 0; n < postCount; n += 1) {
      // There are few dates, titles and slug prefixes, so that most entries share their sort key with others.
      const date = `2020-01-0${1 + (n % 3)}T00:00:00`;
      const more = { title: `Title ${n % 4}`, slug: `slug-${(n * 7) % postCount}`, tags: n % 2 ? [tag] : [] };
      await site.create('/cms/v2/posts', { status: n % 16 ? 'publish' : 'draft', date, ...more });
    }
  });

  async function page(query: string): Promise<number[]> {
    const { status, body } = await site.request('administrator', 'GET', `/cms/v2/posts?_fields=id&${query}`);
    assert.equal(status, 200, query);
    return (body as { id: number }[]).map(({ id }) => id);
  }

  /** Returns a list, read in pages of 100. No page starts at a cursor, because offsets below 100 use no cursors. */
  const whole = async (query: string): Promise<number[]> => [
    ...(await page(`${query}&per_page=100`)),
    ...(await page(`${query}&per_page=100&offset=99`)).slice(1),
  ];

  for (const query of [
    '',
    'order=asc',
    'orderby=id',
    'orderby=id&order=asc',
    'orderby=title',
    'orderby=slug&order=asc',
    'orderby=author',
    'orderby=parent&order=asc',
    'orderby=modified',
    'status=publish,draft',
    'status=publish,draft&orderby=title&order=asc',
    'author=1',
    'after=2020-01-01T12:00:00&orderby=date',
  ])
    it(`equal the slices of the whole list when they are requested in sequence or in any order: ${query || 'defaults'}`, async () => {
      const all = await whole(query);
      assert.ok(all.length > 100 && new Set(all).size === all.length);
      for (const size of [7, 33])
        for (let at = 98; at < all.length; at += size)
          assert.deepEqual(await page(`${query}&per_page=${size}&offset=${at}`), all.slice(at, at + size));
      for (const at of [140, 101, 120, 100, 140])
        assert.deepEqual(await page(`${query}&per_page=10&offset=${at}`), all.slice(at, at + 10));
    });

  it('reflect concurrent writes', async () => {
    const all = await whole('');
    const laterPage = () => page('per_page=5&offset=120');
    assert.deepEqual(await laterPage(), all.slice(120, 125));
    await site.request('administrator', 'DELETE', `/cms/v2/posts/${all[3]}?force=true`);
    assert.deepEqual(await laterPage(), all.slice(121, 126));
    await site.request('administrator', 'POST', `/cms/v2/posts/${all[121]}`, { date: '2021-01-01T00:00:00' });
    assert.deepEqual(await laterPage(), [all[120], ...all.slice(122, 126)]);
  });

  it('are read from the nearer end of the list', async () => {
    const directionsAt = async (offset: number): Promise<string[]> => {
      await site.create('/cms/v2/posts', { title: 'New', status: 'publish', date: '2022-01-01T00:00:00' });
      statements.length = 0;
      assert.equal((await page(`per_page=5&offset=${offset}`)).length, 5);
      return statements.flatMap((sql) => /from "entries".* "entries"\."date" (asc|desc)/.exec(sql)?.[1] ?? []);
    };
    const total = (await whole('')).length;
    assert.deepEqual(await directionsAt(total - 20), ['asc']);
    // Cursors need more than a hundred entries before the page, which must be less than a half of the list here.
    for (let n = total; n < 260; n += 1) await site.create('/cms/v2/posts', { title: 'New', status: 'publish' });
    assert.deepEqual(await directionsAt(101), ['desc']);
    assert.deepEqual(await directionsAt(200), ['asc']);
  });

  it('do not start at cursors of other callers', async () => {
    const drafts = '/cms/v2/posts?_fields=id&status=publish,draft&offset=110&per_page=1';
    assert.equal((await site.request('administrator', 'GET', drafts)).status, 200);
    const asAuthor = await site.request('author', 'GET', '/cms/v2/posts?_fields=id&context=edit&offset=110&per_page=1');
    const asEditor = await site.request('editor', 'GET', '/cms/v2/posts?_fields=id&context=edit&offset=110&per_page=1');
    assert.notDeepEqual(asAuthor.body, asEditor.body);
  });
});
