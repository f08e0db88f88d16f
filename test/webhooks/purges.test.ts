// Tests webhooks that purge the cache tags of a CDN: their requests, their time and their tokens.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, it } from 'node:test';
import { findDueDeliveries } from '../../server/webhooks/deliveries-store.ts';
import { describeEachEngine } from '../engines.ts';
import { freshFixture } from '../fixture-hooks.ts';
import { path, webhooksSite } from './webhooks-site.ts';

/** A request to a CDN. */
interface Purge {
  readonly method: string;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly body: string;
}

/** Starts a server that records all requests, with any method. */
async function openCdn() {
  const requests: Purge[] = [];
  const server = createServer(async (request, response) => {
    let body = '';
    for await (const part of request.setEncoding('utf8')) body += part;
    requests.push({ method: request.method ?? '', headers: request.headers, body });
    response.end('{"status":"ok"}');
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/purge`;
  return { url, requests, close: () => new Promise((closed) => server.close(closed)) };
}

describeEachEngine('webhooks that purge a CDN', (engine) => {
  const { site, time, deliver, hook, post, change, deliveriesOf } = webhooksSite(engine);
  const cdn = freshFixture(openCdn);
  afterEach(() => cdn.close());
  /** Creates a webhook, publishes a post, and delivers its purge. Returns the webhook and the ID of the post. */
  const publish = async (json: object) => {
    const webhook = await hook({ url: cdn.url, ...json });
    const { id } = await post({ status: 'publish' });
    await deliver();
    time.offsetMs += 1000;
    await deliver();
    return { webhook, id: id as number };
  };

  it('send the tags to Fastly with its key', async () => {
    const { id } = await publish({ format: 'fastly', token: 'fastly-token' });
    const [{ method, headers, body } = { method: '', headers: {}, body: '{}' }] = cdn.requests;
    assert.deepEqual(
      [method, headers['fastly-key'], headers['content-type'], headers.authorization, headers['webhook-signature']],
      ['POST', 'fastly-token', 'application/json', undefined, undefined],
    );
    const { surrogate_keys: tags, ...others } = JSON.parse(body);
    assert.deepEqual(others, {});
    for (const tag of [`post-${id}`, 'posts', 'content', 'term-counts']) assert.ok(tags.includes(tag), tag);
    assert.equal(cdn.requests.length, 1);
  });

  it('send the tags to Cloudflare, at most 30 with each request', async () => {
    const webhook = await hook({ url: cdn.url, format: 'cloudflare', token: 'cloudflare-token' });
    const ids: number[] = [];
    for (let at = 0; at < 20; at += 1) ids.push((await post({ status: 'publish' })).id);
    await deliver();
    time.offsetMs += 1000;
    await deliver();
    const tags = cdn.requests.flatMap(({ method, headers, body }) => {
      assert.deepEqual([method, headers.authorization], ['POST', 'Bearer cloudflare-token']);
      const { tags: purged } = JSON.parse(body);
      assert.ok(purged.length <= 30);
      return purged;
    });
    assert.ok(cdn.requests.length >= 2);
    assert.equal(new Set(tags).size, tags.length, 'no tag is sent twice');
    for (const id of ids) assert.ok(tags.includes(`post-${id}`), String(id));
    const states = (await deliveriesOf(webhook.id)).map(({ state }: { state: string }) => state);
    assert.deepEqual(new Set(states), new Set(['delivered']));
  });

  it('send the tags to Varnish in a header', async () => {
    const { id } = await publish({ format: 'varnish', token: 'varnish-token' });
    const [{ method, headers, body } = { method: '', headers: {}, body: '' }] = cdn.requests;
    assert.deepEqual([method, headers.authorization, body], ['PURGE', 'Bearer varnish-token', '']);
    assert.ok(String(headers['xkey-purge']).split(' ').includes(`post-${id}`));
  });

  it('are due no earlier than 100 ms after the commit, when other nodes know of it', async () => {
    const webhook = await hook({ url: cdn.url, format: 'varnish' });
    await post({ status: 'publish' });
    const committed = Date.now() + time.offsetMs;
    await site.service.tasks.queueDeliveries();
    assert.equal((await deliveriesOf(webhook.id))[0].state, 'waiting');
    assert.deepEqual(await findDueDeliveries(site.database.read, webhook.id, committed + 100, 1), []);
    time.offsetMs += 1000;
    await deliver();
    assert.equal((await deliveriesOf(webhook.id))[0].state, 'delivered');
  });

  it('ignore their filters, and purge nothing for changes that nobody sees', async () => {
    await hook({ url: cdn.url, format: 'varnish', kinds: ['user.created'], types: ['page'] });
    const { id } = await post({ status: 'draft' });
    await deliver();
    time.offsetMs += 1000;
    await deliver();
    assert.deepEqual(cdn.requests, []);
    await change(id, { status: 'publish' });
    await deliver();
    time.offsetMs += 1000;
    await deliver();
    assert.equal(cdn.requests.length, 1);
  });

  it('purge all responses with one tag when everything may have changed', async () => {
    await hook({ url: cdn.url, format: 'fastly' });
    await post({ status: 'publish' });
    await site.request('administrator', 'POST', '/cms/v2/settings', { title: `Title ${time.offsetMs}` });
    await deliver();
    time.offsetMs += 1000;
    await deliver();
    assert.deepEqual(
      cdn.requests.map(({ body }) => JSON.parse(body)),
      [{ surrogate_keys: ['site'] }],
    );
  });

  it('never reveal their token, and send it only encrypted or to allowed hosts', async () => {
    const { webhook } = await publish({ format: 'fastly', token: 'hidden-token' });
    assert.deepEqual([webhook.format, webhook.has_token], ['fastly', true]);
    const update = await site.request('administrator', 'PATCH', `${path}/${webhook.id}`, { token: 'hidden-token-2' });
    const responses = [webhook, update.body, (await site.request('administrator', 'GET', path)).body];
    const log = (await site.request('administrator', 'GET', '/octavo/v1/audit-log')).body;
    assert.doesNotMatch(JSON.stringify([...responses, log, await deliveriesOf(webhook.id)]), /hidden-token/);
    const removed = await site.request('administrator', 'PATCH', `${path}/${webhook.id}`, { token: '' });
    assert.equal(removed.body.has_token, false);
    const json = { url: 'http://cdn.example/', format: 'varnish', token: 'x' };
    const insecure = await site.request('administrator', 'POST', path, json);
    assert.deepEqual([insecure.status, insecure.body.code], [400, 'rest_webhook_insecure_token']);
    const secure = await site.request('administrator', 'POST', path, { ...json, url: 'https://cdn.example/' });
    assert.equal(secure.status, 201);
    const downgraded = await site.request('administrator', 'PATCH', `${path}/${secure.body.id}`, { url: json.url });
    assert.deepEqual([downgraded.status, downgraded.body.code], [400, 'rest_webhook_insecure_token']);
    for (const token of ['a b', 'a\r\nb', 'ü']) {
      const { status } = await site.request('administrator', 'POST', path, {
        ...json,
        url: 'https://cdn.example/',
        token,
      });
      assert.equal(status, 400, JSON.stringify(token));
    }
  });

  it('are tested by a ping, which purges a tag that no response has', async () => {
    const webhook = await hook({ url: cdn.url, format: 'varnish' });
    await site.request('administrator', 'POST', `${path}/${webhook.id}/deliveries`);
    await deliver();
    assert.deepEqual(
      cdn.requests.map(({ method, headers }) => [method, headers['xkey-purge']]),
      [['PURGE', 'ping']],
    );
  });
});
