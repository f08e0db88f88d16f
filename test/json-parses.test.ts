// Counts calls of JSON.parse and JSON.stringify in the service during requests to both mounts. Each request body must be
// parsed once, and no response may be parsed or serialized twice.
import assert from 'node:assert/strict';
import path from 'node:path';
import { after, before, describe, it } from 'node:test';
import { compatibleSpelling, nativeSpelling, type Spelling } from '../contract/names/spelling.ts';
import { type ListeningSite, listen } from './any-request/listening-site.ts';
import { describeEachEngine } from './engines.ts';
import type { Caller } from './site.ts';

/** A call of JSON.parse or JSON.stringify by the service. */
interface JsonCall {
  readonly kind: 'parse' | 'stringify';
  /** Path of the calling file, relative to the repository. */
  readonly caller: string;
  readonly text: string;
}

const root = path.resolve(import.meta.dirname, '..');
const { parse, stringify } = JSON;
let calls: JsonCall[] = [];

/** Records a call by a file of the service. Calls by tests and libraries are ignored. */
function record(kind: JsonCall['kind'], text: string): void {
  const file = /file:\/\/([^:]+):/.exec((new Error().stack ?? '').split('\n').slice(3).join('\n'))?.[1] ?? '';
  const caller = path.relative(root, file);
  if (/^(server|contract|extensions)\//.test(caller)) calls.push({ kind, caller, text });
}

before(() => {
  JSON.parse = (text, reviver) => {
    record('parse', text);
    return parse(text, reviver);
  };
  JSON.stringify = ((value: unknown, ...more: [never, never]) => {
    const text = stringify(value, ...more);
    record('stringify', text ?? '');
    return text;
  }) as typeof JSON.stringify;
});
after(() => {
  JSON.parse = parse;
  JSON.stringify = stringify;
});

/** Path of the file that parses request bodies. */
const bodies = 'server/http/parameters/body.ts';

/** Path of the file that parses JSON columns. */
const stored = 'server/database/stored-json.ts';

/**
 * Whether a file serializes responses. The file that computes item states is excluded: it hashes records in the edit
 * context, which are not part of responses.
 */
const serializesResponses = (file: string): boolean =>
  /^server\/(http|edge|namespaces)\//.test(file) && file !== 'server/http/state.ts';

/** A pattern that matches the JSON of a property name. Names are serialized separately when an object is assembled from JSON values. */
const isName = /^"[\w:-]*"$/;

interface TestRequest {
  readonly name: string;
  readonly method: string;
  readonly path: string;
  readonly caller?: Caller;
  readonly json?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  readonly status?: number;
  /**
   * Whether the response contains other responses that are filtered after their serialization, so that more is serialized than
   * sent.
   */
  readonly filtersResponses?: true;
}

const get = (path: string, more: Partial<TestRequest> = {}): TestRequest => ({
  name: `GET ${path}`,
  method: 'GET',
  path,
  ...more,
});
const asEditor = { caller: 'administrator' } as const;

/** Returns anonymous reads. `post` is the ID of a public entry. */
const reads = (post: number): readonly TestRequest[] => [
  get('/'),
  get('/cms/v2'),
  get(`/cms/v2/posts/${post}`),
  get(`/cms/v2/posts/${post}?_embed`),
  get(`/cms/v2/posts/${post}?_fields=id,title.rendered,_links.self`),
  get(`/cms/v2/posts/${post}?_envelope`),
  get(`/cms/v2/posts/${post}?_embed&_envelope`),
  get(`/cms/v2/posts/${post}?_pretty`),
  get(`/cms/v2/posts/${post}?_jsonp=show`),
  get('/cms/v2/posts'),
  get('/cms/v2/posts?per_page=100&_embed'),
  get('/cms/v2/posts?_embed=author&_fields=id,_links,_embedded'),
  get('/cms/v2/posts?_envelope&_pretty'),
  get('/cms/v2/posts?search=plain'),
  get('/cms/v2/search?search=plain&_embed'),
  get('/cms/v2/search?search=plain&type=term'),
  get('/cms/v2/categories?_embed'),
  get('/cms/v2/users/1'),
  get('/cms/v2/types'),
  get('/cms/v2/types?_fields=post.name'),
  get('/cms/v2/types?_fields=cms_block.slug,post.name'),
  get('/cms/v2/types/cms_block'),
  get('/cms/v2/taxonomies?type=post'),
  get('/cms/v2/statuses?_fields=publish'),
  get('/oembed/1.0/embed?url=http://site.test/plain-words/'),
  get('/oembed/1.0/embed?url=http://site.test/plain-words/&format=xml'),
  get('/oembed/1.0/embed?url=http://site.test/plain-words/&format=xml&_envelope'),
  get('/oembed/1.0/embed?url=http://site.test/nothing&format=xml', { status: 404 }),
  get('/cms/v2/posts/999999', { status: 404 }),
  get('/cms/v2/posts/999999?_envelope&_pretty'),
  get('/cms/v2/posts?per_page=many', { status: 400 }),
  get('/cms/v2/nothing', { status: 404 }),
  { name: 'HEAD of a list', method: 'HEAD', path: '/cms/v2/posts' },
  { name: 'OPTIONS of a list', method: 'OPTIONS', path: '/cms/v2/posts' },
  { name: 'OPTIONS with _fields', method: 'OPTIONS', path: '/cms/v2/blocks?_fields=schema.title,methods' },
];

/** Returns reads by signed-in users. */
const signedInReads = (post: number): readonly TestRequest[] => [
  get(`/cms/v2/posts/${post}?context=edit`, asEditor),
  get('/cms/v2/posts?context=edit&_embed&_etags', asEditor),
  get('/cms/v2/posts?_envelope', asEditor),
  get('/cms/v2/types?context=edit', asEditor),
  get('/cms/v2/types?context=edit&_fields=cms_block.labels.name', asEditor),
  get('/cms/v2/settings', asEditor),
  get('/cms/v2/users/me?context=edit', asEditor),
  get('/cms/v2/global-styles/themes/quarto', asEditor),
  get('/cms/v2/templates?context=edit', asEditor),
  get('/cms-abilities/v1/abilities', asEditor),
  get('/cms-abilities/v1/abilities/core/get-site-info/run', asEditor),
  get('/cms-abilities/v1/abilities/core/get-site-info/run?_fields=name', { ...asEditor, filtersResponses: true }),
  get('/cms-abilities/v1/abilities/core/get-user-info/run', asEditor),
  get('/cms-abilities/v1/abilities/octavo/search/run?input[search]=plain', asEditor),
  get('/cms-abilities/v1/abilities/octavo/search/run?input[search]=plain&_fields=total,items.0.title', {
    ...asEditor,
    filtersResponses: true,
  }),
  get('/cms-abilities/v1/abilities/nothing/there/run', { ...asEditor, status: 404 }),
  get('/octavo/v1/audit-log', asEditor),
];

/** Returns writes in the order in which they must be sent. `posts` are IDs of entries that may be deleted. */
const writes = (
  { path: spell }: Spelling,
  [changed, trashed, gone, deleted]: readonly number[],
): readonly TestRequest[] => {
  const writeRequest = (
    name: string,
    method: string,
    path: string,
    json?: unknown,
    more: Partial<TestRequest> = {},
  ): TestRequest => ({
    ...asEditor,
    ...{ name, method, path, headers: { 'content-type': 'application/json' } },
    ...(json !== undefined && { json }),
    ...more,
  });
  const inBatch = (method: string, path: string, body?: object) => ({
    method,
    path: spell(path),
    ...(body && { body }),
  });
  const post = (title: string) => ({ title, content: '<p>Plain words.</p>', status: 'publish' });
  const requests = [
    inBatch('POST', '/cms/v2/posts', post('In a batch')),
    inBatch('PUT', `/cms/v2/posts/${changed}`, { title: 'Changed' }),
    inBatch('DELETE', '/cms/v2/posts/999999'),
  ];
  return [
    writeRequest('create', 'POST', '/cms/v2/posts', post('Created'), { status: 201 }),
    writeRequest('create with _fields', 'POST', '/cms/v2/posts?_fields=id', post('Created'), { status: 201 }),
    writeRequest('create with _envelope', 'POST', '/cms/v2/posts?_envelope&_pretty', post('Created'), { status: 200 }),
    writeRequest('create a category', 'POST', '/cms/v2/categories', { name: `Category ${changed}` }, { status: 201 }),
    writeRequest('create with an invalid body', 'POST', '/cms/v2/posts', { status: 'unheard' }, { status: 400 }),
    writeRequest('create without credentials', 'POST', '/cms/v2/posts', post('No'), {
      caller: 'anonymous',
      status: 401,
    }),
    writeRequest('update', 'PUT', `/cms/v2/posts/${changed}`, { title: 'Changed', _pretty: 1 }, { status: 200 }),
    writeRequest('update settings', 'POST', '/cms/v2/settings', { title: 'Plain' }, { status: 200 }),
    writeRequest('_method', 'POST', `/cms/v2/posts/${changed}?_method=PATCH`, { title: 'Patched' }, { status: 200 }),
    writeRequest('trash', 'DELETE', `/cms/v2/posts/${trashed}`, undefined, { status: 200 }),
    writeRequest('delete', 'DELETE', `/cms/v2/posts/${gone}?force=true`, undefined, { status: 200 }),
    writeRequest('delete with _fields', 'DELETE', `/cms/v2/posts/${deleted}?force=true&_fields=deleted`, undefined, {
      status: 200,
    }),
    writeRequest('batch', 'POST', '/batch/v1', { requests }, { status: 207 }),
    writeRequest('batch with _envelope', 'POST', '/batch/v1?_envelope', { requests }, { status: 200 }),
    writeRequest(
      'batch with _fields',
      'POST',
      '/batch/v1?_fields=responses.0.body.id',
      { requests },
      { status: 207, filtersResponses: true },
    ),
    writeRequest('batch that is rejected', 'POST', '/batch/v1', {
      validation: 'require-all-validate',
      requests: [inBatch('POST', '/cms/v2/posts', { status: 'unheard' }), ...requests],
    }),
    writeRequest('an ability that writes', 'POST', '/cms-abilities/v1/abilities/octavo/create-post/run', {
      input: { title: 'By an ability', fields: ['id', 'title'] },
    }),
  ];
};

describeEachEngine('JSON of requests and responses', (engine) => {
  let site: ListeningSite;
  before(async () => {
    site = await listen(await engine.open());
  });
  after(async () => {
    await site.close();
    assert.deepEqual(site.site.errors, []);
  });

  for (const spelling of [nativeSpelling, compatibleSpelling]) {
    describe(`in ${spelling.id} names`, () => {
      const make = async (title: string): Promise<number> =>
        (await site.site.create('/cms/v2/posts', { title, content: '<p>Plain words.</p>', status: 'publish' })).id;

      const measure = async (testRequest: TestRequest) => {
        const body = Buffer.from(testRequest.json === undefined ? '' : stringify(testRequest.json));
        const { method, headers = {}, caller = 'anonymous' } = testRequest;
        const mount = spelling.isNative ? '/rest' : '/wp-json';
        calls = [];
        const received = await site.send(mount, {
          method,
          path: spelling.path(testRequest.path),
          headers,
          body,
          caller,
        });
        const recorded = calls;
        assert.equal(received.status, testRequest.status ?? received.status, `${testRequest.name}: ${received.text}`);
        assert.notEqual(received.status, 500, testRequest.name);
        return { received, recorded };
      };

      const assertOnce = async (testRequest: TestRequest, round: string) => {
        const { received, recorded } = await measure(testRequest);
        const context = `${testRequest.name} (${round}, ${received.status})`;
        const parsed = recorded.filter(({ kind }) => kind === 'parse');
        const parsedBodies = parsed.filter(({ caller }) => caller === bodies);
        assert.equal(parsedBodies.length, testRequest.json === undefined ? 0 : 1, `${context}: request bodies`);
        const others = parsed.filter(({ caller }) => caller !== bodies && caller !== stored);
        assert.deepEqual(others, [], `${context}: other parsed JSON`);
        const written = recorded.filter(
          ({ kind, caller, text }) => kind === 'stringify' && serializesResponses(caller) && !isName.test(text),
        );
        const length = written.reduce((sum, { text }) => sum + text.length, 0);
        const sentLength = Math.max(received.text.length, Number(received.headers['content-length'] ?? 0));
        assert.ok(
          testRequest.filtersResponses || length <= sentLength,
          `${context}: ${length} characters were serialized for a response of ${sentLength}`,
        );
        return length;
      };

      it('is parsed once in requests, and never in responses', async () => {
        const post = await make('Plain words');
        for (const testRequest of [...reads(post), ...signedInReads(post)])
          for (const round of ['first', 'again']) await assertOnce(testRequest, round);
        const ids: number[] = [];
        for (const title of ['one', 'two', 'three', 'four']) ids.push(await make(title));
        for (const testRequest of writes(spelling, ids)) await assertOnce(testRequest, 'once');
      });

      it('is not serialized again when it is cached', async () => {
        const post = await make('Cached words');
        for (const address of [
          `/cms/v2/posts/${post}`,
          '/cms/v2/posts?per_page=5',
          '/cms/v2/posts?per_page=5&_pretty',
        ]) {
          await measure(get(address));
          assert.equal(await assertOnce(get(address), 'a cached response'), 0);
          // The response differs, but its records are cached, so only the envelope with the headers is serialized.
          const other = `${address.includes('?') ? `${address}&` : `${address}?`}_envelope`;
          const headers = await assertOnce(get(other), 'cached records');
          assert.ok(headers < 400, `${other}: ${headers} characters`);
        }
      });
    });
  }
});
