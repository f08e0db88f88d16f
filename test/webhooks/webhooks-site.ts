// What the tests of webhooks share: a site, a receiver for each test, a clock, and who delivers.
import assert from 'node:assert/strict';
import { after, afterEach, beforeEach } from 'node:test';
import type { FetchLimits } from '../../server/fetch/guarded-fetch.ts';
import { Courier } from '../../server/webhooks/courier.ts';
import type { TestEngine } from '../engines.ts';
import { openedBefore, openedBeforeEach } from '../opened-before.ts';
import { openReceiver, type Receiver } from '../receiver.ts';
import { openTestSite } from '../site.ts';

export const path = '/octavo/v1/webhooks';
export const second = 1000;
export const hour = 3600 * second;

/** Receivers of these tests are on this machine, which the operator allows. */
export const allowed: FetchLimits = { hosts: new Set(['127.0.0.1']) };

/** What a receiver was told of. */
export const told = ({ delivered }: Receiver) => delivered.map(({ body: { type, data } }) => `${type} ${data.subject}`);

/** A site for the webhooks of one suite. Each test begins with none, and with a receiver of its own. */
export function webhooksSite(engine: TestEngine) {
  /** How far the clock is ahead. Milliseconds. */
  const time = { ahead: 0 };
  const clock = () => Date.now() + time.ahead;
  const switchedOff: number[] = [];
  const site = openedBefore(async () => openTestSite({ database: await engine.open(), clock, fetchLimits: allowed }));
  beforeEach(async () => {
    for (const { id } of (await site.ask('administrator', 'GET', path)).body)
      await site.ask('administrator', 'DELETE', `${path}/${id}`);
  });
  const receiver = openedBeforeEach(openReceiver);
  afterEach(() => receiver.close());
  after(() => assert.deepEqual(site.faults, []));

  const courier = (fetchLimits: FetchLimits = allowed) =>
    new Courier({
      ...{ database: site.database, clock, fetchLimits },
      onProblem: (delivery, _problem, settled) => {
        if (settled.switchedOff) switchedOff.push(delivery.webhook_id);
      },
      onFault: (error) => site.faults.push(error),
    });
  return {
    ...{ site, receiver, time, clock, switchedOff, courier },
    /** What a process does each second, and waits for. */
    deliver: async (by = courier()) => {
      await site.service.makeDeliveries();
      await by.finish();
    },
    hook: (json: object = {}) => site.make(path, { url: receiver.url, ...json }),
    post: (json: object = {}) => site.make('/cms/v2/posts', { title: 'One', content: 'Secret words', ...json }),
    change: (id: number, json: object) => site.ask('administrator', 'POST', `/cms/v2/posts/${id}`, json),
    deliveriesOf: async (id: number, query = 'per_page=100') =>
      (await site.ask('administrator', 'GET', `${path}/${id}/deliveries?${query}`)).body,
  };
}
