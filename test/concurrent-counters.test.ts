// Tests that concurrent transactions lock the rows of counters in the same order, so that the server aborts none of them.
import assert from 'node:assert/strict';
import { after, before, beforeEach, it } from 'node:test';
import { adjustCommentCounters } from '../server/cms-v2/comments/counts-store.ts';
import { adjustCounts } from '../server/cms-v2/entries/counts-store.ts';
import { countTerms } from '../server/cms-v2/entries/terms-store.ts';
import type { WriteHandle } from '../server/database/handle.ts';
import { type Slots, statement } from '../server/database/statement.ts';
import { describeEachEngine } from './engines.ts';
import { openTestSite, type TestSite } from './site.ts';
import { openTransaction, untilWaiting } from './waiting-transactions.ts';

// Locks do not change the rows, so that transactions acquire them in the order in which they have waited. SQLite has a single writer.
const lockEntryCount = statement((q, p: Slots<{ author: number }>) =>
  q
    .selectFrom('entry_counts')
    .select('n')
    .where('type', '=', 'test')
    .where('author', '=', p.author)
    .$if(q.dialect.engine === 'postgres', (query) => query.forUpdate()),
);
const lockCommentCount = statement((q, p: Slots<{ post: number; parent: number; status: string }>) =>
  q
    .selectFrom('comment_counts')
    .select('n')
    .where('post', '=', p.post)
    .where('parent', '=', p.parent)
    .where('status', '=', p.status)
    .$if(q.dialect.engine === 'postgres', (query) => query.forUpdate()),
);
const lockTerm = statement((q, p: Slots<{ id: number }>) =>
  q
    .selectFrom('terms')
    .select('count')
    .where('id', '=', p.id)
    .$if(q.dialect.engine === 'postgres', (query) => query.forUpdate()),
);

type Work = (tx: WriteHandle) => Promise<unknown>;

describeEachEngine('concurrent additions to counters', (engine) => {
  let site: TestSite;
  let started: number;
  before(async () => {
    site = await openTestSite({ database: await engine.open() });
  });
  beforeEach(() => {
    started = 0;
  });
  after(() => site.database.close());

  /** Runs both transactions once without the other, then starts them while another transaction has locked a row that both change. */
  async function runBoth(lockRow: Work, first: Work, second: Work): Promise<void> {
    const { database } = site;
    const run = (work: Work) =>
      database.transaction((tx) => {
        started += 1;
        return work(tx);
      });
    await run(first);
    await run(second);
    const blocker = await openTransaction(database, lockRow);
    const firstDone = run(first);
    await untilWaiting(database, 1);
    const secondDone = run(second);
    await untilWaiting(database, 2);
    await blocker.commit();
    await Promise.all([firstDone, secondDone]);
    assert.equal(started, 4, 'no transaction is repeated after a deadlock');
  }

  it('of the entries of several authors do not deadlock', async () => {
    const ofAuthor = (author: number) => ({ type: 'test', status: 'publish', author });
    await runBoth(
      (tx) => tx.all(lockEntryCount, { author: -1 }),
      async (tx) => {
        await adjustCounts(tx, ofAuthor(1), 1);
        await adjustCounts(tx, ofAuthor(2), 1);
      },
      (tx) => adjustCounts(tx, ofAuthor(2), 1),
    );
  });

  it('of comments with several statuses and parents do not deadlock', async () => {
    const { id: post } = await site.create('/cms/v2/posts', { title: 'Commented', status: 'publish' });
    const comment = (parent: number, status: string) => ({ post, parent, type: 'comment', status });
    await runBoth(
      (tx) => tx.all(lockCommentCount, { post, parent: -1, status: 'approved' }),
      async (tx) => {
        await adjustCommentCounters(tx, comment(0, 'hold'), 1);
        await adjustCommentCounters(tx, comment(0, 'approved'), 1);
      },
      async (tx) => {
        await adjustCommentCounters(tx, comment(5, 'hold'), 1);
        await adjustCommentCounters(tx, comment(6, 'approved'), 1);
      },
    );
  });

  it('of the entries of several terms do not deadlock', async () => {
    const { id: one } = await site.create('/cms/v2/tags', { name: 'One' });
    const { id: other } = await site.create('/cms/v2/tags', { name: 'Other' });
    const add = (...terms: number[]) => new Map(terms.map((id) => [id, 1] as const));
    await runBoth(
      (tx) => tx.all(lockTerm, { id: other }),
      (tx) => countTerms(tx, add(one, other)),
      (tx) => countTerms(tx, add(other, one)),
    );
  });
});
