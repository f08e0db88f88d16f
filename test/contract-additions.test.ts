// Tests each line of contract/additions.md.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { renderHomePage } from '../server/edge/home-page.ts';
import type { ApiRoot } from '../server/page-layout/page.ts';
import { describeEachEngine } from './engines.ts';
import { createImage, type MediaSite, openMediaSite } from './media-site.ts';
import type { Caller, TestResponse } from './site.ts';
import { close, openNode, type TestNode } from './test-node.ts';

describeEachEngine('additions to the contract', (engine) => {
  let site: MediaSite;
  before(async () => {
    site = await openMediaSite({ database: await engine.open() });
  });
  after(() => site.close());

  const get = (caller: Caller, path: string): Promise<TestResponse> => site.request(caller, 'GET', `/cms/v2${path}`);
  const options = async (path: string) => (await site.request('administrator', 'OPTIONS', `/cms/v2${path}`)).body;
  const details = ({ body }: TestResponse, name: string) => body.data.details[name];

  it('authors may read their own entries in the view context, regardless of their edit permission', async () => {
    for (const status of ['publish', 'draft', 'private', 'pending']) {
      const author = site.ids.author;
      const { id } = await site.create('/cms/v2/pages', { title: 'Theirs', status, author });
      const response = await get('author', `/pages/${id}`);
      assert.deepEqual([response.status, response.headers.Allow], [200, 'GET'], status);
      const changed = await site.request('author', 'POST', `/cms/v2/pages/${id}`, { title: 'Mine' });
      assert.deepEqual([changed.status, changed.body.code], [403, 'rest_cannot_edit']);
      const deleted = await site.request('author', 'DELETE', `/cms/v2/pages/${id}`);
      assert.deepEqual([deleted.status, deleted.body.code], [403, 'rest_cannot_delete']);
    }
  });

  it('revisions are searched by words in title, content and excerpt, including totals', async () => {
    const { id } = await site.create('/cms/v2/posts', { title: 'One', content: 'herring' });
    await site.create(`/cms/v2/posts/${id}/autosaves`, { content: 'unrelated' }).catch(() => undefined);
    for (const change of [
      { content: 'mackerel' },
      { title: 'Mackerel' },
      { excerpt: 'a mackerel swims', content: 'x' },
    ])
      assert.equal((await site.request('administrator', 'POST', `/cms/v2/posts/${id}`, change)).status, 200);
    const found = await get('administrator', `/posts/${id}/revisions?search=mackerel`);
    assert.equal(found.headers['X-CMS-Total'], String(found.body.length));
    for (const { title, content, excerpt } of found.body)
      assert.match(`${title.rendered} ${content.rendered} ${excerpt.rendered}`, /mackerel/i);
    const whole = await get('administrator', `/posts/${id}/revisions`);
    assert.ok(found.body.length > 0 && found.body.length <= whole.body.length);
    assert.deepEqual((await get('administrator', `/posts/${id}/revisions?search=nothing-like-it`)).body, []);
    const without = await get('administrator', `/posts/${id}/revisions?orderby=relevance`);
    assert.deepEqual([without.status, without.body.code], [400, 'rest_no_search_term_defined']);
    const ordered = await get('administrator', `/posts/${id}/revisions?orderby=relevance&search=mackerel`);
    assert.equal(ordered.status, 200);
  });

  it('fields of terms are in the view, embed and edit contexts', async () => {
    for (const collection of ['/categories', '/tags']) {
      const { properties } = (await options(collection)).schema;
      assert.deepEqual([...properties.name.context].sort(), ['edit', 'embed', 'view']);
    }
  });

  it('the schema of image_quality has the default and the sizes', async () => {
    const { image_quality: quality } = (await options('/media')).schema.properties;
    const bounds = ({ type, minimum, maximum }: Record<string, unknown>) => [type, minimum, maximum];
    assert.deepEqual(bounds(quality.properties.default), ['integer', 1, 100]);
    assert.equal(quality.properties.sizes.type, 'object');
    assert.deepEqual(bounds(quality.properties.sizes.additionalProperties), ['integer', 1, 100]);
  });

  it('errors of the parameters url and reassign have a status in their details', async () => {
    const upload = await site.request('administrator', 'POST', '/cms/v2/media/sideload-url', {}).catch(() => undefined);
    assert.notEqual(upload?.status, 500);
    const media = await site.request('administrator', 'POST', '/cms/v2/media', { url: 'not a URL' });
    assert.deepEqual([media.status, details(media, 'url').data], [400, { status: 400 }]);
    const { id } = await site.create('/cms/v2/users', {
      username: 'leaving',
      email: 'l@site.test',
      password: 'long enough',
    });
    const user = await site.request('administrator', 'DELETE', `/cms/v2/users/${id}?force=true&reassign=x`);
    assert.deepEqual([user.status, details(user, 'reassign').data], [400, { status: 400 }]);
  });

  it('errors of meta fields have no additional data', async () => {
    const { id: post } = await site.create('/cms/v2/posts', { title: 'Noted', status: 'publish' });
    const note = { post, type: 'note', content: 'x', meta: { _cms_note_status: 'closed' } };
    const { status, body } = await site.request('administrator', 'POST', '/cms/v2/comments', note);
    assert.deepEqual([status, body.code, Object.keys(body)], [400, 'rest_not_in_enum', ['code', 'message', 'data']]);
  });

  it('menus of a menu item are forbidden for subscribers, like menus', async () => {
    const { id } = await site.create('/cms/v2/menu-items', {
      title: 'Home',
      url: 'https://site.test/',
      status: 'publish',
    });
    const rejected = await get('subscriber', `/menus?post=${id}`);
    assert.deepEqual([rejected.status, rejected.body.code], [403, 'rest_cannot_view']);
  });

  it('created application passwords have a Location header if _fields includes the required fields', async () => {
    const path = '/cms/v2/users/me/application-passwords';
    const locationOf = async (query: string, name: string) =>
      (await site.request('editor', 'POST', `${path}?${query}`, { name })).headers.Location;
    assert.match((await locationOf('', 'whole')) ?? '', /application-passwords\/[\w-]{36}$/);
    assert.match((await locationOf('_fields=uuid,_links', 'part')) ?? '', /application-passwords\/[\w-]{36}$/);
    assert.equal((await locationOf('_fields=name', 'name')) ?? '', '');
  });

  it('finalize describes sizes without descriptions, and returns the orientation as a string', async () => {
    const { endpoints } = await options('/media/1/finalize');
    const { properties } = endpoints[0].args.sub_sizes.items;
    for (const [name, property] of Object.entries<object>(properties)) assert.ok(!('description' in property), name);
    assert.ok(Object.values<{ pattern?: string }>(properties).some(({ pattern }) => pattern === '^image/.*'));
    const { body } = await site.upload('author', 'final.png', await createImage(20, 20));
    const done = await site.request('author', 'POST', `/cms/v2/media/${body.id}/finalize`, {});
    assert.equal(done.status, 200, JSON.stringify(done.body));
    assert.equal(done.body.media_details.image_meta?.orientation, '0');
  });

  it('global styles support the embed context, and have no id parameter', async () => {
    const [theme] = (await get('administrator', '/themes?status=active')).body;
    const styles = new URL(theme._links['cms:user-global-styles'][0].href).pathname.replace('/rest/cms/v2', '');
    assert.equal((await get('administrator', `${styles}?context=embed`)).status, 200);
    const { endpoints } = await options(styles);
    const { args } = endpoints.find(({ methods }: { methods: string[] }) => methods.includes('POST'));
    assert.ok(!('id' in args));
    assert.deepEqual([args.styles.type, args.settings.type], [['object'], ['object']]);
  });

  it('an image that cannot be resized is rejected with the allowed methods', async () => {
    const form = new FormData();
    form.append('file', new File(['not an image'], 'sea.ico', { type: 'image/x-icon' }));
    const request = new Response(form);
    const type = request.headers.get('content-type') ?? '';
    const body = Buffer.from(await request.arrayBuffer());
    const rejected = await site.sendBody('author', 'POST', '/cms/v2/media', body, { 'content-type': type });
    assert.deepEqual([rejected.status, rejected.body.code], [400, 'rest_upload_image_type_not_supported']);
    assert.equal(rejected.headers.Allow, 'GET');
  });

  it('themes list post formats under formats', async () => {
    const [theme] = (await get('administrator', '/themes?status=active')).body;
    assert.ok(Array.isArray(theme.theme_supports.formats));
    assert.ok(!('post-formats' in theme.theme_supports));
  });

  it('images without a source are not rendered, and a select ends its line', async () => {
    const content =
      '<!-- wp:image {"id":1} -->\n<figure class="wp-block-image"><img src="" alt="x"/></figure>\n<!-- /wp:image -->';
    const image = await site.create('/cms/v2/posts', { title: 'x', content });
    assert.equal(image.content.rendered.trim(), '');
    const select = '<form><select name="a"><option>1</option></select>\nafter</form>';
    const form = await site.create('/cms/v2/posts', { title: 'x', content: select });
    assert.match(form.content.rendered, /<\/select><br \/>\nafter/);
  });
});

describe('discovery', () => {
  let node: TestNode;
  before(async () => {
    node = await openNode({ kind: 'memory' });
  });
  after(() => close(node));

  const root: ApiRoot = { url: 'http://site.test/wp-json/', rel: 'https://api.w.org/' };
  const link = `<${root.url}>; rel="${root.rel}"`;

  for (const path of ['/', '/nothing/here', '/?p=1', '/category/uncategorized', '/author/admin', '/2026/'])
    it(`every page links the REST root: ${path}`, async () => {
      const requestPage = (path: string) => node.request(path, { headers: { accept: 'text/html' } });
      let response = await requestPage(path);
      for (let hops = 0; response.status >= 300 && response.status < 400 && hops < 3; hops += 1) {
        assert.ok((response.headers.get('link') ?? '').includes(link), 'a redirect');
        response = await requestPage(new URL(response.headers.get('location') ?? '', 'http://site.test').pathname);
      }
      assert.ok((response.headers.get('link') ?? '').includes(link), response.headers.get('link') ?? 'none');
      // The home page of test sites is empty.
      const html =
        path === '/'
          ? renderHomePage({ title: 'x', description: '' }, [root], { home: 'http://site.test' })
          : await response.text();
      assert.ok(html.includes('<link rel="https://api.w.org/" href="http://site.test/wp-json/">'), html);
    });

  it('404 responses to other clients link the REST root too', async () => {
    const response = await node.request('/nothing.php');
    assert.deepEqual([response.status, response.headers.get('link')?.includes(link)], [404, true]);
  });

  it('index.php gives the same response as the root', async () => {
    const [one, other] = [
      await node.request('/?rest_route=/wp/v2/posts'),
      await node.request('/index.php?rest_route=/wp/v2/posts'),
    ];
    assert.deepEqual([one.status, other.status], [200, 200]);
    assert.deepEqual(await other.json(), await one.json());
  });
});
