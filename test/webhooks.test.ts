// Webhooks: what is delivered to whom, in which order, how often, how it is signed, and what becomes of receivers that fail.
import assert from 'node:assert/strict';
import { after, afterEach, before, beforeEach, it } from 'node:test';
import { makeMessageOf } from '../server/events/message.ts';
import type { FetchLimits } from '../server/fetch/guarded-fetch.ts';
import { Courier } from '../server/webhooks/courier.ts';
import { insertDelivery, pruneDeliveries } from '../server/webhooks/deliveries-store.ts';
import { makeDeliveries, mostWaiting } from '../server/webhooks/make-deliveries.ts';
import { describeEachEngine } from './engines.ts';
import { answering, assertSigned, openReceiver, type Receiver } from './receiver.ts';
import { openTestSite, type Person, roles, type TestSite } from './site.ts';

const path = '/octavo/v1/webhooks';
const second = 1000;
const hour = 3600 * second;
/** Receivers of these tests are on this machine, which the operator allows. */
const allowed: FetchLimits = { hosts: new Set(['127.0.0.1']) };

describeEachEngine('webhooks', (engine) => {
  let site: TestSite;
  let receiver: Receiver;
  let shift = 0;
  const clock = () => Date.now() + shift;
  const problems: string[] = [];
  const switchedOff: number[] = [];
  before(async () => {
    site = await openTestSite({ database: await engine.open(), clock, fetchLimits: allowed });
  });
  beforeEach(async () => {
    for (const { id } of (await site.ask('administrator', 'GET', path)).body)
      await site.ask('administrator', 'DELETE', `${path}/${id}`);
    receiver = await openReceiver();
    problems.length = 0;
  });
  afterEach(() => receiver.close());
  after(() => {
    assert.deepEqual(site.faults, []);
  });

  const courier = (fetchLimits: FetchLimits = allowed) =>
    new Courier({
      ...{ database: site.database, clock, fetchLimits },
      onProblem: (delivery, problem, settled) => {
        problems.push(problem);
        if (settled.switchedOff) switchedOff.push(delivery.webhook_id);
      },
      onFault: (error) => site.faults.push(error),
    });
  /** What a process does each second, and waits for. */
  const deliver = async (by = courier()) => {
    await site.service.makeDeliveries();
    await by.finish();
  };
  const hook = (json: object = {}) => site.make(path, { url: receiver.url, ...json });
  const post = (json: object = {}) => site.make('/cms/v2/posts', { title: 'One', content: 'Secret words', ...json });
  const change = (id: number, json: object) => site.ask('administrator', 'POST', `/cms/v2/posts/${id}`, json);
  const deliveriesOf = async (id: number, query = 'per_page=100') =>
    (await site.ask('administrator', 'GET', `${path}/${id}/deliveries?${query}`)).body;
  const told = ({ delivered }: Receiver) => delivered.map(({ body: { type, data } }) => `${type} ${data.subject}`);

  it('tell what has happened, signed, and never what it says', async () => {
    const { id, secret } = await hook();
    const { id: entry } = await post({ status: 'private', title: 'Hushed title' });
    assert.equal(receiver.delivered.length, 0);
    await deliver();
    const [delivered] = receiver.delivered;
    assert.ok(delivered);
    assertSigned(secret, delivered);
    assert.throws(() => assertSigned(secret, { ...delivered, text: delivered.text.replace('post', 'page') }));
    const { data, ...message } = delivered.body;
    const [row] = await deliveriesOf(id);
    assert.deepEqual(Object.keys(message), ['type', 'timestamp']);
    assert.equal(message.type, 'entry.created');
    assert.ok(Math.abs(Date.parse(message.timestamp) - Date.now()) < 60_000);
    assert.deepEqual(data, {
      position: data.position,
      kind: 'entry.created',
      type: 'post',
      subject: entry,
      status: 'private',
      status_before: '',
      tags: data.tags,
      address: `http://site.test/rest/cms/v2/posts/${entry}`,
    });
    assert.doesNotMatch(delivered.text, /Hushed|Secret/);
    assert.deepEqual(
      [row.state, row.attempts, row.response, row.problem, row.event, row.due],
      ['delivered', 1, 204, '', delivered.headers['webhook-id'], null],
    );
    await deliver();
    assert.equal(receiver.delivered.length, 1, 'nothing is sent twice');
  });

  it('name where what has happened can be read, and what that is answers', async () => {
    await hook();
    const category = await site.make('/cms/v2/categories', { name: 'News' });
    const page = await site.make('/cms/v2/pages', { title: 'P', status: 'publish' });
    await site.make('/cms/v2/comments', { post: (await post({ status: 'publish' })).id, content: 'Well said.' });
    await site.ask('administrator', 'POST', `/cms/v2/users/${site.ids.author}`, { name: 'A. Thor' });
    await site.ask('administrator', 'POST', '/cms/v2/settings', { title: 'Another' });
    const styled = { fontFamily: 'Box', src: 'https://93.184.216.34/box.woff2' };
    const family = await site.make('/cms/v2/font-families', {
      font_family_settings: JSON.stringify({ name: 'Box', slug: 'box', fontFamily: 'Box' }),
    });
    await site.make(`/cms/v2/font-families/${family.id}/font-faces`, { font_face_settings: JSON.stringify(styled) });
    for (const kind of ['templates', 'template-parts']) await site.make(`/cms/v2/${kind}`, { slug: 'a', content: 'x' });
    await site.make('/cms/v2/menu-items', { title: 'x', url: 'https://example.org/' });
    await deliver();
    const addressless = receiver.delivered.filter(({ body }) => body.data.address === '');
    assert.deepEqual(
      addressless.map(({ body }) => body.data.type).toSorted(),
      ['cms_font_face', 'cms_template', 'cms_template_part'],
      'what its number alone does not lead to',
    );
    receiver.delivered.splice(
      0,
      receiver.delivered.length,
      ...receiver.delivered.filter((each) => !addressless.includes(each)),
    );
    const addresses = receiver.delivered.map(({ body }) => body.data.address);
    assert.ok(addresses.includes(`http://site.test/rest/cms/v2/categories/${category.id}`));
    assert.ok(addresses.includes(`http://site.test/rest/cms/v2/pages/${page.id}`));
    assert.equal(addresses.length, 8);
    for (const address of addresses) {
      const { status } = await site.ask('administrator', 'GET', address.replace('http://site.test/rest', ''));
      assert.equal(status, 200, address);
    }
  });

  it('are told what they have asked for', async () => {
    await hook({ kinds: ['entry.created', 'settings.updated'], types: ['page'] });
    await post();
    const { id } = await site.make('/cms/v2/pages', { title: 'P' });
    await site.ask('administrator', 'DELETE', `/cms/v2/pages/${id}?force=true`);
    await site.ask('administrator', 'POST', '/cms/v2/settings', { title: 'Third' });
    await deliver();
    assert.deepEqual(told(receiver), [`entry.created ${id}`, 'settings.updated 0']);
  });

  it('hear nothing of what was before them or while they are off', async () => {
    await post();
    const { id } = await hook();
    const { id: heard } = await post();
    await deliver();
    await site.ask('administrator', 'POST', `${path}/${id}`, { active: false });
    await post();
    await site.ask('administrator', 'POST', `${path}/${id}`, { active: true });
    const { id: last } = await post();
    await deliver();
    assert.deepEqual(told(receiver), [`entry.created ${heard}`, `entry.created ${last}`]);
  });

  it('hear each event of one entry in order, though a receiver fails for an hour', async () => {
    const { id: webhook, secret } = await hook();
    const down = clock();
    let refused = 0;
    receiver.answer = (response) => {
      if (clock() - down < hour) refused += 1;
      response.writeHead(clock() - down < hour ? 503 : 204).end();
    };
    const { id: one } = await post();
    const { id: other } = await post();
    for (const status of ['pending', 'publish', 'draft']) await change(one, { status });
    await change(other, { status: 'publish' });
    for (let n = 0; n < 3 * 60; n += 1) {
      await deliver();
      shift += 60 * second;
      if ((await deliveriesOf(webhook, 'state=waiting')).length === 0) break;
    }
    assert.ok(refused > 5 && refused < 60, `${refused} tries while it was down`);
    assert.ok(clock() - down < 2 * hour, 'what has waited is told soon after it is up again');
    const taken = receiver.delivered.slice(refused);
    const of = (entry: number) =>
      taken.filter(({ body }) => body.data.subject === entry).map(({ body }) => body.data.status);
    assert.deepEqual(
      [of(one), of(other)],
      [
        ['draft', 'pending', 'publish', 'draft'],
        ['draft', 'publish'],
      ],
    );
    const numbers = new Map(receiver.delivered.map((each) => [each.text, each.headers['webhook-id']]));
    for (const { text, headers } of receiver.delivered)
      assert.equal(headers['webhook-id'], numbers.get(text), 'the number is the same at every try');
    assert.equal(new Set(taken.map(({ headers }) => headers['webhook-id'])).size, 6);
    for (const each of receiver.delivered) assertSigned(secret, each);
  });

  it('lose nothing though a receiver is down for more than a day', async () => {
    const { id: webhook } = await hook();
    const down = clock();
    const isDown = () => clock() - down < 30 * hour;
    receiver.answer = (response) => response.writeHead(isDown() ? 503 : 204).end();
    const entries = [(await post()).id, (await post()).id, (await post()).id];
    for (const status of ['pending', 'publish']) for (const entry of entries) await change(entry, { status });
    while (clock() - down < 45 * hour) {
      await deliver();
      shift += isDown() ? 5 * 60 * second : hour;
    }
    assert.deepEqual(await deliveriesOf(webhook, 'state=failed'), []);
    assert.deepEqual(await deliveriesOf(webhook, 'state=waiting'), []);
    const taken = receiver.delivered.slice(-9).map(({ body }) => body.data);
    for (const entry of entries)
      assert.deepEqual(
        taken.filter(({ subject }) => subject === entry).map(({ status }) => status),
        ['draft', 'pending', 'publish'],
      );
    shift = 0;
  });

  it('take their time with what alone makes a receiver fail, however much else is delivered', async () => {
    const { id: webhook } = await hook();
    const { id: poison } = await post();
    receiver.answer = (response, { body }) => response.writeHead(body.data.subject === poison ? 500 : 204).end();
    for (let n = 0; n < 30; n += 1) {
      await deliver();
      await post();
      shift += 6 * second;
    }
    const tries = receiver.delivered.filter(({ body }) => body.data.subject === poison).length;
    assert.ok(tries >= 4 && tries <= 6, `${tries} tries in three minutes`);
    assert.deepEqual(await deliveriesOf(webhook, 'state=failed'), []);
    shift = 0;
  });

  it('are sent what waits as soon as they have another address or are switched on', async (test) => {
    const { id: webhook } = await hook();
    const moved = await openReceiver();
    test.after(() => moved.close());
    receiver.answer = answering(404);
    const { id: first } = await post();
    for (let n = 0; n < 8; n += 1) {
      await deliver();
      shift += hour / 2;
    }
    await site.ask('administrator', 'PATCH', `${path}/${webhook}`, { url: moved.url });
    await deliver();
    assert.deepEqual(told(moved), [`entry.created ${first}`]);
    moved.answer = answering(404);
    const { id: second } = await post();
    for (let n = 0; n < 8; n += 1) {
      await deliver();
      shift += hour / 2;
    }
    await site.ask('administrator', 'PATCH', `${path}/${webhook}`, { active: false });
    await site.ask('administrator', 'PATCH', `${path}/${webhook}`, { active: true });
    moved.answer = answering(204);
    moved.delivered.length = 0;
    await deliver();
    assert.deepEqual(told(moved), [`entry.created ${second}`]);
    shift = 0;
  });

  it('that failed long ago, and were sent nothing since, are not switched off for one answer', async () => {
    const { id: webhook } = await hook();
    receiver.answer = answering(400);
    await post();
    const began = clock();
    while ((await deliveriesOf(webhook, 'state=failed')).length === 0) {
      await deliver();
      shift += hour;
      assert.ok(clock() - began < 40 * hour);
    }
    shift += 100 * hour;
    const { id: entry } = await post();
    receiver.answer = answering(503);
    await deliver();
    receiver.answer = answering(204);
    shift += 6 * second;
    await deliver();
    const { body } = await site.ask('administrator', 'GET', `${path}/${webhook}`);
    assert.deepEqual([body.active, body.failing_since, told(receiver).at(-1)], [true, null, `entry.created ${entry}`]);
    shift = 0;
  });

  it('give up what alone makes a receiver fail, though that looks as if it were down', async () => {
    const { id: webhook } = await hook();
    const { id: poison } = await post();
    receiver.answer = (response, { body }) => response.writeHead(body.data.subject === poison ? 500 : 204).end();
    const began = clock();
    while (clock() - began < 40 * hour) {
      await deliver();
      await post();
      shift += 2 * hour;
    }
    const failed = await deliveriesOf(webhook, 'state=failed');
    assert.deepEqual(
      failed.map(({ subject }: { subject: string }) => subject),
      [`entry:${poison}`],
    );
    shift = 0;
  });

  it('let an entry wait whose delivery fails, and no other', async () => {
    await hook();
    const { id: one } = await post();
    const { id: other } = await post();
    receiver.answer = (response, { body }) => response.writeHead(body.data.subject === one ? 400 : 204).end();
    await change(one, { status: 'publish' });
    await change(other, { status: 'publish' });
    await deliver();
    assert.deepEqual(
      told(receiver).toSorted(),
      [`entry.created ${one}`, `entry.created ${other}`, `entry.updated ${other}`].toSorted(),
    );
    receiver.answer = answering(204);
    shift += 6 * second;
    await deliver();
    assert.deepEqual(told(receiver).slice(3), [`entry.created ${one}`, `entry.updated ${one}`]);
  });

  it('are given up after a day, and go on with what comes after', async () => {
    const { id: webhook } = await hook();
    const { id: entry } = await post();
    receiver.answer = (response, { body }) => response.writeHead(body.type === 'entry.created' ? 400 : 204).end();
    await change(entry, { status: 'publish' });
    const began = clock();
    let tries = 0;
    while ((await deliveriesOf(webhook, 'state=failed')).length === 0) {
      await deliver();
      tries = receiver.delivered.length;
      shift += hour / 4;
      assert.ok(clock() - began < 30 * hour);
    }
    assert.ok(clock() - began > 23 * hour);
    assert.equal(tries, 12, 'eleven tries of the one, then the other');
    const [updated, created] = await deliveriesOf(webhook);
    assert.deepEqual([created.state, created.attempts, created.response], ['failed', 11, 400]);
    assert.equal(created.problem, 'The answer is 400.');
    assert.equal(updated.state, 'delivered');
    assert.equal((await site.ask('administrator', 'GET', `${path}/${webhook}`)).body.failing_since, null);
  });

  it('can be told again by hand, with the same number and body, past the order', async () => {
    const { id: webhook } = await hook();
    const { id: entry } = await post();
    await deliver();
    const [{ id, event }] = await deliveriesOf(webhook);
    receiver.answer = answering(500);
    const again = await site.ask('administrator', 'POST', `${path}/${webhook}/deliveries/${id}/redeliver`);
    assert.deepEqual([again.status, again.body.state, again.body.attempts], [200, 'waiting', 0]);
    await deliver();
    receiver.answer = (response, { body }) => response.writeHead(body.type === 'entry.created' ? 500 : 204).end();
    shift += 6 * second;
    await change(entry, { status: 'publish' });
    await deliver();
    shift += 20 * second;
    await deliver();
    assert.ok(told(receiver).includes(`entry.updated ${entry}`), 'nothing waits for it');
    const sent = receiver.delivered.filter(({ body }) => body.type === 'entry.created');
    assert.ok(sent.length > 2);
    for (const { headers, text } of sent) assert.deepEqual([headers['webhook-id'], text], [event, sent[0]?.text]);
  });

  it('told again by hand while they are being told are told once more when that has ended', async () => {
    const { id: webhook } = await hook();
    await post();
    const first = Promise.withResolvers<void>();
    receiver.answer = (response) => void first.promise.then(() => response.writeHead(500).end());
    await site.service.makeDeliveries();
    const [slow, by] = [courier(), courier()];
    await slow.begin();
    while (receiver.delivered.length === 0) await new Promise((later) => setTimeout(later, 20));
    const [{ id }] = await deliveriesOf(webhook);
    await site.ask('administrator', 'POST', `${path}/${webhook}/deliveries/${id}/redeliver`);
    receiver.answer = answering(204);
    await by.finish();
    assert.equal(receiver.delivered.length, 1, 'one try at a time');
    first.resolve();
    await slow.finish();
    shift += 31 * second;
    await deliver(by);
    assert.equal(receiver.delivered.length, 2);
    const [row] = await deliveriesOf(webhook);
    assert.deepEqual([row.state, row.attempts, row.response], ['delivered', 1, 204]);
    shift = 0;
  });

  it('are not pinged without end', async () => {
    const { id: webhook } = await hook();
    receiver.answer = answering(503);
    const waiting = { webhook_id: webhook, kind: 'webhook.ping', subject: 'webhook', body: '{}', position: 0 };
    await site.database.transaction(async (tx) => {
      for (let n = 0; n < mostWaiting; n += 1)
        await insertDelivery(tx, { ...waiting, uuid: `${n}`, unordered: 1, created: clock() });
    });
    const { status, body } = await site.ask('administrator', 'POST', `${path}/${webhook}/deliveries`);
    assert.deepEqual([status, body.code], [400, 'rest_too_many_deliveries']);
  });

  it('are pinged', async () => {
    const { id: webhook, secret } = await hook({ kinds: ['user.created'] });
    const { status, body } = await site.ask('administrator', 'POST', `${path}/${webhook}/deliveries`);
    assert.equal(status, 201);
    await deliver();
    const [delivered] = receiver.delivered;
    assert.deepEqual([delivered?.body.type, delivered?.headers['webhook-id']], ['webhook.ping', body.event]);
    assert.ok(delivered);
    assertSigned(secret, delivered);
    assert.ok(Math.abs(Number(delivered.headers['webhook-timestamp']) * 1000 - clock()) < 60_000);
    await site.ask('administrator', 'PATCH', `${path}/${webhook}`, { active: false });
    assert.equal((await site.ask('administrator', 'POST', `${path}/${webhook}/deliveries`)).status, 400);
  });

  it('have a secret that is shown once, and sign with both for a day when it is changed', async () => {
    shift = 0;
    const { id: webhook, secret } = await hook();
    assert.match(secret, /^whsec_[A-Za-z0-9+/]{43}=$/);
    const shown = await site.ask('administrator', 'GET', `${path}/${webhook}`);
    const listed = await site.ask('administrator', 'GET', path);
    assert.doesNotMatch(JSON.stringify([shown.body, listed.body]), /whsec_/);
    const rotated = await site.ask('administrator', 'POST', `${path}/${webhook}/secret`);
    assert.notEqual(rotated.body.secret, secret);
    await post();
    await deliver();
    const [both] = receiver.delivered;
    assert.ok(both);
    assertSigned(secret, both);
    assertSigned(rotated.body.secret, both);
    shift = 25 * hour;
    await post();
    await deliver();
    assert.equal(receiver.delivered[1]?.headers['webhook-signature']?.split(' ').length, 1);
    shift = 0;
  });

  it('that hang, lie, redirect or are private harm nobody, and it is told what is wrong', async (test) => {
    const { id: good } = await hook();
    const bad = await Promise.all(Array.from({ length: 5 }, () => openReceiver()));
    const [hanging, endless, redirecting, cut, changing] = bad as [Receiver, Receiver, Receiver, Receiver, Receiver];
    test.after(() => Promise.all(bad.map((each) => each.close())));
    hanging.answer = () => {};
    endless.answer = (response) => {
      response.writeHead(200);
      const chunk = Buffer.alloc(65_536);
      const more = () => {
        while (response.writable && response.write(chunk));
      };
      response.on('drain', more);
      more();
    };
    redirecting.answer = answering(302, { location: receiver.url });
    cut.answer = (response) => response.socket?.destroy();
    const another = 'HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n';
    changing.answer = (response) => response.socket?.write(another);
    const ids: number[] = [];
    for (const { url } of bad) ids.push((await hook({ url })).id);
    const unknown = await hook({ url: 'http://no-such-host.invalid/' });
    await post();
    await site.service.makeDeliveries();
    const by = courier({ ...allowed, patience: 1500 });
    const began = performance.now();
    const all = by.finish();
    while (receiver.delivered.length === 0) await new Promise((later) => setTimeout(later, 20));
    assert.ok(performance.now() - began < 1400, 'the good one waits for none of them');
    await all;
    const problemOf = async (id: number) => (await site.ask('administrator', 'GET', `${path}/${id}`)).body.problem;
    assert.equal(await problemOf(good), '');
    assert.match(await problemOf(ids[0] ?? 0), /^No whole answer came in time/);
    assert.match(await problemOf(ids[1] ?? 0), /too large|No whole answer/);
    assert.equal(await problemOf(ids[2] ?? 0), 'The answer is 302: redirects are not followed.');
    assert.equal(await problemOf(ids[3] ?? 0), 'It cannot be reached.');
    assert.equal(await problemOf(ids[4] ?? 0), 'It cannot be reached.');
    assert.equal(await problemOf(unknown.id), 'Its host is not found.');
    assert.equal(receiver.delivered.length, 1, 'the redirect was not followed');
    // What was public when it was named and is private when it is asked.
    const before = receiver.delivered.length;
    shift += 10 * second;
    await post();
    await deliver(courier({ resolve: async () => ['10.0.0.1'] }));
    assert.equal(receiver.delivered.length, before);
    assert.equal(await problemOf(good), 'This address may not be asked: it is not public.');
    shift = 0;
  });

  it('that nothing is delivered to for three days, and those that want no more, are switched off', async () => {
    const { id: failing } = await hook({ kinds: ['user.updated', 'entry.created'] });
    receiver.answer = answering(503);
    for (let n = 0; n < 4 * 24; n += 1) {
      if (n % 20 === 0) await post();
      await deliver();
      shift += hour;
    }
    const { body } = await site.ask('administrator', 'GET', `${path}/${failing}`);
    assert.equal(body.active, false);
    assert.match(body.problem, /^It was switched off: nothing was delivered for three days\./);
    assert.ok(switchedOff.includes(failing));
    const { body: deeds } = await site.ask('administrator', 'GET', '/octavo/v1/audit-log?action=webhook-switched-off');
    assert.deepEqual(
      deeds.map((deed: { object_id: string }) => deed.object_id),
      [String(failing)],
    );
    const waited = (await deliveriesOf(failing, 'state=waiting')).length;
    receiver.answer = answering(204);
    receiver.delivered.length = 0;
    await site.ask('administrator', 'POST', `${path}/${failing}`, { active: true });
    await deliver();
    assert.ok(waited > 0);
    assert.equal(receiver.delivered.length, waited, 'what still waits is told when it is on again');
    const { id: gone } = await hook();
    receiver.answer = answering(410);
    await post();
    await deliver();
    const left = (await site.ask('administrator', 'GET', `${path}/${gone}`)).body;
    assert.deepEqual([left.active, left.problem], [false, 'The receiver wants no more (410).']);
    shift = 0;
  });

  it('queue so much at most, and lose nothing of the rest', async () => {
    const { id: webhook } = await hook();
    const messageOf = makeMessageOf(site.service.contract, 'http://site.test/rest');
    const making = () => makeDeliveries({ database: site.database, clock, messageOf, mostWaiting: 3 });
    const made: number[] = [];
    for (let n = 0; n < 8; n += 1) made.push((await post()).id);
    for (let n = 0; n < 5; n += 1) {
      await making();
      await making();
      assert.ok((await deliveriesOf(webhook, 'state=waiting')).length <= 3);
      await courier().finish();
      await site.service.forgetEvents(Date.now() + 1000);
    }
    assert.deepEqual(
      receiver.delivered.map(({ body }) => body.data.subject).toSorted((a, b) => a - b),
      made,
    );
  });

  it('are told by several processes together, each event once', async () => {
    await hook();
    for (let n = 0; n < 12; n += 1) await post();
    await Promise.all([deliver(courier()), deliver(courier()), deliver(courier())]);
    await deliver();
    assert.equal(receiver.delivered.length, 12);
    assert.equal(new Set(receiver.delivered.map(({ headers }) => headers['webhook-id'])).size, 12);
  });

  it('are taken up again after a process has stopped in the middle', async () => {
    const { id: webhook } = await hook();
    await post();
    receiver.answer = () => {};
    await site.service.makeDeliveries();
    const stopping = courier();
    await stopping.begin();
    while (receiver.delivered.length === 0) await new Promise((later) => setTimeout(later, 20));
    receiver.answer = answering(204);
    await deliver();
    assert.equal(receiver.delivered.length, 1, 'the first one has it');
    const began = performance.now();
    await stopping.stop();
    assert.ok(performance.now() - began < 5000);
    await deliver();
    assert.equal(receiver.delivered.length, 2);
    assert.deepEqual(
      [(await deliveriesOf(webhook))[0].state, (await deliveriesOf(webhook))[0].attempts],
      ['delivered', 1],
    );
  });

  it('are looked after by administrators alone', async () => {
    const { id } = await hook();
    await post();
    await deliver();
    const [{ id: delivery }] = await deliveriesOf(id);
    const requests: [string, string, object?][] = [
      ['GET', path],
      ['POST', path, { url: 'https://93.184.216.34/' }],
      ['GET', `${path}/${id}`],
      ['PATCH', `${path}/${id}`, { description: 'Mine' }],
      ['POST', `${path}/${id}/secret`],
      ['POST', `${path}/${id}/deliveries`],
      ['GET', `${path}/${id}/deliveries`],
      ['GET', `${path}/${id}/deliveries/${delivery}`],
      ['POST', `${path}/${id}/deliveries/${delivery}/redeliver`],
      ['GET', `${path}/99999`],
      ['DELETE', `${path}/${id}`],
    ];
    const wanted: Record<string, number[]> = {};
    const found: Record<string, number[]> = {};
    const everybody: Person[] = ['anonymous', ...roles];
    const done = [200, 201, 200, 200, 200, 201, 200, 200, 200, 404, 200];
    for (const person of everybody) {
      found[person] = [];
      for (const [method, address, json] of requests)
        found[person].push((await site.ask(person, method, address, json)).status);
      wanted[person] = requests.map((_, at) =>
        person === 'administrator' ? (done[at] ?? 0) : person === 'anonymous' ? 401 : 403,
      );
    }
    assert.deepEqual(found, wanted);
  });

  it('are refused where they cannot be', async () => {
    for (const [json, status, code] of [
      [{}, 400, 'rest_missing_callback_param'],
      [{ url: 'no address' }, 400, 'rest_webhook_invalid_url'],
      [{ url: 'ftp://93.184.216.34/' }, 400, 'rest_webhook_invalid_url'],
      [{ url: 'https://me:secret@93.184.216.34/' }, 400, 'rest_webhook_invalid_url'],
      [{ url: 'http://10.0.0.1/' }, 400, 'rest_webhook_invalid_url'],
      [{ url: 'http://[::ffff:10.0.0.1]/' }, 400, 'rest_webhook_invalid_url'],
      [{ url: 'http://169.254.169.254/latest/' }, 400, 'rest_webhook_invalid_url'],
      [{ url: 'http://site.test/rest/cms/v2/posts' }, 400, 'rest_webhook_invalid_url'],
      [{ url: 'http://site.test./rest/cms/v2/posts' }, 400, 'rest_webhook_invalid_url'],
      [{ url: 'http://SITE.test:80/' }, 400, 'rest_webhook_invalid_url'],
      [{ url: 'https://93.184.216.34:22/' }, 400, 'rest_webhook_invalid_url'],
      [{ url: 'https://93.184.216.34/', kinds: ['entry.burnt'] }, 400, 'rest_invalid_param'],
      [{ url: 'https://93.184.216.34/', types: ['No Type!'] }, 400, 'rest_invalid_param'],
      [{ url: `https://93.184.216.34/${'x'.repeat(2000)}` }, 400, 'rest_invalid_param'],
    ] as const) {
      const { status: found, body } = await site.ask('administrator', 'POST', path, json);
      assert.deepEqual([found, body.code], [status, code], JSON.stringify(json).slice(0, 100));
    }
    for (let n = 0; n < 100; n += 1) await hook();
    assert.equal(
      (await site.ask('administrator', 'POST', path, { url: receiver.url })).body.code,
      'rest_too_many_webhooks',
    );
  });

  it('forget in time what was delivered, and nothing that waits', async () => {
    const { id } = await hook();
    for (let n = 0; n < 4; n += 1) await post();
    await deliver();
    receiver.answer = answering(500);
    await post();
    await deliver();
    const prune = (before: number, most: number) =>
      site.database.transaction((tx) => pruneDeliveries(tx, [id], before, most));
    await prune(0, 2);
    const states = async () => (await deliveriesOf(id)).map(({ state }: { state: string }) => state);
    assert.deepEqual(await states(), ['waiting', 'delivered', 'delivered']);
    await prune(clock() + 1, 2);
    assert.deepEqual(await states(), ['waiting']);
  });
});
