// Tests of the settings of a site (protocol.md §19) on every database engine: permissions, stored values, and their immediate
// effect.
import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { describeEachEngine } from '../../../test/engines.ts';
import { callers } from '../../../test/permission-rows.ts';
import { openTestSite, type TestSite } from '../../../test/site.ts';

describeEachEngine('settings', (engine) => {
  let site: TestSite;
  before(async () => {
    site = await openTestSite({ database: await engine.open() });
  });
  after(() => assert.deepEqual(site.errors, []));

  const path = '/cms/v2/settings';
  const read = async () => (await site.request('administrator', 'GET', path)).body;
  /** Updates settings and returns the new values of these settings. */
  const write = async (input: Readonly<Record<string, unknown>>) => {
    const { status, body } = await site.request('administrator', 'PATCH', path, input);
    assert.equal(status, 200, JSON.stringify(body));
    assert.deepEqual(await read(), body, 'the next GET returns the same settings');
    return Object.fromEntries(Object.keys(input).map((name) => [name, body[name]]));
  };

  it('require manage_options', async () => {
    for (const method of ['GET', 'POST', 'PUT', 'PATCH'] as const) {
      const statuses = callers.map(async (caller) => {
        const { status, body, headers } = await site.request(caller, method, path, method === 'GET' ? undefined : {});
        return [status, body.code, headers.Allow];
      });
      const all = [200, undefined, 'GET, POST, PUT, PATCH'];
      const none = (status: number) => [status, 'rest_forbidden', undefined];
      assert.deepEqual(await Promise.all(statuses), [none(401), ...Array(4).fill(none(403)), all], method);
    }
    assert.equal((await site.request('administrator', 'DELETE', path)).body.code, 'rest_no_route');
  });

  it('have defaults on a new site', async () => {
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

  it('are normalized when they are stored', async () => {
    const cases: [name: string, input: unknown, stored: unknown][] = [
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
    for (const [name, input, stored] of cases)
      assert.deepEqual(await write({ [name]: input }), { [name]: stored }, name);
  });

  it('are all validated before any of them is stored', async () => {
    await write({ title: 'Kept' });
    const wrong = { title: 'Lost', start_of_week: 'x', email: 'x', default_ping_status: 'ajar', site_logo: {} };
    const { status, body } = await site.request('administrator', 'POST', path, wrong);
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

  it('are reset by null, except for required ones', async () => {
    const defaults = { use_smilies: true, posts_per_page: 10, language: 'en_US' };
    await write({ use_smilies: false, posts_per_page: 3, language: '' });
    assert.deepEqual(await write({ use_smilies: null, posts_per_page: null, language: null }), defaults);
    const none = { title: null, start_of_week: null, default_comment_status: null, default_category: null };
    assert.deepEqual(await write(none), none);
    assert.equal((await site.request('anonymous', 'GET', '/?_fields=name')).body.name, '');
    const post = await site.create('/cms/v2/posts', { title: 'In no category', status: 'publish' });
    assert.deepEqual([post.categories, post.comment_status], [[], 'closed']);
    for (const name of ['url', 'email']) {
      const { status, body } = await site.request('administrator', 'POST', path, { title: 'Lost', [name]: null });
      assert.deepEqual([status, body.data.details[name].code], [400, 'rest_invalid_type']);
    }
    assert.equal((await read()).title, null);
    await write({ title: 'Site', start_of_week: 1, default_comment_status: 'open', default_category: 1 });
  });

  it('take effect immediately, even in cached responses', async () => {
    const page = await site.create('/cms/v2/pages', { title: 'Front', status: 'publish' });
    const link = async () =>
      (await site.request('anonymous', 'GET', `/cms/v2/pages/${page.id}?_fields=link`)).body.link;
    const found = async () => (await site.request('anonymous', 'GET', `/cms/v2/search?include=${page.id}`)).body[0].url;
    assert.deepEqual([await link(), await found()], Array(2).fill('http://site.test/front/'));
    await write({ title: 'New', show_on_front: 'page', page_on_front: page.id, site_logo: 7 });
    assert.deepEqual([await link(), await found()], Array(2).fill('http://site.test/'));
    const index = (await site.request('anonymous', 'GET', '/?_fields=name,page_on_front,site_logo')).body;
    assert.deepEqual([index.name, index.page_on_front, index.site_logo], ['New', page.id, 7]);
    assert.deepEqual(index._links['cms:featuredmedia'], [
      { embeddable: true, type: 'site_logo', href: 'http://site.test/rest/cms/v2/media/7' },
    ]);
    await write({ default_comment_status: 'closed' });
    assert.equal((await site.create('/cms/v2/posts', { title: 'Quiet' })).comment_status, 'closed');
  });

  it('are reset when the page that they refer to is deleted', async () => {
    for (const force of ['', '?force=true']) {
      const front = await site.create('/cms/v2/pages', { title: 'Front', status: 'publish' });
      const postsPage = await site.create('/cms/v2/pages', { title: 'News', status: 'publish' });
      await write({ show_on_front: 'page', page_on_front: front.id, page_for_posts: postsPage.id });
      await site.request('administrator', 'DELETE', `/cms/v2/pages/${front.id}${force}`);
      const { show_on_front, page_on_front, page_for_posts } = await read();
      assert.deepEqual([show_on_front, page_on_front, page_for_posts], ['posts', 0, postsPage.id], force);
      await site.request('administrator', 'DELETE', `/cms/v2/pages/${postsPage.id}${force}`);
      assert.equal((await read()).page_for_posts, 0);
    }
  });

  it('may refer to a category that does not exist, in which case posts have no category', async () => {
    const category = await site.create('/cms/v2/categories', { name: 'Going' });
    const post = await site.create('/cms/v2/posts', { title: 'In it', status: 'publish', categories: [category.id] });
    await write({ default_category: 987654321 });
    assert.deepEqual((await site.create('/cms/v2/posts', { title: 'x', status: 'publish' })).categories, []);
    const gone = await site.request('administrator', 'DELETE', `/cms/v2/categories/${category.id}?force=true`);
    assert.equal(gone.status, 200);
    assert.deepEqual((await site.request('anonymous', 'GET', `/cms/v2/posts/${post.id}`)).body.categories, []);
    await write({ default_category: 1 });
  });

  it('are not updated if If-Match does not match', async () => {
    const { etag } = await site.request('administrator', 'GET', path);
    await write({ description: 'Changed meanwhile' });
    const stale = await site.request('administrator', 'PUT', path, { description: 'Late' }, { 'if-match': etag });
    assert.equal(stale.status, 412);
    const fresh = await site.request('administrator', 'GET', path);
    const inTime = await site.request(
      'administrator',
      'PUT',
      path,
      { description: 'In time' },
      { 'if-match': fresh.etag },
    );
    assert.deepEqual([inTime.status, inTime.body.description], [200, 'In time']);
  });

  it('are presented as null if the stored value does not match the schema', async () => {
    const { database } = site;
    const { writeSetting } = await import('../../settings/settings.ts');
    await database.transaction((tx) => writeSetting(tx, 'start_of_week', 'Monday' as never));
    const settings = await read();
    assert.equal(settings.start_of_week, null);
    await write({ start_of_week: 1 });
  });
});
