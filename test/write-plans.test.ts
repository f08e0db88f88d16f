// Tests that the statements of writes find their rows with indexes, according to the query plans of the database: the duration of a write must
// not depend on the number of entries and comments.
import assert from 'node:assert/strict';
import { before, it } from 'node:test';
import { openDatabase } from '../server/database/open.ts';
import { generateSite } from '../server/generate/generate-site.ts';
import { describeEachEngine } from './engines.ts';
import { openExplainer } from './explainer.ts';
import { openTestSite } from './site.ts';

/** Numbers of posts and of comments. The planners prefer to scan tables with few rows. */
const posts = 2000;
const comments = 400;

/** A request that writes, with its description. */
type Write = readonly [name: string, request: () => readonly [method: string, path: string, json?: object]];

describeEachEngine('query plans of writes', (engine) => {
  /** The plans that scan tables, by the description of the request. */
  const scans = new Map<string, readonly string[]>();
  let [post, page, comment] = [0, 0, 0];
  const writes: readonly Write[] = [
    ['creating a post', () => ['POST', '/cms/v2/posts', { title: 'New', status: 'publish', content: 'Text' }]],
    ['changing a post', () => ['POST', `/cms/v2/posts/${post}`, { title: 'Changed', content: 'Other text' }]],
    ['moving a page', () => ['POST', `/cms/v2/pages/${page}`, { slug: 'moved' }]],
    ['moving a post to the trash', () => ['DELETE', `/cms/v2/posts/${post}`]],
    ['restoring a post', () => ['POST', `/cms/v2/posts/${post}`, { status: 'publish' }]],
    ['creating a comment', () => ['POST', '/cms/v2/comments', { post, content: 'New' }]],
    ['changing a comment', () => ['POST', `/cms/v2/comments/${comment}`, { status: 'hold' }]],
    ['deleting a comment', () => ['DELETE', `/cms/v2/comments/${comment}?force=true`]],
    ['deleting a page with a child', () => ['DELETE', `/cms/v2/pages/${page}?force=true`]],
    ['deleting a post', () => ['DELETE', `/cms/v2/posts/${post}?force=true`]],
  ];

  before(async () => {
    const location = await engine.location();
    const statements = new Set<string>();
    const onStatement = (sql: string) => statements.add(sql);
    const site = await openTestSite({ database: await openDatabase(location, { onStatement }) });
    // Nearly all entries have the same parent, and nearly all comments, as on most sites.
    await generateSite({ ...site, recipe: { seed: 1, posts } });
    post = (await site.create('/cms/v2/posts', { title: 'Post', status: 'publish' })).id;
    const { body: commented } = await site.request('anonymous', 'GET', '/cms/v2/posts?per_page=100&_fields=id');
    for (let n = 0; n < comments; n += 1) {
      const json = { post: commented[n % commented.length].id, content: `Comment ${n}` };
      comment = (await site.create('/cms/v2/comments', json)).id;
    }
    page = (await site.create('/cms/v2/pages', { title: 'Parent', status: 'publish' })).id;
    await site.create('/cms/v2/pages', { title: 'Child', status: 'publish', parent: page });
    await site.database.optimize();
    const explainer = await openExplainer(location);
    for (const [name, request] of writes) {
      statements.clear();
      const [method, path, json] = request();
      const { status, body } = await site.request('administrator', method, path, json);
      assert.ok(status === 200 || status === 201, JSON.stringify(body));
      const explained = [...statements].filter((sql) => /^(?:select|insert|update|delete|with) /i.test(sql));
      assert.ok(explained.length > 3, explained.join('\n'));
      const found: string[] = [];
      for (const sql of explained) {
        const steps = await explainer.explain(sql, true);
        if (steps.some((step) => explainer.scan.test(step))) found.push(`${sql}\n${steps.join('\n')}`);
      }
      scans.set(name, found);
    }
    await explainer.end();
    await site.database.close();
  });

  for (const [name] of writes)
    it(`of ${name} use indexes`, () => {
      assert.deepEqual(scans.get(name), []);
    });
});
