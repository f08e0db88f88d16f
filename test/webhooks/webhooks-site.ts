// Test site for webhooks: a receiver for each test, an adjustable clock, and a dispatcher.
import assert from 'node:assert/strict';
import { after, afterEach, beforeEach } from 'node:test';
import type { FetchLimits } from '../../server/fetch/guarded-fetch.ts';
import { WebhookDispatcher } from '../../server/webhooks/webhook-dispatcher.ts';
import type { TestEngine } from '../engines.ts';
import { freshFixture, sharedFixture } from '../fixture-hooks.ts';
import { openReceiver, type Receiver } from '../receiver.ts';
import { openTestSite } from '../site.ts';

export const path = '/octavo/v1/webhooks';
export const second = 1000;
export const hour = 3600 * second;

/** The receivers of these tests are on this machine, which must be allowed. */
export const allowed: FetchLimits = { hosts: new Set(['127.0.0.1']) };

/** Returns the events that a receiver has received. */
export const receivedEvents = ({ delivery }: Receiver) =>
  delivery.map(({ body: { type, data } }) => `${type} ${data.subject}`);

/** Opens a site for the webhook tests of one suite. Each test starts without webhooks and with a new receiver. */
export function webhooksSite(engine: TestEngine) {
  /** The offset of the clock. Milliseconds. */
  const time = { offsetMs: 0 };
  const clock = () => Date.now() + time.offsetMs;
  const disabledWebhooks: number[] = [];
  const site = sharedFixture(async () => openTestSite({ database: await engine.open(), clock, fetchLimits: allowed }));
  beforeEach(async () => {
    for (const { id } of (await site.request('administrator', 'GET', path)).body)
      await site.request('administrator', 'DELETE', `${path}/${id}`);
  });
  const receiver = freshFixture(openReceiver);
  afterEach(() => receiver.close());
  after(() => assert.deepEqual(site.errors, []));

  const createDispatcher = (fetchLimits: FetchLimits = allowed) =>
    new WebhookDispatcher({
      ...{ database: site.database, clock, fetchLimits },
      onProblem: (delivery, _problem, outcome) => {
        if (outcome.isDisabled) disabledWebhooks.push(delivery.webhook_id);
      },
      onError: (error) => site.errors.push(error),
    });
  return {
    ...{ site, receiver, time, clock, disabledWebhooks, createDispatcher },
    /** Creates and sends deliveries, as a process does every second. */
    deliver: async (dispatcher = createDispatcher()) => {
      await site.service.queueDeliveries();
      await dispatcher.drain();
    },
    hook: (json: object = {}) => site.create(path, { url: receiver.url, ...json }),
    post: (json: object = {}) => site.create('/cms/v2/posts', { title: 'One', content: 'Secret words', ...json }),
    change: (id: number, json: object) => site.request('administrator', 'POST', `/cms/v2/posts/${id}`, json),
    deliveriesOf: async (id: number, query = 'per_page=100') =>
      (await site.request('administrator', 'GET', `${path}/${id}/deliveries?${query}`)).body,
  };
}
