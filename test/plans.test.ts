// Every list with at most one filter runs along an index and needs no sorting (architecture.md §4), as the engine itself
// explains its plan.
import assert from 'node:assert/strict';
import { before, it } from 'node:test';
import BetterSqlite from 'better-sqlite3';
import pg from 'pg';
import { type DatabaseLocation, openDatabase } from '../server/database/open.ts';
import { describeEachEngine } from './engines.ts';
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

/** How an engine is asked what it would do. */
interface Explainer {
  /** The steps of the plan of a statement as it was sent, whatever its values are; few entries may be sorted. */
  explain(sql: string, few: boolean): Promise<readonly string[]>;
  end(): Promise<void>;
  /** A step that reads all entries. */
  readonly scan: RegExp;
  /** A step that sorts what was found. */
  readonly sort: RegExp;
  /** A step that uses an index. */
  readonly index: RegExp;
}

function sqliteExplainer(file: string): Explainer {
  const explained = new BetterSqlite(file, { readonly: true });
  return {
    explain: async (sql) => {
      const values = Array((sql.match(/\?/g) ?? []).length).fill(null);
      const steps = explained.prepare(`explain query plan ${sql}`).all(...values);
      return (steps as { detail: string }[]).map(({ detail }) => detail);
    },
    end: async () => void explained.close(),
    scan: /^SCAN (entries|along|comments)$/,
    sort: /TEMP B-TREE FOR ORDER BY/,
    index: /USING/,
  };
}

/** Asks for the plan that serves any values, as if scanning and sorting cost too much: what is left must go along an index. */
async function postgresExplainer(url: string): Promise<Explainer> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query('set plan_cache_mode = force_generic_plan; set enable_seqscan = off');
  // A list of a thousand entries is in one page of the disk, where order costs nothing: the index must be the only way.
  await client.query('set enable_bitmapscan = off; set enable_incremental_sort = off');
  return {
    explain: async (sql, few) => {
      await client.query(`set enable_sort = ${few ? 'on' : 'off'}`);
      const count = new Set(sql.match(/\$\d+/g)).size;
      await client.query(`prepare asked as ${sql}`);
      const values = count > 0 ? `(${Array(count).fill('null').join()})` : '';
      const { rows } = await client.query<{ 'QUERY PLAN': string }>(`explain execute asked${values}`);
      await client.query('deallocate asked');
      return rows.map((row) => row['QUERY PLAN'].trim());
    },
    end: () => client.end(),
    scan: /Seq Scan on (entries|comments)/,
    sort: /^(-> +)?Sort /,
    index: /Index (Only )?Scan/,
  };
}

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
    explainer = place.kind === 'postgres' ? await postgresExplainer(place.url) : sqliteExplainer(fileOf(place));
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

function fileOf(place: DatabaseLocation): string {
  assert.equal(place.kind, 'sqlite');
  return place.file;
}
