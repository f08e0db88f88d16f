// The Model Context Protocol at /mcp: driven by the protocol's own client, which tries every tool, and by hand, by those who
// should not get in.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, before, describe, it } from 'node:test';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { openDatabase } from '../server/database/open.ts';
import { type ListeningSite, listen } from './any-request/listening-site.ts';
import type { Person } from './site.ts';

let place: ListeningSite;
before(async () => {
  const fontCollections = [{ slug: 'shelf', name: 'The shelf', font_families: [] }];
  place = await listen(await openDatabase({ kind: 'memory' }), { fontCollections });
});
after(async () => {
  assert.deepEqual(place.site.faults, []);
  await place.close();
  await place.site.database.close();
});

type Headers = Readonly<Record<string, string>>;

const signIn = (person: Person): Headers => {
  const authorization = place.site.authorizationOf(person);
  return authorization === undefined ? {} : { authorization };
};

/** The protocol's own client, signed in. */
async function connect(authorization: string | undefined, query = ''): Promise<Client> {
  const client = new Client({ name: 'tests', version: '1.0.0' });
  const headers = authorization === undefined ? {} : { Authorization: authorization };
  // Its types say otherwise where optional members are exact.
  const transport = new StreamableHTTPClientTransport(new URL(`${place.origin}/mcp${query}`), {
    requestInit: { headers },
  }) as Parameters<Client['connect']>[0];
  await client.connect(transport);
  return client;
}

const clientOf = (person: Person, query?: string) => connect(place.site.authorizationOf(person), query);

/** Calls a tool: what it gives, or the code of its refusal. */
async function call(client: Client, name: string, given: object = {}) {
  const { structuredContent, isError, content } = await client.callTool({ name, arguments: { ...given } });
  const [{ text }] = content as [{ text: string }];
  if (isError) return { code: JSON.parse(text).code as string };
  assert.deepEqual(JSON.parse(text), structuredContent);
  // biome-ignore lint/suspicious/noExplicitAny: what is found in it is what is asserted.
  return structuredContent as any;
}

/** Sends a body by hand. */
async function post(body: unknown, headers: Headers = {}, method = 'POST', query = '') {
  const sent = typeof body === 'string' ? body : JSON.stringify(body);
  const answer = await fetch(`${place.origin}/mcp${query}`, {
    method,
    headers: { 'content-type': 'application/json', ...signIn('administrator'), ...headers },
    ...(method !== 'GET' && { body: sent }),
  });
  const text = await answer.text();
  return { status: answer.status, headers: answer.headers, body: text === '' ? undefined : JSON.parse(text) };
}

const request = (method: string, params: object = {}, id: unknown = 1) => ({ jsonrpc: '2.0', id, method, params });

it('tools have the names of existing clients where the URL asks for them', async () => {
  await place.site.make('/cms/v2/blocks', { title: 'A block', content: 'x', status: 'publish' });
  for (const [query, own, other] of [
    ['', /"cms_(?:id|block)"/, /"wp_(?:id|block)"/],
    ['?spelling=compatible', /"wp_(?:id|block)"/, /"cms_(?:id|block)"/],
  ] as const) {
    const listed = await post(request('tools/list'), {}, 'POST', query);
    const blocks = await post(request('tools/call', { name: 'octavo-list-blocks' }), {}, 'POST', query);
    for (const { status, body } of [listed, blocks]) {
      assert.equal(status, 200);
      const text = JSON.stringify(body.result.structuredContent ?? body.result);
      assert.match(text, own);
      assert.doesNotMatch(text, other);
    }
  }
});

describe("the protocol's own client", () => {
  it('learns who answers, and sees every ability as a tool', async () => {
    const client = await clientOf('subscriber');
    assert.equal(client.getServerVersion()?.name, 'octavo');
    await client.ping();
    const { tools } = await client.listTools();
    const { all } = place.site.service.abilities;
    assert.deepEqual(
      tools.map(({ name }) => name),
      all.map(({ declared }) => declared.name.replace('/', '-')),
    );
    for (const [at, { name, inputSchema, outputSchema, annotations }] of tools.entries()) {
      assert.match(name, /^[a-zA-Z0-9-]{1,64}$/, 'the narrowest rule of clients');
      assert.deepEqual([inputSchema.type, outputSchema?.type], ['object', 'object']);
      const declared = all[at]?.annotations;
      assert.deepEqual(
        [annotations?.readOnlyHint, annotations?.destructiveHint, annotations?.idempotentHint],
        [declared?.readonly, declared?.destructive, declared?.idempotent],
      );
    }
    await client.close();
  });

  it('calls every one, and finds that each gives what it tells', async () => {
    const client = await clientOf('administrator');
    const { tools } = await client.listTools();
    const made = await makeEverything(client);
    for (const { name, annotations, inputSchema } of tools) {
      const one = /-(?:get|update)-(.*)$/.exec(name)?.[1] ?? '';
      const above: Readonly<Record<string, unknown>> = { ...made['font-face'], ...made.theme };
      const ofList = Object.fromEntries((inputSchema.required ?? []).map((member) => [member, above[member]]));
      const fonts =
        one === 'font-family' && name.includes('-update-') ? { font_family_settings: { name: 'Renamed' } } : {};
      const input = name.includes('-list-') ? ofList : { ...made[one], ...fonts };
      // Without an id, or the address of a file, a tool says what it needs; the client checks all else by the schema.
      const result = await call(client, name, name.includes('-delete-') || name.includes('-create-') ? {} : input);
      if (annotations?.readOnlyHint || one in made) assert.ok(!('code' in result), `${name} ${JSON.stringify(result)}`);
      else if (name.includes('-delete-')) assert.equal(result.code, 'ability_invalid_input', name);
    }
    const deletable = new Set(tools.flatMap(({ name }) => /^octavo-delete-(.*)$/.exec(name)?.[1] ?? []));
    for (const [one, named] of Object.entries(made).reverse()) {
      if (!deletable.has(one) || one === 'attachment') continue;
      assert.deepEqual((await call(client, `octavo-delete-${one}`, { ...named, force: true })).deleted, true, one);
    }
    assert.ok(deletable.size > 12);
    await client.close();
  });

  it('writes, changes, finds and deletes as its user may', async () => {
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
    const foreign = await place.site.make('/cms/v2/posts', { title: 'Hushed' }, 'other');
    assert.deepEqual(await call(client, 'octavo-update-post', { id: foreign.id, title: 'Mine' }), {
      code: 'rest_ability_cannot_execute',
    });
    assert.deepEqual(await call(client, 'octavo-update-settings', { title: 'Mine' }), {
      code: 'rest_ability_cannot_execute',
    });
    assert.equal((await call(client, 'octavo-delete-post', { id: post.id })).status, 'trash');
    await assert.rejects(client.callTool({ name: 'octavo-delete-user' }), /no tool/);
    await client.close();
  });

  it('writes nothing with a password that may only read, nor beyond the namespaces of another', async () => {
    const signedIn = async (limits: object) => {
      const made = await place.site.make('/cms/v2/users/me/application-passwords', { name: 'Limited', ...limits });
      return connect(`Basic ${Buffer.from(`admin:${made.password}`).toString('base64')}`);
    };
    const writer = await clientOf('administrator');
    const made = await makeEverything(writer);
    const reader = await signedIn({ read_only: true });
    const needed = { name: 'x', slug: 'x', url: 'https://93.184.216.34/x.png' };
    for (const { name, annotations, inputSchema } of (await reader.listTools()).tools) {
      const one = /^octavo-[a-z]+-(.*)$/.exec(name)?.[1] ?? '';
      const wants = (member: string) => inputSchema.required?.includes(member) === true;
      const settings = {
        font_family_settings: name.includes('-update-') ? { name: 'x' } : { name: 'x', slug: 'x', fontFamily: 'x' },
        font_face_settings: { fontFamily: 'x', src: needed.url },
      };
      const given = { ...needed, ...settings, ...made['font-face'], ...made.theme, ...made[one], force: true };
      const known = Object.entries(given).filter(([each]) => wants(each) || (each === 'force' && wants('id')));
      const isDelete = name.includes('-delete-');
      const input = Object.fromEntries(known.filter(([each]) => each !== 'force' || isDelete));
      const result = await call(reader, name, input);
      if (annotations?.readOnlyHint) assert.ok(!('code' in result), name);
      else assert.deepEqual(result, { code: 'rest_ability_cannot_execute' }, name);
    }
    for (const [one, named] of Object.entries(made).reverse())
      assert.ok(!('code' in (await call(writer, `octavo-get-${one}`, named))), `${one} is still there`);
    await writer.close();
    await reader.close();
    const narrow = await signedIn({ namespaces: ['cms-abilities/v1'] });
    assert.deepEqual(await call(narrow, 'octavo-list-posts'), { code: 'rest_ability_cannot_execute' });
    await narrow.close();
    await assert.rejects(signedIn({ namespaces: ['cms/v2'] }));
  });

  it('is let in by credentials alone', async () => {
    await assert.rejects(connect(undefined));
    await assert.rejects(connect(`Basic ${Buffer.from('admin:wrong').toString('base64')}`));
    await assert.rejects(connect('Bearer something'));
  });
});

it('is set up as docs/ai-tools.md says', async () => {
  const [, example = ''] = /```json\n([\s\S]*?)```/.exec(readFileSync('docs/ai-tools.md', 'utf8')) ?? [];
  const { site } = JSON.parse(example).mcpServers;
  assert.equal(site.type, 'http');
  const { pathname, search } = new URL(site.url);
  assert.equal(pathname, '/mcp');
  const word = (signIn('administrator').authorization ?? '').replace('Basic ', '');
  const client = await connect(site.headers.Authorization.replace('WORD', word), search);
  const categories = new Set(search.replace('?category=', '').split(','));
  const offered = place.site.service.abilities.all.filter(({ declared }) => categories.has(declared.category));
  assert.ok(categories.size === 3 && offered.length > 10);
  assert.equal((await client.listTools()).tools.length, offered.length);
  await client.close();
});

let times = 0;

/** One of each kind, made by the tools themselves where it is not there: what names it, by what tools call it. */
async function makeEverything(client: Client): Promise<Record<string, Readonly<Record<string, unknown>>>> {
  times += 1;
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
  const named: Record<string, Readonly<Record<string, unknown>>> = {
    post: { id: post.id },
    user: { id: place.site.ids.author },
    theme: { stylesheet: 'quarto' },
    'theme-styles': { stylesheet: 'quarto' },
    'font-collection': { slug: 'shelf' },
  };
  const { items } = await call(client, 'octavo-list-themes');
  named['global-styles'] = { id: Number(items[0]._links['cms:user-global-styles'][0].href.split('/').at(-1)) };
  const family = { name: `Made ${times}`, slug: `made-${times}`, fontFamily: `Made ${times}` };
  const { id } = await call(client, 'octavo-create-font-family', { font_family_settings: family });
  named['font-family'] = { id };
  const face = { fontFamily: `Made ${times}`, src: 'https://93.184.216.34/made.woff2' };
  const ofFamily = { font_family_id: id };
  const made = await call(client, 'octavo-create-font-face', { ...ofFamily, font_face_settings: face });
  named['font-face'] = { ...ofFamily, id: made.id };
  for (const [one, input] of Object.entries(inputs)) {
    const made = await call(client, `octavo-create-${one}`, input);
    assert.ok(made.id, `${one} ${JSON.stringify(made)}`);
    named[one] = { id: made.id };
  }
  const signed = { ...signIn('administrator'), 'content-type': 'image/gif' };
  const picture = Buffer.from('R0lGODlhAQABAAAAACH5BAEAAAAALAAAAAABAAEAAAIBAAA=', 'base64');
  const uploaded = await fetch(`${place.origin}/rest/cms/v2/media`, {
    ...{ method: 'POST', body: picture },
    headers: { ...signed, 'content-disposition': 'attachment; filename="dot.gif"' },
  });
  named.attachment = { id: ((await uploaded.json()) as { id: number }).id };
  return named;
}

describe('what is sent by hand', () => {
  it('is signed in with an application password, or refused', async () => {
    for (const authorization of ['', 'Basic bm9ib2R5Om5vdGhpbmc=', 'Bearer x']) {
      const { status, headers } = await post(request('ping'), { authorization });
      assert.deepEqual([status, headers.get('www-authenticate')], [401, 'Basic realm="Octavo", charset="UTF-8"']);
    }
  });

  it('comes from no page but of a listed origin', async () => {
    for (const origin of ['https://evil.test', 'http://site.test.evil.test', 'null', 'http://127.0.0.1:1']) {
      const { status, headers } = await post(request('ping'), { origin });
      assert.deepEqual([status, headers.get('access-control-allow-origin')], [403, null], origin);
    }
    for (const origin of ['http://site.test', 'https://editor.test']) {
      const { status, headers } = await post(request('ping'), { origin });
      assert.deepEqual([status, headers.get('access-control-allow-origin')], [200, origin]);
      const asked = await post('', { origin, authorization: '' }, 'OPTIONS');
      assert.deepEqual([asked.status, asked.headers.get('access-control-allow-methods')], [204, 'POST']);
    }
  });

  it('is posted, as JSON, in a version that is spoken', async () => {
    for (const method of ['GET', 'PUT', 'DELETE']) {
      const { status, headers } = await post('', {}, method);
      assert.deepEqual([status, headers.get('allow')], [405, 'POST, OPTIONS']);
    }
    assert.equal((await post(request('ping'), { 'content-type': 'text/plain' })).status, 415);
    assert.equal((await post(request('ping'), { accept: 'text/html' })).status, 406);
    assert.equal((await post(request('ping'), { 'mcp-protocol-version': '2020-01-01' })).status, 400);
    const answer = await post(request('ping'), { 'mcp-protocol-version': '2025-06-18' });
    assert.deepEqual([answer.status, answer.body], [200, { jsonrpc: '2.0', id: 1, result: {} }]);
    assert.equal(answer.headers.get('cache-control'), 'no-store');
  });

  it('agrees on a version', async () => {
    const agreed = async (protocolVersion: string) =>
      (await post(request('initialize', { protocolVersion }))).body.result.protocolVersion;
    assert.equal(await agreed('2025-03-26'), '2025-03-26');
    assert.equal(await agreed('2025-06-18'), '2025-06-18');
    assert.equal(await agreed('1999-01-01'), '2025-11-25');
  });

  it('is a message, or told what is wrong with it', async () => {
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
      const answer = await post(body);
      assert.deepEqual([answer.status, answer.body.error.code, answer.body.id], [400, code, null]);
    }
    const failures: [object, number][] = [
      [request('resources/list'), -32601],
      [request('constructor'), -32601],
      [request('tools/call', { name: 'constructor' }), -32602],
      [request('tools/call', { name: 'octavo-list-posts', arguments: [] }), -32602],
      [request('tools/list', { cursor: 'x' }), -32602],
    ];
    for (const [body, code] of failures) {
      const answer = await post(body);
      assert.deepEqual([answer.status, answer.body.error.code, answer.body.id], [200, code, 1]);
    }
    const tooLarge = await post(`"${'x'.repeat(11 * 1024 * 1024)}"`);
    assert.equal(tooLarge.status, 413);
  });

  it('may not use more because it is in a list with others', async () => {
    const create = (content: string, id: number) =>
      request('tools/call', { name: 'octavo-create-post', arguments: { title: 'x', content } }, id);
    const outcomes = async (messages: readonly object[]) => {
      const { body } = await post(messages, signIn('contributor'));
      return body.map(({ error, result }: { error?: { code: number }; result?: { isError?: boolean } }) =>
        error ? error.code : result?.isError ? 'refused' : 'done',
      );
    };
    const letters = (kilobytes: number) => 'a'.repeat(1024 * kilobytes);
    const texts = [400, 600, 1025, 100, 1].map((kilobytes, id) => create(letters(kilobytes), id));
    assert.deepEqual(await outcomes(texts), ['done', 'done', -32602, -32602, 'done']);
    // These weigh 120 ms each, of which one fits into what a list may use.
    const quotes = [0, 1, 2].map((id) => create('"1'.repeat(85_000), id));
    const alone = await outcomes([quotes[0] ?? {}]);
    assert.deepEqual([alone, (await outcomes(quotes)).at(-1)], [['done'], 'refused']);
    // What is read counts as well: four megabytes of results at most, and what goes beyond is the last.
    const list = { per_page: 2, status: ['draft'], context: 'edit', fields: ['content'] };
    const read = [1, 2, 3, 4, 5].map((id) => request('tools/call', { name: 'octavo-list-posts', arguments: list }, id));
    for (const id of [1, 2]) await outcomes([create(letters(900), id)]);
    assert.deepEqual(await outcomes(read), ['done', 'done', -32600, -32600, -32600]);
  });

  it('is answered where an answer is wanted', async () => {
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

  it('brings no cookies along, and no disguises', async () => {
    const named = { name: 'octavo-update-settings', arguments: { title: 'Disguised' } };
    const { status } = await post(request('tools/call', named), {
      ...signIn('editor'),
      'x-http-method-override': 'GET',
      cookie: 'octavo=admin',
    });
    assert.equal(status, 200);
    assert.notEqual(place.site.service.settings.values.title, 'Disguised');
  });
});
