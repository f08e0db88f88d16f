// Tests that responses to writes report ignored bodies and name ignored properties.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { openTestSite, type TestSite } from './site.ts';
import { close, openNode, type TestNode } from './test-node.ts';

const ignoredPropertiesHeader = 'X-CMS-Ignored-Properties';
const ignoredBodyHeader = 'X-CMS-Ignored-Body';

describe('ignored properties of a body', () => {
  let site: TestSite;
  before(async () => {
    site = await openTestSite({ config: { menuLocations: { header: 'Above' } } });
  });
  after(() => site.database.close());

  const ignored = async (method: string, address: string, json: object) => {
    const { headers } = await site.request('administrator', method, address, json);
    return headers[ignoredPropertiesHeader];
  };

  it('are named regardless of whether the write succeeds', async () => {
    const post = await site.create('/cms/v2/posts', { title: 'One', content: 'x' });
    for (const [method, address, json, expected] of [
      ['POST', '/cms/v2/posts', { title: 'A', contnet: 'misspelt', x_y: 1 }, 'contnet, x_y'],
      ['POST', `/cms/v2/posts/${post.id}`, { titel: 'A' }, 'titel'],
      ['PATCH', `/cms/v2/posts/${post.id}`, { titel: 'A', title: 'B' }, 'titel'],
      ['POST', '/cms/v2/posts', { status: 'none', titel: 'A' }, 'titel'],
      ['POST', '/cms/v2/users', { user_name: 'x' }, 'user_name'],
      ['DELETE', `/cms/v2/posts/${post.id}`, { forse: true }, 'forse'],
      ['POST', '/cms/v2/settings', { sitetitle: 'x', title: 'T' }, 'sitetitle'],
      ['POST', '/cms/v2/posts', { title: 'A', constructor: 1, toString: 2 }, 'constructor, toString'],
      ['POST', '/cms/v2/posts', { title: 'A', 'ü, x': 1, 'a\r\nB: c': 1 }, '%C3%BC%2C%20x, a%0D%0AB%3A%20c'],
      ['POST', '/cms/v2/posts', { title: 'A', ['n'.repeat(200)]: 1 }, 'n'.repeat(60)],
    ] as const)
      assert.equal(await ignored(method, address, json), expected, `${method} ${address} ${JSON.stringify(json)}`);
  });

  it('do not include declared properties, protocol parameters, or additional properties that are read', async () => {
    const post = await site.create('/cms/v2/posts', { title: 'One', content: 'x', status: 'publish', password: 'p' });
    for (const [method, address, json] of [
      ['POST', '/cms/v2/posts', { title: 'A', content: 'x', status: 'draft', meta: {}, categories: [1] }],
      ['POST', '/cms/v2/posts', { title: 'A', _fields: 'id', _method: 'POST', _envelope: false }],
      ['POST', `/cms/v2/posts/${post.id}`, { id: post.id, title: 'A' }],
      ['POST', '/cms/v2/comments', { post: post.id, content: 'x', password: 'p' }],
      ['POST', '/batch/v1', { requests: [] }],
    ] as const)
      assert.equal(await ignored(method, address, json), undefined, `${method} ${address} ${JSON.stringify(json)}`);
    assert.equal(
      (await site.request('anonymous', 'GET', '/cms/v2/posts', { nothing: 1 })).headers[ignoredPropertiesHeader],
      undefined,
    );
  });

  it('are limited to twenty names', async () => {
    const json = Object.fromEntries(Array.from({ length: 100 }, (_, n) => [`p${n}`, n]));
    const names = (await ignored('POST', '/cms/v2/posts', { title: 'A', ...json }))?.split(', ') ?? [];
    assert.deepEqual([names.length, names.at(0), names.at(19), names.at(20)], [21, 'p0', 'p19', '...']);
  });
});

describe('JSON with another content type', () => {
  let node: TestNode;
  before(async () => {
    node = await openNode({ kind: 'memory' });
  });
  after(() => close(node));

  const send = async (contentType: string | undefined, body: string, address = '/rest/cms/v2/categories') => {
    const authorization = node.site.authorizationOf('administrator') ?? '';
    const response = await node.request(address, {
      method: 'POST',
      headers: { authorization, ...(contentType !== undefined && { 'content-type': contentType }) },
      body: new TextEncoder().encode(body),
    });
    const parsed = (await response.json()) as { code?: string; message?: string; name?: string };
    return { status: response.status, header: response.headers.get(ignoredBodyHeader), body: parsed };
  };
  const json = '{"name": "Ships"}';

  it('is reported in the error message and in a header', async () => {
    for (const type of ['application/x-www-form-urlencoded', 'text/plain', 'text/json', 'application/octet-stream']) {
      const { status, header, body } = await send(type, json);
      assert.deepEqual([status, body.code], [400, 'rest_missing_callback_param'], type);
      const message = `The body was sent as ${type} and not read as JSON; send Content-Type: application/json.`;
      assert.equal(header, message);
      assert.equal(body.message?.endsWith(` ${message}`), true);
    }
    const without = await send(undefined, json);
    assert.match(String(without.header), /sent without a Content-Type/);
  });

  it('is reported in a header if the write succeeds', async () => {
    const { id } = await node.site.create('/cms/v2/categories', { name: 'Boats' });
    const { status, header, body } = await send('text/plain', '{"name": "New"}', `/rest/cms/v2/categories/${id}`);
    assert.deepEqual([status, body.name], [200, 'Boats']);
    assert.match(String(header), /text\/plain/);
  });

  it('is not reported for forms, JSON and writes without a body', async () => {
    for (const [type, body] of [
      ['application/json', json],
      ['application/json; charset=utf-8', '{"name": "Sails"}'],
      ['application/x-www-form-urlencoded', 'name=Rope'],
      ['application/x-www-form-urlencoded', ''],
      ['text/plain', ''],
    ] as const) {
      const { header, body: response } = await send(type, body);
      assert.equal(header, null, type);
      assert.doesNotMatch(String(response.message ?? ''), /Content-Type/);
    }
  });

  it('is reported in the header only with its shortened content type', async () => {
    const { header } = await send(`text/${'x'.repeat(300)}`, json);
    assert.ok(String(header).length < 200, String(header));
  });

  it('is reported at the compatible mount in the spelling of that mount', async () => {
    const authorization = node.site.authorizationOf('administrator') ?? '';
    const response = await node.request('/wp-json/wp/v2/categories', {
      method: 'POST',
      headers: { authorization, 'content-type': 'application/json' },
      body: '{"name": "Masts", "nmae": 1}',
    });
    assert.equal(response.headers.get('X-WP-Ignored-Properties'), 'nmae');
  });
});
