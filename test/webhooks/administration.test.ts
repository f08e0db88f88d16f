// Tests the administration of webhooks: creation, validation, pings, secrets and pruning.
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { guardedPostForExcerpt } from '../../server/fetch/guarded-fetch.ts';
import { createOwnAddressCheck } from '../../server/fetch/own-listener.ts';
import { insertDelivery, pruneDeliveries } from '../../server/webhooks/deliveries-store.ts';
import { maxWaitingDeliveries } from '../../server/webhooks/queue-deliveries.ts';
import { describeEachEngine } from '../engines.ts';
import { assertSigned, respondWith } from '../receiver.ts';
import { type Caller, openTestSite, roles } from '../site.ts';
import { hour, path, webhooksSite } from './webhooks-site.ts';

describeEachEngine('webhooks', (engine) => {
  const { site, receiver, time, clock, deliver, hook, post, deliveriesOf } = webhooksSite(engine);

  it('have a maximum number of waiting deliveries', async () => {
    const { id: webhook } = await hook();
    receiver.respond = respondWith(503);
    const waiting = { webhook_id: webhook, kind: 'webhook.ping', subject: 'webhook', body: '{}', position: 0 };
    await site.database.transaction(async (tx) => {
      for (let n = 0; n < maxWaitingDeliveries; n += 1)
        await insertDelivery(tx, { ...waiting, uuid: `${n}`, unordered: 1, created: clock(), due: clock() });
    });
    const { status, body } = await site.request('administrator', 'POST', `${path}/${webhook}/deliveries`);
    assert.deepEqual([status, body.code], [400, 'rest_too_many_deliveries']);
  });

  it('can be pinged', async () => {
    const { id: webhook, secret } = await hook({ kinds: ['user.created'] });
    const { status, body } = await site.request('administrator', 'POST', `${path}/${webhook}/deliveries`);
    assert.equal(status, 201);
    await deliver();
    const [delivered] = receiver.delivery;
    assert.deepEqual([delivered?.body.type, delivered?.headers['webhook-id']], ['webhook.ping', body.event]);
    assert.ok(delivered);
    assertSigned(secret, delivered);
    assert.ok(Math.abs(Number(delivered.headers['webhook-timestamp']) * 1000 - clock()) < 60_000);
    await site.request('administrator', 'PATCH', `${path}/${webhook}`, { active: false });
    assert.equal((await site.request('administrator', 'POST', `${path}/${webhook}/deliveries`)).status, 400);
  });

  it('have a secret that is presented only once, and sign with both secrets for a day after it was replaced', async () => {
    time.offsetMs = 0;
    const { id: webhook, secret } = await hook();
    assert.match(secret, /^whsec_[A-Za-z0-9+/]{43}=$/);
    const presented = await site.request('administrator', 'GET', `${path}/${webhook}`);
    const listed = await site.request('administrator', 'GET', path);
    assert.doesNotMatch(JSON.stringify([presented.body, listed.body]), /whsec_/);
    const rotated = await site.request('administrator', 'POST', `${path}/${webhook}/secret`);
    assert.notEqual(rotated.body.secret, secret);
    await post();
    await deliver();
    const [both] = receiver.delivery;
    assert.ok(both);
    assertSigned(secret, both);
    assertSigned(rotated.body.secret, both);
    time.offsetMs = 25 * hour;
    await post();
    await deliver();
    assert.equal(receiver.delivery[1]?.headers['webhook-signature']?.split(' ').length, 1);
    time.offsetMs = 0;
  });

  it('accept a secret that another program has chosen, and present it only once', async () => {
    const [first, other] = [Buffer.alloc(24, 1), Buffer.alloc(64, 2)].map((key) => `whsec_${key.toString('base64')}`);
    assert.ok(first && other);
    const { id: webhook, secret } = await hook({ secret: first });
    assert.equal(secret, first);
    const presented = await site.request('administrator', 'GET', `${path}/${webhook}`);
    assert.doesNotMatch(JSON.stringify(presented.body), /whsec_/);
    await post();
    await deliver();
    assert.ok(receiver.delivery[0]);
    assertSigned(first, receiver.delivery[0]);
    const replaced = await site.request('administrator', 'POST', `${path}/${webhook}/secret`, { secret: other });
    assert.deepEqual([replaced.status, replaced.body.secret], [200, other]);
    await post();
    await deliver();
    assert.ok(receiver.delivery[1]);
    assertSigned(other, receiver.delivery[1]);
    const audit = await site.request('administrator', 'GET', '/octavo/v1/audit-log?per_page=5');
    assert.doesNotMatch(JSON.stringify(audit.body), /whsec_/);
    const changed = await site.request('administrator', 'PATCH', `${path}/${webhook}`, { secret: first });
    assert.equal(changed.status, 200, 'an update ignores the secret');
    await post();
    await deliver();
    assert.ok(receiver.delivery[2]);
    assertSigned(other, receiver.delivery[2]);
  });

  it('reject secrets that Standard Webhooks does not allow', async () => {
    const { id: webhook } = await hook();
    const base64 = (bytes: number) => Buffer.alloc(bytes, 7).toString('base64');
    for (const secret of [
      ...['', 'whsec_', 'secret', base64(32), `whsec_${base64(23)}`, `whsec_${base64(65)}`],
      ...[`whsec_${base64(32).slice(1)}`, `whsec_${base64(32).replace('=', '-')}`, `whsec_${base64(32)}\n`],
    ])
      for (const address of [path, `${path}/${webhook}/secret`]) {
        const json = { ...(address === path && { url: receiver.url }), secret };
        const { status, body } = await site.request('administrator', 'POST', address, json);
        assert.deepEqual([status, body.code], [400, 'rest_invalid_param'], `${address} ${JSON.stringify(secret)}`);
        if (secret.length > 10)
          assert.doesNotMatch(JSON.stringify(body), new RegExp(base64(12)), 'no part of the secret');
      }
  });

  it('are changed and deleted only in the version that the request names', async () => {
    const { id } = await hook();
    const address = `${path}/${id}`;
    const read = async () => {
      const { status, body } = await site.request('administrator', 'GET', `${path}?_etags=true`);
      assert.equal(status, 200);
      const [self] = body.find((each: { id: number }) => each.id === id)._links.self;
      return self.targetHints.etag as string;
    };
    const update = (description: string, tag: string) =>
      site.request('administrator', 'PATCH', address, { description }, { 'if-match': tag });
    const first = await read();
    await post();
    receiver.respond = respondWith(500);
    await deliver();
    const failing = await site.request('administrator', 'GET', address);
    assert.notEqual(failing.body.problem, '');
    assert.equal(await read(), first, 'a failed delivery is no change');
    assert.equal((await update('Mine', first)).status, 200);
    assert.equal((await update('Yours', first)).status, 412);
    const outdated = await site.request('administrator', 'DELETE', address, undefined, { 'if-match': first });
    assert.equal(outdated.status, 412);
    const current = await site.request('administrator', 'DELETE', address, undefined, { 'if-match': await read() });
    assert.equal(current.status, 200);
  });

  it('can only be managed by administrators', async () => {
    const { id } = await hook();
    await post();
    await deliver();
    const [{ id: delivery }] = await deliveriesOf(id);
    const requests: [string, string, object?][] = [
      ['GET', path],
      ['POST', path, { url: 'https://93.184.216.34/' }],
      ['GET', `${path}/${id}`],
      ['PATCH', `${path}/${id}`, { description: 'Mine' }],
      ['POST', `${path}/${id}/secret`],
      ['POST', `${path}/${id}/deliveries`],
      ['GET', `${path}/${id}/deliveries`],
      ['GET', `${path}/${id}/deliveries/${delivery}`],
      ['POST', `${path}/${id}/deliveries/${delivery}/redeliver`],
      ['POST', `${path}/${id}/deliveries/redeliver`],
      ['GET', '/octavo/v1/event-kinds'],
      ['GET', `${path}/99999`],
      ['DELETE', `${path}/${id}`],
    ];
    const expected: Record<string, number[]> = {};
    const found: Record<string, number[]> = {};
    const callers: Caller[] = ['anonymous', ...roles];
    const administratorStatuses = [200, 201, 200, 200, 200, 201, 200, 200, 200, 200, 200, 404, 200];
    for (const caller of callers) {
      found[caller] = [];
      for (const [method, address, json] of requests)
        found[caller].push((await site.request(caller, method, address, json)).status);
      expected[caller] = requests.map((_, at) =>
        caller === 'administrator' ? (administratorStatuses[at] ?? 0) : caller === 'anonymous' ? 401 : 403,
      );
    }
    assert.deepEqual(found, expected);
  });

  it('are rejected with invalid input', async () => {
    for (const [json, status, code] of [
      [{}, 400, 'rest_missing_callback_param'],
      [{ url: 'not a URL' }, 400, 'rest_webhook_invalid_url'],
      [{ url: 'ftp://93.184.216.34/' }, 400, 'rest_webhook_invalid_url'],
      [{ url: 'https://me:secret@93.184.216.34/' }, 400, 'rest_webhook_invalid_url'],
      [{ url: 'http://10.0.0.1/' }, 400, 'rest_webhook_invalid_url'],
      [{ url: 'http://[::ffff:10.0.0.1]/' }, 400, 'rest_webhook_invalid_url'],
      [{ url: 'http://169.254.169.254/latest/' }, 400, 'rest_webhook_invalid_url'],
      [{ url: 'http://site.test/rest/cms/v2/posts' }, 400, 'rest_webhook_invalid_url'],
      [{ url: 'http://site.test./rest/cms/v2/posts' }, 400, 'rest_webhook_invalid_url'],
      [{ url: 'http://SITE.test:80/' }, 400, 'rest_webhook_invalid_url'],
      [{ url: 'https://93.184.216.34:22/' }, 400, 'rest_webhook_invalid_url'],
      [{ url: 'https://93.184.216.34/', kinds: ['entry.burnt'] }, 400, 'rest_invalid_param'],
      [{ url: 'https://93.184.216.34/', types: ['No Type!'] }, 400, 'rest_invalid_param'],
      [{ url: `https://93.184.216.34/${'x'.repeat(2000)}` }, 400, 'rest_invalid_param'],
    ] as const) {
      const { status: found, body } = await site.request('administrator', 'POST', path, json);
      assert.deepEqual([found, body.code], [status, code], JSON.stringify(json).slice(0, 100));
    }
    for (let n = 0; n < 100; n += 1) await hook();
    assert.equal(
      (await site.request('administrator', 'POST', path, { url: receiver.url })).body.code,
      'rest_too_many_webhooks',
    );
  });

  it('cannot lead to the service itself, by any host name', async () => {
    const { ip, port } = { ip: '127.0.0.1', port: 8080 };
    const names: Readonly<Record<string, readonly string[]>> = {
      'other-name.test': [ip],
      localhost: ['::1', ip],
      'elsewhere.test': ['93.184.216.34'],
      'unknown.test': [],
    };
    const fetchLimits = {
      hosts: new Set([ip, ...Object.keys(names)]),
      isOwn: createOwnAddressCheck({ host: '0.0.0.0', port }),
      resolve: async (host: string) => names[host.replace(/\.$/, '')] ?? [],
    };
    const other = await openTestSite({ fetchLimits });
    const create = (url: string) => other.request('administrator', 'POST', path, { url });
    for (const url of [
      `http://${ip}:${port}/rest/cms/v2/posts`,
      `http://127.1:${port}/`,
      `http://[::ffff:127.0.0.1]:${port}/`,
      `http://other-name.test:${port}/rest/`,
      `http://OTHER-name.test.:${port}/`,
      `https://localhost:${port}/`,
    ]) {
      const { status, body } = await create(url);
      assert.deepEqual([status, body.code], [400, 'rest_webhook_invalid_url'], url);
    }
    const stored = await create('http://elsewhere.test:8080/hook');
    assert.equal(stored.status, 201);
    const moved = await other.request('administrator', 'PATCH', `${path}/${stored.body.id}`, {
      url: `http://other-name.test:${port}/`,
    });
    assert.deepEqual([moved.status, moved.body.code], [400, 'rest_webhook_invalid_url']);
    for (const url of [`http://${ip}:9000/hook`, 'http://other-name.test:9000/', 'http://unknown.test/hook'])
      assert.equal(
        (await create(url)).status,
        201,
        `${url} is another service of this machine, or does not resolve yet`,
      );
    // The host is checked again on delivery, because it could resolve to this machine by then.
    const rebound = { ...fetchLimits, resolve: async () => [ip] };
    const webhook = { url: 'http://elsewhere.test:8080/hook' };
    await assert.rejects(guardedPostForExcerpt(webhook.url, { body: '{}' }, 0, rebound), { code: 'refused' });
    assert.deepEqual(other.errors, []);
    await other.database.close();
  });

  it('name the option that allows private hosts in the error message', async () => {
    const { body } = await site.request('administrator', 'POST', path, { url: 'http://10.0.0.1/' });
    assert.match(body.message, /--fetch-hosts/);
    assert.match(body.message, /OCTAVO_FETCH_HOSTS/);
  });

  it('have their finished deliveries pruned, but not their waiting deliveries', async () => {
    const { id } = await hook();
    for (let n = 0; n < 4; n += 1) await post();
    await deliver();
    receiver.respond = respondWith(500);
    await post();
    await deliver();
    const prune = (before: number, maxDeliveries: number) =>
      site.database.transaction((tx) => pruneDeliveries(tx, [id], before, maxDeliveries));
    await prune(0, 2);
    const states = async () => (await deliveriesOf(id)).map(({ state }: { state: string }) => state);
    assert.deepEqual(await states(), ['waiting', 'delivered', 'delivered']);
    await prune(clock() + 1, 2);
    assert.deepEqual(await states(), ['waiting']);
  });
});
