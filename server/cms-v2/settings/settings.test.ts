// The settings of a site (protocol.md §19), on every engine: who may, what is stored, and that it holds at once.
import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { describeEachEngine } from '../../../test/engines.ts';
import { openTestSite, type TestSite } from '../../../test/site.ts';
import { people } from '../../../test/who-may.ts';

describeEachEngine('settings', (engine) => {
  let site: TestSite;
  before(async () => {
    site = await openTestSite({ database: await engine.open() });
  });
  after(() => assert.deepEqual(site.faults, []));

  const path = '/cms/v2/settings';
  const read = async () => (await site.ask('administrator', 'GET', path)).body;
  /** Sends settings; gives those of the answer that were sent. */
  const write = async (sent: Readonly<Record<string, unknown>>) => {
    const { status, body } = await site.ask('administrator', 'PATCH', path, sent);
    assert.equal(status, 200, JSON.stringify(body));
    assert.deepEqual(await read(), body, 'is told by the next answer, too');
    return Object.fromEntries(Object.keys(sent).map((name) => [name, body[name]]));
  };

  it('are for those who manage the site', async () => {
    for (const method of ['GET', 'POST', 'PUT', 'PATCH'] as const) {
      const statuses = people.map(async (person) => {
        const { status, body, headers } = await site.ask(person, method, path, method === 'GET' ? undefined : {});
        return [status, body.code, headers.Allow];
      });
      const all = [200, undefined, 'GET, POST, PUT, PATCH'];
      const none = (status: number) => [status, 'rest_forbidden', undefined];
      assert.deepEqual(await Promise.all(statuses), [none(401), ...Array(4).fill(none(403)), all], method);
    }
    assert.equal((await site.ask('administrator', 'DELETE', path)).body.code, 'rest_no_route');
  });

  it('of a new site have their start values', async () => {
    const { email, ...settings } = await read();
    assert.match(email, /@/);
    assert.deepEqual(settings, {
      title: 'Octavo',
      description: '',
      url: 'http://site.test',
      timezone: '',
      date_format: 'F j, Y',
      time_format: 'g:i a',
      start_of_week: 1,
      language: 'en_US',
      use_smilies: true,
      default_category: 1,
      default_post_format: '0',
      posts_per_page: 10,
      show_on_front: 'posts',
      page_on_front: 0,
      page_for_posts: 0,
      default_ping_status: 'open',
      default_comment_status: 'open',
      site_logo: null,
      site_icon: 0,
    });
  });

  it('are put into the form that is stored', async () => {
    const forms: [name: string, sent: unknown, stored: unknown][] = [
      ['title', `<b>"A" & 'B'</b> &amp; `, '&lt;b&gt;&quot;A&quot; &amp; &#039;B&#039;&lt;/b&gt; &amp; '],
      ['title', 'a\u0000b', 'ab'],
      ['description', '', ''],
      ['timezone', 'Europe/Berlin', 'Europe/Berlin'],
      ['timezone', 'Nowhere/Land', 'Europe/Berlin'],
      ['timezone', '+02:00', 'Europe/Berlin'],
      ['timezone', '', ''],
      ['date_format', '<i>Y</i>', 'Y'],
      ['start_of_week', -9, 9],
      ['language', '', ''],
      ['language', 'xx_XX', ''],
      ['use_smilies', '0', false],
      ['default_category', -5, 5],
      ['posts_per_page', 0, 1],
      ['posts_per_page', -1, -1],
      ['posts_per_page', -7, 7],
      ['page_on_front', -3, 3],
      ['show_on_front', 'anything', 'anything'],
      ['site_icon', '-12', -12],
      ['url', 'https://elsewhere.test', 'http://site.test'],
      ['nothing', 1, undefined],
    ];
    for (const [name, sent, stored] of forms) assert.deepEqual(await write({ [name]: sent }), { [name]: stored }, name);
  });

  it('are all checked before one is stored', async () => {
    await write({ title: 'Kept' });
    const wrong = { title: 'Lost', start_of_week: 'x', email: 'x', default_ping_status: 'ajar', site_logo: {} };
    const { status, body } = await site.ask('administrator', 'POST', path, wrong);
    assert.deepEqual([status, body.code], [400, 'rest_invalid_param']);
    const codes = Object.entries(body.data.details as Record<string, { code: string }>).map(([name, { code }]) => [
      name,
      code,
    ]);
    assert.deepEqual(Object.fromEntries(codes), {
      start_of_week: 'rest_invalid_type',
      email: 'rest_invalid_email',
      default_ping_status: 'rest_not_in_enum',
      site_logo: 'rest_invalid_type',
    });
    assert.equal((await read()).title, 'Kept');
  });

  it('are taken back by null, except what a site cannot be without', async () => {
    const defaults = { use_smilies: true, posts_per_page: 10, language: 'en_US' };
    await write({ use_smilies: false, posts_per_page: 3, language: '' });
    assert.deepEqual(await write({ use_smilies: null, posts_per_page: null, language: null }), defaults);
    const none = { title: null, start_of_week: null, default_comment_status: null, default_category: null };
    assert.deepEqual(await write(none), none);
    assert.equal((await site.ask('anonymous', 'GET', '/?_fields=name')).body.name, '');
    const post = await site.make('/cms/v2/posts', { title: 'In no category', status: 'publish' });
    assert.deepEqual([post.categories, post.comment_status], [[], 'closed']);
    for (const name of ['url', 'email']) {
      const { status, body } = await site.ask('administrator', 'POST', path, { title: 'Lost', [name]: null });
      assert.deepEqual([status, body.data.details[name].code], [400, 'rest_invalid_type']);
    }
    assert.equal((await read()).title, null);
    await write({ title: 'Site', start_of_week: 1, default_comment_status: 'open', default_category: 1 });
  });

  it('hold at once, also in answers that are kept ready', async () => {
    const page = await site.make('/cms/v2/pages', { title: 'Front', status: 'publish' });
    const link = async () => (await site.ask('anonymous', 'GET', `/cms/v2/pages/${page.id}?_fields=link`)).body.link;
    const found = async () => (await site.ask('anonymous', 'GET', `/cms/v2/search?include=${page.id}`)).body[0].url;
    assert.deepEqual([await link(), await found()], Array(2).fill('http://site.test/front/'));
    await write({ title: 'New', show_on_front: 'page', page_on_front: page.id, site_logo: 7 });
    assert.deepEqual([await link(), await found()], Array(2).fill('http://site.test/'));
    const index = (await site.ask('anonymous', 'GET', '/?_fields=name,page_on_front,site_logo')).body;
    assert.deepEqual([index.name, index.page_on_front, index.site_logo], ['New', page.id, 7]);
    assert.deepEqual(index._links['cms:featuredmedia'], [
      { embeddable: true, type: 'site_logo', href: 'http://site.test/rest/cms/v2/media/7' },
    ]);
    await write({ default_comment_status: 'closed' });
    assert.equal((await site.make('/cms/v2/posts', { title: 'Quiet' })).comment_status, 'closed');
  });

  it('forget a page that goes', async () => {
    for (const force of ['', '?force=true']) {
      const front = await site.make('/cms/v2/pages', { title: 'Front', status: 'publish' });
      const news = await site.make('/cms/v2/pages', { title: 'News', status: 'publish' });
      await write({ show_on_front: 'page', page_on_front: front.id, page_for_posts: news.id });
      await site.ask('administrator', 'DELETE', `/cms/v2/pages/${front.id}${force}`);
      const { show_on_front, page_on_front, page_for_posts } = await read();
      assert.deepEqual([show_on_front, page_on_front, page_for_posts], ['posts', 0, news.id], force);
      await site.ask('administrator', 'DELETE', `/cms/v2/pages/${news.id}${force}`);
      assert.equal((await read()).page_for_posts, 0);
    }
  });

  it('may name a category that is not there: posts are left without one', async () => {
    const category = await site.make('/cms/v2/categories', { name: 'Going' });
    const post = await site.make('/cms/v2/posts', { title: 'In it', status: 'publish', categories: [category.id] });
    await write({ default_category: 987654321 });
    assert.deepEqual((await site.make('/cms/v2/posts', { title: 'x', status: 'publish' })).categories, []);
    const gone = await site.ask('administrator', 'DELETE', `/cms/v2/categories/${category.id}?force=true`);
    assert.equal(gone.status, 200);
    assert.deepEqual((await site.ask('anonymous', 'GET', `/cms/v2/posts/${post.id}`)).body.categories, []);
    await write({ default_category: 1 });
  });

  it('are not changed by who has seen others (If-Match)', async () => {
    const { etag } = await site.ask('administrator', 'GET', path);
    await write({ description: 'Changed meanwhile' });
    const late = await site.ask('administrator', 'PUT', path, { description: 'Late' }, { 'if-match': etag });
    assert.equal(late.status, 412);
    const fresh = await site.ask('administrator', 'GET', path);
    const inTime = await site.ask('administrator', 'PUT', path, { description: 'In time' }, { 'if-match': fresh.etag });
    assert.deepEqual([inTime.status, inTime.body.description], [200, 'In time']);
  });

  it('that do not fit what is declared today count as null', async () => {
    const { database } = site;
    const { writeSetting } = await import('../../settings/settings.ts');
    await database.transaction((tx) => writeSetting(tx, 'start_of_week', 'Monday' as never));
    const settings = await read();
    assert.equal(settings.start_of_week, null);
    await write({ start_of_week: 1 });
  });
});
