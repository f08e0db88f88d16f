// Tests that events are delivered to listeners at least once, in order, and after the commit.
import assert from 'node:assert/strict';
import { before, it } from 'node:test';
import { type Slots, statement } from '../server/database/statement.ts';
import { deliverEvents, pruneDeliveredEvents, registerListeners } from '../server/events/deliver-events.ts';
import type { EventKind, SiteEvent } from '../server/events/event.ts';
import { eventKinds } from '../server/events/event.ts';
import { eventsAfter, lockPositions } from '../server/events/store.ts';
import { describeEachEngine } from './engines.ts';
import { openTestSite, type TestSite } from './site.ts';

const setTimestamp = statement((q, p: Slots<{ position: number; at: number }>) =>
  q.updateTable('events').set({ at: p.at }).where('position', '=', p.position),
);

describeEachEngine('events', (engine) => {
  let site: TestSite;
  let now = 1_000_000;
  const failures: unknown[] = [];
  before(async () => {
    site = await openTestSite({ database: await engine.open() });
  });

  /** Registers a listener. Returns the events that it receives, and functions that deliver and prune events. */
  const addListener = async (
    name: string,
    kinds: readonly EventKind[] = eventKinds,
    onEvent?: (event: SiteEvent) => unknown,
  ) => {
    const { database } = site;
    const received: SiteEvent[] = [];
    const receive = async (event: SiteEvent) => {
      await onEvent?.(event);
      received.push(event);
    };
    const listener = { name, kinds, onEvent: receive };
    await registerListeners({ database, listeners: [listener] });
    const onFailure = (error: unknown) => failures.push(error);
    const deliver = () => deliverEvents({ database, listeners: [listener], clock: () => now, onFailure });
    const prune = (before = Date.now() + 1000) => pruneDeliveredEvents({ database, listeners: [listener] }, before);
    return { received, deliver, prune };
  };
  const summaries = (events: readonly SiteEvent[]) =>
    events.map(({ kind, type, statusBefore, status }) => [kind, type, statusBefore, status].filter(Boolean).join(' '));

  it('are recorded for every write, with tags', async () => {
    const { received, deliver } = await addListener('everything');
    const category = await site.create('/cms/v2/categories', { name: 'News' });
    const post = await site.create('/cms/v2/posts', { title: 'One', content: 'Text.', categories: [category.id] });
    await site.request('administrator', 'POST', `/cms/v2/posts/${post.id}`, { status: 'publish' });
    const comment = await site.create('/cms/v2/comments', { post: post.id, content: 'Well said.' });
    await site.request('administrator', 'POST', `/cms/v2/comments/${comment.id}`, { status: 'spam' });
    await site.request('administrator', 'DELETE', `/cms/v2/comments/${comment.id}?force=true`);
    await site.request('administrator', 'DELETE', `/cms/v2/posts/${post.id}`);
    await site.request('administrator', 'DELETE', `/cms/v2/posts/${post.id}?force=true`);
    await site.request('administrator', 'POST', `/cms/v2/categories/${category.id}`, { name: 'Old news' });
    await site.request('administrator', 'DELETE', `/cms/v2/categories/${category.id}?force=true`);
    await site.request('administrator', 'POST', '/cms/v2/settings', { title: 'Another' });
    await site.request('administrator', 'POST', `/cms/v2/users/${site.ids.author}`, { name: 'A. Thor' });
    assert.equal(received.length, 0, 'no event is delivered before the next run');
    await deliver();
    assert.deepEqual(summaries(received), [
      'term.created category',
      'entry.created post draft',
      'entry.updated post draft publish',
      'comment.created comment approved',
      'comment.updated comment approved spam',
      'comment.deleted comment spam',
      'entry.updated post publish trash',
      'entry.deleted post trash',
      'term.updated category',
      'term.deleted category',
      'settings.updated',
      'user.updated',
    ]);
    const [, created, , commented] = received;
    assert.deepEqual(created?.tags, [
      `entry:${post.id}`,
      'type:post',
      `user:${site.ids.administrator}`,
      `term:${category.id}`,
    ]);
    assert.ok(commented?.tags.includes(`entry:${post.id}`));
    assert.deepEqual(
      received.map(({ position }) => position),
      received.map((_, at) => (received[0]?.position ?? 0) + at),
      'positions have no gaps',
    );
    await deliver();
    assert.equal(received.length, 12, 'no event is delivered twice without a failure');
  });

  it('are not recorded for rejected writes', async () => {
    const { received, deliver } = await addListener('refused');
    await site.request('administrator', 'POST', '/cms/v2/posts', {
      title: 'One',
      categories: [987_654],
      status: 'nonsense',
    });
    await site.request('author', 'POST', '/cms/v2/categories', { name: 'Not mine' });
    await deliver();
    assert.deepEqual(summaries(received), []);
  });

  it('are delivered again after a failure, with increasing delays and in order', async () => {
    let failing = 2;
    const { received, deliver } = await addListener('failing', ['entry.created'], () => {
      if (failing > 0) {
        failing -= 1;
        throw new Error('not now');
      }
    });
    const titles = ['One', 'Two', 'Three'];
    const made: number[] = [];
    for (const title of titles) made.push((await site.create('/cms/v2/posts', { title, content: 'Text.' })).id);
    await deliver();
    assert.deepEqual([received.length, failures.length], [0, 1]);
    now += 1000;
    await deliver();
    assert.equal(failures.length, 1, 'the next attempt is after two seconds');
    now += 1000;
    await deliver();
    now += 4000;
    await deliver();
    assert.deepEqual(
      received.map(({ subject }) => subject),
      made,
    );
    assert.equal(failures.length, 2);
  });

  it('are delivered by one process at a time, and by another one if it stops', async () => {
    const hang = Promise.withResolvers<void>();
    const stuck = await addListener('shared', ['entry.created'], () => hang.promise);
    const { id } = await site.create('/cms/v2/posts', { title: 'Four', content: 'Text.' });
    const { database } = site;
    const received: number[] = [];
    const listener = {
      name: 'shared',
      kinds: eventKinds,
      onEvent: async (event: SiteEvent) => received.push(event.subject),
    };
    const onFailure = (error: unknown) => failures.push(error);
    const other = () => deliverEvents({ database, listeners: [listener], clock: () => now, onFailure });
    const started = Promise.withResolvers<void>();
    const onEvent = () => {
      started.resolve();
      return hang.promise;
    };
    const slowListener = { name: 'shared', kinds: ['entry.created'] as const, onEvent };
    const delivering = deliverEvents({ database, listeners: [slowListener], clock: () => now, onFailure });
    await started.promise;
    await other();
    assert.deepEqual(received, [], 'the first process holds the lease');
    now += 61_000;
    await other();
    assert.deepEqual(received, [id], 'the lease of the first process has expired');
    hang.resolve();
    await delivering;
    await other();
    assert.deepEqual(received, [id], 'a late result of the first process has no effect');
    assert.equal(stuck.received.length, 0);
  });

  it('are all delivered to a slow listener, by one process after another', async () => {
    const { database } = site;
    const onFailure = (error: unknown) => failures.push(error);
    const { received, deliver } = await addListener('slow');
    for (let n = 0; n < 6; n += 1) await site.create('/cms/v2/posts', { title: `Slow ${n}`, content: 'Text.' });
    const listener = { name: 'slow', kinds: eventKinds, onEvent: async (event: SiteEvent) => received.push(event) };
    const before = now;
    let started = 0;
    const slowListener = {
      ...listener,
      onEvent: async (event: SiteEvent) => {
        started += 1;
        now += 20_000;
        received.push(event);
        // This delivers nothing, because the lease of the first process has not expired.
        await deliverEvents({ database, listeners: [listener], clock: () => now, onFailure });
      },
    };
    await deliverEvents({ database, listeners: [slowListener], clock: () => now, onFailure });
    await deliver();
    assert.ok(now - before >= 120_000);
    assert.deepEqual([started, received.length], [6, 6], 'no event is delivered twice');
  });

  it('are pruned without gaps, even if the clock was set back', async () => {
    const { deliver, prune } = await addListener('clock');
    await site.create('/cms/v2/posts', { title: 'At noon', content: 'Text.' });
    await site.create('/cms/v2/posts', { title: 'An hour before', content: 'Text.' });
    await site.create('/cms/v2/posts', { title: 'The newest', content: 'Text.' });
    await deliver();
    const [noon, before, newest] = (await eventsAfter(site.database.read, 0, 1000)).slice(-3);
    await site.database.transaction((tx) => tx.run(setTimestamp, { position: before?.position ?? 0, at: 1 }));
    await prune((noon?.at ?? 0) - 1);
    assert.deepEqual(
      (await eventsAfter(site.database.read, 0, 1000)).map(({ position }) => position).slice(-3),
      [noon, before, newest].map((event) => event?.position),
    );
  });

  it('are pruned after the retention time, but not before they were delivered', async () => {
    const { received, deliver, prune } = await addListener('late');
    await site.create('/cms/v2/posts', { title: 'Five', content: 'Text.' });
    await prune();
    await deliver();
    assert.deepEqual(summaries(received), ['entry.created post draft']);
    assert.deepEqual(site.errors, []);
  });

  it('are pruned even if a former listener has not received them', async () => {
    const gone = await addListener('gone');
    await site.create('/cms/v2/posts', { title: 'Six', content: 'Text.' });
    const { deliver, prune } = await addListener('staying');
    await site.create('/cms/v2/posts', { title: 'Seven', content: 'Text.' });
    await deliver();
    assert.ok((await prune()) > 0);
    assert.equal((await eventsAfter(site.database.read, 0, 100)).length, 1, 'the latest event is retained');
    await gone.deliver();
    assert.deepEqual(
      summaries(gone.received),
      ['entry.created post draft'],
      'a returning listener receives the retained events',
    );
  });

  // SQLite has a single writer, for which all others wait.
  if (engine.name !== 'postgres') return;

  it('are delivered without waiting for another process that assigns positions', async () => {
    const { database } = site;
    const { received, deliver } = await addListener('does not wait');
    const released = Promise.withResolvers<void>();
    const held = Promise.withResolvers<void>();
    const other = database.transaction(async (tx) => {
      await lockPositions(tx);
      held.resolve();
      await released.promise;
    });
    await held.promise;
    await site.create('/cms/v2/posts', { title: 'Waits for its position' });
    await deliver();
    assert.deepEqual(received, []);
    released.resolve();
    await other;
    await deliver();
    assert.deepEqual(summaries(received), ['entry.created post draft']);
  });
});
