// Deliveries of webhooks: in which order, again by hand, and how many may wait.
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { makeMessageOf } from '../../server/events/message.ts';
import { makeDeliveries } from '../../server/webhooks/make-deliveries.ts';
import { describeEachEngine } from '../engines.ts';
import { answering, assertSigned } from '../receiver.ts';
import { hour, path, second, told, webhooksSite } from './webhooks-site.ts';

describeEachEngine('deliveries of webhooks', (engine) => {
  const { site, receiver, time, clock, courier, deliver, hook, post, change, deliveriesOf } = webhooksSite(engine);

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
      time.ahead += 60 * second;
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
    time.ahead += 6 * second;
    await deliver();
    assert.deepEqual(told(receiver).slice(3), [`entry.created ${one}`, `entry.updated ${one}`]);
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
    time.ahead += 6 * second;
    await change(entry, { status: 'publish' });
    await deliver();
    time.ahead += 20 * second;
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
    time.ahead += 31 * second;
    await deliver(by);
    assert.equal(receiver.delivered.length, 2);
    const [row] = await deliveriesOf(webhook);
    assert.deepEqual([row.state, row.attempts, row.response], ['delivered', 1, 204]);
    time.ahead = 0;
  });

  it('queue so much at most, and lose nothing of the rest', async () => {
    const { id: webhook } = await hook();
    const messageOf = makeMessageOf(site.service.contract);
    const subscriptionOf = () => site.service.native;
    const making = () => makeDeliveries({ database: site.database, clock, messageOf, subscriptionOf, mostWaiting: 3 });
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
});
