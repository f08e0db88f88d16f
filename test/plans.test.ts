// Every list with at most one filter runs along an index and needs no sorting (architecture.md §4), as the engine itself
// explains its plan.
import assert from 'node:assert/strict';
import { before, it } from 'node:test';
import { openDatabase } from '../server/database/open.ts';
import { describeEachEngine } from './engines.ts';
import { type Explainer, explainerOf } from './explainer.ts';
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

/** Pages far behind, which begin at the place where the page before ended. */
const farBehind: readonly string[] = [
  '/cms/v2/posts?offset=110',
  '/cms/v2/posts?offset=110&order=asc',
  '/cms/v2/posts?offset=110&categories=1',
  '/cms/v2/posts?offset=110&orderby=title',
  '/cms/v2/posts?offset=110&orderby=id',
  '/cms/v2/posts?offset=110&orderby=parent&order=asc',
];

/** Choosing comments by what is guarded is for those who write. */
const isGuarded = (address: string) => /comments\?(author|status|type)/.test(address);

/** Filters that leave few entries, and the index that finds these instead of walking past all others. */
const narrowing: Readonly<Record<string, RegExp>> = {
  '/cms/v2/search': /entries_(of_all_states_)?by_date/,
  '/cms/v2/posts?tags=2': /entry_terms_by_date/,
  '/cms/v2/posts?author=1': /entries_by_author/,
  '/cms/v2/posts?slug=hello': /entries_(ordered_)?by_slug/,
  '/cms/v2/posts?sticky=true': /entries_sticking/,
  '/cms/v2/posts?format=aside': /entries_by_format/,
  '/cms/v2/pages?parent=3': /entries_by_parent/,
  '/cms/v2/comments?post=1': /comments_by_post/,
  '/cms/v2/comments?parent=3': /comments_by_parent/,
  '/cms/v2/comments?post=1&parent=0': /comments_by_thread/,
  '/cms/v2/comments?author={editor}': /comments_by_author/,
  '/cms/v2/comments?author_email=editor@site.test': /comments_by_email/,
};

/** A few chosen entries may be sorted, and the beginnings of the lists of several types; a whole list may not. */
const isFew = (address: string) => /slug=|pages\?parent=\d|search/.test(address);

describeEachEngine('the plan of a list', (engine) => {
  if (engine.name === 'sqlite in memory') return;
  const plans = new Map<string, readonly string[]>();
  let explainer: Explainer;
  before(async () => {
    const place = await engine.place();
    const statements: string[] = [];
    const site = await openTestSite({
      database: await openDatabase(place, { onStatement: (sql) => statements.push(sql) }),
    });
    const commented: number[] = [];
    for (let n = 0; n < 6; n += 1)
      commented.push((await site.make('/cms/v2/posts', { title: `Commented ${n}`, status: 'publish' })).id);
    for (let n = 0; n < 90; n += 1) await site.make('/cms/v2/posts', { title: `More ${n}`, status: 'publish' });
    let parent = 0;
    for (let n = 0; n < 30; n += 1) {
      await site.make('/cms/v2/posts', { title: `Post ${n}`, status: 'publish', format: n % 9 ? 'standard' : 'aside' });
      await site.make('/cms/v2/pages', { title: `Page ${n}`, status: 'publish', menu_order: n });
    }
    // Enough for the engines to tell a few comments of many by their author.
    for (let n = 0; n < 200; n += 1) {
      const comment = { post: commented[n % 6] ?? 0, parent: n % 2 ? parent : 0, content: `Comment ${n}` };
      parent = (await site.make('/cms/v2/comments', comment, n % 50 === 0 ? 'editor' : 'administrator')).id;
    }
    await site.database.optimize();
    explainer = await explainerOf(place);
    for (const address of [...lists, ...farBehind]) {
      if (farBehind.includes(address)) assert.equal((await site.ask('anonymous', 'GET', address)).status, 200);
      statements.length = 0;
      const asked = address.replace('post=1', `post=${commented[0]}`).replace('{editor}', String(site.ids.editor));
      assert.equal((await site.ask(isGuarded(address) ? 'editor' : 'anonymous', 'GET', asked)).status, 200);
      const pages = statements.filter((sql) => / limit /i.test(sql));
      assert.equal(pages.length, 1, `one statement gives the page of ${address}`);
      if (farBehind.includes(address)) assert.match(pages[0] ?? '', / [<>] /, 'it begins behind a place');
      plans.set(address, await explainer.explain(pages[0] ?? '', isFew(address)));
    }
    await explainer.end();
    await site.database.close();
  });

  for (const address of [...lists, ...farBehind]) {
    it(`${address} walks along an index`, () => {
      const steps = plans.get(address) ?? [];
      assert.ok(!steps.some((step) => explainer.scan.test(step)), steps.join('\n'));
      assert.match(steps.join('\n'), narrowing[address] ?? explainer.index);
      if (!isFew(address)) assert.ok(!steps.some((step) => explainer.sort.test(step)), steps.join('\n'));
    });
  }
});
