// Tests the groups of the live channel: which changes are reported to whom, without details, from any process, at most once per second.
import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { assignAllPositions, pruneDeliveredEvents } from '../server/events/deliver-events.ts';
import { describeEachEngine } from './engines.ts';
import { followStream, type StreamEvent } from './event-stream.ts';
import type { Caller } from './site.ts';
import { close, openNode, type TestNode } from './test-node.ts';

describeEachEngine('groups of the live channel', (engine) => {
  let node: TestNode;
  let other: TestNode;
  before(async () => {
    const place = await engine.location();
    node = await openNode(place);
    other = await openNode(place);
  });
  after(async () => {
    assert.deepEqual([...node.site.errors, ...other.site.errors], []);
    await close(node);
    await close(other);
  });

  const follow = async (caller: Caller, query: string) => {
    const follower = await followStream(node, `/octavo/v1/live?${query}`, { caller });
    assert.equal(follower.response.statusCode, 200);
    await follower.waitForEvents(1);
    return follower;
  };
  const changesIn = ({ events }: Awaited<ReturnType<typeof follow>>) =>
    events().flatMap(({ event, data }) => (event === 'changed' ? [data] : []));
  const createPost = (at: TestNode = other): Promise<{ id: number }> =>
    at.site.create('/cms/v2/posts', { title: 'Secret title', status: 'draft' }, 'administrator');

  it('report created, updated and deleted entries of any process, without details', async () => {
    const follower = await follow('contributor', 'groups=entries');
    assert.deepEqual(follower.events()[0]?.event, 'ready');
    const { id } = await createPost();
    await follower.waitForEvents(2);
    await other.site.request('administrator', 'POST', `/cms/v2/posts/${id}`, { title: 'Changed' });
    await follower.waitForEvents(3);
    await node.site.request('administrator', 'DELETE', `/cms/v2/posts/${id}?force=true`);
    await follower.waitForEvents(4);
    await other.site.create('/cms/v2/tags', { name: 'New' });
    await follower.waitForEvents(5);
    assert.deepEqual(
      changesIn(follower),
      Array.from({ length: 4 }, () => ({ group: 'entries' })),
    );
    follower.stop();
  });

  it('that have changed after a position are reported at first', async () => {
    const positionOf = async (caller: Caller): Promise<number> =>
      (await other.site.request(caller, 'GET', '/octavo/v1/admin')).body.event_position;
    const first = await follow('contributor', 'groups=entries');
    const start = Number(first.events()[0]?.id);
    await createPost();
    await first.waitForEvents(2);
    const reached = first.events()[1]?.id ?? '';
    assert.ok(Number(reached) > start);
    first.stop();
    // The creation has a position now, because it was reported.
    assert.equal(await positionOf('editor'), Number(reached));
    const namesSince = async (query: string, headers = {}, caller: Caller = 'editor') => {
      const follower = await followStream(node, `/octavo/v1/live?${query}`, { caller, headers });
      await follower.waitFor((events) => events.some(({ event }) => event === 'ready'));
      follower.stop();
      return follower.events().map(({ event, data }) => data.group ?? event);
    };
    assert.deepEqual(await namesSince(`groups=entries&after=${start}`), ['entries', 'ready']);
    assert.deepEqual(await namesSince(`groups=entries&after=${reached}`), ['ready']);
    assert.deepEqual(await namesSince('groups=entries'), ['ready']);
    assert.deepEqual(await namesSince('groups=entries&after=0', { 'Last-Event-ID': reached }), ['ready']);
    assert.deepEqual(await namesSince(`groups=comments&after=${start}`), ['ready'], 'another group');
    // A position of another database: everything may have changed.
    assert.deepEqual(await namesSince('groups=entries,comments&after=999999999'), ['entries', 'comments', 'ready']);
    assert.deepEqual(await namesSince('groups=entries,comments&after=999999999', {}, 'author'), ['entries', 'ready']);
    const invalid = await followStream(node, '/octavo/v1/live?groups=entries', { headers: { 'Last-Event-ID': 'x' } });
    assert.equal(invalid.response.statusCode, 400);
    invalid.stop();
  });

  it('have all changed after a position whose next event was deleted', async () => {
    const first = await follow('editor', 'groups=entries');
    const start = first.events()[0]?.id;
    for (let n = 0; n < 3; n += 1) await createPost();
    await first.waitForEvents(2);
    first.stop();
    const { database } = node;
    await assignAllPositions(database);
    // The newest event is retained.
    assert.ok((await pruneDeliveredEvents({ database, listeners: [] }, Date.now() + 1000)) >= 2);
    const follower = await followStream(node, `/octavo/v1/live?groups=entries,comments&after=${start}`);
    await follower.waitFor((events) => events.some(({ event }) => event === 'ready'));
    follower.stop();
    assert.deepEqual(
      follower.events().map(({ event, data }) => data.group ?? event),
      ['entries', 'comments', 'ready'],
    );
  });

  it('report comments to moderators only', async () => {
    const { id } = await other.site.create('/cms/v2/posts', { title: 'Post', status: 'publish' }, 'administrator');
    const [moderator, author] = [
      await follow('editor', 'groups=comments,entries'),
      await follow('author', 'groups=comments,entries'),
    ];
    await other.site.create('/cms/v2/comments', { post: id, content: 'Hello', status: 'hold' }, 'administrator');
    await moderator.waitFor((events) => events.some(({ data }) => data.group === 'comments'));
    // Something that the author may follow happens after it.
    const { length } = author.events();
    await createPost();
    await author.waitForEvents(length + 1);
    assert.ok(changesIn(author).every(({ group }) => group === 'entries'));
    moderator.stop();
    author.stop();
  });

  it('are reported at most once per second, and the last change is not lost', async () => {
    const follower = await follow('editor', 'groups=entries');
    const startedAt = performance.now();
    await createPost();
    await follower.waitForEvents(2);
    // The first change is reported at once, the others when a second has passed.
    for (let n = 0; n < 5; n += 1) await createPost();
    await follower.waitForEvents(3);
    const { length } = changesIn(follower);
    const seconds = (performance.now() - startedAt) / 1000;
    assert.ok(length <= Math.ceil(seconds) + 1, `${length} messages in ${seconds} s`);
    await createPost();
    await follower.waitForEvents(length + 2);
    follower.stop();
  });

  it('can be followed together with entries', async () => {
    const { id } = await createPost();
    const follower = await follow('editor', `entries=${id}&groups=entries`);
    const namesOf = (events: readonly StreamEvent[]) => events.map(({ event }) => event);
    await follower.waitFor((events) => namesOf(events).includes('ready'));
    // The creation of the entry can be reported at any time.
    const first = namesOf(follower.events()).filter((name) => name !== 'changed');
    assert.deepEqual(first, ['entry', 'unlock', 'ready']);
    const { length } = follower.events();
    await other.site.request('administrator', 'POST', `/cms/v2/posts/${id}`, { title: 'Changed' });
    await follower.waitFor((events) =>
      ['changed', 'entry'].every((name) => namesOf(events.slice(length)).includes(name)),
    );
    follower.stop();
  });

  it('are for users who may edit entries', async () => {
    for (const [caller, status] of [
      ['anonymous', 401],
      ['subscriber', 403],
      ['contributor', 200],
    ] as const) {
      const { response, stop } = await followStream(node, '/octavo/v1/live?groups=entries', { caller });
      assert.equal(response.statusCode, status, caller);
      stop();
    }
    for (const query of ['groups=', 'groups=users', 'entries=1&groups=secrets']) {
      const { status, body } = await node.site.request('administrator', 'GET', `/octavo/v1/live?${query}`);
      assert.deepEqual([status, body.code], [400, 'rest_invalid_param'], query);
    }
  });
});
