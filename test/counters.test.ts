// Tests that the derived data of entries (counters, term counts, links, paths) stays consistent after any sequence of changes
// (docs/architecture.md, Storage).
import assert from 'node:assert/strict';
import { before, it } from 'node:test';
import fc from 'fast-check';
import { sql } from 'kysely';
import { type Builder, statement } from '../server/database/statement.ts';
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

/** Queries that return rows only if derived data is inconsistent. */
const consistencyChecks = {
  counters: sql`
    select type, status, author, n from ${sql.table('entry_counts')} where n <> 0
    except select type, status, author, count(*) from ${sql.table('entries')} group by type, status, author
    except select type, status, -1, count(*) from ${sql.table('entries')} group by type, status`,
  'missing counters': sql`
    select type, status, -1, count(*) from ${sql.table('entries')} group by type, status
    except select type, status, author, n from ${sql.table('entry_counts')}`,
  'term counts': sql`
    select id, count from ${sql.table('terms')}
    except select t.id, (select count(*) from ${sql.table('entry_terms')} l inner join ${sql.table('entries')} e on e.id = l.entry_id
      where l.term_id = t.id and e.status = 'publish') from ${sql.table('terms')} t`,
  links: sql`
    select entry_id, type, status, date from ${sql.table('entry_terms')}
    except select id, type, status, date from ${sql.table('entries')}`,
  'search texts': sql`select id from ${sql.table('entries')} except select entry_id from ${sql.table('entry_text')}`,
  'paths of pages': sql`
    select e.id, e.path from ${sql.table('entries')} e left join ${sql.table('entries')} above on above.id = e.parent where e.type = 'page' and e.path <> case
      when e.parent = 0 or above.path = '' then e.slug when e.slug = '' then above.path else above.path || '/' || e.slug end`,
  'paths of posts': sql`select id from ${sql.table('entries')} where type = 'post' and path <> slug`,
  'slugs of public entries': sql`
    select type, parent, slug from ${sql.table('entries')} where status in ('publish', 'private', 'future', 'trash') group by type, parent, slug having count(*) > 1`,
  'revision counts': sql`
    select id, revision_count from ${sql.table('entries')}
    except select e.id, (select count(*) from ${sql.table('revisions')} r where r.entry_id = e.id) from ${sql.table('entries')} e`,
} as const;

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
      for (const [name, query] of Object.entries(consistencyChecks)) {
        const rows = await site.database.read.all(
          statement((_q: Builder) => query),
          {},
        );
        assert.deepEqual(rows, [], name);
      }
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
    for (const [name, query] of Object.entries(consistencyChecks)) {
      assert.deepEqual(
        await site.database.read.all(
          statement((_q: Builder) => query),
          {},
        ),
        [],
        name,
      );
    }
  });
});
