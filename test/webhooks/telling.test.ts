// Webhooks: what is told to whom, signed, by however many processes.
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { describeEachEngine } from '../engines.ts';
import { answering, assertSigned } from '../receiver.ts';
import { path, told, webhooksSite } from './webhooks-site.ts';

describeEachEngine('webhooks', (engine) => {
  const { site, receiver, courier, deliver, hook, post, deliveriesOf } = webhooksSite(engine);

  it('tell what has happened, signed, and never what it says', async () => {
    const { id, secret } = await hook();
    const { id: entry } = await post({ status: 'private', title: 'Hushed title' });
    assert.equal(receiver.delivered.length, 0);
    await deliver();
    const [delivered] = receiver.delivered;
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
    assert.equal(receiver.delivered.length, 1, 'nothing is sent twice');
  });

  it('spell names as the mount does that they were created through, or as they say', async () => {
    const url = (n: number) => `${receiver.url}?n=${n}`;
    const compatible = await site.askCompatible('administrator', 'POST', path, { url: url(1), types: ['wp_block'] });
    const chosen = await site.ask('administrator', 'POST', path, { url: url(2), spelling: 'compatible' });
    await hook({ url: url(3), types: ['cms_block'] });
    assert.deepEqual(
      [compatible.status, compatible.body.spelling, compatible.body.types],
      [201, 'compatible', ['wp_block']],
    );
    const native = await site.ask('administrator', 'GET', `${path}/${compatible.body.id}`);
    assert.deepEqual([native.body.types, chosen.body.spelling], [['cms_block'], 'compatible']);
    const { id: block } = await site.make('/cms/v2/blocks', { title: 'wp_block', content: 'x' });
    await deliver();
    const described = receiver.delivered.map(({ body: { data } }) => [
      data.type,
      data.address,
      data.tags.filter((tag: string) => tag.startsWith('type:')),
    ]);
    const asCompatible = ['wp_block', `http://site.test/wp-json/wp/v2/blocks/${block}`, ['type:wp_block']];
    const asNative = ['cms_block', `http://site.test/rest/cms/v2/blocks/${block}`, ['type:cms_block']];
    assert.deepEqual(described.sort(), [asNative, asCompatible, asCompatible].sort());
  });

  it('name where what has happened can be read, and what that is answers', async () => {
    await hook();
    const category = await site.make('/cms/v2/categories', { name: 'News' });
    const page = await site.make('/cms/v2/pages', { title: 'P', status: 'publish' });
    await site.make('/cms/v2/comments', { post: (await post({ status: 'publish' })).id, content: 'Well said.' });
    await site.ask('administrator', 'POST', `/cms/v2/users/${site.ids.author}`, { name: 'A. Thor' });
    await site.ask('administrator', 'POST', '/cms/v2/settings', { title: 'Another' });
    const styled = { fontFamily: 'Box', src: 'https://93.184.216.34/box.woff2' };
    const family = await site.make('/cms/v2/font-families', {
      font_family_settings: JSON.stringify({ name: 'Box', slug: 'box', fontFamily: 'Box' }),
    });
    await site.make(`/cms/v2/font-families/${family.id}/font-faces`, { font_face_settings: JSON.stringify(styled) });
    for (const kind of ['templates', 'template-parts']) await site.make(`/cms/v2/${kind}`, { slug: 'a', content: 'x' });
    await site.make('/cms/v2/menu-items', { title: 'x', url: 'https://example.org/' });
    await deliver();
    const addressless = receiver.delivered.filter(({ body }) => body.data.address === '');
    assert.deepEqual(
      addressless.map(({ body }) => body.data.type).toSorted(),
      ['cms_font_face', 'cms_template', 'cms_template_part'],
      'what its number alone does not lead to',
    );
    receiver.delivered.splice(
      0,
      receiver.delivered.length,
      ...receiver.delivered.filter((each) => !addressless.includes(each)),
    );
    const addresses = receiver.delivered.map(({ body }) => body.data.address);
    assert.ok(addresses.includes(`http://site.test/rest/cms/v2/categories/${category.id}`));
    assert.ok(addresses.includes(`http://site.test/rest/cms/v2/pages/${page.id}`));
    assert.equal(addresses.length, 8);
    for (const address of addresses) {
      const { status } = await site.ask('administrator', 'GET', address.replace('http://site.test/rest', ''));
      assert.equal(status, 200, address);
    }
  });

  it('are told what they have asked for', async () => {
    await hook({ kinds: ['entry.created', 'settings.updated'], types: ['page'] });
    await post();
    const { id } = await site.make('/cms/v2/pages', { title: 'P' });
    await site.ask('administrator', 'DELETE', `/cms/v2/pages/${id}?force=true`);
    await site.ask('administrator', 'POST', '/cms/v2/settings', { title: 'Third' });
    await deliver();
    assert.deepEqual(told(receiver), [`entry.created ${id}`, 'settings.updated 0']);
  });

  it('hear nothing of what was before them or while they are off', async () => {
    await post();
    const { id } = await hook();
    const { id: heard } = await post();
    await deliver();
    await site.ask('administrator', 'POST', `${path}/${id}`, { active: false });
    await post();
    await site.ask('administrator', 'POST', `${path}/${id}`, { active: true });
    const { id: last } = await post();
    await deliver();
    assert.deepEqual(told(receiver), [`entry.created ${heard}`, `entry.created ${last}`]);
  });

  it('are told by several processes together, each event once', async () => {
    await hook();
    for (let n = 0; n < 12; n += 1) await post();
    await Promise.all([deliver(courier()), deliver(courier()), deliver(courier())]);
    await deliver();
    assert.equal(receiver.delivered.length, 12);
    assert.equal(new Set(receiver.delivered.map(({ headers }) => headers['webhook-id'])).size, 12);
  });

  it('are taken up again after a process has stopped in the middle', async () => {
    const { id: webhook } = await hook();
    await post();
    receiver.answer = () => {};
    await site.service.makeDeliveries();
    const stopping = courier();
    await stopping.begin();
    while (receiver.delivered.length === 0) await new Promise((later) => setTimeout(later, 20));
    receiver.answer = answering(204);
    await deliver();
    assert.equal(receiver.delivered.length, 1, 'the first one has it');
    const began = performance.now();
    await stopping.stop();
    assert.ok(performance.now() - began < 5000);
    await deliver();
    assert.equal(receiver.delivered.length, 2);
    assert.deepEqual(
      [(await deliveriesOf(webhook))[0].state, (await deliveriesOf(webhook))[0].attempts],
      ['delivered', 1],
    );
  });
});
