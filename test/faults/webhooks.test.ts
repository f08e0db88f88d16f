// Tests that no webhook delivery is lost if the process is killed at any time between the event and its delivery.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { assertSigned, openReceiver } from '../receiver.ts';
import { openPostgres, openSqlite, type Query } from './consistency.ts';
import { describeOnPostgres } from './postgres-server.ts';
import { newFolder, newSite, type ServiceOptions, startService, waitUntil } from './service-process.ts';

/** Number of times that the service is killed. */
const times = Number(process.env.OCTAVO_KILLS ?? 4);

const options = ['--fetch-hosts', '127.0.0.1'];

/** Maximum time until a delivery that a killed process had leased is attempted again, in milliseconds. */
const maxLeaseMs = 30_000;

/** Lets the leases of killed processes expire immediately. Asserts that they would have expired in time. */
async function expireLeases(query: Query, run: (sql: string) => Promise<unknown>): Promise<void> {
  const [row] = await query("select max(leased_until) as until from webhook_deliveries where state = 'waiting'");
  assert.ok(Number(row?.until) <= Date.now() + maxLeaseMs, `a lease lasts until ${row?.until}`);
  await run(`update webhook_deliveries set leased_until = ${Date.now()} where leased_until > ${Date.now()}`);
}

async function killRepeatedly(serviceOptions: ServiceOptions, expire: () => Promise<void>): Promise<void> {
  const receiver = await openReceiver();
  // The receiver responds slowly, so that the process is sometimes killed while it waits for a response.
  receiver.respond = (response) => setTimeout(() => response.writeHead(204).end(), 150);
  const first = await startService({ ...serviceOptions, options });
  const made = await first.request('POST', '/octavo/v1/webhooks', { url: receiver.url, types: ['post'] });
  assert.equal(made.status, 201, JSON.stringify(made.body));
  const { secret } = made.body;
  let service = first;
  const expected = new Map<number, string[]>();
  for (let n = 0; n < times; n += 1) {
    for (let m = 0; m < 3; m += 1) {
      const post = await service.request('POST', '/cms/v2/posts', { title: `${n}`, content: 'Text.' });
      assert.equal(post.status, 201);
      const { id } = post.body;
      expected.set(id, ['draft']);
      for (const status of ['pending', 'publish']) {
        assert.equal((await service.request('POST', `/cms/v2/posts/${id}`, { status })).status, 200);
        expected.get(id)?.push(status);
      }
    }
    // The kills are distributed over the first 1600 ms.
    await pause(((n + Math.random()) / times) * 1600);
    assert.equal((await service.end('SIGKILL')).exit, 'SIGKILL');
    // Deliveries that a killed process had leased are attempted again when their lease has expired.
    if (n === times - 1) await expire();
    service = await startService({ ...serviceOptions, options });
  }
  const count = [...expected.values()].flat().length;
  const deliveryIds = () => new Set(receiver.delivery.map(({ headers }) => headers['webhook-id']));
  await waitUntil(() => deliveryIds().size >= count, 60_000, 'all events are delivered');
  assert.equal(deliveryIds().size, count, 'every delivery belongs to an event');
  const bodies = new Map<string, string>();
  for (const each of receiver.delivery) {
    assertSigned(secret, each);
    const deliveryId = each.headers['webhook-id'] ?? '';
    assert.equal(bodies.get(deliveryId) ?? each.text, each.text, 'repeated deliveries have the same body');
    bodies.set(deliveryId, each.text);
  }
  for (const [id, states] of expected) {
    const deliveries = receiver.delivery.filter(({ body }) => body.data.subject === id);
    // A delivery is repeated if the process was killed before it had recorded the response. Apart from repetitions, the
    // deliveries for an entry have the order of its events.
    const withoutRepetitions = deliveries.filter(
      ({ headers }, at) =>
        deliveries.findIndex((other) => other.headers['webhook-id'] === headers['webhook-id']) === at,
    );
    assert.deepEqual(
      withoutRepetitions.map(({ body }) => body.data.status),
      states,
    );
  }
  assert.equal((await service.end('SIGTERM')).exit, 0);
  await receiver.close();
}

// The tests mostly wait, so they run at the same time.
describe('the delivery of events', { concurrency: true }, () => {
  describe('webhooks of a process that is killed', () => {
    it('are all delivered, in order, from SQLite', { timeout: 300_000 }, async () => {
      const data = await newSite();
      await killRepeatedly({ data }, async () => {
        const { driver, query, close } = openSqlite(data);
        await expireLeases(query, async (sql) => driver.prepare(sql).run());
        close();
      });
    });

    describeOnPostgres((database) => {
      it('are all delivered, in order', { timeout: 300_000 }, async () => {
        await killRepeatedly({ data: await newFolder(), database: database.url }, async () => {
          const { query, close } = await openPostgres(database.url);
          await expireLeases(query, query);
          await close();
        });
      });
    });
  });

  it('a hanging receiver and a client of the live feed do not block requests or the shutdown of the service', {
    timeout: 300_000,
  }, async () => {
    const receiver = await openReceiver();
    receiver.respond = () => {};
    const service = await startService({ data: await newSite(), options });
    assert.equal((await service.request('POST', '/octavo/v1/webhooks', { url: receiver.url })).status, 201);
    const { authorization } = service;
    const feed = await fetch(`${service.origin}/rest/octavo/v1/events`, { headers: { authorization } });
    let text = '';
    const reading = (async () => {
      for await (const chunk of feed.body ?? []) text += Buffer.from(chunk).toString();
    })();
    assert.equal((await service.request('POST', '/cms/v2/posts', { title: 'One', content: 'Text.' })).status, 201);
    await waitUntil(
      () => receiver.delivery.length > 0 && text.includes('entry.created'),
      20_000,
      'the event is delivered',
    );
    assert.equal((await service.read('/cms/v2/posts')).status, 200);
    const { exit, durationMs } = await service.end('SIGTERM');
    assert.equal(exit, 0);
    assert.ok(durationMs < 8000, `${durationMs} ms`);
    await reading;
    await receiver.close();
  });
});
