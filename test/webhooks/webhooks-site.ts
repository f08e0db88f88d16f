// Opens a test site for webhooks, with a receiver for each test, an adjustable clock, and a dispatcher.
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

/** Limits that allow requests to 127.0.0.1, where the receivers of the tests listen. */
export const allowed: FetchLimits = { hosts: new Set(['127.0.0.1']) };

/** Returns the events that a receiver has received, as type and subject. */
export const receivedEvents = ({ delivery }: Receiver) =>
  delivery.map(({ body: { type, data } }) => `${type} ${data.subject}`);

/** Opens a site before the tests of the calling suite. Each test starts without webhooks and with a new receiver. */
export function webhooksSite(engine: TestEngine) {
  /** Offset of the clock from the system time, in milliseconds. */
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

  const createDispatcher = (fetchLimits: FetchLimits = allowed, database = site.database) =>
    new WebhookDispatcher({
      ...{ database, clock, fetchLimits },
      onProblem: (delivery, _problem, outcome) => {
        if (outcome.isDisabled) disabledWebhooks.push(delivery.webhook_id);
      },
      onError: (error) => site.errors.push(error),
    });
  return {
    ...{ site, receiver, time, clock, disabledWebhooks, createDispatcher },
    /** Creates deliveries from events and sends them, as each process does every second. */
    deliver: async (dispatcher = createDispatcher()) => {
      await site.service.tasks.queueDeliveries();
      await dispatcher.drain();
    },
    hook: (json: object = {}) => site.create(path, { url: receiver.url, ...json }),
    post: (json: object = {}) => site.create('/cms/v2/posts', { title: 'One', content: 'Secret words', ...json }),
    change: (id: number, json: object) => site.request('administrator', 'POST', `/cms/v2/posts/${id}`, json),
    deliveriesOf: async (id: number, query = 'per_page=100') =>
      (await site.request('administrator', 'GET', `${path}/${id}/deliveries?${query}`)).body,
  };
}
