// Tests webhook deliveries: signatures, content and filters, with one or several processes.
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { DatabaseUnavailable } from '../../server/database/errors.ts';
import type { Database } from '../../server/database/handle.ts';
import { lockWebhook } from '../../server/webhooks/store.ts';
import { describeEachEngine } from '../engines.ts';
import { assertSigned, respondWith } from '../receiver.ts';
import { startStopwatch } from '../stopwatch.ts';
import { allowed, hour, path, receivedEvents, webhooksSite } from './webhooks-site.ts';

describeEachEngine('webhooks', (engine) => {
  const { site, receiver, time, createDispatcher: courier, deliver, hook, post, deliveriesOf } = webhooksSite(engine);

  it('deliver signed events without content', async () => {
    const { id, secret } = await hook();
    const { id: entry } = await post({ status: 'private', title: 'Hushed title' });
    assert.equal(receiver.delivery.length, 0);
    await deliver();
    const [delivered] = receiver.delivery;
    assert.ok(delivered);
    assertSigned(secret, delivered);
    assert.throws(() => assertSigned(secret, { ...delivered, text: delivered.text.replace('post', 'page') }));
    const { data, ...message } = delivered.body;
    const [row] = await deliveriesOf(id);
    assert.deepEqual(Object.keys(message), ['type', 'timestamp']);
    assert.equal(message.type, 'entry.created');
    assert.ok(Math.abs(Date.parse(message.timestamp) - Date.now()) < 60_000);
    assert.deepEqual(data, {
      position: data.position,
      kind: 'entry.created',
      type: 'post',
      subject: entry,
      status: 'private',
      status_before: '',
      tags: data.tags,
      address: `http://site.test/rest/cms/v2/posts/${entry}`,
    });
    assert.doesNotMatch(delivered.text, /Hushed|Secret/);
    assert.deepEqual(
      [row.state, row.attempts, row.response, row.problem, row.event, row.due],
      ['delivered', 1, 204, '', delivered.headers['webhook-id'], null],
    );
    await deliver();
    assert.equal(receiver.delivery.length, 1, 'no event is delivered twice');
  });

  it('are delivered once if the database is unreachable after the response of the receiver', async () => {
    const { id } = await hook();
    await post();
    let failures = 0;
    const unreachable: Database = Object.create(site.database, {
      transaction: {
        value: (work: Parameters<Database['transaction']>[0]) => {
          if (receiver.delivery.length === 0 || failures === 2) return site.database.transaction(work);
          failures += 1;
          return Promise.reject(new DatabaseUnavailable('The database is unreachable.'));
        },
      },
    });
    await deliver(courier(allowed, unreachable));
    assert.equal(failures, 2);
    const [row] = await deliveriesOf(id);
    assert.deepEqual([row.state, row.attempts], ['delivered', 1]);
    time.offsetMs += hour;
    await deliver();
    time.offsetMs = 0;
    assert.equal(receiver.delivery.length, 1);
  });

  it('use the spelling of the mount that created them, or the requested one', async () => {
    const url = (n: number) => `${receiver.url}?n=${n}`;
    const compatible = await site.requestCompatible('administrator', 'POST', path, {
      url: url(1),
      types: ['wp_block'],
    });
    const chosen = await site.request('administrator', 'POST', path, { url: url(2), spelling: 'compatible' });
    await hook({ url: url(3), types: ['cms_block'] });
    assert.deepEqual(
      [compatible.status, compatible.body.spelling, compatible.body.types],
      [201, 'compatible', ['wp_block']],
    );
    const native = await site.request('administrator', 'GET', `${path}/${compatible.body.id}`);
    assert.deepEqual([native.body.types, chosen.body.spelling], [['cms_block'], 'compatible']);
    const { id: block } = await site.create('/cms/v2/blocks', { title: 'wp_block', content: 'x' });
    await deliver();
    const described = receiver.delivery.map(({ body: { data } }) => [
      data.type,
      data.address,
      data.tags.filter((tag: string) => tag.startsWith('type:')),
    ]);
    const asCompatible = ['wp_block', `http://site.test/wp-json/wp/v2/blocks/${block}`, ['type:wp_block']];
    const asNative = ['cms_block', `http://site.test/rest/cms/v2/blocks/${block}`, ['type:cms_block']];
    assert.deepEqual(described.sort(), [asNative, asCompatible, asCompatible].sort());
  });

  it('contain the URL of the changed record, if it has one', async () => {
    await hook();
    const category = await site.create('/cms/v2/categories', { name: 'News' });
    const page = await site.create('/cms/v2/pages', { title: 'P', status: 'publish' });
    await site.create('/cms/v2/comments', { post: (await post({ status: 'publish' })).id, content: 'Well said.' });
    await site.request('administrator', 'POST', `/cms/v2/users/${site.ids.author}`, { name: 'A. Thor' });
    await site.request('administrator', 'POST', '/cms/v2/settings', { title: 'Another' });
    const styled = { fontFamily: 'Box', src: 'https://93.184.216.34/box.woff2' };
    const family = await site.create('/cms/v2/font-families', {
      font_family_settings: JSON.stringify({ name: 'Box', slug: 'box', fontFamily: 'Box' }),
    });
    await site.create(`/cms/v2/font-families/${family.id}/font-faces`, { font_face_settings: JSON.stringify(styled) });
    for (const kind of ['templates', 'template-parts'])
      await site.create(`/cms/v2/${kind}`, { slug: 'a', content: 'x' });
    await site.create('/cms/v2/menu-items', { title: 'x', url: 'https://example.org/' });
    await deliver();
    const withoutUrl = receiver.delivery.filter(({ body }) => body.data.address === '');
    assert.deepEqual(
      withoutUrl.map(({ body }) => body.data.type).toSorted(),
      ['cms_font_face', 'cms_template', 'cms_template_part'],
      'types whose URL does not follow from the ID',
    );
    receiver.delivery.splice(
      0,
      receiver.delivery.length,
      ...receiver.delivery.filter((each) => !withoutUrl.includes(each)),
    );
    const urls = receiver.delivery.map(({ body }) => body.data.address);
    assert.ok(urls.includes(`http://site.test/rest/cms/v2/categories/${category.id}`));
    assert.ok(urls.includes(`http://site.test/rest/cms/v2/pages/${page.id}`));
    assert.equal(urls.length, 8);
    for (const address of urls) {
      const { status } = await site.request('administrator', 'GET', address.replace('http://site.test/rest', ''));
      assert.equal(status, 200, address);
    }
  });

  it('receive the events that they subscribe to', async () => {
    await hook({ kinds: ['entry.created', 'settings.updated'], types: ['page'] });
    await post();
    const { id } = await site.create('/cms/v2/pages', { title: 'P' });
    await site.request('administrator', 'DELETE', `/cms/v2/pages/${id}?force=true`);
    await site.request('administrator', 'POST', '/cms/v2/settings', { title: 'Third' });
    await deliver();
    assert.deepEqual(receivedEvents(receiver), [`entry.created ${id}`, 'settings.updated 0']);
  });

  it('receive no events that occur before they are created or while they are disabled', async () => {
    await post();
    const { id } = await hook();
    const { id: receivedId } = await post();
    await deliver();
    await site.request('administrator', 'POST', `${path}/${id}`, { active: false });
    await post();
    await site.request('administrator', 'POST', `${path}/${id}`, { active: true });
    const { id: last } = await post();
    await deliver();
    assert.deepEqual(receivedEvents(receiver), [`entry.created ${receivedId}`, `entry.created ${last}`]);
  });

  it('receive each event once, even if several processes deliver', async () => {
    await hook();
    for (let n = 0; n < 12; n += 1) await post();
    await Promise.all([deliver(courier()), deliver(courier()), deliver(courier())]);
    await deliver();
    assert.equal(receiver.delivery.length, 12);
    assert.equal(new Set(receiver.delivery.map(({ headers }) => headers['webhook-id'])).size, 12);
  });

  it('receive an event from another process after one has stopped during the delivery', async () => {
    const { id: webhook } = await hook();
    await post();
    receiver.respond = () => {};
    await site.service.tasks.queueDeliveries();
    const stopping = courier();
    await stopping.poll();
    while (receiver.delivery.length === 0) await new Promise((later) => setTimeout(later, 20));
    receiver.respond = respondWith(204);
    await deliver();
    assert.equal(receiver.delivery.length, 1, 'the first process holds the lease');
    const stopwatch = startStopwatch();
    await stopping.stop();
    assert.ok(stopwatch.stop() < 5000);
    await deliver();
    assert.equal(receiver.delivery.length, 2);
    assert.deepEqual(
      [(await deliveriesOf(webhook))[0].state, (await deliveriesOf(webhook))[0].attempts],
      ['delivered', 1],
    );
  });

  // SQLite has a single writer, for which all others wait.
  if (engine.name !== 'postgres') return;

  it('are queued without waiting for another transaction that has locked the webhook', async () => {
    const { id } = await hook();
    await post();
    const [held, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const other = site.database.transaction(async (tx) => {
      await lockWebhook(tx, id);
      held.resolve();
      await released.promise;
    });
    await held.promise;
    await site.service.tasks.queueDeliveries();
    assert.equal((await deliveriesOf(id)).length, 0);
    released.resolve();
    await other;
    await site.service.tasks.queueDeliveries();
    assert.equal((await deliveriesOf(id)).length, 1);
  });
});
