// What searches look through: what the caller may read, of long texts the beginning, and of long terms the beginning.
import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { maxSearchedLength } from '../server/database/searched-text.ts';
import { statement } from '../server/database/statement.ts';
import { describeEachEngine } from './engines.ts';
import { openTestSite, type Person, type TestSite } from './site.ts';

const searched = statement((q) => q.selectFrom('entry_text').select(['entry_id', 'content', 'indexed']));

describeEachEngine('a search', (engine) => {
  let site: TestSite;
  before(async () => {
    site = await openTestSite({ database: await engine.open() });
    // More than a sample, so that the index is asked for rare words.
    for (let n = 0; n < 110; n += 1)
      await site.make('/cms/v2/posts', { title: `Common ${n}`, content: 'common words', status: 'publish' });
  });

  const found = async (search: string, query = '', person: Person = 'anonymous'): Promise<number[]> => {
    const address = `/cms/v2/posts?search=${encodeURIComponent(search)}&per_page=100&_fields=id${query}`;
    const { status, body } = await site.ask(person, 'GET', address);
    assert.equal(status, 200, JSON.stringify(body));
    return body.map(({ id }: { id: number }) => id);
  };
  const rowOf = async (id: number) =>
    (await site.database.read.all(searched, {})).find(({ entry_id }) => entry_id === id);

  it('finds an entry as it comes and goes', async () => {
    const { id } = await site.make('/cms/v2/posts', { title: 'Wandering', content: 'quizzical', status: 'draft' });
    const put = (status: string) => site.ask('administrator', 'POST', `/cms/v2/posts/${id}`, { status });
    assert.equal((await rowOf(id))?.indexed, 0);
    assert.deepEqual(await found('quizzical'), []);
    assert.deepEqual(await found('quizzical', '&status=draft', 'administrator'), [id]);
    assert.deepEqual(await found('quizzical', '&status=any', 'administrator'), [id]);
    await put('publish');
    assert.equal((await rowOf(id))?.indexed, 1);
    assert.deepEqual(await found('quizzical'), [id]);
    assert.deepEqual(await found('quizzical', '&status=any', 'administrator'), [id]);
    await site.ask('administrator', 'POST', `/cms/v2/posts/${id}`, { content: 'perplexing' });
    assert.deepEqual(await found('quizzical'), []);
    assert.deepEqual(await found('perplexing'), [id]);
    await put('draft');
    assert.deepEqual(await found('perplexing'), []);
    await put('publish');
    assert.deepEqual(await found('perplexing'), [id]);
    await site.ask('administrator', 'DELETE', `/cms/v2/posts/${id}?force=true`);
    assert.deepEqual(await found('perplexing'), []);
  });

  it('counts and orders common, rare and unwanted words alike, whichever way they are found', async () => {
    const { id } = await site.make('/cms/v2/posts', { title: 'Rarity', content: 'common rarity', status: 'publish' });
    const total = async (query: string) =>
      Number((await site.ask('anonymous', 'GET', `/cms/v2/posts?${query}`)).headers['X-CMS-Total']);
    assert.equal(await total('search=common&per_page=1'), 111);
    assert.equal(await total('search=common%20-rarity&per_page=1'), 110);
    assert.equal(await total('search=-common&per_page=1'), await total('search=-common&per_page=100'));
    assert.deepEqual(await found('rarity'), [id]);
    for (const order of ['relevance', 'date', 'title']) {
      const pages: number[] = [];
      for (let page = 1; page <= 4; page += 1) {
        const { body } = await site.ask(
          'anonymous',
          'GET',
          `/cms/v2/posts?search=common&orderby=${order}&per_page=30&page=${page}&_fields=id`,
        );
        pages.push(...body.map((post: { id: number }) => post.id));
      }
      assert.equal(new Set(pages).size, 111, `each entry once by ${order}`);
      // It has the word in its content alone.
      if (order === 'relevance') assert.equal(pages.at(-1), id);
    }
    assert.equal((await site.ask('anonymous', 'GET', '/cms/v2/posts?search=-common&orderby=relevance')).status, 200);
    await site.ask('administrator', 'DELETE', `/cms/v2/posts/${id}?force=true`);
  });

  it('looks for the first 200 characters of a term, all of them', async () => {
    const term = `${'long '.repeat(39)}term`;
    const { id } = await site.make('/cms/v2/posts', { title: 'Terms', content: `x ${term} x`, status: 'publish' });
    const other = { title: 'Begins alike', content: `x ${term.slice(0, -1)} x`, status: 'publish' };
    await site.make('/cms/v2/posts', other);
    assert.deepEqual(await found(`"${term}"`), [id]);
    assert.deepEqual(await found(`"${term} and more that is not looked at`), [id]);
    assert.deepEqual(await found(`${term.padEnd(200)} not looked at`), [id]);
  });

  describe('of long texts', () => {
    const content = `${'a'.repeat(maxSearchedLength.content)} behind`;

    it('looks through the beginning', async () => {
      const { id } = await site.make('/cms/v2/posts', {
        title: 'Long',
        content: `before ${content}`,
        status: 'publish',
      });
      assert.equal((await rowOf(id))?.content.length, maxSearchedLength.content);
      assert.deepEqual(await found('before aaa'), [id]);
      assert.deepEqual(await found('aaa behind'), []);
    });

    it('takes no time for those that the caller may not read', async () => {
      const hidden = { title: 'Hidden', content: 'b'.repeat(1_000_000), status: 'draft' };
      await site.make('/cms/v2/posts', hidden, 'contributor');
      const before = process.cpuUsage();
      assert.deepEqual(await found('b'.repeat(1600)), []);
      const { user, system } = process.cpuUsage(before);
      assert.ok(user + system < 1_000_000, `${(user + system) / 1000} ms`);
    });
  });
});
