// Tests the pages of an entry with 100,000 comments: replies beyond a limit are omitted. A page without comments would mean that the
// statement has exceeded the CPU time limit of blocks.
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { sql } from 'kysely';
import { recountEntryComments } from '../../server/cms-v2/comments/counts-store.ts';
import { findThreads } from '../../server/cms-v2/dynamic-blocks/comment-threads-store.ts';
import { type Builder, statement } from '../../server/database/statement.ts';
import { COMMENT_RENDERER_VERSION } from '../../server/rendering/comment.ts';
import { maxCommentsPerPage, threadsPerPage } from '../../server/rendering/dynamic/needs.ts';
import { describeEachEngine } from '../engines.ts';
import { commentPagesSite } from './page-site.ts';

const analyzeStatement = statement(
  (_q: Builder) => sql`analyze ${sql.table('comments')}, ${sql.table('comment_counts')}`,
);

/** Inserts approved comments on an entry, one per second from a timestamp, as replies to a comment or at the top level. */
const insertComments = (post: number, parent: number, count: number) =>
  statement(
    (_q: Builder) => sql`
      insert into ${sql.table('comments')} (post, parent, author, renderer, type, status, status_before, status_with_post,
        author_name, author_email, author_email_key, author_url, author_ip, author_user_agent, content, content_rendered,
        date, date_gmt, received, note_status, repeats)
      with recursive numbers (n) as (select 1 union all select n + 1 from numbers where n < ${sql.lit(count)})
      select ${sql.lit(post)}, ${sql.lit(parent)}, 0, ${sql.lit(COMMENT_RENDERER_VERSION)}, 'comment', 'approved', '', '',
        'Ann', '', '', '', '', '', 'x', '<p>x</p>',
        '2026-01-01T00:00:' || substr('00000' || n, -5), '2026-01-01T00:00:' || substr('00000' || n, -5), '', '', '' || n
      from numbers`,
  );

describeEachEngine('an entry with many comments', (engine) => {
  const { node, get, text, createPost } = commentPagesSite(engine);

  it('has pages that are rendered with limited work', { timeout: 120_000 }, async () => {
    const post = await createPost();
    const threads = 90_000;
    await node.database.transaction(async (tx) => {
      await tx.run(insertComments(post.id, 0, threads), {});
    });
    const [first] = await findThreads(node.database.read, post.id, 1);
    assert.ok(first);
    await node.database.transaction(async (tx) => {
      await tx.run(insertComments(post.id, first.id, 10_000), {});
      await recountEntryComments(tx, post.id);
    });
    // PostgreSQL collects statistics in the background, some time after many rows have been inserted.
    if (engine.name === 'postgres') await node.database.transaction((tx) => tx.run(analyzeStatement, {}));
    const pages = threads / threadsPerPage;
    for (const [url, comments] of [
      [post.link, maxCommentsPerPage],
      [`${post.link}comment-page-2/`, threadsPerPage],
      [`${post.link}comment-page-200/`, threadsPerPage],
    ] as const) {
      const html = await text(url);
      assert.equal(html.match(/<li id="comment-\d+"/g)?.length, comments, url);
      assert.match(html, />100000 comments</);
      assert.equal(html.includes('Some replies are not shown.'), url === post.link);
    }
    // Without the CPU time limit of blocks, which the last page may exceed on an overloaded computer.
    assert.equal((await findThreads(node.database.read, post.id, pages)).length, threadsPerPage);
    assert.deepEqual(await findThreads(node.database.read, post.id, pages + 1), []);
    assert.equal((await get(`${post.link}comment-page-${pages + 1}/`)).status, 404);
  });
});
