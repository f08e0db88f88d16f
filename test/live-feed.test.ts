// Tests the live feed of events over HTTP: order, resumption, several processes, and permissions.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { after, before, describe, it } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { type Slots, statement } from '../server/database/statement.ts';
import { deliverEvents, pruneDeliveredEvents } from '../server/events/deliver-events.ts';
import { makeMessageOf } from '../server/events/message.ts';
import { followEvents } from '../server/live-feed/endpoints.ts';
import { describeEachEngine } from './engines.ts';
import { followStream, type StreamEvent } from './event-stream.ts';
import { type Caller, openTestSite, roles, type TestSite } from './site.ts';
import { close, openNode, type TestNode } from './test-node.ts';

const path = '/octavo/v1/events';

/** Statement that deletes all events after a position, as the restoration of a backup does. */
const deleteAfterStatement = statement((q, p: Slots<{ position: number }>) =>
  q.deleteFrom('events').where('position', '>', p.position),
);

/** Follows the live feed of a node. */
const follow = (node: TestNode, query = '', headers: Record<string, string> = {}, root = '/rest') =>
  followStream(node, path + query, { headers, root });

describeEachEngine('the live feed', (engine) => {
  let node: TestNode;
  let other: TestNode;
  /** Offset of the clock of the nodes from the system time, in milliseconds. */
  let clockOffsetMs = 0;
  const clock = () => Date.now() + clockOffsetMs;
  before(async () => {
    const place = await engine.location();
    node = await openNode(place, { clock });
    other = await openNode(place, { clock });
  });
  after(async () => {
    assert.deepEqual(node.site.errors, []);
    await close(node);
    if (other !== node) await close(other);
  });

  const post = (at: TestNode = node) => at.site.create('/cms/v2/posts', { title: 'One', content: 'Secret words' });

  it('delivers events of any process within a second, in order and without content', async () => {
    const follower = await follow(node);
    assert.equal(follower.response.statusCode, 200);
    assert.equal(follower.response.headers['content-type'], 'text/event-stream');
    assert.match(String(follower.response.headers['cache-control']), /no-store/);
    assert.equal(follower.response.headers['content-length'], undefined);
    const { id } = await post(other);
    assert.ok((await follower.waitForEvents(1)) < 1500);
    await other.site.request('administrator', 'POST', `/cms/v2/posts/${id}`, { status: 'publish' });
    await follower.waitForEvents(2);
    const [made, changed] = follower.events();
    assert.deepEqual([made?.event, made?.data.type, made?.data.data.subject], ['entry.created', 'entry.created', id]);
    assert.deepEqual([changed?.event, changed?.data.data.status_before], ['entry.updated', 'draft']);
    assert.equal(Number(changed?.id), Number(made?.id) + 1);
    assert.doesNotMatch(JSON.stringify(follower.events()), /Secret/);
    follower.stop();
  });

  it('resumes after the last received event at any process, without losses', async () => {
    const first = await follow(node);
    await post();
    await first.waitForEvents(1);
    const [lastSeen] = first.events();
    first.stop();
    const made: number[] = [];
    for (let n = 0; n < 120; n += 1) made.push((await post()).id);
    const subjects = (events: readonly StreamEvent[]) => events.map(({ data }) => data.data.subject);
    const byHeader = await follow(other, '', { 'last-event-id': lastSeen?.id ?? '' });
    await byHeader.waitForEvents(120);
    assert.deepEqual(subjects(byHeader.events()), made);
    const byQuery = await follow(other, `?after=${lastSeen?.id}&kinds[]=entry.created&types[]=post`);
    await byQuery.waitForEvents(120);
    assert.deepEqual(subjects(byQuery.events()), made);
    const more = await post();
    await byQuery.waitForEvents(121);
    assert.equal(subjects(byQuery.events()).at(-1), more.id);
    for (const each of [byHeader, byQuery]) each.stop();
  });

  it('uses the spelling of the mount at which it is followed', async () => {
    const follower = await follow(node, '?types[]=wp_block', {}, '/wp-json');
    await post();
    const { id } = await node.site.create('/cms/v2/blocks', { title: 'A block', content: 'x' });
    await follower.waitForEvents(1);
    const [event] = follower.events();
    const { type, address, subject } = event?.data.data ?? {};
    assert.deepEqual([type, address, subject], ['wp_block', `http://site.test/wp-json/wp/v2/blocks/${id}`, id]);
    follower.stop();
  });

  it('delivers only requested kinds and types', async () => {
    const follower = await follow(node, '?kinds[]=term.created&types[]=post_tag');
    await post();
    await node.site.create('/cms/v2/categories', { name: `Not wanted ${Math.random()}` });
    const { id } = await node.site.create('/cms/v2/tags', { name: `Wanted ${Math.random()}` });
    await follower.waitForEvents(1);
    assert.deepEqual(
      follower.events().map(({ data }) => data.data.subject),
      [id],
    );
    follower.stop();
  });

  it('reports missed events', async () => {
    const ahead = await follow(node, '?after=99999999');
    await ahead.waitForEvents(1);
    assert.equal(ahead.events()[0]?.event, 'events.missed');
    const { id } = await post();
    await ahead.waitForEvents(2);
    assert.equal(ahead.events()[1]?.data.data.subject, id);
    ahead.stop();
    const onFailure = () => assert.fail();
    await deliverEvents({ database: node.database, listeners: [], clock: Date.now, onFailure });
    await pruneDeliveredEvents({ database: node.database, listeners: [] }, Date.now() + 1000);
    const behind = await follow(node, '?after=1');
    await behind.waitForEvents(2);
    const [missed, last] = behind.events();
    assert.deepEqual([missed?.event, missed?.data.after], ['events.missed', 1]);
    assert.equal(Number(last?.id), missed?.data.first);
    behind.stop();
    for (const [query, headers, code] of [
      ['?after=x', {}, 'rest_invalid_param'],
      ['?after=-1', {}, 'rest_invalid_param'],
      ['?kinds[]=entry.burnt', {}, 'rest_invalid_param'],
      ['', { 'last-event-id': 'x' }, 'rest_invalid_event_id'],
    ] as const) {
      const { status, body } = await node.site.request('administrator', 'GET', path + query, undefined, headers);
      assert.deepEqual([status, body.code], [400, code], query);
    }
  });

  it('ends before the next event when the caller loses the permission', async () => {
    const passwords = '/cms/v2/users/me/application-passwords';
    const signIn = (login: string, password: string) => ({
      authorization: `Basic ${Buffer.from(`${login}:${password}`).toString('base64')}`,
    });
    const { id, login } = { id: node.site.ids.editor, login: 'editor' };
    await node.site.request('administrator', 'POST', `/cms/v2/users/${id}`, { roles: ['administrator'] });
    const passwordsOfEditor = `/cms/v2/users/${id}/application-passwords`;
    const revoked = await node.site.create(passwords, { name: 'Revoked' });
    const demoted = await node.site.create(passwordsOfEditor, { name: 'Demoted' });
    const soon = new Date(clock() + 60_000).toISOString();
    const expiring = await node.site.create(passwords, { name: 'Expiring', expires: soon });
    const follower = {
      revoked: await follow(node, '', signIn('admin', revoked.password)),
      demoted: await follow(node, '', signIn(login, demoted.password)),
      expiring: await follow(node, '', signIn('admin', expiring.password)),
    };
    const entry = await post();
    for (const { waitForEvents, response } of Object.values(follower)) {
      assert.equal(response.statusCode, 200);
      await waitForEvents(1);
    }
    await other.site.request('administrator', 'DELETE', `${passwords}/${revoked.uuid}`);
    await other.site.request('administrator', 'POST', `/cms/v2/users/${id}`, { roles: ['editor'] });
    clockOffsetMs += 61_000;
    const hidden = await post();
    const subjects = async ({ response, events }: (typeof follower)['revoked']) => {
      if (!response.readableEnded) await once(response, 'end', { signal: AbortSignal.timeout(60_000) });
      return events().map(({ data }) => data.data.subject);
    };
    for (const [why, each] of Object.entries(follower)) {
      const events = await subjects(each);
      assert.ok(events.includes(entry.id) && !events.includes(hidden.id), `${why}: ${events}`);
    }
  });

  it('requires an administrator', async () => {
    const statuses: number[] = [];
    for (const caller of ['anonymous', ...roles] as Caller[])
      statuses.push((await node.site.request(caller, 'GET', path)).status);
    assert.deepEqual(statuses, [401, 403, 403, 403, 403, 200]);
    const { status, headers } = await node.get(path);
    assert.deepEqual([status, headers.get('content-type')], [401, 'application/json; charset=UTF-8']);
    const head = await fetch(`http://127.0.0.1:${(node.app.server.address() as AddressInfo).port}/rest${path}`, {
      method: 'HEAD',
      headers: { authorization: node.site.authorizationOf('administrator') ?? '' },
    });
    assert.deepEqual([head.status, await head.text()], [200, '']);
  });
});

describe('a follower of the live feed', () => {
  let site: TestSite;
  before(async () => {
    site = await openTestSite();
  });

  /** Returns a function that opens a stream as the endpoint does, and returns its iterator. */
  const createOpener = (
    limits: {
      maxFollowers?: number;
      maxPerUser?: number;
      maxDurationMs?: number;
      maxSilenceMs?: number;
    },
    requested: { kinds?: string[]; after?: number } = {},
    requiredCapabilities: ReadonlyMap<string, string> = new Map(),
  ) => {
    const messageOf = makeMessageOf(site.service.contract);
    const operation = followEvents({ database: site.database, messageOf, requiredCapabilities }, limits);
    const args = { kinds: [], types: [], ...requested };
    return async (user = 1, rights = new Set<string>()) => {
      // The actor of the request has all permissions. During the stream, the actor is reloaded and has only `rights`.
      const actor = { id: user, can: () => true };
      const renew = async () => ({ ...actor, can: (right: string) => rights.has(right) });
      const { spelling, rest } = site.service.native;
      const call = { args, actor, spelling, rest, header: () => undefined, renew };
      const outcome = await operation.run(call as unknown as Parameters<typeof operation.run>[0], undefined);
      assert.ok(outcome.kind === 'stream');
      const ending = new AbortController();
      return { parts: outcome.open(ending.signal)[Symbol.asyncIterator](), ending };
    };
  };

  it('receives keep-alive messages, and is disconnected after a maximum time', async () => {
    const endless = await createOpener({ maxSilenceMs: 40 })();
    assert.equal((await endless.parts.next()).value, 'retry: 2000\n\n');
    for (let n = 0; n < 2; n += 1) assert.match((await endless.parts.next()).value, /^id: \d+\n\n$/);
    endless.ending.abort();
    while (!(await endless.parts.next()).done);
    const { parts } = await createOpener({ maxSilenceMs: 40, maxDurationMs: 200 })();
    assert.equal((await parts.next()).value, 'retry: 2000\n\n');
    for (let next = await parts.next(); !next.done; next = await parts.next())
      assert.match(next.value, /^id: \d+\n\n$/);
  });

  it('counts towards a maximum number of followers', async () => {
    const open = createOpener({ maxFollowers: 2 });
    const [first, second] = [await open(), await open()];
    for (const { parts } of [first, second]) await parts.next();
    await assert.rejects(open(), { code: 'rest_too_many_followers', status: 429 });
    first.ending.abort();
    while (!(await first.parts.next()).done);
    const third = await open();
    await third.parts.next();
    await assert.rejects(open(), { status: 429 });
    for (const { ending, parts } of [second, third]) {
      ending.abort();
      while (!(await parts.next()).done);
    }
  });

  it('receives kinds of events that require a capability as long as the user has the capability', async () => {
    const rights = new Set(['see_tags']);
    const { parts, ending } = await createOpener({}, {}, new Map([['term.created', 'see_tags']]))(1, rights);
    const tag = () => site.create('/cms/v2/tags', { name: `Tag ${Math.random()}` });
    await parts.next();
    const first = await tag();
    assert.match((await parts.next()).value ?? '', new RegExp(`"subject":${first.id},`));
    rights.clear();
    const hidden = await tag();
    const { id } = await site.create('/cms/v2/posts', { title: 'Told' });
    const next = (await parts.next()).value ?? '';
    assert.match(next, new RegExp(`"subject":${id},`));
    assert.ok(!next.includes(`"subject":${hidden.id},`));
    ending.abort();
  });

  it('counts towards the maximum even if requests are concurrent', async () => {
    const open = createOpener({ maxFollowers: 2 });
    const all = await Promise.all([open(), open(), open(), open()]);
    const texts: (string | undefined)[] = [];
    for (const { parts } of all) texts.push((await parts.next()).value);
    assert.deepEqual(texts, ['retry: 2000\n\n', 'retry: 2000\n\n', 'retry: 10000\n\n', 'retry: 10000\n\n']);
    for (const { parts } of all.slice(2)) assert.equal((await parts.next()).done, true);
    for (const { ending, parts } of all) {
      ending.abort();
      while (!(await parts.next()).done);
    }
  });

  it('counts towards a maximum number of followers per user', async () => {
    const open = createOpener({ maxFollowers: 5, maxPerUser: 2 });
    const ownFollowers = [await open(1), await open(1)];
    for (const { parts } of ownFollowers) await parts.next();
    await assert.rejects(open(1), { code: 'rest_too_many_followers', status: 429 });
    const other = await open(2);
    assert.equal((await other.parts.next()).value, 'retry: 2000\n\n');
    for (const { ending, parts } of [...ownFollowers, other]) {
      ending.abort();
      while (!(await parts.next()).done);
    }
  });

  it('receives the current position even if no event matches', async () => {
    const open = createOpener({ maxSilenceMs: 600 }, { kinds: ['user.deleted'] });
    const { parts, ending } = await open();
    const texts: string[] = [];
    const positions = () => texts.slice(1).map((text) => Number(/^id: (\d+)\n\n$/.exec(text)?.[1]));
    const hasHigherPosition = () => texts.length >= 4 && (positions().at(-1) ?? 0) > (positions()[0] ?? 0);
    const reading = (async () => {
      while (!hasHigherPosition() && texts.length < 100) texts.push((await parts.next()).value);
    })();
    let isReading = true;
    const writing = (async () => {
      while (isReading) {
        await site.create('/cms/v2/tags', { name: `Not wanted ${Math.random()}` });
        await pause(50);
      }
    })();
    await reading;
    isReading = false;
    await writing;
    ending.abort();
    assert.ok(hasHigherPosition(), JSON.stringify(texts));
    assert.ok(positions().every(Number.isInteger), JSON.stringify(texts));
  });

  it('is notified when the database was restored to an earlier state, without more frequent polling', async () => {
    const open = createOpener({ maxSilenceMs: 60_000, maxDurationMs: 60_000 });
    await site.create('/cms/v2/tags', { name: `One ${Math.random()}` });
    const { parts, ending } = await open();
    await parts.next();
    await site.create('/cms/v2/tags', { name: `Two ${Math.random()}` });
    const [, id] = /^id: (\d+)\n/.exec((await parts.next()).value) ?? [];
    const later = parts.next();
    await pause(500);
    await site.database.transaction((tx) => tx.run(deleteAfterStatement, { position: Number(id) - 1 }));
    const missed = (await later).value;
    assert.match(missed, new RegExp(`^id: ${Number(id) - 1}\nevent: events.missed\n`));
    await site.create('/cms/v2/tags', { name: `Three ${Math.random()}` });
    assert.match((await parts.next()).value, new RegExp(`^id: ${id}\nevent: term.created\n`));
    ending.abort();
  });
});
