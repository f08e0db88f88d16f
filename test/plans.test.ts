// Every list with at most one filter runs along an index and needs no sorting (architecture.md §4), as the engine itself
// explains its plan.
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, describe, it } from 'node:test';
import BetterSqlite from 'better-sqlite3';
import { openDatabase } from '../server/database/open.ts';
import { openTestSite, type TestSite } from './site.ts';

const lists = [
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
] as const;

/** Filters that leave few entries, and the index that finds these instead of walking past all others. */
const narrowing: Readonly<Record<string, RegExp>> = {
  '/cms/v2/posts?tags=2': /entry_terms_by_date/,
  '/cms/v2/posts?author=1': /entries_by_author/,
  '/cms/v2/posts?slug=hello': /entries_(ordered_)?by_slug/,
  '/cms/v2/posts?sticky=true': /entries_sticking/,
  '/cms/v2/posts?format=aside': /entries_by_format/,
  '/cms/v2/pages?parent=3': /entries_by_parent/,
};

describe('the plan of a list', () => {
  let site: TestSite;
  let folder: string;
  let explained: BetterSqlite.Database;
  const statements: string[] = [];
  before(async () => {
    folder = mkdtempSync(path.join(tmpdir(), 'octavo-plans-'));
    const file = path.join(folder, 'octavo.sqlite');
    site = await openTestSite({
      database: await openDatabase({ kind: 'sqlite', file }, { onStatement: (sql) => statements.push(sql) }),
    });
    for (let n = 0; n < 30; n += 1) {
      await site.make('/cms/v2/posts', { title: `Post ${n}`, status: 'publish', format: n % 9 ? 'standard' : 'aside' });
      await site.make('/cms/v2/pages', { title: `Page ${n}`, status: 'publish', menu_order: n });
    }
    await site.database.optimize();
    explained = new BetterSqlite(file, { readonly: true });
  });
  after(async () => {
    explained.close();
    await site.database.close();
    rmSync(folder, { recursive: true, force: true });
  });

  for (const address of lists) {
    it(`${address} walks along an index`, async () => {
      statements.length = 0;
      assert.equal((await site.ask('anonymous', 'GET', address)).status, 200);
      const pages = statements.filter((sql) => / limit /i.test(sql));
      assert.equal(pages.length, 1, 'one statement gives the page');
      const plan = explained
        .prepare(`explain query plan ${pages[0]}`)
        .all(...Array((pages[0]?.match(/\?/g) ?? []).length).fill(null));
      const steps = (plan as { detail: string }[]).map(({ detail }) => detail);
      assert.ok(!steps.some((step) => /^SCAN (entries|along)$/.test(step)), steps.join('\n'));
      assert.match(steps.join('\n'), narrowing[address] ?? /USING/);
      // A few chosen entries may be sorted; a whole list may not.
      if (!/slug=|parent=\d/.test(address))
        assert.ok(!steps.some((step) => /TEMP B-TREE FOR ORDER BY/.test(step)), steps.join('\n'));
    });
  }
});
