// Tests the order of webhook deliveries, redelivery, and the maximum number of waiting deliveries.
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { makeMessageOf } from '../../server/events/message.ts';
import { queueDeliveries } from '../../server/webhooks/queue-deliveries.ts';
import { describeEachEngine } from '../engines.ts';
import { assertSigned, respondWith } from '../receiver.ts';
import { hour, path, receivedEvents, second, webhooksSite } from './webhooks-site.ts';

describeEachEngine('webhook deliveries', (engine) => {
  const {
    site,
    receiver,
    time,
    clock,
    createDispatcher: courier,
    deliver,
    hook,
    post,
    change,
    deliveriesOf,
  } = webhooksSite(engine);

  it('of the same entry arrive in order, even if the receiver fails for an hour', async () => {
    const { id: webhook, secret } = await hook();
    const down = clock();
    let failedCount = 0;
    receiver.respond = (response) => {
      if (clock() - down < hour) failedCount += 1;
      response.writeHead(clock() - down < hour ? 503 : 204).end();
    };
    const { id: one } = await post();
    const { id: other } = await post();
    for (const status of ['pending', 'publish', 'draft']) await change(one, { status });
    await change(other, { status: 'publish' });
    for (let n = 0; n < 3 * 60; n += 1) {
      await deliver();
      time.offsetMs += 60 * second;
      if ((await deliveriesOf(webhook, 'state=waiting')).length === 0) break;
    }
    assert.ok(failedCount > 5 && failedCount < 60, `${failedCount} attempts while it was down`);
    assert.ok(clock() - down < 2 * hour, 'waiting deliveries arrive soon after it has recovered');
    const accepted = receiver.delivery.slice(failedCount);
    const of = (entry: number) =>
      accepted.filter(({ body }) => body.data.subject === entry).map(({ body }) => body.data.status);
    assert.deepEqual(
      [of(one), of(other)],
      [
        ['draft', 'pending', 'publish', 'draft'],
        ['draft', 'publish'],
      ],
    );
    const deliveryIds = new Map(receiver.delivery.map((each) => [each.text, each.headers['webhook-id']]));
    for (const { text, headers } of receiver.delivery)
      assert.equal(headers['webhook-id'], deliveryIds.get(text), 'the ID is the same in every attempt');
    assert.equal(new Set(accepted.map(({ headers }) => headers['webhook-id'])).size, 6);
    for (const each of receiver.delivery) assertSigned(secret, each);
  });

  it('block only later deliveries for the same entry', async () => {
    await hook();
    const { id: one } = await post();
    const { id: other } = await post();
    receiver.respond = (response, { body }) => response.writeHead(body.data.subject === one ? 400 : 204).end();
    await change(one, { status: 'publish' });
    await change(other, { status: 'publish' });
    await deliver();
    assert.deepEqual(
      receivedEvents(receiver).toSorted(),
      [`entry.created ${one}`, `entry.created ${other}`, `entry.updated ${other}`].toSorted(),
    );
    receiver.respond = respondWith(204);
    time.offsetMs += 6 * second;
    await deliver();
    assert.deepEqual(receivedEvents(receiver).slice(3), [`entry.created ${one}`, `entry.updated ${one}`]);
  });

  it('can be redelivered with the same ID and body, out of order', async () => {
    const { id: webhook } = await hook();
    const { id: entry } = await post();
    await deliver();
    const [{ id, event }] = await deliveriesOf(webhook);
    receiver.respond = respondWith(500);
    const again = await site.request('administrator', 'POST', `${path}/${webhook}/deliveries/${id}/redeliver`);
    assert.deepEqual([again.status, again.body.state, again.body.attempts], [200, 'waiting', 0]);
    await deliver();
    receiver.respond = (response, { body }) => response.writeHead(body.type === 'entry.created' ? 500 : 204).end();
    time.offsetMs += 6 * second;
    await change(entry, { status: 'publish' });
    await deliver();
    time.offsetMs += 20 * second;
    await deliver();
    assert.ok(receivedEvents(receiver).includes(`entry.updated ${entry}`), 'no other delivery waits for it');
    const attempts = receiver.delivery.filter(({ body }) => body.type === 'entry.created');
    assert.ok(attempts.length > 2);
    for (const { headers, text } of attempts)
      assert.deepEqual([headers['webhook-id'], text], [event, attempts[0]?.text]);
  });

  it('that are redelivered during an attempt are attempted again after it', async () => {
    const { id: webhook } = await hook();
    await post();
    const first = Promise.withResolvers<void>();
    receiver.respond = (response) => void first.promise.then(() => response.writeHead(500).end());
    await site.service.tasks.queueDeliveries();
    const [slowDispatcher, otherDispatcher] = [courier(), courier()];
    await slowDispatcher.poll();
    while (receiver.delivery.length === 0) await new Promise((later) => setTimeout(later, 20));
    const [{ id }] = await deliveriesOf(webhook);
    await site.request('administrator', 'POST', `${path}/${webhook}/deliveries/${id}/redeliver`);
    receiver.respond = respondWith(204);
    await otherDispatcher.drain();
    assert.equal(receiver.delivery.length, 1, 'one attempt at a time');
    first.resolve();
    await slowDispatcher.drain();
    time.offsetMs += 31 * second;
    await deliver(otherDispatcher);
    assert.equal(receiver.delivery.length, 2);
    const [row] = await deliveriesOf(webhook);
    assert.deepEqual([row.state, row.attempts, row.response], ['delivered', 1, 204]);
    time.offsetMs = 0;
  });

  it('are limited in the queue, and none are lost', async () => {
    const { id: webhook } = await hook();
    const messageOf = makeMessageOf(site.service.contract);
    const subscriptionOf = () => site.service.native;
    const purgeTagsOf = async () => [];
    const createDeliveries = () =>
      queueDeliveries({
        ...{ database: site.database, clock, messageOf, subscriptionOf, purgeTagsOf },
        maxWaitingDeliveries: 3,
      });
    const made: number[] = [];
    for (let n = 0; n < 8; n += 1) made.push((await post()).id);
    for (let n = 0; n < 5; n += 1) {
      await createDeliveries();
      await createDeliveries();
      assert.ok((await deliveriesOf(webhook, 'state=waiting')).length <= 3);
      await courier().drain();
      await site.service.tasks.pruneEvents(Date.now() + 1000);
    }
    assert.deepEqual(
      receiver.delivery.map(({ body }) => body.data.subject).toSorted((a, b) => a - b),
      made,
    );
  });
});
