// What is called bounded is explained by both engines: no scan of all entries, and no sorting but of what was looked up.
import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { describeEachEngine } from '../../../test/engines.ts';
import { type Explainer, explainerOf } from '../../../test/explainer.ts';
import { openTestSite } from '../../../test/site.ts';
import { always, own } from '../../access/conditions.ts';
import { openDatabase } from '../../database/open.ts';
import { findEntryIds } from './list-store.ts';
import { mayScan } from './may-scan.ts';
import type { ListShape, SearchShape } from './shape-of-list.ts';

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
  wanted: 1,
  unwanted: 0,
  columns: ['title', 'excerpt', 'content'],
  exact: false,
  inFiles: false,
  through: 'index',
  indexed: 1,
  indexedUnwanted: 0,
  isLong: false,
  hasUnindexed: false,
};

const term = { taxonomy: 'category', match: 'any' } as const;
const none = { taxonomy: 'category', match: 'none' } as const;

interface Row {
  readonly name: string;
  readonly shape: Partial<ListShape>;
  readonly page: boolean;
  readonly total: boolean;
  readonly offset?: number;
  readonly named?: number;
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
  row('of ids', { filters: ['include'], orderby: 'include' }, false, false, { named: 100 }),
  row('of many ids', { filters: ['include'] }, true, true, { named: 5000 }),
  row('far behind', {}, true, false, { offset: 50_000 }),
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
  row('in several states', { states: 'several' }, true, true),
  row('of what one may read', { visible: own('author') }, true, true),
  row('searched', { search }, true, true),
  row('searched by relevance', { search, orderby: 'relevance' }, true, true),
];

const shapeOf = (shape: Partial<ListShape>): ListShape => ({ ...plain, ...shape });

describe('whether a list may scan', () => {
  for (const { name, shape, page, total, offset = 0, named = 1 } of table) {
    it(`${name}: ${page ? 'may' : 'not'}, its total ${total ? 'may' : 'not'}`, () => {
      assert.deepEqual(mayScan(shapeOf(shape), { offset, named }), { page, total });
    });
  }
});

describeEachEngine('the plan of a list that may not scan', (engine) => {
  if (engine.name === 'sqlite in memory') return;
  const plans = new Map<string, readonly string[]>();
  const bounded = table.filter(({ page }) => !page);
  const isLookedUp = ({ filters }: Partial<ListShape>) => filters?.includes('include') ?? false;
  let explainer: Explainer;

  before(async () => {
    const place = await engine.place();
    const statements: string[] = [];
    const database = await openDatabase(place, { onStatement: (sql) => statements.push(sql) });
    const site = await openTestSite({ database });
    for (let n = 0; n < 90; n += 1)
      await site.make('/cms/v2/posts', { title: `Post ${n}`, status: 'publish', format: n % 9 ? 'standard' : 'aside' });
    await database.optimize();
    explainer = await explainerOf(place);
    for (const { name, shape } of bounded) {
      statements.length = 0;
      await findEntryIds(database.read, shapeOf(shape), values);
      plans.set(name, await explainer.explain(statements[0] ?? '', isLookedUp(shape)));
    }
    await explainer.end();
    await database.close();
  });

  for (const { name, shape } of bounded) {
    it(`${name}: walks along an index`, () => {
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
  ...{ t0: [1], include: [1, 2], ranked: [1, 2], after: day, before: day, modifiedAfter: day },
};
