// What happens, followed over HTTP: in order, from where one has been, from every process, by those alone who may.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, describe, it } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { type Slots, statement } from '../server/database/statement.ts';
import { makeMessageOf } from '../server/events/message.ts';
import { forgetEvents, tellEvents } from '../server/events/tell-events.ts';
import type { Call } from '../server/http/room.ts';
import { followEvents } from '../server/live-feed/follow-events.ts';
import { describeEachEngine } from './engines.ts';
import { close, type Node, openNode } from './node.ts';
import { openTestSite, type Person, roles, type TestSite } from './site.ts';

const path = '/octavo/v1/events';

interface Told {
  readonly id: string;
  readonly event: string;
  // biome-ignore lint/suspicious/noExplicitAny: tests look into messages freely.
  readonly data: any;
}

/** Puts the events back to where they were at a position. */
const removeAfter = statement((q, p: Slots<{ position: number }>) =>
  q.deleteFrom('events').where('position', '>', p.position),
);

/** The events in the text of a stream, as a browser would tell them. */
function parsed(text: string): Told[] {
  return text.split('\n\n').flatMap((block) => {
    const fields = new Map(block.split('\n').map((line) => line.split(/: (.*)/s).slice(0, 2) as [string, string]));
    const [id = '', event = '', data] = ['id', 'event', 'data'].map((name) => fields.get(name));
    return data === undefined ? [] : [{ id, event, data: JSON.parse(data) }];
  });
}

/** Follows events at a node until it is told to stop. */
async function follow(node: Node, query = '', headers: Record<string, string> = {}, root = '/rest') {
  const { port } = node.app.server.address() as AddressInfo;
  const authorization = node.site.authorizationOf('administrator') ?? '';
  const asked = request({
    ...{ host: '127.0.0.1', port, path: `${root}${path}${query}`, agent: false },
    headers: { authorization, ...headers },
  }).end();
  const [response] = (await once(asked, 'response')) as [IncomingMessage];
  let text = '';
  response.setEncoding('utf8').on('data', (part) => (text += part));
  response.on('error', () => {});
  const until = async (count: number) => {
    const began = performance.now();
    while (parsed(text).length < count) {
      assert.ok(performance.now() - began < 5000, `only ${text}`);
      await pause(10);
    }
    return performance.now() - began;
  };
  return { response, told: () => parsed(text), until, stop: () => response.destroy() };
}

describeEachEngine('the live feed', (engine) => {
  let node: Node;
  let other: Node;
  before(async () => {
    const place = await engine.place();
    node = await openNode(place);
    // A database in memory belongs to one process.
    other = engine.name === 'sqlite in memory' ? node : await openNode(place);
  });
  after(async () => {
    assert.deepEqual(node.site.faults, []);
    await close(node);
    if (other !== node) await close(other);
  });

  const post = (at: Node = node) => at.site.make('/cms/v2/posts', { title: 'One', content: 'Secret words' });

  it('tells within a second what any process has made happen, in order and without its words', async () => {
    const following = await follow(node);
    assert.equal(following.response.statusCode, 200);
    assert.equal(following.response.headers['content-type'], 'text/event-stream');
    assert.match(String(following.response.headers['cache-control']), /no-store/);
    assert.equal(following.response.headers['content-length'], undefined);
    const { id } = await post(other);
    assert.ok((await following.until(1)) < 1500);
    await other.site.ask('administrator', 'POST', `/cms/v2/posts/${id}`, { status: 'publish' });
    await following.until(2);
    const [made, changed] = following.told();
    assert.deepEqual([made?.event, made?.data.type, made?.data.data.subject], ['entry.created', 'entry.created', id]);
    assert.deepEqual([changed?.event, changed?.data.data.status_before], ['entry.updated', 'draft']);
    assert.equal(Number(changed?.id), Number(made?.id) + 1);
    assert.doesNotMatch(JSON.stringify(following.told()), /Secret/);
    following.stop();
  });

  it('goes on where somebody has been, at whatever process, and loses nothing between', async () => {
    const first = await follow(node);
    await post();
    await first.until(1);
    const [seen] = first.told();
    first.stop();
    const made: number[] = [];
    for (let n = 0; n < 120; n += 1) made.push((await post()).id);
    const subjects = (told: readonly Told[]) => told.map(({ data }) => data.data.subject);
    const byHeader = await follow(other, '', { 'last-event-id': seen?.id ?? '' });
    await byHeader.until(120);
    assert.deepEqual(subjects(byHeader.told()), made);
    const byQuery = await follow(other, `?after=${seen?.id}&kinds[]=entry.created&types[]=post`);
    await byQuery.until(120);
    assert.deepEqual(subjects(byQuery.told()), made);
    const more = await post();
    await byQuery.until(121);
    assert.equal(subjects(byQuery.told()).at(-1), more.id);
    for (const each of [byHeader, byQuery]) each.stop();
  });

  it('spells names as the mount does through which it is followed', async () => {
    const following = await follow(node, '?types[]=wp_block', {}, '/wp-json');
    await post();
    const { id } = await node.site.make('/cms/v2/blocks', { title: 'A block', content: 'x' });
    await following.until(1);
    const [event] = following.told();
    const { type, address, subject } = event?.data.data ?? {};
    assert.deepEqual([type, address, subject], ['wp_block', `http://site.test/wp-json/wp/v2/blocks/${id}`, id]);
    following.stop();
  });

  it('tells what is wanted alone', async () => {
    const following = await follow(node, '?kinds[]=term.created&types[]=post_tag');
    await post();
    await node.site.make('/cms/v2/categories', { name: `Not wanted ${Math.random()}` });
    const { id } = await node.site.make('/cms/v2/tags', { name: `Wanted ${Math.random()}` });
    await following.until(1);
    assert.deepEqual(
      following.told().map(({ data }) => data.data.subject),
      [id],
    );
    following.stop();
  });

  it('says so where it cannot go on from there', async () => {
    const ahead = await follow(node, '?after=99999999');
    await ahead.until(1);
    assert.equal(ahead.told()[0]?.event, 'events.missed');
    const { id } = await post();
    await ahead.until(2);
    assert.equal(ahead.told()[1]?.data.data.subject, id);
    ahead.stop();
    const onFailure = () => assert.fail();
    await tellEvents({ database: node.database, listeners: [], clock: Date.now, onFailure });
    await forgetEvents({ database: node.database, listeners: [] }, Date.now() + 1000);
    const behind = await follow(node, '?after=1');
    await behind.until(2);
    const [missed, last] = behind.told();
    assert.deepEqual([missed?.event, missed?.data.after], ['events.missed', 1]);
    assert.equal(Number(last?.id), missed?.data.first);
    behind.stop();
    for (const [query, headers, code] of [
      ['?after=x', {}, 'rest_invalid_param'],
      ['?after=-1', {}, 'rest_invalid_param'],
      ['?kinds[]=entry.burnt', {}, 'rest_invalid_param'],
      ['', { 'last-event-id': 'x' }, 'rest_invalid_event_id'],
    ] as const) {
      const { status, body } = await node.site.ask('administrator', 'GET', path + query, undefined, headers);
      assert.deepEqual([status, body.code], [400, code], query);
    }
  });

  it('ends before anything more is told for who may no longer', async () => {
    const passwords = '/cms/v2/users/me/application-passwords';
    const signIn = (login: string, password: string) => ({
      authorization: `Basic ${Buffer.from(`${login}:${password}`).toString('base64')}`,
    });
    const { id, login } = { id: node.site.ids.editor, login: 'editor' };
    await node.site.ask('administrator', 'POST', `/cms/v2/users/${id}`, { roles: ['administrator'] });
    const own = `/cms/v2/users/${id}/application-passwords`;
    const revoked = await node.site.make(passwords, { name: 'Revoked' });
    const demoted = await node.site.make(own, { name: 'Demoted' });
    const soon = new Date(Date.now() + 2000).toISOString();
    const expiring = await node.site.make(passwords, { name: 'Expiring', expires: soon });
    const following = {
      revoked: await follow(node, '', signIn('admin', revoked.password)),
      demoted: await follow(node, '', signIn(login, demoted.password)),
      expiring: await follow(node, '', signIn('admin', expiring.password)),
    };
    const entry = await post();
    for (const { until, response } of Object.values(following)) {
      assert.equal(response.statusCode, 200);
      await until(1);
    }
    await other.site.ask('administrator', 'DELETE', `${passwords}/${revoked.uuid}`);
    await other.site.ask('administrator', 'POST', `/cms/v2/users/${id}`, { roles: ['editor'] });
    await pause(Date.parse(soon) - Date.now() + 1000);
    const hushed = await post();
    const subjects = async ({ response, told }: (typeof following)['revoked']) => {
      if (!response.readableEnded) await once(response, 'end', { signal: AbortSignal.timeout(5000) });
      return told().map(({ data }) => data.data.subject);
    };
    for (const [why, each] of Object.entries(following)) {
      const told = await subjects(each);
      assert.ok(told.includes(entry.id) && !told.includes(hushed.id), `${why}: ${told}`);
    }
  });

  it('is for administrators', async () => {
    const statuses: number[] = [];
    for (const person of ['anonymous', ...roles] as Person[])
      statuses.push((await node.site.ask(person, 'GET', path)).status);
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

describe('who follows events', () => {
  let site: TestSite;
  before(async () => {
    site = await openTestSite();
  });

  /** Asks for a stream as the room would be asked; the parts it has sent by now. */
  const opening = (
    limits: { most?: number; mostOfOne?: number; longest?: number; silence?: number; needs?: Map<string, string> },
    wanted: { kinds?: string[]; after?: number } = {},
  ) => {
    const messageOf = makeMessageOf(site.service.contract);
    const operation = followEvents({ database: site.database, messageOf, ...limits });
    const args = { kinds: [], types: [], ...wanted };
    return async (user = 1, rights = new Set<string>()) => {
      // Rights are those of the moment; the actor of the request had all.
      const actor = { id: user, can: () => true };
      const renew = async () => ({ ...actor, can: (right: string) => rights.has(right) });
      const { spelling, rest } = site.service.native;
      const call = { args, actor, spelling, rest, header: () => undefined, renew };
      const outcome = await operation.run(call as unknown as Call, undefined);
      assert.ok(outcome.kind === 'stream');
      const ending = new AbortController();
      return { parts: outcome.open(ending.signal)[Symbol.asyncIterator](), ending };
    };
  };

  it('hears something now and then, and is asked to come again after a while', async () => {
    const open = opening({ silence: 40, longest: 200 });
    const { parts } = await open();
    const texts: string[] = [];
    for (let next = await parts.next(); !next.done; next = await parts.next()) texts.push(next.value);
    assert.equal(texts[0], 'retry: 2000\n\n');
    assert.ok(texts.length > 2, 'it was not silent');
    assert.ok(texts.slice(1).every((text) => /^id: \d+\n\n$/.test(text)));
  });

  it('is one of so many at most', async () => {
    const open = opening({ most: 2 });
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

  it('hears of kinds that need a right as long as it has that', async () => {
    const rights = new Set(['see_tags']);
    const { parts, ending } = await opening({ needs: new Map([['term.created', 'see_tags']]) })(1, rights);
    const tag = () => site.make('/cms/v2/tags', { name: `Tag ${Math.random()}` });
    await parts.next();
    const first = await tag();
    assert.match((await parts.next()).value ?? '', new RegExp(`"subject":${first.id},`));
    rights.clear();
    const hushed = await tag();
    const { id } = await site.make('/cms/v2/posts', { title: 'Told' });
    const next = (await parts.next()).value ?? '';
    assert.match(next, new RegExp(`"subject":${id},`));
    assert.ok(!next.includes(`"subject":${hushed.id},`));
    ending.abort();
  });

  it('is one of so many, though all come at the same moment', async () => {
    const open = opening({ most: 2 });
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

  it('leaves room for others, however often one account follows', async () => {
    const open = opening({ most: 5, mostOfOne: 2 });
    const mine = [await open(1), await open(1)];
    for (const { parts } of mine) await parts.next();
    await assert.rejects(open(1), { code: 'rest_too_many_followers', status: 429 });
    const other = await open(2);
    assert.equal((await other.parts.next()).value, 'retry: 2000\n\n');
    for (const { ending, parts } of [...mine, other]) {
      ending.abort();
      while (!(await parts.next()).done);
    }
  });

  it('hears where things stand, though nothing of what happens is wanted', async () => {
    const open = opening({ silence: 600, longest: 3600 }, { kinds: ['user.deleted'] });
    const { parts } = await open();
    const texts: string[] = [];
    const reading = (async () => {
      for (let next = await parts.next(); !next.done; next = await parts.next()) texts.push(next.value);
    })();
    let reads = true;
    const writing = (async () => {
      while (reads) {
        await site.make('/cms/v2/tags', { name: `Not wanted ${Math.random()}` });
        await pause(50);
      }
    })();
    await reading;
    reads = false;
    await writing;
    assert.ok(texts.length >= 4, `only ${JSON.stringify(texts)}`);
    const places = texts.slice(1).map((text) => Number(/^id: (\d+)\n\n$/.exec(text)?.[1]));
    assert.ok((places.at(-1) ?? 0) > (places[0] ?? 0), JSON.stringify(texts));
  });

  it('is told where the database was put back to an earlier time, and asks no more often than else', async () => {
    const open = opening({ silence: 5000, longest: 5000 });
    await site.make('/cms/v2/tags', { name: `One ${Math.random()}` });
    const { parts, ending } = await open();
    await parts.next();
    await site.make('/cms/v2/tags', { name: `Two ${Math.random()}` });
    const [, id] = /^id: (\d+)\n/.exec((await parts.next()).value) ?? [];
    const later = parts.next();
    await pause(500);
    await site.database.transaction((tx) => tx.run(removeAfter, { position: Number(id) - 1 }));
    const missed = (await later).value;
    assert.match(missed, new RegExp(`^id: ${Number(id) - 1}\nevent: events.missed\n`));
    await site.make('/cms/v2/tags', { name: `Three ${Math.random()}` });
    assert.match((await parts.next()).value, new RegExp(`^id: ${id}\nevent: term.created\n`));
    ending.abort();
  });
});
