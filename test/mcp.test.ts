// Tests the Model Context Protocol at /mcp with the reference client, which calls every tool, and with raw and unauthorized
// requests.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { openDatabase } from '../server/database/open.ts';
import { type ListeningSite, listen } from './any-request/listening-site.ts';
import type { Caller } from './site.ts';

let listeningSite: ListeningSite;
before(async () => {
  const fontCollections = [{ slug: 'shelf', name: 'The shelf', font_families: [] }];
  listeningSite = await listen(await openDatabase({ kind: 'memory' }), { fontCollections });
});
after(async () => {
  assert.deepEqual(listeningSite.site.errors, []);
  await listeningSite.close();
  await listeningSite.site.database.close();
});

type Headers = Readonly<Record<string, string>>;

const authorizationHeaders = (caller: Caller): Headers => {
  const authorization = listeningSite.site.authorizationOf(caller);
  return authorization === undefined ? {} : { authorization };
};

/** Connects the reference client with credentials. */
async function connect(authorization: string | undefined, query = ''): Promise<Client> {
  const client = new Client({ name: 'tests', version: '1.0.0' });
  const headers = authorization === undefined ? {} : { Authorization: authorization };
  // The client's types conflict with the compiler option exactOptionalPropertyTypes.
  const transport = new StreamableHTTPClientTransport(new URL(`${listeningSite.origin}/mcp${query}`), {
    requestInit: { headers },
  }) as Parameters<Client['connect']>[0];
  await client.connect(transport);
  return client;
}

const clientOf = (caller: Caller, query?: string) => connect(listeningSite.site.authorizationOf(caller), query);

/** Calls a tool. Returns its result, or the code of its error. */
async function call(client: Client, name: string, availableInput: object = {}) {
  const { structuredContent, isError, content } = await client.callTool({ name, arguments: { ...availableInput } });
  const [{ text }] = content as [{ text: string }];
  if (isError) return { code: JSON.parse(text).code as string };
  assert.deepEqual(JSON.parse(text), structuredContent);
  // biome-ignore lint/suspicious/noExplicitAny: tests assert what they find in results of any shape.
  return structuredContent as any;
}

/** Sends a request to /mcp with any body. */
async function post(body: unknown, headers: Headers = {}, method = 'POST', query = '') {
  const requestBody = typeof body === 'string' ? body : JSON.stringify(body);
  const response = await fetch(`${listeningSite.origin}/mcp${query}`, {
    method,
    headers: { 'content-type': 'application/json', ...authorizationHeaders('administrator'), ...headers },
    ...(method !== 'GET' && { body: requestBody }),
  });
  const text = await response.text();
  return { status: response.status, headers: response.headers, body: text === '' ? undefined : JSON.parse(text) };
}

const request = (method: string, params: object = {}, id: unknown = 1) => ({ jsonrpc: '2.0', id, method, params });

it('tools use the compatible spelling if the URL requests it', async () => {
  await listeningSite.site.create('/cms/v2/blocks', { title: 'A block', content: 'x', status: 'publish' });
  for (const [query, expected, other] of [
    ['', /"cms_(?:id|block)"/, /"wp_(?:id|block)"/],
    ['?spelling=compatible', /"wp_(?:id|block)"/, /"cms_(?:id|block)"/],
  ] as const) {
    const listed = await post(request('tools/list'), {}, 'POST', query);
    const blocks = await post(request('tools/call', { name: 'octavo-list-blocks' }), {}, 'POST', query);
    for (const { status, body } of [listed, blocks]) {
      assert.equal(status, 200);
      const text = JSON.stringify(body.result.structuredContent ?? body.result);
      assert.match(text, expected);
      assert.doesNotMatch(text, other);
    }
  }
});

describe('the reference client', () => {
  it('reads the server information, and lists every ability as a tool', async () => {
    const client = await clientOf('subscriber');
    assert.equal(client.getServerVersion()?.name, 'octavo');
    await client.ping();
    const { tools } = await client.listTools();
    const { all } = listeningSite.site.service.abilities;
    assert.deepEqual(
      tools.map(({ name }) => name),
      all.map(({ declared }) => declared.name.replace('/', '-')),
    );
    for (const [at, { name, inputSchema, outputSchema, annotations }] of tools.entries()) {
      assert.match(name, /^[a-zA-Z0-9-]{1,64}$/, 'the name follows the strictest rule of clients');
      assert.deepEqual([inputSchema.type, outputSchema?.type], ['object', 'object']);
      const declared = all[at]?.annotations;
      assert.deepEqual(
        [annotations?.readOnlyHint, annotations?.destructiveHint, annotations?.idempotentHint],
        [declared?.readonly, declared?.destructive, declared?.idempotent],
      );
    }
    await client.close();
  });

  it('calls every tool, and validates each result against its schema', async () => {
    const client = await clientOf('administrator');
    const { tools } = await client.listTools();
    const made = await createRecords(client);
    for (const { name, annotations, inputSchema } of tools) {
      const one = /-(?:get|update)-(.*)$/.exec(name)?.[1] ?? '';
      const parentIds: Readonly<Record<string, unknown>> = { ...made['font-face'], ...made.theme };
      const ofList = Object.fromEntries(
        (inputSchema.required ?? []).map((property) => [property, parentIds[property]]),
      );
      const fonts =
        one === 'font-family' && name.includes('-update-') ? { font_family_settings: { name: 'Renamed' } } : {};
      const input = name.includes('-list-') ? ofList : { ...made[one], ...fonts };
      // A tool without its required input returns an error. The client validates all other results against the schema.
      const result = await call(client, name, name.includes('-delete-') || name.includes('-create-') ? {} : input);
      if (annotations?.readOnlyHint || one in made) assert.ok(!('code' in result), `${name} ${JSON.stringify(result)}`);
      else if (name.includes('-delete-')) assert.equal(result.code, 'ability_invalid_input', name);
    }
    const deletable = new Set(tools.flatMap(({ name }) => /^octavo-delete-(.*)$/.exec(name)?.[1] ?? []));
    for (const [one, identifiers] of Object.entries(made).reverse()) {
      if (!deletable.has(one) || one === 'attachment') continue;
      assert.deepEqual(
        (await call(client, `octavo-delete-${one}`, { ...identifiers, force: true })).deleted,
        true,
        one,
      );
    }
    assert.ok(deletable.size > 12);
    await client.close();
  });

  it('creates, updates, finds and deletes with the permissions of its user', async () => {
    const client = await clientOf('author', '?category=posts,site');
    const tools = (await client.listTools()).tools.map(({ name }) => name);
    assert.deepEqual(
      tools.filter((name) => /-(page|comment|user)s?$/.test(name)),
      [],
    );
    const post = await call(client, 'octavo-create-post', { title: 'By a tool', status: 'publish', fields: ['id'] });
    assert.deepEqual(Object.keys(post), ['id']);
    await call(client, 'octavo-update-post', { id: post.id, title: 'Changed by a tool' });
    const { items, total } = await call(client, 'octavo-search', { search: 'changed tool' });
    assert.deepEqual([items[0].id, total], [post.id, 1]);
    const othersPost = await listeningSite.site.create('/cms/v2/posts', { title: 'Hushed' }, 'other');
    assert.deepEqual(await call(client, 'octavo-update-post', { id: othersPost.id, title: 'Mine' }), {
      code: 'rest_ability_cannot_execute',
    });
    assert.deepEqual(await call(client, 'octavo-update-settings', { title: 'Mine' }), {
      code: 'rest_ability_cannot_execute',
    });
    assert.equal((await call(client, 'octavo-delete-post', { id: post.id })).status, 'trash');
    await assert.rejects(client.callTool({ name: 'octavo-delete-user' }), /Unknown tool/);
    await client.close();
  });

  it('cannot write with a read-only password, or outside the namespaces of a restricted password', async () => {
    const connectRestricted = async (limits: object) => {
      const made = await listeningSite.site.create('/cms/v2/users/me/application-passwords', {
        name: 'Limited',
        ...limits,
      });
      return connect(`Basic ${Buffer.from(`admin:${made.password}`).toString('base64')}`);
    };
    const writer = await clientOf('administrator');
    const made = await createRecords(writer);
    const reader = await connectRestricted({ read_only: true });
    const needed = { name: 'x', slug: 'x', url: 'https://93.184.216.34/x.png' };
    for (const { name, annotations, inputSchema } of (await reader.listTools()).tools) {
      const one = /^octavo-[a-z]+-(.*)$/.exec(name)?.[1] ?? '';
      const isRequired = (property: string) => inputSchema.required?.includes(property) === true;
      const settings = {
        font_family_settings: name.includes('-update-') ? { name: 'x' } : { name: 'x', slug: 'x', fontFamily: 'x' },
        font_face_settings: { fontFamily: 'x', src: needed.url },
      };
      const availableInput = { ...needed, ...settings, ...made['font-face'], ...made.theme, ...made[one], force: true };
      const known = Object.entries(availableInput).filter(
        ([each]) => isRequired(each) || (each === 'force' && isRequired('id')),
      );
      const isDelete = name.includes('-delete-');
      const input = Object.fromEntries(known.filter(([each]) => each !== 'force' || isDelete));
      const result = await call(reader, name, input);
      if (annotations?.readOnlyHint) assert.ok(!('code' in result), name);
      else assert.deepEqual(result, { code: 'rest_ability_cannot_execute' }, name);
    }
    for (const [one, identifiers] of Object.entries(made).reverse())
      assert.ok(!('code' in (await call(writer, `octavo-get-${one}`, identifiers))), `${one} still exists`);
    await writer.close();
    await reader.close();
    const narrow = await connectRestricted({ namespaces: ['cms-abilities/v1'] });
    assert.deepEqual(await call(narrow, 'octavo-list-posts'), { code: 'rest_ability_cannot_execute' });
    await narrow.close();
    await assert.rejects(connectRestricted({ namespaces: ['cms/v2'] }));
  });

  it('requires valid credentials', async () => {
    await assert.rejects(connect(undefined));
    await assert.rejects(connect(`Basic ${Buffer.from('admin:wrong').toString('base64')}`));
    await assert.rejects(connect('Bearer something'));
  });
});

let counter = 0;

/** Creates a record of each type that has none, media by upload and others with tools. Returns identifying inputs by type. */
async function createRecords(client: Client): Promise<Record<string, Readonly<Record<string, unknown>>>> {
  counter += 1;
  const texts = { title: 'Made', content: 'Words', slug: 'made-by-tools' };
  const post = await call(client, 'octavo-create-post', { ...texts, status: 'publish' });
  const inputs: Record<string, object> = {
    ...{
      page: texts,
      block: texts,
      navigation: texts,
      template: texts,
      'template-part': texts,
      form: { title: 'Made' },
    },
    ...{ category: { name: 'Made' }, 'post-tag': { name: 'Made' } },
    ...{ 'pattern-category': { name: 'Made' }, 'nav-menu': { name: 'Made' } },
    'nav-menu-item': { title: 'Made', url: 'https://example.org/' },
    comment: { post: post.id, content: 'Said' },
  };
  const identifiers: Record<string, Readonly<Record<string, unknown>>> = {
    post: { id: post.id },
    user: { id: listeningSite.site.ids.author },
    theme: { stylesheet: 'quarto' },
    'theme-styles': { stylesheet: 'quarto' },
    'font-collection': { slug: 'shelf' },
  };
  const { items } = await call(client, 'octavo-list-themes');
  identifiers['global-styles'] = { id: Number(items[0]._links['cms:user-global-styles'][0].href.split('/').at(-1)) };
  const family = { name: `Made ${counter}`, slug: `made-${counter}`, fontFamily: `Made ${counter}` };
  const { id } = await call(client, 'octavo-create-font-family', { font_family_settings: family });
  identifiers['font-family'] = { id };
  const face = { fontFamily: `Made ${counter}`, src: 'https://93.184.216.34/made.woff2' };
  const ofFamily = { font_family_id: id };
  const made = await call(client, 'octavo-create-font-face', { ...ofFamily, font_face_settings: face });
  identifiers['font-face'] = { ...ofFamily, id: made.id };
  for (const [one, input] of Object.entries(inputs)) {
    const made = await call(client, `octavo-create-${one}`, input);
    assert.ok(made.id, `${one} ${JSON.stringify(made)}`);
    identifiers[one] = { id: made.id };
  }
  const signed = { ...authorizationHeaders('administrator'), 'content-type': 'image/gif' };
  const image = Buffer.from('R0lGODlhAQABAAAAACH5BAEAAAAALAAAAAABAAEAAAIBAAA=', 'base64');
  const uploaded = await fetch(`${listeningSite.origin}/rest/cms/v2/media`, {
    ...{ method: 'POST', body: image },
    headers: { ...signed, 'content-disposition': 'attachment; filename="dot.gif"' },
  });
  identifiers.attachment = { id: ((await uploaded.json()) as { id: number }).id };
  return identifiers;
}

describe('a raw request', () => {
  it('requires an application password', async () => {
    for (const authorization of ['', 'Basic bm9ib2R5Om5vdGhpbmc=', 'Bearer x']) {
      const { status, headers } = await post(request('ping'), { authorization });
      assert.deepEqual([status, headers.get('www-authenticate')], [401, 'Basic realm="Octavo", charset="UTF-8"']);
    }
  });

  it('from a browser requires an allowed origin', async () => {
    for (const origin of ['https://evil.test', 'http://site.test.evil.test', 'null', 'http://127.0.0.1:1']) {
      const { status, headers } = await post(request('ping'), { origin });
      assert.deepEqual([status, headers.get('access-control-allow-origin')], [403, null], origin);
    }
    for (const origin of ['http://site.test', 'https://editor.test']) {
      const { status, headers } = await post(request('ping'), { origin });
      assert.deepEqual([status, headers.get('access-control-allow-origin')], [200, origin]);
      const preflight = await post('', { origin, authorization: '' }, 'OPTIONS');
      assert.deepEqual([preflight.status, preflight.headers.get('access-control-allow-methods')], [204, 'POST']);
    }
  });

  it('must be a POST request with JSON and a supported protocol version', async () => {
    for (const method of ['GET', 'PUT', 'DELETE']) {
      const { status, headers } = await post('', {}, method);
      assert.deepEqual([status, headers.get('allow')], [405, 'POST, OPTIONS']);
    }
    assert.equal((await post(request('ping'), { 'content-type': 'text/plain' })).status, 415);
    assert.equal((await post(request('ping'), { accept: 'text/html' })).status, 406);
    assert.equal((await post(request('ping'), { 'mcp-protocol-version': '2020-01-01' })).status, 400);
    const response = await post(request('ping'), { 'mcp-protocol-version': '2025-06-18' });
    assert.deepEqual([response.status, response.body], [200, { jsonrpc: '2.0', id: 1, result: {} }]);
    assert.equal(response.headers.get('cache-control'), 'no-store');
  });

  it('negotiates the protocol version', async () => {
    const agreed = async (protocolVersion: string) =>
      (await post(request('initialize', { protocolVersion }))).body.result.protocolVersion;
    assert.equal(await agreed('2025-03-26'), '2025-03-26');
    assert.equal(await agreed('2025-06-18'), '2025-06-18');
    assert.equal(await agreed('1999-01-01'), '2025-11-25');
  });

  it('returns protocol errors for invalid messages', async () => {
    const codes: [unknown, number][] = [
      ['{', -32700],
      ['"\ud800', -32700],
      [`${'['.repeat(600)}${']'.repeat(600)}`, -32700],
      [`[${'0,'.repeat(100_001)}0]`, -32700],
      ['5', -32600],
      [{ id: 1, method: 'ping' }, -32600],
      [request('ping', {}, null), -32600],
      [{ jsonrpc: '2.0', id: 1, method: 5 }, -32600],
      [{ jsonrpc: '2.0', id: 1, method: 'ping', params: [] }, -32600],
      [[], -32600],
      [Array.from({ length: 9 }, () => request('ping')), -32600],
    ];
    for (const [body, code] of codes) {
      const response = await post(body);
      assert.deepEqual([response.status, response.body.error.code, response.body.id], [400, code, null]);
    }
    const failures: [object, number][] = [
      [request('resources/list'), -32601],
      [request('constructor'), -32601],
      [request('tools/call', { name: 'constructor' }), -32602],
      [request('tools/call', { name: 'octavo-list-posts', arguments: [] }), -32602],
      [request('tools/list', { cursor: 'x' }), -32602],
    ];
    for (const [body, code] of failures) {
      const response = await post(body);
      assert.deepEqual([response.status, response.body.error.code, response.body.id], [200, code, 1]);
    }
    const tooLarge = await post(`"${'x'.repeat(11 * 1024 * 1024)}"`);
    assert.equal(tooLarge.status, 413);
  });

  it('has a limit for the total cost of its messages', async () => {
    const create = (content: string, id: number) =>
      request('tools/call', { name: 'octavo-create-post', arguments: { title: 'x', content } }, id);
    const outcomes = async (messages: readonly object[]) => {
      const { body } = await post(messages, authorizationHeaders('contributor'));
      return body.map(({ error, result }: { error?: { code: number }; result?: { isError?: boolean } }) =>
        error ? error.code : result?.isError ? 'refused' : 'done',
      );
    };
    const letters = (kilobytes: number) => 'a'.repeat(1024 * kilobytes);
    const texts = [400, 560, 1025, 100, 1].map((kilobytes, id) => create(letters(kilobytes), id));
    assert.deepEqual(await outcomes(texts), ['done', 'done', -32602, -32602, 'done']);
    // Each of these calls takes 120 ms, and only one is within the limit of a batch.
    const quotes = [0, 1, 2].map((id) => create('"1'.repeat(85_000), id));
    const alone = await outcomes([quotes[0] ?? {}]);
    assert.deepEqual([alone, (await outcomes(quotes)).at(-1)], [['done'], 'refused']);
    // Reads count too: the results of a batch are limited to 4 MB, and no message is processed after the one that exceeds this.
    const list = { per_page: 2, status: ['draft'], context: 'edit', fields: ['content'] };
    const read = [1, 2, 3, 4, 5].map((id) => request('tools/call', { name: 'octavo-list-posts', arguments: list }, id));
    for (const id of [1, 2]) await outcomes([create(letters(900), id)]);
    assert.deepEqual(await outcomes(read), ['done', 'done', -32600, -32600, -32600]);
  });

  it('gets a response unless it is a notification', async () => {
    const notification = { jsonrpc: '2.0', method: 'notifications/initialized' };
    assert.deepEqual([(await post(notification)).status, (await post(notification)).body], [202, undefined]);
    assert.equal((await post({ jsonrpc: '2.0', id: 7, result: {} })).status, 202);
    const list = await post([request('ping', {}, 'a'), notification, request('ping', {}, 2)]);
    assert.deepEqual(
      list.body.map(({ id }: { id: unknown }) => id),
      ['a', 2],
    );
    const newer = await post([request('ping')], { 'mcp-protocol-version': '2025-06-18' });
    assert.deepEqual([newer.status, newer.body.error.code], [400, -32600]);
  });

  it('ignores cookies and method overrides', async () => {
    const identifiers = { name: 'octavo-update-settings', arguments: { title: 'Disguised' } };
    const { status } = await post(request('tools/call', identifiers), {
      ...authorizationHeaders('editor'),
      'x-http-method-override': 'GET',
      cookie: 'octavo=admin',
    });
    assert.equal(status, 200);
    assert.notEqual(listeningSite.site.service.settings.values.title, 'Disguised');
  });
});
