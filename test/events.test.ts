// What happens is told: to every listener, at least once, in order, once it is committed.
import assert from 'node:assert/strict';
import { before, it } from 'node:test';
import { type Slots, statement } from '../server/database/statement.ts';
import type { EventKind, SiteEvent } from '../server/events/event.ts';
import { eventKinds } from '../server/events/event.ts';
import { eventsAfter } from '../server/events/store.ts';
import { forgetEvents, joinListeners, tellEvents } from '../server/events/tell-events.ts';
import { describeEachEngine } from './engines.ts';
import { openTestSite, type TestSite } from './site.ts';

const putBack = statement((q, p: Slots<{ position: number; at: number }>) =>
  q.updateTable('events').set({ at: p.at }).where('position', '=', p.position),
);

describeEachEngine('events', (engine) => {
  let site: TestSite;
  let now = 1_000_000;
  const failures: unknown[] = [];
  before(async () => {
    site = await openTestSite({ database: await engine.open() });
  });

  /** Listens from now on; gives what was heard when asked. */
  const listen = async (
    name: string,
    kinds: readonly EventKind[] = eventKinds,
    hear?: (event: SiteEvent) => unknown,
  ) => {
    const { database } = site;
    const heard: SiteEvent[] = [];
    const hearing = async (event: SiteEvent) => {
      await hear?.(event);
      heard.push(event);
    };
    const listener = { name, kinds, hear: hearing };
    await joinListeners({ database, listeners: [listener] });
    const onFailure = (error: unknown) => failures.push(error);
    const tell = () => tellEvents({ database, listeners: [listener], clock: () => now, onFailure });
    const forget = (before = Date.now() + 1000) => forgetEvents({ database, listeners: [listener] }, before);
    return { heard, tell, forget };
  };
  const told = (events: readonly SiteEvent[]) =>
    events.map(({ kind, type, statusBefore, status }) => [kind, type, statusBefore, status].filter(Boolean).join(' '));

  it('tell of everything that is written, with the names of what it belongs to', async () => {
    const { heard, tell } = await listen('everything');
    const category = await site.make('/cms/v2/categories', { name: 'News' });
    const post = await site.make('/cms/v2/posts', { title: 'One', content: 'Text.', categories: [category.id] });
    await site.ask('administrator', 'POST', `/cms/v2/posts/${post.id}`, { status: 'publish' });
    const comment = await site.make('/cms/v2/comments', { post: post.id, content: 'Well said.' });
    await site.ask('administrator', 'POST', `/cms/v2/comments/${comment.id}`, { status: 'spam' });
    await site.ask('administrator', 'DELETE', `/cms/v2/comments/${comment.id}?force=true`);
    await site.ask('administrator', 'DELETE', `/cms/v2/posts/${post.id}`);
    await site.ask('administrator', 'DELETE', `/cms/v2/posts/${post.id}?force=true`);
    await site.ask('administrator', 'POST', `/cms/v2/categories/${category.id}`, { name: 'Old news' });
    await site.ask('administrator', 'DELETE', `/cms/v2/categories/${category.id}?force=true`);
    await site.ask('administrator', 'POST', '/cms/v2/settings', { title: 'Another' });
    await site.ask('administrator', 'POST', `/cms/v2/users/${site.ids.author}`, { name: 'A. Thor' });
    assert.equal(heard.length, 0, 'nothing is told before somebody tells');
    await tell();
    assert.deepEqual(told(heard), [
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
    const [, created, , commented] = heard;
    assert.deepEqual(created?.tags, [
      `entry:${post.id}`,
      'type:post',
      `user:${site.ids.administrator}`,
      `term:${category.id}`,
    ]);
    assert.ok(commented?.tags.includes(`entry:${post.id}`));
    assert.deepEqual(
      heard.map(({ position }) => position),
      heard.map((_, at) => (heard[0]?.position ?? 0) + at),
      'positions have no gaps',
    );
    await tell();
    assert.equal(heard.length, 12, 'nothing is told twice without a failure');
  });

  it('do not tell of what was refused', async () => {
    const { heard, tell } = await listen('refused');
    await site.ask('administrator', 'POST', '/cms/v2/posts', {
      title: 'One',
      categories: [987_654],
      status: 'nonsense',
    });
    await site.ask('author', 'POST', '/cms/v2/categories', { name: 'Not mine' });
    await tell();
    assert.deepEqual(told(heard), []);
  });

  it('come again after a failure, later and later, and in order', async () => {
    let failing = 2;
    const { heard, tell } = await listen('failing', ['entry.created'], () => {
      if (failing > 0) {
        failing -= 1;
        throw new Error('not now');
      }
    });
    const titles = ['One', 'Two', 'Three'];
    const made: number[] = [];
    for (const title of titles) made.push((await site.make('/cms/v2/posts', { title, content: 'Text.' })).id);
    await tell();
    assert.deepEqual([heard.length, failures.length], [0, 1]);
    now += 1000;
    await tell();
    assert.equal(failures.length, 1, 'it waits two seconds');
    now += 1000;
    await tell();
    now += 4000;
    await tell();
    assert.deepEqual(
      heard.map(({ subject }) => subject),
      made,
    );
    assert.equal(failures.length, 2);
  });

  it('are told by one process at a time, and all the same when that one stops in the middle', async () => {
    const hang = Promise.withResolvers<void>();
    const stuck = await listen('shared', ['entry.created'], () => hang.promise);
    const { id } = await site.make('/cms/v2/posts', { title: 'Four', content: 'Text.' });
    const { database } = site;
    const heard: number[] = [];
    const listener = { name: 'shared', kinds: eventKinds, hear: async (event: SiteEvent) => heard.push(event.subject) };
    const onFailure = (error: unknown) => failures.push(error);
    const other = () => tellEvents({ database, listeners: [listener], clock: () => now, onFailure });
    const begun = Promise.withResolvers<void>();
    const hear = () => {
      begun.resolve();
      return hang.promise;
    };
    const slow = { name: 'shared', kinds: ['entry.created'] as const, hear };
    const telling = tellEvents({ database, listeners: [slow], clock: () => now, onFailure });
    await begun.promise;
    await other();
    assert.deepEqual(heard, [], 'the first one has it');
    now += 61_000;
    await other();
    assert.deepEqual(heard, [id], 'the first one is taken for stopped');
    hang.resolve();
    await telling;
    await other();
    assert.deepEqual(heard, [id], 'what the first one says in the end changes nothing');
    assert.equal(stuck.heard.length, 0);
  });

  it('are told by one process after the other to somebody who is slow, and all of them', async () => {
    const { database } = site;
    const onFailure = (error: unknown) => failures.push(error);
    const { heard, tell } = await listen('slow');
    for (let n = 0; n < 6; n += 1) await site.make('/cms/v2/posts', { title: `Slow ${n}`, content: 'Text.' });
    const listener = { name: 'slow', kinds: eventKinds, hear: async (event: SiteEvent) => heard.push(event) };
    const before = now;
    let begun = 0;
    const slow = {
      ...listener,
      hear: async (event: SiteEvent) => {
        begun += 1;
        now += 20_000;
        heard.push(event);
        // The lease has not ended, or another process would tell it all again.
        await tellEvents({ database, listeners: [listener], clock: () => now, onFailure });
      },
    };
    await tellEvents({ database, listeners: [slow], clock: () => now, onFailure });
    await tell();
    assert.ok(now - before >= 120_000);
    assert.deepEqual([begun, heard.length], [6, 6], 'nothing is told twice');
  });

  it('are forgotten without leaving gaps, though the clock was put back', async () => {
    const { tell, forget } = await listen('clock');
    await site.make('/cms/v2/posts', { title: 'At noon', content: 'Text.' });
    await site.make('/cms/v2/posts', { title: 'An hour before', content: 'Text.' });
    await site.make('/cms/v2/posts', { title: 'The newest', content: 'Text.' });
    await tell();
    const [noon, before, newest] = (await eventsAfter(site.database.read, 0, 1000)).slice(-3);
    await site.database.transaction((tx) => tx.run(putBack, { position: before?.position ?? 0, at: 1 }));
    await forget((noon?.at ?? 0) - 1);
    assert.deepEqual(
      (await eventsAfter(site.database.read, 0, 1000)).map(({ position }) => position).slice(-3),
      [noon, before, newest].map((event) => event?.position),
    );
  });

  it('are forgotten in time, but never before they were heard', async () => {
    const { heard, tell, forget } = await listen('late');
    await site.make('/cms/v2/posts', { title: 'Five', content: 'Text.' });
    await forget();
    await tell();
    assert.deepEqual(told(heard), ['entry.created post draft']);
    assert.deepEqual(site.faults, []);
  });

  it('are forgotten though somebody who listened once never hears of them', async () => {
    const gone = await listen('gone');
    await site.make('/cms/v2/posts', { title: 'Six', content: 'Text.' });
    const { tell, forget } = await listen('staying');
    await site.make('/cms/v2/posts', { title: 'Seven', content: 'Text.' });
    await tell();
    assert.ok((await forget()) > 0);
    assert.equal((await eventsAfter(site.database.read, 0, 100)).length, 1, 'the newest stays');
    await gone.tell();
    assert.deepEqual(told(gone.heard), ['entry.created post draft'], 'who returns hears what is left');
  });
});
