// Webhooks outlive a process that is killed at any point between what happens and its delivery.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { assertSigned, openReceiver } from '../receiver.ts';
import { describeOnPostgres } from './postgres-server.ts';
import { newFolder, type ServiceOptions, startService, until } from './service-process.ts';

/** How many times the service is killed. */
const times = Number(process.env.OCTAVO_KILLS ?? 6);

const options = ['--fetch-hosts', '127.0.0.1'];

async function killAgainAndAgain(wanted: ServiceOptions): Promise<void> {
  const receiver = await openReceiver();
  // Slow, so that some kills come while an answer is waited for.
  receiver.answer = (response) => setTimeout(() => response.writeHead(204).end(), 150);
  const first = await startService({ ...wanted, options });
  const made = await first.ask('POST', '/octavo/v1/webhooks', { url: receiver.url, types: ['post'] });
  assert.equal(made.status, 201, JSON.stringify(made.body));
  const { secret } = made.body;
  let service = first;
  const expected = new Map<number, string[]>();
  for (let n = 0; n < times; n += 1) {
    for (let m = 0; m < 3; m += 1) {
      const post = await service.ask('POST', '/cms/v2/posts', { title: `${n}`, content: 'Text.' });
      assert.equal(post.status, 201);
      const { id } = post.body;
      expected.set(id, ['draft']);
      for (const status of ['pending', 'publish']) {
        assert.equal((await service.ask('POST', `/cms/v2/posts/${id}`, { status })).status, 200);
        expected.get(id)?.push(status);
      }
    }
    await pause((n / times) * 1600);
    assert.equal((await service.end('SIGKILL')).how, 'SIGKILL');
    service = await startService({ ...wanted, options });
  }
  const count = [...expected.values()].flat().length;
  const numbers = () => new Set(receiver.delivered.map(({ headers }) => headers['webhook-id']));
  // What a process that was killed had under way is tried again when its lease has ended.
  await until(() => numbers().size >= count, 100_000, 'everything is delivered');
  assert.equal(numbers().size, count, 'nothing that has not happened is told');
  const bodies = new Map<string, string>();
  for (const each of receiver.delivered) {
    assertSigned(secret, each);
    const number = each.headers['webhook-id'] ?? '';
    assert.equal(bodies.get(number) ?? each.text, each.text, 'the same number has the same body');
    bodies.set(number, each.text);
  }
  for (const [id, states] of expected) {
    const told = receiver.delivered.filter(({ body }) => body.data.subject === id);
    // Told twice where a process was killed before it had noted the answer; never before what came earlier.
    const once = told.filter(
      ({ headers }, at) => told.findIndex((other) => other.headers['webhook-id'] === headers['webhook-id']) === at,
    );
    assert.deepEqual(
      once.map(({ body }) => body.data.status),
      states,
    );
  }
  assert.equal((await service.end('SIGTERM')).how, 0);
  await receiver.close();
}

describe('webhooks of a process that is killed', () => {
  it('are told everything, in order, from SQLite', { timeout: 240_000 }, async () => {
    await killAgainAndAgain({ data: await newFolder() });
  });

  describeOnPostgres((database) => {
    it('are told everything, in order', { timeout: 240_000 }, async () => {
      await killAgainAndAgain({ data: await newFolder(), database: database.url });
    });
  });
});

it('a receiver that hangs and one who follows keep the service from nothing, nor from stopping', {
  timeout: 120_000,
}, async () => {
  const receiver = await openReceiver();
  receiver.answer = () => {};
  const service = await startService({ data: await newFolder(), options });
  assert.equal((await service.ask('POST', '/octavo/v1/webhooks', { url: receiver.url })).status, 201);
  const { authorization } = service;
  const feed = await fetch(`${service.origin}/rest/octavo/v1/events`, { headers: { authorization } });
  let text = '';
  const reading = (async () => {
    for await (const part of feed.body ?? []) text += Buffer.from(part).toString();
  })();
  assert.equal((await service.ask('POST', '/cms/v2/posts', { title: 'One', content: 'Text.' })).status, 201);
  await until(() => receiver.delivered.length > 0 && text.includes('entry.created'), 5000, 'it is told');
  assert.equal((await service.read('/cms/v2/posts')).status, 200);
  const { how, took } = await service.end('SIGTERM');
  assert.equal(how, 0);
  assert.ok(took < 8000, `${took} ms`);
  await reading;
  await receiver.close();
});
