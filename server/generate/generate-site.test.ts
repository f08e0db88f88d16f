import assert from 'node:assert/strict';
import { test } from 'node:test';
import { describeEachEngine } from '../../test/engines.ts';
import { type Dump, dumpSite, withoutIds } from '../../test/import/dump-site.ts';
import { openTestSite, type TestSite } from '../../test/import/site.ts';
import { EntryWriter } from '../cms-v2/entries/entry-writer.ts';
import { findEntryTerms } from '../cms-v2/entries/terms-store.ts';
import { statement } from '../database/statement.ts';
import { GenerateError, generateSite } from './generate-site.ts';
import { createChoices } from './posts.ts';

const stored = statement((q) =>
  q
    .selectFrom('entries')
    .selectAll()
    .where('guid', 'like', 'urn:octavo:%' as never)
    .orderBy('date'),
);

/** Returns all data of a site except the progress of `octavo generate`. */
const contentOf = async ({ database }: TestSite): Promise<Omit<Dump, 'imported'>> => {
  const { imported: _imported, ...content } = withoutIds(await dumpSite(database.read));
  return content;
};

describeEachEngine('a synthetic site', (engine) => {
  const generate = async (seed: number, posts: number, batch?: number) => {
    const site = await openTestSite(await engine.open());
    await generateSite({ ...site, recipe: { seed, posts }, ...(batch ? { batch } : {}) });
    return site;
  };
  const sites = new Map<string, Promise<TestSite>>();
  /** Returns a generated site, which several tests share. They do not change it. */
  const generated = (seed: number, posts: number): Promise<TestSite> => {
    const key = `${seed} ${posts}`;
    const site = sites.get(key) ?? generate(seed, posts);
    sites.set(key, site);
    return site;
  };

  test('has categories, tags, authors and published posts of four paragraphs over fifteen years', async () => {
    const { database } = await generated(5, 57);
    const posts = await database.read.all(stored, {});
    assert.equal(posts.length, 57);
    assert.ok(
      posts.every((post) => post.status === 'publish' && post.content.split('<!-- wp:paragraph -->').length === 5),
    );
    assert.ok(posts.every((post) => post.content.length > 1800 && post.content.length < 3200));
    assert.equal(posts.at(-1)?.date, '2025-12-31T12:00:00');
    assert.ok((posts[0]?.date ?? '') > '2011-01-01' && (posts[0]?.date ?? '') < '2011-06-01');
    const dump = await dumpSite(database.read);
    const terms = (taxonomy: string) => dump.terms.filter((term) => term.taxonomy === taxonomy);
    assert.equal(terms('category').length, 50 + 1);
    assert.ok(terms('category').some((term) => Number(term.parent) > 0));
    assert.equal(terms('post_tag').length, 500);
    assert.equal(dump.users.length, 20 + 1);
    const links = await findEntryTerms(database.read, [posts[0]?.id ?? 0]);
    assert.deepEqual(links.map((link) => link.taxonomy).sort(), ['category', 'post_tag', 'post_tag', 'post_tag']);
  });

  test('has the rare word in exactly ten posts, regardless of their number', async () => {
    for (const posts of [10, 11, 57]) {
      const site = await generated(5, posts);
      const found = (await site.get('/cms/v2/posts?search=zyzzyva&per_page=100')) as unknown[];
      assert.equal(found.length, 10, `${posts} posts`);
    }
  });

  test('depends only on the seed and the number of posts', async () => {
    const first = await contentOf(await generated(4, 30));
    assert.deepEqual(await contentOf(await generate(4, 30, 4)), first);
    const other = await contentOf(await generated(2, 30));
    assert.notDeepEqual(other.entries, first.entries);
  });

  test('equals a site whose posts are saved one by one', async () => {
    const site = await generated(2, 30);
    const bulk = await contentOf(site);
    const rows = await site.database.read.all(stored, {});
    const single = await openTestSite(await engine.open());
    await single.database.transaction(async (tx) => {
      await createChoices(tx, single.service, 2, 'a hash');
      const { types, taxonomies } = single.service.contract;
      const type = types.get('post');
      assert.ok(type);
      for (const { id, slug, path: _path, slug_before_trash: _trash, ...entry } of rows) {
        const carried = await findEntryTerms(site.database.read, [id]);
        const chosen = [...taxonomies.values()].map(
          (taxonomy) =>
            [taxonomy, carried.filter((term) => term.taxonomy === taxonomy.name).map((term) => term.term_id)] as const,
        );
        await new EntryWriter([]).create(tx, type, {
          entry,
          choice: { slug, mustBeFree: true },
          terms: new Map(chosen),
          guid: () => '',
        });
      }
    });
    assert.deepEqual(await contentOf(single), bulk);
  });

  test('is completed by another run after an interruption', async () => {
    const site = await openTestSite(await engine.open());
    const recipe = { seed: 4, posts: 30 };
    const interrupt = () => {
      throw new Error('interrupted');
    };
    await assert.rejects(generateSite({ ...site, recipe, batch: 7, onPosts: interrupt }), /interrupted/);
    assert.equal(await generateSite({ ...site, recipe, batch: 7 }), 23);
    assert.equal(await generateSite({ ...site, recipe, batch: 7 }), 0);
    assert.deepEqual(await contentOf(site), await contentOf(await generated(4, 30)));
  });

  test('is not generated with too few posts, or when posts of the seed already exist', async () => {
    const site = await generated(4, 30);
    await assert.rejects(generateSite({ ...site, recipe: { seed: 4, posts: 9 } }), GenerateError);
    const before = await dumpSite(site.database.read);
    await assert.rejects(
      generateSite({ ...site, recipe: { seed: 4, posts: 31 } }),
      /already contains posts generated with seed 4/,
    );
    assert.deepEqual(await dumpSite(site.database.read), before);
  });
});
