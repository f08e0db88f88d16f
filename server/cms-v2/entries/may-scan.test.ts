// Tests that the query plans of lists classified as bounded contain, on both engines, no full scan of entries, and no sort except of
// looked-up rows.
import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { describeEachEngine } from '../../../test/engines.ts';
import { type Explainer, openExplainer } from '../../../test/explainer.ts';
import { openTestSite } from '../../../test/site.ts';
import { always, isOwner } from '../../access/conditions.ts';
import { openDatabase } from '../../database/open.ts';
import type { ListShape, SearchShape } from './entry-list-shape.ts';
import { findEntryIds } from './list-store.ts';
import { mayScan } from './may-scan.ts';

const plain: ListShape = {
  visible: always,
  states: 'one',
  filters: [],
  terms: [],
  relation: 'AND',
  format: 'any',
  along: 'entries',
  orderby: 'date',
  order: 'desc',
};

const search: SearchShape = {
  required: 1,
  excluded: 0,
  columns: ['title', 'excerpt', 'content'],
  exact: false,
  inFiles: false,
  through: 'index',
  indexed: 1,
  indexedExcluded: 0,
  isLong: false,
  hasUnindexed: false,
};

const term = { taxonomy: 'category', match: 'any' } as const;
const none = { taxonomy: 'category', match: 'none' } as const;

const byMeta = { along: 'meta', orderby: 'meta.starts' } as const;

interface Row {
  readonly name: string;
  readonly shape: Partial<ListShape>;
  readonly page: boolean;
  readonly total: boolean;
  readonly offset?: number;
  readonly longestFilter?: number;
}

const row = (name: string, shape: Partial<ListShape>, page: boolean, total: boolean, more: Partial<Row> = {}): Row => ({
  ...{ name, shape, page, total },
  ...more,
});

const table: readonly Row[] = [
  row('by date', {}, false, false),
  row('by date, oldest first', { order: 'asc' }, false, false),
  row('by title', { orderby: 'title' }, false, false),
  row('by modification', { orderby: 'modified' }, false, false),
  row('by id', { orderby: 'id' }, false, false),
  row('by slug', { orderby: 'slug' }, false, false),
  row('by author', { orderby: 'author' }, false, false),
  row('by parent', { orderby: 'parent' }, false, false),
  row('by menu order', { orderby: 'menu_order' }, false, false),
  row('of an author', { filters: ['author'] }, false, false),
  row('below a parent', { filters: ['parent'] }, false, true),
  row('sticky', { filters: ['sticky'] }, false, true),
  row('of a format', { format: 'one' }, false, true),
  row('of a term', { terms: [term], along: 'term' }, false, true),
  row('of days', { filters: ['after', 'before'] }, false, true),
  row('modified since, by modification', { filters: ['modifiedAfter'], orderby: 'modified' }, false, true),
  row('by a meta field', { meta: [{ match: 'any' }], ...byMeta }, false, false),
  row('by a meta field, in ascending order', { meta: [{ match: 'any' }], ...byMeta, order: 'asc' }, false, false),
  row('of values of the meta field of the order', { meta: [{ match: 'between' }], ...byMeta }, false, true),
  row('after a value of the meta field of the order', { meta: [{ match: 'after' }], ...byMeta }, false, true),
  row('before a value of the meta field of the order', { meta: [{ match: 'before' }], ...byMeta }, false, true),
  row('of a value of the meta field of the order', { meta: [{ match: 'equal' }], ...byMeta }, false, true),
  row('of ids, with a value of a meta field', { filters: ['include'], meta: [{ match: 'equal' }] }, false, false),
  row('of a value of a meta field', { meta: [{ match: 'equal' }] }, true, true),
  row('of a value of a meta field, by title', { meta: [{ match: 'equal' }], orderby: 'title' }, true, true),
  row('of an author, by a meta field', { filters: ['author'], meta: [{ match: 'any' }], ...byMeta }, true, true),
  row('of ids, by a meta field', { filters: ['include'], meta: [{ match: 'any' }], ...byMeta }, true, true),
  row('by a meta field, of another one', { meta: [{ match: 'any' }, { match: 'equal' }], ...byMeta }, true, true),
  row('of a term, by a meta field', { terms: [term], meta: [{ match: 'any' }], ...byMeta }, true, true),
  row(
    'of a term and a value of a meta field',
    { terms: [term], along: 'term', meta: [{ match: 'equal' }] },
    true,
    true,
  ),
  row('with several statuses, by a meta field', { states: 'several', meta: [{ match: 'any' }], ...byMeta }, true, true),
  row('by a meta field, with a large offset', { meta: [{ match: 'any' }], ...byMeta }, true, false, { offset: 50_000 }),
  row('of ids', { filters: ['include'], orderby: 'include' }, false, false, { longestFilter: 100 }),
  row('of many ids', { filters: ['include'] }, true, true, { longestFilter: 5000 }),
  row('with a large offset', {}, true, false, { offset: 50_000 }),
  row('of an author, by title', { filters: ['author'], orderby: 'title' }, true, true),
  row('of authors', { filters: ['authors'] }, true, true),
  row('since a day, by title', { filters: ['after'], orderby: 'title' }, true, true),
  row('modified since, by date', { filters: ['modifiedAfter'] }, true, true),
  row('without ids', { filters: ['exclude'] }, true, true),
  row('not sticky', { filters: ['unsticky'] }, true, true),
  row('of terms', { terms: [term], along: 'terms' }, true, true),
  row('of a term, by title', { terms: [term], orderby: 'title' }, true, true),
  row('of a term and an author', { terms: [term], along: 'term', filters: ['author'] }, true, true),
  row('without terms', { terms: [none] }, true, true),
  row('of formats', { format: 'several' }, true, true),
  row('with several statuses', { states: 'several' }, true, true),
  row('restricted to entries of the caller', { visible: isOwner('author') }, true, true),
  row('searched', { search }, true, true),
  row('searched by relevance', { search, orderby: 'relevance' }, true, true),
];

const shapeOf = (shape: Partial<ListShape>): ListShape => ({ ...plain, ...shape });

describe('mayScan', () => {
  for (const { name, shape, page, total, offset = 0, longestFilter = 1 } of table) {
    it(`${name}: the page ${page ? 'may scan' : 'is bounded'}, the total ${total ? 'may scan' : 'is bounded'}`, () => {
      assert.deepEqual(mayScan(shapeOf(shape), { offset, longestFilter }), { page, total });
    });
  }
});

describeEachEngine('the query plan of a bounded list', (engine) => {
  const plans = new Map<string, readonly string[]>();
  const bounded = table.filter(({ page }) => !page);
  const isLookedUp = ({ filters }: Partial<ListShape>) => filters?.includes('include') ?? false;
  let explainer: Explainer;

  before(async () => {
    const location = await engine.location();
    const statements: string[] = [];
    const database = await openDatabase(location, { onStatement: (sql) => statements.push(sql) });
    const site = await openTestSite({ database });
    for (let n = 0; n < 90; n += 1)
      await site.create('/cms/v2/posts', {
        title: `Post ${n}`,
        status: 'publish',
        format: n % 9 ? 'standard' : 'aside',
      });
    await database.optimize();
    explainer = await openExplainer(location);
    for (const { name, shape } of bounded) {
      statements.length = 0;
      await findEntryIds(database.read, shapeOf(shape), values);
      plans.set(name, await explainer.explain(statements[0] ?? '', isLookedUp(shape)));
    }
    await explainer.end();
    await database.close();
  });

  for (const { name, shape } of bounded) {
    it(`${name}: uses an index`, () => {
      const steps = plans.get(name) ?? [];
      assert.ok(!steps.some((step) => explainer.scan.test(step)), steps.join('\n'));
      assert.match(steps.join('\n'), explainer.index);
      if (!isLookedUp(shape)) assert.ok(!steps.some((step) => explainer.sort.test(step)), steps.join('\n'));
    });
  }
});

const day = '2020-01-01T00:00:00';
const values = {
  ...{ type: 'post', state: 'publish', actor: 0, limit: 10, offset: 0, author: 1, parent: 0, format: 'aside', term: 1 },
  ...{ field0: 'post.starts', equal0: '=a', after0: '=a', before0: '=b' },
  ...{ t0: [1], include: [1, 2], ranked: [1, 2], after: day, before: day, modifiedAfter: day },
};
