import assert from 'node:assert/strict';
import { test } from 'node:test';
import { dumpSite } from '../../test/import/dump-site.ts';
import { authorOf, importing, itemOf, newSite } from '../../test/import/records.ts';
import type { TestSite } from '../../test/import/site.ts';

/** Returns a `wp:comment` element with default values and the given fields. */
function commentOf(id: number, fields: Readonly<Record<string, string | number>> = {}, meta = ''): string {
  const all = {
    author: `Reader ${id}`,
    content: `Comment ${id}`,
    date_gmt: '2021-02-03 04:05:06',
    approved: 1,
    ...fields,
  };
  const tags = Object.entries(all).map(
    ([name, value]) => `<wp:comment_${name}><![CDATA[${value}]]></wp:comment_${name}>`,
  );
  return `<wp:comment><wp:comment_id>${id}</wp:comment_id>${tags.join('')}${meta}</wp:comment>`;
}

const metaOfComment = (key: string, value: string) =>
  `<wp:commentmeta><wp:meta_key>${key}</wp:meta_key><wp:meta_value>${value}</wp:meta_value></wp:commentmeta>`;

type Json = Readonly<Record<string, unknown>>;

/** Returns all comments, keyed by their raw content. */
async function commentsByContent(site: TestSite): Promise<Map<string, Json>> {
  const all = (await site.get('/cms/v2/comments?context=edit&status=any&type=all&per_page=100')) as Json[];
  return new Map(all.map((comment) => [(comment.content as { raw: string }).raw, comment]));
}

test('comments get parents that follow them in the file, and cycles of parents are broken', async () => {
  const site = await newSite();
  const one = itemOf(
    1,
    { title: 'One' },
    commentOf(10, { parent: 11 }) + commentOf(11) + commentOf(12, { parent: 12 }),
  );
  const circle = itemOf(2, { title: 'Two' }, commentOf(20, { parent: 21 }) + commentOf(21, { parent: 20 }));
  const report = await importing(site, one, circle, itemOf(3, { title: 'Three' }, commentOf(30, { parent: 99 })));
  assert.equal(report.counts.imported.get('comments'), 6);
  const commentsOf = await commentsByContent(site);
  const parentOf = (id: number) => commentsOf.get(`Comment ${id}`)?.parent;
  assert.equal(parentOf(10), commentsOf.get('Comment 11')?.id);
  assert.deepEqual([parentOf(11), parentOf(12), parentOf(30)], [0, 0, 0]);
  assert.deepEqual([parentOf(20), parentOf(21)].filter((parent) => parent === 0).length, 1);
  assert.equal(report.notes.get('comments imported without their parent, because the parent is not in the file'), 1);
  assert.equal(await site.total(`/cms/v2/comments?parent=${commentsOf.get('Comment 11')?.id}`), 1);
});

test('comments keep their status and the status before they were trashed', async () => {
  const site = await newSite();
  const trashed = metaOfComment('_wp_trash_meta_status', '1');
  const states =
    commentOf(1) +
    commentOf(2, { approved: 0 }) +
    commentOf(3, { approved: 'spam' }) +
    commentOf(4, { approved: 'trash' }, trashed) +
    commentOf(5, { approved: 'odd' }) +
    commentOf(7, { approved: 'constructor' }, metaOfComment('_wp_trash_meta_status', 'constructor'));
  await importing(
    site,
    itemOf(1, { title: 'One' }, states),
    itemOf(2, { title: 'Two', status: 'trash' }, commentOf(6, { approved: 'post-trashed' })),
  );
  const commentsOf = await commentsByContent(site);
  const stateOf = (id: number) => commentsOf.get(`Comment ${id}`)?.status;
  const expected = ['approved', 'hold', 'spam', 'trash', 'hold', 'post-trashed', 'hold'];
  assert.deepEqual([1, 2, 3, 4, 5, 6, 7].map(stateOf), expected);
  const rows = (await dumpSite(site.database.read)).comments;
  const rowOf = (id: number) => rows.find((row) => row.content === `Comment ${id}`);
  assert.deepEqual(
    [rowOf(4)?.status_before, rowOf(6)?.status_with_post, rowOf(7)?.status_before],
    ['approved', 'hold', 'hold'],
  );
});

test('comments get local authors, and invalid comments are skipped', async () => {
  const site = await newSite();
  const ida = authorOf('ida', 'ida@example.org', 'Ida').replace(
    '<wp:author>',
    '<wp:author><wp:author_id>7</wp:author_id>',
  );
  const comments =
    commentOf(1, { user_id: 7, author: '<b>Ida</b>', author_url: 'javascript:x', author_IP: 'none' }) +
    commentOf(2, { user_id: 8, type: 'pingback' }) +
    commentOf(3, { content: 'x'.repeat(70_000) });
  const report = await importing(site, ida, itemOf(1, { title: 'One', creator: 'ida' }, comments));
  const commentsOf = await commentsByContent(site);
  const [first, second] = [commentsOf.get('Comment 1'), commentsOf.get('Comment 2')];
  const [owner] = (await site.get('/cms/v2/users?search=ida&context=edit')) as Json[];
  assert.deepEqual(
    [first?.author, first?.author_name, first?.author_url, first?.author_ip],
    [owner?.id, 'Ida', '', ''],
  );
  assert.deepEqual([second?.author, second?.type], [0, 'pingback']);
  assert.deepEqual([report.counts.imported.get('comments'), report.counts.left.get('comments')], [2, 1]);
});

test('a repeated import restores the comments of a deleted entry and no others', async () => {
  const site = await newSite();
  const file = [
    itemOf(1, { title: 'One' }, commentOf(1) + commentOf(2, { parent: 1 })),
    itemOf(2, { title: 'Two' }, commentOf(3)),
  ];
  await importing(site, ...file);
  const again = await importing(site, ...file);
  assert.deepEqual([again.counts.imported.get('comments'), again.counts.there.get('comments')], [0, 3]);
  const { findEntry, findIdsBySlugs } = await import('../cms-v2/entries/store.ts');
  const [one] = await findIdsBySlugs(site.database.read, 'post', ['one']);
  await site.database.transaction(async (tx) => {
    const { contract, writer } = site.service.entries;
    const [type, entry] = [contract.types.get('post'), await findEntry(tx, 'post', one?.id ?? 0)];
    assert.ok(type && entry);
    await writer.delete(tx, type, entry);
  });
  const third = await importing(site, ...file);
  assert.deepEqual([third.counts.imported.get('comments'), third.counts.there.get('comments')], [2, 1]);
  const commentsOf = await commentsByContent(site);
  assert.equal(commentsOf.size, 3);
  assert.equal(commentsOf.get('Comment 2')?.parent, commentsOf.get('Comment 1')?.id);
});
