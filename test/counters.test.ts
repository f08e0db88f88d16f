// Tests that the derived data of entries (counters, term counts, links, paths) stays consistent after any sequence of changes
// (docs/architecture.md, Storage).
import assert from 'node:assert/strict';
import { before, it } from 'node:test';
import fc from 'fast-check';
import { findInconsistencies } from './derived-data.ts';
import { describeEachEngine } from './engines.ts';
import { openTestSite, type TestSite } from './site.ts';

const states = ['publish', 'draft', 'pending', 'private', 'future'] as const;

/** A generator of a change to one of a few posts or pages. */
const change = fc.record({
  type: fc.constantFrom('posts', 'pages'),
  which: fc.nat(4),
  what: fc.constantFrom('change', 'change', 'change', 'trash', 'erase', 'make'),
  status: fc.constantFrom(...states),
  author: fc.constantFrom('author', 'editor', 'contributor'),
  terms: fc.subarray([0, 1, 2]),
  slug: fc.constantFrom('a', 'b', 'b-2', ''),
  parent: fc.nat(4),
});

describeEachEngine('derived data of entries', (engine) => {
  let site: TestSite;
  let terms: number[];
  before(async () => {
    site = await openTestSite({ database: await engine.open() });
    terms = [];
    for (const name of ['One', 'Two', 'Three']) terms.push((await site.create('/cms/v2/categories', { name })).id);
  });

  it('is consistent after any sequence of changes', { timeout: 120_000 }, async () => {
    const run = async (changes: readonly (typeof change extends fc.Arbitrary<infer D> ? D : never)[]) => {
      const made: Record<string, number[]> = { posts: [], pages: [] };
      for (const { type, which, what, status, author, terms: chosen, slug, parent } of changes) {
        const ids = made[type] ?? [];
        const id = ids[which % Math.max(1, ids.length)];
        const json = {
          title: `T${which}`,
          content: `Text ${which}`,
          status,
          slug,
          author: site.ids[author],
          ...(status === 'future' ? { date: '2099-01-01T00:00:00' } : {}),
          ...(type === 'posts' ? { categories: chosen.map((at) => terms[at]) } : { parent: ids[parent] ?? 0 }),
        };
        if (what === 'make' || id === undefined) ids.push((await site.create(`/cms/v2/${type}`, json)).id);
        else if (what === 'change') await site.request('administrator', 'POST', `/cms/v2/${type}/${id}`, json);
        else if (what === 'trash') await site.request('administrator', 'DELETE', `/cms/v2/${type}/${id}`);
        else {
          await site.request('administrator', 'DELETE', `/cms/v2/${type}/${id}?force=true`);
          ids.splice(ids.indexOf(id), 1);
        }
      }
      assert.deepEqual(site.errors, []);
      assert.deepEqual(await findInconsistencies(site.database.read), {});
    };
    await fc.assert(fc.asyncProperty(fc.array(change, { minLength: 5, maxLength: 25 }), run), { numRuns: 25 });
  });

  it('is consistent after concurrent identical writes', async () => {
    const same = { title: 'At once', status: 'publish' };
    const responses = await Promise.all(
      Array.from({ length: 12 }, () => site.request('author', 'POST', '/cms/v2/posts', same)),
    );
    assert.deepEqual([...new Set(responses.map(({ status }) => status))], [201]);
    assert.equal(new Set(responses.map(({ body }) => body.slug)).size, 12, 'each entry has a unique slug');
    const tags = await Promise.all(
      Array.from({ length: 8 }, () => site.request('editor', 'POST', '/cms/v2/tags', { name: 'At once' })),
    );
    assert.deepEqual(tags.map(({ status }) => status).sort(), [201, 400, 400, 400, 400, 400, 400, 400]);
    const [id] = responses.map(({ body }) => body.id);
    await Promise.all(
      Array.from({ length: 10 }, (_, n) =>
        site.request('editor', 'POST', `/cms/v2/posts/${id}`, {
          title: `Turn ${n}`,
          status: n % 2 ? 'draft' : 'publish',
        }),
      ),
    );
    assert.deepEqual(site.errors, []);
    assert.deepEqual(await findInconsistencies(site.database.read), {});
  });
  it('is consistent after the deletion of a category whose posts get the default category', async () => {
    const { id } = await site.create('/cms/v2/categories', { name: 'Deleted' });
    for (const status of ['publish', 'publish', 'draft'])
      await site.create('/cms/v2/posts', { title: 'Moved', status, categories: [id] });
    const { default_category: standard } = (await site.request('administrator', 'GET', '/cms/v2/settings')).body;
    const countOf = async () => (await site.request('anonymous', 'GET', `/cms/v2/categories/${standard}`)).body.count;
    const before = await countOf();
    const { status } = await site.request('administrator', 'DELETE', `/cms/v2/categories/${id}?force=true`);
    assert.equal(status, 200);
    assert.equal(await countOf(), before + 2);
    assert.deepEqual(await findInconsistencies(site.database.read), {});
  });
});
