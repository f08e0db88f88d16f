// Tests webhooks whose receivers fail, hang, misbehave or disappear: retries, abandoned deliveries and disabled webhooks.
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { describeEachEngine } from '../engines.ts';
import { openReceiver, type Receiver, respondWith } from '../receiver.ts';
import { hour, path, receivedEvents, second, webhooksSite } from './webhooks-site.ts';

describeEachEngine('webhooks with failing receivers', (engine) => {
  const {
    site,
    receiver,
    time,
    clock,
    disabledWebhooks: switchedOff,
    createDispatcher: courier,
    deliver,
    hook,
    post,
    change,
    deliveriesOf,
  } = webhooksSite(engine);

  it('lose no events if a receiver is down for more than a day', async () => {
    const { id: webhook } = await hook();
    const down = clock();
    const isDown = () => clock() - down < 30 * hour;
    receiver.respond = (response) => response.writeHead(isDown() ? 503 : 204).end();
    const entries = [(await post()).id, (await post()).id, (await post()).id];
    for (const status of ['pending', 'publish']) for (const entry of entries) await change(entry, { status });
    while (clock() - down < 45 * hour) {
      await deliver();
      time.offsetMs += isDown() ? 5 * 60 * second : hour;
    }
    assert.deepEqual(await deliveriesOf(webhook, 'state=failed'), []);
    assert.deepEqual(await deliveriesOf(webhook, 'state=waiting'), []);
    const accepted = receiver.delivery.slice(-9).map(({ body }) => body.data);
    for (const entry of entries)
      assert.deepEqual(
        accepted.filter(({ subject }) => subject === entry).map(({ status }) => status),
        ['draft', 'pending', 'publish'],
      );
    time.offsetMs = 0;
  });

  it('increase the delays between attempts of a delivery that always fails, even if others succeed', async () => {
    const { id: webhook } = await hook();
    const { id: poison } = await post();
    receiver.respond = (response, { body }) => response.writeHead(body.data.subject === poison ? 500 : 204).end();
    for (let n = 0; n < 30; n += 1) {
      await deliver();
      await post();
      time.offsetMs += 6 * second;
    }
    const attempts = receiver.delivery.filter(({ body }) => body.data.subject === poison).length;
    assert.ok(attempts >= 4 && attempts <= 6, `${attempts} attempts in three minutes`);
    assert.deepEqual(await deliveriesOf(webhook, 'state=failed'), []);
    time.offsetMs = 0;
  });

  it('send waiting deliveries immediately when their URL is changed or they are enabled', async (test) => {
    const { id: webhook } = await hook();
    const moved = await openReceiver();
    test.after(() => moved.close());
    receiver.respond = respondWith(404);
    const { id: first } = await post();
    for (let n = 0; n < 8; n += 1) {
      await deliver();
      time.offsetMs += hour / 2;
    }
    await site.request('administrator', 'PATCH', `${path}/${webhook}`, { url: moved.url });
    await deliver();
    assert.deepEqual(receivedEvents(moved), [`entry.created ${first}`]);
    moved.respond = respondWith(404);
    const { id: second } = await post();
    for (let n = 0; n < 8; n += 1) {
      await deliver();
      time.offsetMs += hour / 2;
    }
    await site.request('administrator', 'PATCH', `${path}/${webhook}`, { active: false });
    await site.request('administrator', 'PATCH', `${path}/${webhook}`, { active: true });
    moved.respond = respondWith(204);
    moved.delivery.length = 0;
    await deliver();
    assert.deepEqual(receivedEvents(moved), [`entry.created ${second}`]);
    time.offsetMs = 0;
  });

  it('are not disabled by one failure, even if earlier ones failed long ago', async () => {
    const { id: webhook } = await hook();
    receiver.respond = respondWith(400);
    await post();
    const began = clock();
    while ((await deliveriesOf(webhook, 'state=failed')).length === 0) {
      await deliver();
      time.offsetMs += hour;
      assert.ok(clock() - began < 40 * hour);
    }
    time.offsetMs += 100 * hour;
    const { id: entry } = await post();
    receiver.respond = respondWith(503);
    await deliver();
    receiver.respond = respondWith(204);
    time.offsetMs += 6 * second;
    await deliver();
    const { body } = await site.request('administrator', 'GET', `${path}/${webhook}`);
    assert.deepEqual(
      [body.active, body.failing_since, receivedEvents(receiver).at(-1)],
      [true, null, `entry.created ${entry}`],
    );
    time.offsetMs = 0;
  });

  it('give up a delivery that always fails, even if the receiver seems to be down', async () => {
    const { id: webhook } = await hook();
    const { id: poison } = await post();
    receiver.respond = (response, { body }) => response.writeHead(body.data.subject === poison ? 500 : 204).end();
    const began = clock();
    while (clock() - began < 40 * hour) {
      await deliver();
      await post();
      time.offsetMs += 2 * hour;
    }
    const failed = await deliveriesOf(webhook, 'state=failed');
    assert.deepEqual(
      failed.map(({ subject }: { subject: string }) => subject),
      [`entry:${poison}`],
    );
    time.offsetMs = 0;
  });

  it('give up a delivery after a day, and continue with the next', async () => {
    const { id: webhook } = await hook();
    const { id: entry } = await post();
    receiver.respond = (response, { body }) => response.writeHead(body.type === 'entry.created' ? 400 : 204).end();
    await change(entry, { status: 'publish' });
    const began = clock();
    let attempts = 0;
    while ((await deliveriesOf(webhook, 'state=failed')).length === 0) {
      await deliver();
      attempts = receiver.delivery.length;
      time.offsetMs += hour / 4;
      assert.ok(clock() - began < 30 * hour);
    }
    assert.ok(clock() - began > 23 * hour);
    assert.equal(attempts, 12, 'there are eleven attempts of the first delivery, then one of the second');
    const [updated, created] = await deliveriesOf(webhook);
    assert.deepEqual([created.state, created.attempts, created.response], ['failed', 11, 400]);
    assert.equal(created.problem, 'The receiver responded with status 400.');
    assert.equal(updated.state, 'delivered');
    assert.equal((await site.request('administrator', 'GET', `${path}/${webhook}`)).body.failing_since, null);
  });

  it('do not affect others when they hang, misbehave, redirect or are private, and report the problem', async (test) => {
    const { id: good } = await hook();
    const bad = await Promise.all(Array.from({ length: 5 }, () => openReceiver()));
    const [hanging, endless, redirecting, cut, changing] = bad as [Receiver, Receiver, Receiver, Receiver, Receiver];
    test.after(() => Promise.all(bad.map((each) => each.close())));
    hanging.respond = () => {};
    endless.respond = (response) => {
      response.writeHead(200);
      const chunk = Buffer.alloc(65_536);
      const more = () => {
        while (response.writable && response.write(chunk));
      };
      response.on('drain', more);
      more();
    };
    redirecting.respond = respondWith(302, { location: receiver.url });
    cut.respond = (response) => response.socket?.destroy();
    const another = 'HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n';
    changing.respond = (response) => response.socket?.write(another);
    const ids: number[] = [];
    for (const { url } of bad) ids.push((await hook({ url })).id);
    const unknown = await hook({ url: 'http://no-such-host.invalid/' });
    await post();
    await site.service.tasks.queueDeliveries();
    const problemOf = async (id: number) => (await site.request('administrator', 'GET', `${path}/${id}`)).body.problem;
    // Requests time out when this test aborts their signals.
    const timeouts: AbortController[] = [];
    const { mock } = test.mock.method(AbortSignal, 'timeout', () => {
      const timeout = new AbortController();
      timeouts.push(timeout);
      return timeout.signal;
    });
    const all = courier().drain();
    const isDelivered = async () => (await deliveriesOf(good))[0]?.state === 'delivered';
    const haveFailed = async () =>
      (await Promise.all([...ids.slice(2), unknown.id].map(problemOf))).every((problem) => problem !== '');
    for (let n = 0; !((await isDelivered()) && (await haveFailed())); n += 1) {
      assert.ok(n < 3000, 'the other receivers do not wait for the one that hangs');
      await new Promise((later) => setTimeout(later, 20));
    }
    assert.equal(await problemOf(ids[0] ?? 0), '', 'the request still waits');
    mock.restore();
    for (const timeout of timeouts) timeout.abort(new DOMException('The operation timed out.', 'TimeoutError'));
    await all;
    assert.equal(await problemOf(good), '');
    assert.match(await problemOf(ids[0] ?? 0), /^The request timed out/);
    assert.match(await problemOf(ids[1] ?? 0), /too large|timed out/);
    assert.equal(await problemOf(ids[2] ?? 0), 'The receiver responded with status 302; redirects are not followed.');
    assert.equal(await problemOf(ids[3] ?? 0), 'The connection failed.');
    assert.equal(await problemOf(ids[4] ?? 0), 'The connection failed.');
    assert.equal(await problemOf(unknown.id), 'The host was not found.');
    assert.equal(receiver.delivery.length, 1, 'the redirect was not followed');
    // The host was public when the webhook was created, and is private on delivery.
    const before = receiver.delivery.length;
    time.offsetMs += 10 * second;
    await post();
    await deliver(courier({ resolve: async () => ['10.0.0.1'] }));
    assert.equal(receiver.delivery.length, before);
    assert.equal(
      await problemOf(good),
      'This URL is not allowed: its host is not public (see --fetch-hosts), or it is this service.',
    );
    time.offsetMs = 0;
  });

  it('are disabled after three days without a successful delivery, or when the receiver responds with 410', async () => {
    const { id: failing } = await hook({ kinds: ['user.updated', 'entry.created'] });
    receiver.respond = respondWith(503);
    for (let n = 0; n < 4 * 24; n += 1) {
      if (n % 20 === 0) await post();
      await deliver();
      time.offsetMs += hour;
    }
    const { body } = await site.request('administrator', 'GET', `${path}/${failing}`);
    assert.equal(body.active, false);
    assert.match(body.problem, /^Disabled after three days without a successful delivery\./);
    assert.ok(switchedOff.includes(failing));
    const { body: auditEvents } = await site.request(
      'administrator',
      'GET',
      '/octavo/v1/audit-log?action=webhook-disabled',
    );
    assert.deepEqual(
      auditEvents.map((auditEvent: { object_id: string }) => auditEvent.object_id),
      [String(failing)],
    );
    const waited = (await deliveriesOf(failing, 'state=waiting')).length;
    receiver.respond = respondWith(204);
    receiver.delivery.length = 0;
    await site.request('administrator', 'POST', `${path}/${failing}`, { active: true });
    await deliver();
    assert.ok(waited > 0);
    assert.equal(receiver.delivery.length, waited, 'waiting deliveries are sent when it is enabled again');
    const { id: gone } = await hook();
    receiver.respond = respondWith(410);
    await post();
    await deliver();
    const left = (await site.request('administrator', 'GET', `${path}/${gone}`)).body;
    assert.deepEqual([left.active, left.problem], [false, 'The receiver responded with status 410 (Gone).']);
    time.offsetMs = 0;
  });
});
