import assert from 'node:assert/strict';
import { before, it } from 'node:test';
import { describeEachEngine } from '../../../test/engines.ts';
import { openTestSite, type TestSite } from '../../../test/site.ts';
import type { Database } from '../../database/handle.ts';

describeEachEngine('the total of a list of comments', (engine) => {
  let database: Database;
  let site: TestSite;
  const posts: number[] = [];
  const parents: number[] = [];

  before(async () => {
    database = await engine.open();
    site = await openTestSite({ database });
    for (const title of ['one', 'two', 'three']) {
      const { id: post } = await site.create('/cms/v2/posts', { title, status: 'publish' });
      const { id: parent } = await site.create('/cms/v2/comments', { post, content: `on ${title}` });
      for (const n of [1, 2])
        await site.create('/cms/v2/comments', { post, parent, content: `reply ${n} to ${title}` });
      posts.push(post);
      parents.push(parent);
    }
  });

  /** Returns the total for an anonymous caller, and the number of statements that were run as scans. */
  async function totalAndScans(query: string): Promise<[total: number, scans: number]> {
    const before = database.statistics().scans.total;
    const { status, headers } = await site.request('anonymous', 'GET', `/cms/v2/comments?per_page=1&${query}`);
    assert.equal(status, 200);
    return [Number(headers['X-CMS-Total']), database.statistics().scans.total - before];
  }

  it('is counted without delaying other requests if it is the sum of counters of all entries', async () => {
    assert.deepEqual(await totalAndScans(''), [9, 1]);
    assert.deepEqual(await totalAndScans('page=2'), [9, 0], 'the total is cached');
    assert.deepEqual(await totalAndScans('parent=0'), [3, 1]);
    assert.deepEqual(await totalAndScans(`parent=0,${parents[0]}`), [5, 1]);
  });

  it('is read from counters if it is the sum of those of certain entries or comments', async () => {
    assert.deepEqual(await totalAndScans(`post=${posts[0]}`), [3, 0]);
    assert.deepEqual(await totalAndScans(`post=${posts[0]},${posts[1]}`), [6, 0]);
    assert.deepEqual(await totalAndScans(`parent=${parents[0]}`), [2, 0]);
    assert.deepEqual(await totalAndScans(`parent=${parents[0]},${parents[1]}`), [4, 0]);
  });
});
