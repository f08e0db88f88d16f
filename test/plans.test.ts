// Tests that lists with at most one filter use an index and are not sorted (docs/architecture.md, Storage), according to the
// query plans of the database.
import assert from 'node:assert/strict';
import { before, it } from 'node:test';
import type { DeclaredType } from '../contract/grammar/content-type.ts';
import { Type } from '../contract/grammar/schema.ts';
import { openDatabase } from '../server/database/open.ts';
import { describeEachEngine } from './engines.ts';
import { type Explainer, openExplainer } from './explainer.ts';
import { openTestSite } from './site.ts';

const lists = [
  '/cms/v2/search',
  '/cms/v2/posts',
  '/cms/v2/posts?categories=2',
  '/cms/v2/posts?tags=2',
  '/cms/v2/posts?author=1',
  '/cms/v2/posts?slug=hello',
  '/cms/v2/posts?sticky=true',
  '/cms/v2/posts?format=aside',
  '/cms/v2/posts?after=2015-01-01T00:00:00',
  '/cms/v2/posts?before=2025-01-01T00:00:00',
  '/cms/v2/posts?exclude=3',
  '/cms/v2/posts?orderby=title',
  '/cms/v2/posts?orderby=modified&order=asc',
  '/cms/v2/posts?orderby=id',
  '/cms/v2/posts?orderby=slug',
  '/cms/v2/posts?orderby=author',
  '/cms/v2/posts?orderby=parent',
  '/cms/v2/pages?orderby=menu_order',
  '/cms/v2/pages?parent=3',
  '/cms/v2/pages?menu_order=3&orderby=menu_order',
  '/cms/v2/events?orderby=meta.starts',
  '/cms/v2/events?orderby=meta.starts&order=asc',
  '/cms/v2/events?orderby=meta.starts&order=asc&meta[starts][after]=2026-03-01T00:00:00',
  '/cms/v2/events?orderby=meta.starts&meta[starts][after]=2026-03-01T00:00:00&meta[starts][before]=2026-04-01T00:00:00',
  '/cms/v2/events?orderby=meta.seats&author=1',
  '/cms/v2/events?orderby=meta.seats&meta[starts][after]=2026-03-01T00:00:00',
  '/cms/v2/events?meta[seats]=7',
  '/cms/v2/events?meta[seats]=7&orderby=title',
  '/cms/v2/comments',
  '/cms/v2/comments?order=asc',
  '/cms/v2/comments?orderby=date',
  '/cms/v2/comments?orderby=id',
  '/cms/v2/comments?orderby=post',
  '/cms/v2/comments?orderby=parent&order=asc',
  '/cms/v2/comments?orderby=type',
  '/cms/v2/comments?post=1',
  '/cms/v2/comments?parent=3',
  '/cms/v2/comments?post=1&parent=0',
  '/cms/v2/comments?exclude=3',
  '/cms/v2/comments?parent_exclude=3',
  '/cms/v2/comments?after=2015-01-01T00:00:00',
  '/cms/v2/comments?before=2099-01-01T00:00:00',
  '/cms/v2/comments?author={editor}',
  '/cms/v2/comments?author_exclude=2',
  '/cms/v2/comments?author_email=editor@site.test',
  '/cms/v2/comments?status=spam',
  '/cms/v2/comments?status=any',
  '/cms/v2/comments?type=all',
] as const;

/** Pages far from the beginning of a list. They are read from the position at which the previous page ended. */
const deepPages: readonly string[] = [
  '/cms/v2/posts?offset=110',
  '/cms/v2/posts?offset=110&order=asc',
  '/cms/v2/posts?offset=110&categories=1',
  '/cms/v2/posts?offset=110&orderby=title',
  '/cms/v2/posts?offset=110&orderby=id',
  '/cms/v2/posts?offset=110&orderby=parent&order=asc',
  '/cms/v2/events?offset=110&orderby=meta.starts',
  '/cms/v2/events?offset=110&orderby=meta.seats&order=asc',
];

/** The type of the lists that are filtered and sorted by meta fields. */
const event: DeclaredType = {
  ...{ name: 'event', restBase: 'events', noun: { one: 'event', many: 'events' } },
  meta: {
    starts: Type.String({ format: 'date-time', filterable: true }),
    seats: Type.Integer({ filterable: true }),
  },
};

/** Whether a path has a comment filter that only editors may use. */
const isGuarded = (path: string) => /comments\?(author|status|type)/.test(path);

/** Paths with selective filters, and the indexes that their plans must use. */
const expectedIndexes: Readonly<Record<string, RegExp>> = {
  '/cms/v2/search': /entries_(of_all_states_)?by_date/,
  '/cms/v2/posts?tags=2': /entry_terms_by_date/,
  '/cms/v2/posts?author=1': /entries_by_author/,
  '/cms/v2/posts?slug=hello': /entries_(ordered_)?by_slug/,
  '/cms/v2/posts?sticky=true': /entries_sticking/,
  '/cms/v2/posts?format=aside': /entries_by_format/,
  '/cms/v2/pages?parent=3': /entries_by_parent/,
  ...Object.fromEntries(
    [...lists, ...deepPages].filter((path) => path.includes('meta.')).map((path) => [path, /entry_meta_by_value/]),
  ),
  '/cms/v2/events?meta[seats]=7': /entry_meta_by_value/,
  '/cms/v2/events?meta[seats]=7&orderby=title': /entry_meta_by_value/,
  '/cms/v2/comments?post=1': /comments_by_post/,
  '/cms/v2/comments?parent=3': /comments_by_parent/,
  '/cms/v2/comments?post=1&parent=0': /comments_by_thread/,
  '/cms/v2/comments?author={editor}': /comments_by_author/,
  '/cms/v2/comments?author_email=editor@site.test': /comments_by_email/,
};

/**
 * Whether the plan of a list may sort. It may sort the few rows with a slug, a parent or the value of a meta field, and the first rows
 * of each type in a search across types.
 */
const maySort = (path: string) => /slug=|pages\?parent=\d|search|\?meta\[/.test(path);

describeEachEngine('query plans of lists', (engine) => {
  const plans = new Map<string, readonly string[]>();
  let explainer: Explainer;
  before(async () => {
    const location = await engine.location();
    const statements: string[] = [];
    const site = await openTestSite({
      database: await openDatabase(location, { onStatement: (sql) => statements.push(sql) }),
      config: { types: [event] },
    });
    const commentedPosts: number[] = [];
    for (let n = 0; n < 6; n += 1)
      commentedPosts.push((await site.create('/cms/v2/posts', { title: `Commented ${n}`, status: 'publish' })).id);
    for (let n = 0; n < 90; n += 1) await site.create('/cms/v2/posts', { title: `More ${n}`, status: 'publish' });
    let [parent, above] = [0, 0];
    for (let n = 0; n < 30; n += 1) {
      await site.create('/cms/v2/posts', {
        title: `Post ${n}`,
        status: 'publish',
        format: n % 9 ? 'standard' : 'aside',
      });
      // Many pages have children. If all had the same parent, its index would be no better than that of the dates.
      const page = { title: `Page ${n}`, status: 'publish', menu_order: n, parent: n % 2 ? above : 0 };
      above = (await site.create('/cms/v2/pages', page)).id;
    }
    for (let n = 0; n < 120; n += 1) {
      const starts = new Date(Date.UTC(2026, 0, 1 + n)).toISOString();
      await site.create('/cms/v2/events', { title: `Event ${n}`, status: 'publish', meta: { starts, seats: n % 60 } });
    }
    // The number of rows is large enough that the planners consider the comments of one author to be few.
    for (let n = 0; n < 200; n += 1) {
      const comment = { post: commentedPosts[n % 6] ?? 0, parent: n % 2 ? parent : 0, content: `Comment ${n}` };
      parent = (await site.create('/cms/v2/comments', comment, n % 50 === 0 ? 'editor' : 'administrator')).id;
    }
    await site.database.optimize();
    explainer = await openExplainer(location);
    for (const path of [...lists, ...deepPages]) {
      if (deepPages.includes(path)) assert.equal((await site.request('anonymous', 'GET', path)).status, 200);
      statements.length = 0;
      const url = path.replace('post=1', `post=${commentedPosts[0]}`).replace('{editor}', String(site.ids.editor));
      assert.equal((await site.request(isGuarded(path) ? 'editor' : 'anonymous', 'GET', url)).status, 200);
      const pages = statements.filter((sql) => / limit /i.test(sql));
      assert.equal(pages.length, 1, `one statement selects the page of ${path}`);
      if (deepPages.includes(path)) assert.match(pages[0] ?? '', / [<>] /, 'the page is read from a cursor on');
      plans.set(path, await explainer.explain(pages[0] ?? '', maySort(path)));
    }
    await explainer.end();
    await site.database.close();
  });

  for (const path of [...lists, ...deepPages]) {
    it(`${path} uses an index`, () => {
      const steps = plans.get(path) ?? [];
      assert.ok(!steps.some((step) => explainer.scan.test(step)), steps.join('\n'));
      assert.match(steps.join('\n'), expectedIndexes[path] ?? explainer.index);
      if (!maySort(path)) assert.ok(!steps.some((step) => explainer.sort.test(step)), steps.join('\n'));
    });
  }
});
