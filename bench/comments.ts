// Compares the time of comment requests on a post with 100 comments and on one with 100,000 (or COMMENTS). Requests run one at
// a time in one process, without cached responses. Uses SQLite in a file, or PostgreSQL if the URL of an empty database is
// passed as an argument.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { withDerivedColumns } from '../server/cms-v2/comments/compose-comment.ts';
import { recountEntryComments } from '../server/cms-v2/comments/counts-store.ts';
import { insertComment } from '../server/cms-v2/comments/store.ts';
import { openDatabase } from '../server/database/open.ts';
import { openTestSite, type TestSite } from '../test/site.ts';

const [few, many] = [100, Number(process.env.COMMENTS ?? 100_000)] as const;
const rounds = 300;

const requests = {
  'comments of a post': (post: number) => `/cms/v2/comments?post=${post}`,
  'second page of comments': (post: number) => `/cms/v2/comments?post=${post}&page=2`,
  'oldest first': (post: number) => `/cms/v2/comments?post=${post}&order=asc&per_page=50`,
  'top-level comments': (post: number) => `/cms/v2/comments?post=${post}&parent=0&per_page=50`,
  'replies to one comment': (post: number, first: number) => `/cms/v2/comments?post=${post}&parent=${first}`,
  'total only': (post: number) => `/cms/v2/comments?post=${post}&per_page=1&_fields=id`,
  'post with embedded replies': (post: number) => `/cms/v2/posts/${post}?_embed=replies`,
} as const;

/**
 * Inserts `n` comments whose dates are one second apart. Every fifth comment is a reply to one of two comments. Returns the
 * ID of one of these two comments.
 */
async function insertComments(site: TestSite, post: number, n: number): Promise<number> {
  let first = 0;
  const day = Date.parse('2026-01-01T00:00:00Z');
  for (let done = 0; done < n; done += 1000) {
    await site.database.transaction(async (tx) => {
      for (let at = done; at < Math.min(n, done + 1000); at += 1) {
        const date = new Date(day + at * 1000).toISOString().slice(0, 19);
        const id = await insertComment(
          tx,
          withDerivedColumns({
            ...{ post, parent: at % 5 === 4 ? first + (at % 10) : 0, author: 0, type: 'comment' },
            ...{ status: at % 20 === 7 ? 'hold' : 'approved', status_before: '', status_with_post: '' },
            ...{ author_name: `Reader ${at % 500}`, author_email: `reader${at % 500}@site.test`, author_url: '' },
            ...{
              author_ip: '192.0.2.1',
              author_user_agent: 'bench',
              content: `Comment ${at} of many, and some words.`,
            },
            ...{ date, date_gmt: date, received: date, note_status: '' },
          }),
        );
        first ||= id;
      }
    });
  }
  await site.database.transaction((tx) => recountEntryComments(tx, post));
  return first + 4;
}

/** Returns the median time of a request, in milliseconds. */
async function medianRequestMs(site: TestSite, path: string): Promise<number> {
  const times: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    site.database.changes.recordUnknownChange();
    const start = performance.now();
    const { status } = await site.request('anonymous', 'GET', path);
    times.push(performance.now() - start);
    if (status !== 200) throw new Error(`GET ${path} returned ${status}`);
  }
  return times.sort((a, b) => a - b)[Math.floor(rounds / 2)] ?? 0;
}

const folder = mkdtempSync(path.join(tmpdir(), 'octavo-comments-'));
const [url] = process.argv.slice(2);
const database = await openDatabase(
  url ? { kind: 'postgres', url, poolSize: 4 } : { kind: 'sqlite', file: path.join(folder, 'octavo.db') },
);
try {
  const site = await openTestSite({ database });
  const posts = [];
  for (const n of [few, many]) {
    const { id } = await site.create('/cms/v2/posts', { title: `${n} comments`, content: 'x', status: 'publish' });
    posts.push({ id, first: await insertComments(site, id, n) });
  }
  await database.optimize();
  const [small, large] = posts;
  if (!small || !large) throw new Error('The test posts were not created.');
  let worst = 0;
  for (const [name, pathOf] of Object.entries(requests)) {
    await medianRequestMs(site, pathOf(small.id, small.first));
    const one = await medianRequestMs(site, pathOf(small.id, small.first));
    const other = await medianRequestMs(site, pathOf(large.id, large.first));
    worst = Math.max(worst, other / one);
    console.log(
      `${name.padEnd(28)} ${one.toFixed(2)} ms for ${few}, ${other.toFixed(2)} ms for ${many}: ${(other / one).toFixed(2)} times`,
    );
  }
  console.log(worst <= 2 ? 'OK: at most twice the time' : 'FAILED: more than twice the time');
  process.exitCode = worst <= 2 ? 0 : 1;
} finally {
  await database.close();
  rmSync(folder, { recursive: true, force: true });
}
