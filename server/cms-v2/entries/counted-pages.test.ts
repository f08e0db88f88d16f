// Tests that totals which are counted together with a page are those of the whole list, and that nothing is counted twice.
import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { describeEachEngine } from '../../../test/engines.ts';
import { openTestSite, type TestSite } from '../../../test/site.ts';

describeEachEngine('a page of a list with its total', (engine) => {
  let site: TestSite;
  let statements: string[] = [];
  const ids: number[] = [];

  before(async () => {
    site = await openTestSite({ database: await engine.open({ onStatement: (text) => statements.push(text) }) });
    for (let n = 0; n < 12; n += 1) {
      const fields = { title: `${n % 3} zyzzyva ${n}`, content: n % 2 ? 'odd' : 'even', status: 'publish' };
      const date = `2020-01-01T00:00:${10 + n}`;
      ids.unshift((await site.create('/cms/v2/posts', { ...fields, date })).id);
    }
    // The word is rare among these newer posts, so that searches use the index.
    for (let n = 0; n < 100; n += 1)
      await site.create('/cms/v2/posts', { title: `Other ${n}`, content: 'other', status: 'publish' });
  });
  after(() => assert.deepEqual(site.errors, []));

  const list = async (query: string) => {
    statements = [];
    const { body, headers } = await site.request('anonymous', 'GET', `/cms/v2/posts?_fields=id&${query}`);
    const found = Array.isArray(body) ? body.map((post: { id: number }) => post.id) : body;
    return { found, total: headers['X-CMS-Total'] };
  };
  const counting = () => statements.filter((text) => /count\(\*\)|entry_counts/.test(text)).length;

  it('is complete for each page of a search', async () => {
    for (const query of ['search=zyzzyva', 'search=zyzzyva&order=asc', 'search=zyzzyva&orderby=id'])
      for (let page = 1; page <= 3; page += 1) {
        const sorted = query.includes('asc') ? ids.toReversed() : ids;
        const expected = sorted.slice((page - 1) * 5, page * 5);
        assert.deepEqual(await list(`${query}&per_page=5&page=${page}`), { found: expected, total: '12' }, query);
      }
    assert.deepEqual(await list('search=zyzzyva&per_page=12'), { found: ids, total: '12' });
    const all = await list('search=zyzzyva&per_page=5&orderby=relevance');
    assert.deepEqual([all.found.length, all.total], [5, '12']);
  });

  it('counts only the entries that meet all conditions', async () => {
    const odd = ids.filter((_, at) => at % 2 === 0);
    assert.deepEqual(await list('search=zyzzyva odd&per_page=2'), { found: odd.slice(0, 2), total: '6' });
    assert.deepEqual(await list('search=zyzzyva -odd&per_page=2').then(({ total }) => total), '6');
    assert.deepEqual(await list(`search=zyzzyva&exclude=${ids[0]}&per_page=2`), {
      found: ids.slice(1, 3),
      total: '11',
    });
    const after = '2020-01-01T00:00:15';
    assert.deepEqual(await list(`search=zyzzyva&after=${after}&per_page=2`), { found: ids.slice(0, 2), total: '6' });
    assert.equal((await list('search=zyzzyva&author=999&per_page=2')).total, '0');
  });

  it('is found with one statement that counts, and cached until entries change', async () => {
    site.database.changes.recordUnknownChange();
    await list('search=zyzzyva&per_page=3');
    assert.equal(counting(), 1, 'a search');
    await list('search=zyzzyva&per_page=3&page=2');
    assert.equal(counting(), 0, 'the next page');
    await list('per_page=10');
    assert.equal(counting(), 1, 'all entries');
    assert.equal((await list('per_page=10&page=2')).total, '113');
    assert.equal(counting(), 0, 'the next page of all entries');
  });

  it('includes an entry after its creation, and none that was deleted', async () => {
    const added = await site.create('/cms/v2/posts', { title: 'zyzzyva', status: 'publish' });
    assert.deepEqual(await list('search=zyzzyva&per_page=1'), { found: [added.id], total: '13' });
    assert.equal((await list('per_page=10')).total, '114');
    await site.request('administrator', 'DELETE', `/cms/v2/posts/${added.id}?force=true`);
    assert.deepEqual(await list('search=zyzzyva&per_page=1'), { found: [ids[0]], total: '12' });
    assert.equal((await list('per_page=10')).total, '113');
  });
});
