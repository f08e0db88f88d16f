// Tests the initial view configurations that existing editors read at the compatible mount.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { close, openNode, type TestNode } from './test-node.ts';

describe('view configurations for existing editors', () => {
  let node: TestNode;
  before(async () => {
    node = await openNode({ kind: 'memory' });
  });
  after(() => close(node));

  const request = async (route: string) => {
    const authorization = node.site.authorizationOf('administrator') ?? '';
    const response = await node.request(`/wp-json/wp/v2${route}`, { headers: { authorization } });
    // biome-ignore lint/suspicious/noExplicitAny: the tests read responses of every type.
    return { status: response.status, body: (await response.json()) as any };
  };

  for (const name of ['wp_template', 'wp_template_part', 'wp_block', 'wp_navigation', 'page', 'post'])
    it(`contain the requested name of the type: ${name}`, async () => {
      for (const path of ['/view-config', '/view-config/']) {
        const { status, body } = await request(`${path}?kind=postType&name=${name}`);
        assert.deepEqual([status, body.kind, body.name], [200, 'postType', name]);
      }
    });

  it('do not cause the translation of parameters of other routes that equal a type name', async () => {
    const { status } = await request('/categories?name=wp_template');
    assert.equal(status, 200);
    const { id } = await node.site.create('/cms/v2/categories', { name: 'wp_template' });
    assert.equal(
      (await node.site.request('administrator', 'GET', `/cms/v2/categories/${id}`)).body.name,
      'wp_template',
    );
  });

  it('list statuses with the slugs that editors use', async () => {
    for (const name of ['post', 'page']) {
      const { body } = await request(`/view-config?kind=postType&name=${name}`);
      const listedStatuses = body.view_list.map((list: { slug: string; view?: { filters: { value: string[] }[] } }) => [
        list.slug,
        list.view?.filters[0]?.value[0],
      ]);
      assert.deepEqual(listedStatuses, [
        ['all', undefined],
        ['published', 'publish'],
        ['future', 'future'],
        ['drafts', 'draft'],
        ['pending', 'pending'],
        ['private', 'private'],
        ['trash', 'trash'],
      ]);
    }
  });

  it('display previews of templates, parts and patterns, in the areas and categories of the theme', async () => {
    const slugsOf = async (name: string) => {
      const { body } = await request(`/view-config?kind=postType&name=${name}`);
      const { type, mediaField } = body.default_view;
      assert.deepEqual([type, mediaField], ['grid', 'preview'], name);
      assert.deepEqual(Object.keys(body.default_layouts), ['grid', 'table'], name);
      return body.view_list.map(({ slug }: { slug: string }) => slug);
    };
    assert.deepEqual(await slugsOf('wp_template'), ['all']);
    const [theme] = (await request('/themes?status=active')).body;
    const areas = theme.default_template_part_areas.map(({ area }: { area: string }) => area);
    assert.deepEqual(await slugsOf('wp_template_part'), ['all-parts', ...areas]);
    const categories = (await request('/block-patterns/categories')).body.map(({ name }: { name: string }) => name);
    assert.ok(categories.length > 0);
    assert.deepEqual(await slugsOf('wp_block'), ['all-patterns', 'my-patterns', ...categories, 'uncategorized']);
  });

  it('include a form for the site identity, whose fields are settings', async () => {
    const { status, body } = await request('/view-config?kind=root&name=site');
    assert.equal(status, 200);
    assert.deepEqual([body.kind, body.name, body.view_list], ['root', 'site', []]);
    assert.deepEqual(body.form.fields, ['title', 'description', 'site_logo', 'site_icon']);
    const settings = await request('/settings');
    for (const field of body.form.fields) assert.ok(field in settings.body, field);
  });
});
