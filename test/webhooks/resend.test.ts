// Tests what the delivery log stores about responses, resending all failed deliveries, and the list of the kinds of events.
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { eventKinds } from '../../contract/octavo-v1/event-kinds.ts';
import { insertDelivery } from '../../server/webhooks/deliveries-store.ts';
import { maxWaitingDeliveries } from '../../server/webhooks/queue-deliveries.ts';
import { describeEachEngine } from '../engines.ts';
import { type Receiver, respondWith } from '../receiver.ts';
import { openTestSite } from '../site.ts';
import { hour, path, second, webhooksSite } from './webhooks-site.ts';

/** The delays between the attempts of a delivery, in seconds (docs/webhooks.md). */
const retryDelaysSeconds = [5, 30, 120, 600, 1800, 3600, 2 * 3600, 4 * 3600, 6 * 3600, 10 * 3600];

const respondWithText =
  (status: number, text: string | Uint8Array): Receiver['respond'] =>
  (response) =>
    response.writeHead(status, { 'Content-Type': 'text/html' }).end(text);

describeEachEngine('webhook deliveries', (engine) => {
  const { site, receiver, time, clock, deliver, hook, post, deliveriesOf } = webhooksSite(engine);

  /** Lets all attempts of the waiting deliveries fail until they have failed permanently. */
  const failAll = async (webhook: number) => {
    receiver.respond = respondWith(404);
    for (const delaySeconds of [...retryDelaysSeconds, 0]) {
      await deliver();
      time.offsetMs += delaySeconds * second;
    }
    const states = (await deliveriesOf(webhook)).map(({ state }: { state: string }) => state);
    assert.deepEqual(new Set(states), new Set(['failed']));
  };

  it('store the beginning of the response to the last attempt and its time', async () => {
    time.offsetMs = 0;
    const { id } = await hook();
    await post();
    await site.service.tasks.queueDeliveries();
    const [waiting] = await deliveriesOf(id);
    assert.deepEqual([waiting.response_body, waiting.attempted], ['', null]);
    receiver.respond = respondWithText(500, `<p>Füll\0${'x'.repeat(10_000)}`);
    await deliver();
    const [failed] = await deliveriesOf(id);
    assert.equal(failed.response_body, `<p>Füll\uFFFD${'x'.repeat(4096 - 9)}`);
    assert.ok(Math.abs(Date.parse(`${failed.attempted}Z`) - clock()) < 60_000);
    assert.deepEqual([failed.state, failed.problem], ['waiting', 'The receiver responded with status 500.']);
    receiver.respond = respondWithText(200, Buffer.from([0xff, 0xfe, 0]));
    time.offsetMs = hour;
    await deliver();
    const [delivered] = await deliveriesOf(id);
    assert.deepEqual([delivered.state, delivered.response_body], ['delivered', '\uFFFD\uFFFD\uFFFD']);
    await receiver.close();
    await site.request('administrator', 'POST', `${path}/${id}/deliveries/${delivered.id}/redeliver`);
    await deliver();
    const [unreachable] = await deliveriesOf(id);
    assert.deepEqual([unreachable.response, unreachable.response_body], [0, ''], 'there was no response');
    time.offsetMs = 0;
  });

  it('can be sent again together if they have failed, with the same IDs and bodies', async () => {
    time.offsetMs = 0;
    const { id } = await hook({ kinds: ['entry.created'] });
    const { id: other } = await hook({ kinds: ['user.created'] });
    for (let n = 0; n < 3; n += 1) await post();
    await site.service.tasks.queueDeliveries();
    await failAll(id);
    receiver.respond = respondWith(204);
    const { id: successful } = await site.create(`${path}/${id}/deliveries`, {});
    await deliver();
    const failed = await deliveriesOf(id, 'state=failed');
    assert.equal(failed.length, 3);
    const before = receiver.delivery.length;
    await site.request('administrator', 'PATCH', `${path}/${id}`, { active: false });
    const inactive = await site.request('administrator', 'POST', `${path}/${id}/deliveries/redeliver`);
    assert.deepEqual([inactive.status, inactive.body.code], [400, 'rest_webhook_inactive']);
    await site.request('administrator', 'PATCH', `${path}/${id}`, { active: true });
    const resent = await site.request('administrator', 'POST', `${path}/${id}/deliveries/redeliver`);
    assert.deepEqual([resent.status, resent.body], [200, { queued: 3, failed: 0 }]);
    await deliver();
    const received = receiver.delivery.slice(before).map(({ headers, text }) => [headers['webhook-id'], text]);
    const expected = failed.map(({ event, body }: { event: string; body: string }) => [event, body]);
    assert.deepEqual(received.sort(), expected.sort());
    assert.deepEqual(
      (await deliveriesOf(id)).map(({ state }: { state: string }) => state),
      Array(4).fill('delivered'),
    );
    const untouched = await site.request('administrator', 'GET', `${path}/${id}/deliveries/${successful}`);
    assert.equal(untouched.body.attempts, 1);
    assert.deepEqual(await deliveriesOf(other), []);
    const none = await site.request('administrator', 'POST', `${path}/${id}/deliveries/redeliver`);
    assert.deepEqual(none.body, { queued: 0, failed: 0 });
    time.offsetMs = 0;
  });

  it('are sent again only as far as the queue has space', async () => {
    time.offsetMs = 0;
    const { id: webhook } = await hook({ kinds: ['user.created'] });
    for (let n = 0; n < 2; n += 1) await site.create(`${path}/${webhook}/deliveries`, {});
    await failAll(webhook);
    const waiting = { webhook_id: webhook, kind: 'webhook.ping', subject: 'webhook', body: '{}', position: 0 };
    const fill = async (count: number, name: string) =>
      site.database.transaction(async (tx) => {
        for (let n = 0; n < count; n += 1)
          await insertDelivery(tx, { ...waiting, uuid: `${name}${n}`, unordered: 1, created: clock(), due: clock() });
      });
    await fill(maxWaitingDeliveries - 1, 'a');
    const resend = () => site.request('administrator', 'POST', `${path}/${webhook}/deliveries/redeliver`);
    assert.deepEqual((await resend()).body, { queued: 1, failed: 1 });
    const full = await resend();
    assert.deepEqual([full.status, full.body.code], [400, 'rest_too_many_deliveries']);
    time.offsetMs = 0;
  });

  it('belong to kinds of events that are described', async () => {
    const { status, body } = await site.request('administrator', 'GET', '/octavo/v1/event-kinds');
    assert.equal(status, 200);
    const kinds = body.map(({ kind }: { kind: string }) => kind);
    assert.deepEqual(kinds.slice(0, eventKinds.length), [...eventKinds]);
    assert.ok(body.every(({ description }: { description: string }) => /^[A-Z].*\.$/.test(description)));
    // All of them can be chosen, except those that the caller may not receive.
    const chosen = await hook({ kinds });
    assert.deepEqual(chosen.kinds, kinds);
  });

  it('of extensions are described with the capability that they need', async () => {
    const other = await openTestSite({
      extensions: ['cmsforms'],
      config: { roles: { operator: ['read', 'manage_options'] } },
    });
    const submission = async (caller: 'administrator') =>
      (await other.request(caller, 'GET', '/octavo/v1/event-kinds')).body.find(
        ({ kind }: { kind: string }) => kind === 'submission.created',
      );
    const { description, ...rest } = await submission('administrator');
    assert.match(description, /./);
    assert.deepEqual(rest, { kind: 'submission.created', capability: 'edit_others_pages', permitted: true });
    await other.database.close();
  });
});
