// Webhooks whose receivers fail, hang, lie or are gone: how long they are tried, and when they are given up.
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { describeEachEngine } from '../engines.ts';
import { answering, openReceiver, type Receiver } from '../receiver.ts';
import { allowed, hour, path, second, told, webhooksSite } from './webhooks-site.ts';

describeEachEngine('webhooks whose receivers fail', (engine) => {
  const { site, receiver, time, clock, switchedOff, courier, deliver, hook, post, change, deliveriesOf } =
    webhooksSite(engine);

  it('lose nothing though a receiver is down for more than a day', async () => {
    const { id: webhook } = await hook();
    const down = clock();
    const isDown = () => clock() - down < 30 * hour;
    receiver.answer = (response) => response.writeHead(isDown() ? 503 : 204).end();
    const entries = [(await post()).id, (await post()).id, (await post()).id];
    for (const status of ['pending', 'publish']) for (const entry of entries) await change(entry, { status });
    while (clock() - down < 45 * hour) {
      await deliver();
      time.ahead += isDown() ? 5 * 60 * second : hour;
    }
    assert.deepEqual(await deliveriesOf(webhook, 'state=failed'), []);
    assert.deepEqual(await deliveriesOf(webhook, 'state=waiting'), []);
    const taken = receiver.delivered.slice(-9).map(({ body }) => body.data);
    for (const entry of entries)
      assert.deepEqual(
        taken.filter(({ subject }) => subject === entry).map(({ status }) => status),
        ['draft', 'pending', 'publish'],
      );
    time.ahead = 0;
  });

  it('take their time with what alone makes a receiver fail, however much else is delivered', async () => {
    const { id: webhook } = await hook();
    const { id: poison } = await post();
    receiver.answer = (response, { body }) => response.writeHead(body.data.subject === poison ? 500 : 204).end();
    for (let n = 0; n < 30; n += 1) {
      await deliver();
      await post();
      time.ahead += 6 * second;
    }
    const tries = receiver.delivered.filter(({ body }) => body.data.subject === poison).length;
    assert.ok(tries >= 4 && tries <= 6, `${tries} tries in three minutes`);
    assert.deepEqual(await deliveriesOf(webhook, 'state=failed'), []);
    time.ahead = 0;
  });

  it('are sent what waits as soon as they have another address or are switched on', async (test) => {
    const { id: webhook } = await hook();
    const moved = await openReceiver();
    test.after(() => moved.close());
    receiver.answer = answering(404);
    const { id: first } = await post();
    for (let n = 0; n < 8; n += 1) {
      await deliver();
      time.ahead += hour / 2;
    }
    await site.ask('administrator', 'PATCH', `${path}/${webhook}`, { url: moved.url });
    await deliver();
    assert.deepEqual(told(moved), [`entry.created ${first}`]);
    moved.answer = answering(404);
    const { id: second } = await post();
    for (let n = 0; n < 8; n += 1) {
      await deliver();
      time.ahead += hour / 2;
    }
    await site.ask('administrator', 'PATCH', `${path}/${webhook}`, { active: false });
    await site.ask('administrator', 'PATCH', `${path}/${webhook}`, { active: true });
    moved.answer = answering(204);
    moved.delivered.length = 0;
    await deliver();
    assert.deepEqual(told(moved), [`entry.created ${second}`]);
    time.ahead = 0;
  });

  it('that failed long ago, and were sent nothing since, are not switched off for one answer', async () => {
    const { id: webhook } = await hook();
    receiver.answer = answering(400);
    await post();
    const began = clock();
    while ((await deliveriesOf(webhook, 'state=failed')).length === 0) {
      await deliver();
      time.ahead += hour;
      assert.ok(clock() - began < 40 * hour);
    }
    time.ahead += 100 * hour;
    const { id: entry } = await post();
    receiver.answer = answering(503);
    await deliver();
    receiver.answer = answering(204);
    time.ahead += 6 * second;
    await deliver();
    const { body } = await site.ask('administrator', 'GET', `${path}/${webhook}`);
    assert.deepEqual([body.active, body.failing_since, told(receiver).at(-1)], [true, null, `entry.created ${entry}`]);
    time.ahead = 0;
  });

  it('give up what alone makes a receiver fail, though that looks as if it were down', async () => {
    const { id: webhook } = await hook();
    const { id: poison } = await post();
    receiver.answer = (response, { body }) => response.writeHead(body.data.subject === poison ? 500 : 204).end();
    const began = clock();
    while (clock() - began < 40 * hour) {
      await deliver();
      await post();
      time.ahead += 2 * hour;
    }
    const failed = await deliveriesOf(webhook, 'state=failed');
    assert.deepEqual(
      failed.map(({ subject }: { subject: string }) => subject),
      [`entry:${poison}`],
    );
    time.ahead = 0;
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
      time.ahead += hour / 4;
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
    time.ahead += 10 * second;
    await post();
    await deliver(courier({ resolve: async () => ['10.0.0.1'] }));
    assert.equal(receiver.delivered.length, before);
    assert.equal(
      await problemOf(good),
      'Nothing may be sent to this address: it is not public (--fetch-hosts), or it is that of this service.',
    );
    time.ahead = 0;
  });

  it('that nothing is delivered to for three days, and those that want no more, are switched off', async () => {
    const { id: failing } = await hook({ kinds: ['user.updated', 'entry.created'] });
    receiver.answer = answering(503);
    for (let n = 0; n < 4 * 24; n += 1) {
      if (n % 20 === 0) await post();
      await deliver();
      time.ahead += hour;
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
    time.ahead = 0;
  });
});
