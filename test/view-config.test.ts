// How screens of existing editors begin, through the mount that they use.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { close, type Node, openNode } from './node.ts';

describe('view configurations for existing editors', () => {
  let node: Node;
  before(async () => {
    node = await openNode({ kind: 'memory' });
  });
  after(() => close(node));

  const ask = async (address: string) => {
    const authorization = node.site.authorizationOf('administrator') ?? '';
    const response = await node.ask(`/wp-json/wp/v2${address}`, { headers: { authorization } });
    // biome-ignore lint/suspicious/noExplicitAny: screens of every kind are read.
    return { status: response.status, body: (await response.json()) as any };
  };

  for (const name of ['wp_template', 'wp_template_part', 'wp_block', 'wp_navigation', 'page', 'post'])
    it(`names the type as it was asked for: ${name}`, async () => {
      for (const path of ['/view-config', '/view-config/']) {
        const { status, body } = await ask(`${path}?kind=postType&name=${name}`);
        assert.deepEqual([status, body.kind, body.name], [200, 'postType', name]);
      }
    });

  it('leaves what is no name of a type in other routes as it is', async () => {
    const { status } = await ask('/categories?name=wp_template');
    assert.equal(status, 200);
    const { id } = await node.site.make('/cms/v2/categories', { name: 'wp_template' });
    assert.equal((await node.site.ask('administrator', 'GET', `/cms/v2/categories/${id}`)).body.name, 'wp_template');
  });

  it('lists statuses under the slugs that editors know', async () => {
    for (const name of ['post', 'page']) {
      const { body } = await ask(`/view-config?kind=postType&name=${name}`);
      const shown = body.view_list.map((list: { slug: string; view?: { filters: { value: string[] }[] } }) => [
        list.slug,
        list.view?.filters[0]?.value[0],
      ]);
      assert.deepEqual(shown, [
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

  it('has a form for the identity of the site, whose fields are settings', async () => {
    const { status, body } = await ask('/view-config?kind=root&name=site');
    assert.equal(status, 200);
    assert.deepEqual([body.kind, body.name, body.view_list], ['root', 'site', []]);
    assert.deepEqual(body.form.fields, ['title', 'description', 'site_logo', 'site_icon']);
    const settings = await ask('/settings');
    for (const field of body.form.fields) assert.ok(field in settings.body, field);
  });
});
