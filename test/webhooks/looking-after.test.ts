// Webhooks as administrators look after them: made, pinged, refused, their secrets, what is forgotten.
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { guardedTell } from '../../server/fetch/guarded-fetch.ts';
import { isOwnListener } from '../../server/fetch/own-listener.ts';
import { insertDelivery, pruneDeliveries } from '../../server/webhooks/deliveries-store.ts';
import { mostWaiting } from '../../server/webhooks/make-deliveries.ts';
import { describeEachEngine } from '../engines.ts';
import { answering, assertSigned } from '../receiver.ts';
import { openTestSite, type Person, roles } from '../site.ts';
import { hour, path, webhooksSite } from './webhooks-site.ts';

describeEachEngine('webhooks', (engine) => {
  const { site, receiver, time, clock, deliver, hook, post, deliveriesOf } = webhooksSite(engine);

  it('are not pinged without end', async () => {
    const { id: webhook } = await hook();
    receiver.answer = answering(503);
    const waiting = { webhook_id: webhook, kind: 'webhook.ping', subject: 'webhook', body: '{}', position: 0 };
    await site.database.transaction(async (tx) => {
      for (let n = 0; n < mostWaiting; n += 1)
        await insertDelivery(tx, { ...waiting, uuid: `${n}`, unordered: 1, created: clock() });
    });
    const { status, body } = await site.ask('administrator', 'POST', `${path}/${webhook}/deliveries`);
    assert.deepEqual([status, body.code], [400, 'rest_too_many_deliveries']);
  });

  it('are pinged', async () => {
    const { id: webhook, secret } = await hook({ kinds: ['user.created'] });
    const { status, body } = await site.ask('administrator', 'POST', `${path}/${webhook}/deliveries`);
    assert.equal(status, 201);
    await deliver();
    const [delivered] = receiver.delivered;
    assert.deepEqual([delivered?.body.type, delivered?.headers['webhook-id']], ['webhook.ping', body.event]);
    assert.ok(delivered);
    assertSigned(secret, delivered);
    assert.ok(Math.abs(Number(delivered.headers['webhook-timestamp']) * 1000 - clock()) < 60_000);
    await site.ask('administrator', 'PATCH', `${path}/${webhook}`, { active: false });
    assert.equal((await site.ask('administrator', 'POST', `${path}/${webhook}/deliveries`)).status, 400);
  });

  it('have a secret that is shown once, and sign with both for a day when it is changed', async () => {
    time.ahead = 0;
    const { id: webhook, secret } = await hook();
    assert.match(secret, /^whsec_[A-Za-z0-9+/]{43}=$/);
    const shown = await site.ask('administrator', 'GET', `${path}/${webhook}`);
    const listed = await site.ask('administrator', 'GET', path);
    assert.doesNotMatch(JSON.stringify([shown.body, listed.body]), /whsec_/);
    const rotated = await site.ask('administrator', 'POST', `${path}/${webhook}/secret`);
    assert.notEqual(rotated.body.secret, secret);
    await post();
    await deliver();
    const [both] = receiver.delivered;
    assert.ok(both);
    assertSigned(secret, both);
    assertSigned(rotated.body.secret, both);
    time.ahead = 25 * hour;
    await post();
    await deliver();
    assert.equal(receiver.delivered[1]?.headers['webhook-signature']?.split(' ').length, 1);
    time.ahead = 0;
  });

  it('are looked after by administrators alone', async () => {
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
      ['GET', `${path}/99999`],
      ['DELETE', `${path}/${id}`],
    ];
    const wanted: Record<string, number[]> = {};
    const found: Record<string, number[]> = {};
    const everybody: Person[] = ['anonymous', ...roles];
    const done = [200, 201, 200, 200, 200, 201, 200, 200, 200, 404, 200];
    for (const person of everybody) {
      found[person] = [];
      for (const [method, address, json] of requests)
        found[person].push((await site.ask(person, method, address, json)).status);
      wanted[person] = requests.map((_, at) =>
        person === 'administrator' ? (done[at] ?? 0) : person === 'anonymous' ? 401 : 403,
      );
    }
    assert.deepEqual(found, wanted);
  });

  it('are refused where they cannot be', async () => {
    for (const [json, status, code] of [
      [{}, 400, 'rest_missing_callback_param'],
      [{ url: 'no address' }, 400, 'rest_webhook_invalid_url'],
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
      const { status: found, body } = await site.ask('administrator', 'POST', path, json);
      assert.deepEqual([found, body.code], [status, code], JSON.stringify(json).slice(0, 100));
    }
    for (let n = 0; n < 100; n += 1) await hook();
    assert.equal(
      (await site.ask('administrator', 'POST', path, { url: receiver.url })).body.code,
      'rest_too_many_webhooks',
    );
  });

  it('check 39: never lead to the service itself, whatever its host is called', async () => {
    const { address, port } = { address: '127.0.0.1', port: 8080 };
    const names: Readonly<Record<string, readonly string[]>> = {
      'other-name.test': [address],
      localhost: ['::1', address],
      'elsewhere.test': ['93.184.216.34'],
      'unknown.test': [],
    };
    const fetchLimits = {
      hosts: new Set([address, ...Object.keys(names)]),
      isOwn: isOwnListener({ host: '0.0.0.0', port }),
      resolve: async (host: string) => names[host.replace(/\.$/, '')] ?? [],
    };
    const other = await openTestSite({ fetchLimits });
    const create = (url: string) => other.ask('administrator', 'POST', path, { url });
    for (const url of [
      `http://${address}:${port}/rest/cms/v2/posts`,
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
    const moved = await other.ask('administrator', 'PATCH', `${path}/${stored.body.id}`, {
      url: `http://other-name.test:${port}/`,
    });
    assert.deepEqual([moved.status, moved.body.code], [400, 'rest_webhook_invalid_url']);
    for (const url of [`http://${address}:9000/hook`, 'http://other-name.test:9000/', 'http://unknown.test/hook'])
      assert.equal((await create(url)).status, 201, `${url} is another service of the machine, or not known yet`);
    // A name that comes to mean this machine later is checked again when something is delivered to it.
    const late = { ...fetchLimits, resolve: async () => [address] };
    const webhook = { url: 'http://elsewhere.test:8080/hook' };
    await assert.rejects(guardedTell(webhook.url, { body: '{}' }, late), { fault: 'refused' });
    assert.deepEqual(other.faults, []);
    await other.database.close();
  });

  it('name the option that allows hosts of the own network', async () => {
    const { body } = await site.ask('administrator', 'POST', path, { url: 'http://10.0.0.1/' });
    assert.match(body.message, /--fetch-hosts/);
    assert.match(body.message, /OCTAVO_FETCH_HOSTS/);
  });

  it('forget in time what was delivered, and nothing that waits', async () => {
    const { id } = await hook();
    for (let n = 0; n < 4; n += 1) await post();
    await deliver();
    receiver.answer = answering(500);
    await post();
    await deliver();
    const prune = (before: number, most: number) =>
      site.database.transaction((tx) => pruneDeliveries(tx, [id], before, most));
    await prune(0, 2);
    const states = async () => (await deliveriesOf(id)).map(({ state }: { state: string }) => state);
    assert.deepEqual(await states(), ['waiting', 'delivered', 'delivered']);
    await prune(clock() + 1, 2);
    assert.deepEqual(await states(), ['waiting']);
  });
});
