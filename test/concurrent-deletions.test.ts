// Tests deletions that run concurrently and concern the same rows: counters stay exact, and no transaction is aborted by a deadlock.
import assert from 'node:assert/strict';
import { beforeEach, it } from 'node:test';
import { findEntry } from '../server/cms-v2/entries/store.ts';
import { findInconsistencies } from './derived-data.ts';
import { describeEachEngine } from './engines.ts';
import { openTestSite, type TestSite } from './site.ts';
import { openTransaction, untilWaiting } from './waiting-transactions.ts';

describeEachEngine('concurrent deletions', (engine) => {
  let site: TestSite;
  let menus: number;
  beforeEach(async () => {
    site ??= await openTestSite({ database: await engine.open() });
    menus = (await site.create('/cms/v2/menus', { name: `Menu ${crypto.randomUUID()}` })).id;
  });

  const createPost = async (): Promise<number> =>
    (await site.create('/cms/v2/posts', { title: 'Target', status: 'publish' })).id;
  const createItem = async (target: object, status = 'publish'): Promise<number> =>
    (await site.create('/cms/v2/menu-items', { menus, title: 'Item', status, ...target })).id;
  const linkTo = (object_id: number) => ({ type: 'post_type', object: 'post', object_id });
  const customLink = { type: 'custom', url: 'https://example.org/' };
  const deleteRecord = (path: string) => site.request('administrator', 'DELETE', `${path}?force=true`);

  /**
   * Sends two requests while another transaction holds a lock, so that the first one waits for the lock, and the second one for the
   * lock or for the first one. Asserts that the counters are exact afterwards. Returns the statuses of the responses.
   */
  async function sendBoth(lock: string, first: () => ReturnType<typeof site.request>, second: typeof first) {
    const { database } = site;
    const blocker = await openTransaction(database, (tx) => tx.lock(lock));
    const firstResponse = first();
    await untilWaiting(database, 1);
    const secondResponse = second();
    await untilWaiting(database, 2);
    await blocker.commit();
    const responses = [await firstResponse, await secondResponse];
    assert.deepEqual(await findInconsistencies(database.read), {});
    assert.deepEqual(site.errors, []);
    return responses.map(({ status }) => status);
  }

  /** Asserts that both requests succeed, and that the server aborts neither of their transactions. */
  async function assertNoDeadlock(...[lock, first, second]: Parameters<typeof sendBoth>): Promise<void> {
    const { rollbacks } = site.database.statistics();
    for (const status of await sendBoth(lock, first, second)) assert.ok(status === 200 || status === 201, `${status}`);
    assert.equal(site.database.statistics().rollbacks, rollbacks);
  }

  it('count a menu item once that is deleted with the entry to which it links, and by itself', async () => {
    const post = await createPost();
    const item = await createItem(linkTo(post));
    const [postStatus, itemStatus] = await sendBoth(
      'comments',
      () => deleteRecord(`/cms/v2/posts/${post}`),
      () => deleteRecord(`/cms/v2/menu-items/${item}`),
    );
    assert.equal(postStatus, 200);
    assert.ok(itemStatus === 404 || engine.name !== 'postgres', `${itemStatus}`);
  });

  it('count a menu item once that is deleted by itself, and with its menu', async () => {
    const item = await createItem(customLink);
    const statuses = await sendBoth(
      'comments',
      () => deleteRecord(`/cms/v2/menu-items/${item}`),
      () => deleteRecord(`/cms/v2/menus/${menus}`),
    );
    assert.equal(statuses[1], 200);
  });

  it('count a draft of a menu item once that is deleted by itself, and with the term to which it links', async () => {
    const { id: term } = await site.create('/cms/v2/tags', { name: `Tag ${crypto.randomUUID()}` });
    const item = await createItem({ type: 'taxonomy', object: 'post_tag', object_id: term }, 'draft');
    const statuses = await sendBoth(
      'comments',
      () => deleteRecord(`/cms/v2/menu-items/${item}`),
      () => deleteRecord(`/cms/v2/tags/${term}`),
    );
    assert.equal(statuses[1], 200);
  });

  it('of a menu do not deadlock with the creation of an item', async () => {
    const item = { menus, title: 'Created meanwhile', status: 'publish', ...customLink };
    await assertNoDeadlock(
      'slug nav_menu_item created-meanwhile',
      () => site.request('administrator', 'POST', '/cms/v2/menu-items', item),
      () => deleteRecord(`/cms/v2/menus/${menus}`),
    );
  });

  it('of an entry with its menu items do not deadlock with the deletion of another item', async () => {
    const post = await createPost();
    await createItem(linkTo(post));
    const other = await createItem(customLink);
    await assertNoDeadlock(
      'comments',
      () => deleteRecord(`/cms/v2/posts/${post}`),
      () => deleteRecord(`/cms/v2/menu-items/${other}`),
    );
  });

  it('of an entry do not change the counters if another transaction has deleted the entry', async () => {
    const { contract, entries } = site.service;
    const type = contract.types.get('post');
    const post = await findEntry(site.database.read, 'post', await createPost());
    assert.ok(type && post);
    for (let n = 0; n < 2; n += 1) await site.database.transaction((tx) => entries.writer.delete(tx, type, post));
    assert.deepEqual(await findInconsistencies(site.database.read), {});
  });
});
