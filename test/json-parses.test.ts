// How often JSON is parsed and written while requests are answered through either mount: each body of a request is parsed once, and
// no response is read again or written twice. Counted where the service does it, behind a socket.
import assert from 'node:assert/strict';
import path from 'node:path';
import { after, before, describe, it } from 'node:test';
import { compatibleSpelling, nativeSpelling, type Spelling } from '../contract/names/spelling.ts';
import { type ListeningSite, listen } from './any-request/listening-site.ts';
import { describeEachEngine } from './engines.ts';
import type { Person } from './site.ts';

/** A call of JSON.parse or JSON.stringify by the service. */
interface JsonCall {
  readonly kind: 'parse' | 'stringify';
  /** The file that called, from the root of the repository. */
  readonly caller: string;
  readonly text: string;
}

const root = path.resolve(import.meta.dirname, '..');
const { parse, stringify } = JSON;
let calls: JsonCall[] = [];

/** Notes a call by a file of the service; those of the tests and of libraries are not looked at. */
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

/** What parses the bodies of requests. */
const bodies = 'server/http/parameters/body.ts';

/** What parses stored columns. */
const stored = 'server/database/stored-json.ts';

/** Whether a file writes responses. The states of items are digests of records in the edit context, which no response shows. */
const writesResponses = (file: string): boolean =>
  /^server\/(http|edge|namespaces)\//.test(file) && file !== 'server/http/state.ts';

/** The name of a property, where an object is joined of values that are JSON already. */
const isName = /^"[\w:-]*"$/;

interface Asked {
  readonly name: string;
  readonly method: string;
  readonly path: string;
  readonly person?: Person;
  readonly json?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  readonly status?: number;
  /** The response holds others, which are narrowed when they are there: more is written than is sent. */
  readonly narrowsOthers?: true;
}

const get = (path: string, more: Partial<Asked> = {}): Asked => ({ name: `GET ${path}`, method: 'GET', path, ...more });
const asEditor = { person: 'administrator' } as const;

/** What everybody may read. `post` is the ID of an entry. */
const reads = (post: number): readonly Asked[] => [
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

/** What editors read. */
const signedInReads = (post: number): readonly Asked[] => [
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
  get('/cms-abilities/v1/abilities/core/get-site-info/run?_fields=name', { ...asEditor, narrowsOthers: true }),
  get('/cms-abilities/v1/abilities/core/get-user-info/run', asEditor),
  get('/cms-abilities/v1/abilities/octavo/search/run?input[search]=plain', asEditor),
  get('/cms-abilities/v1/abilities/octavo/search/run?input[search]=plain&_fields=total,items.0.title', {
    ...asEditor,
    narrowsOthers: true,
  }),
  get('/cms-abilities/v1/abilities/nothing/there/run', { ...asEditor, status: 404 }),
  get('/octavo/v1/audit-log', asEditor),
];

/** What changes something, in this order. `posts` are IDs of entries that may be deleted. */
const writes = ({ path: spell }: Spelling, [changed, trashed, gone, shown]: readonly number[]): readonly Asked[] => {
  const ask = (name: string, method: string, path: string, json?: unknown, more: Partial<Asked> = {}): Asked => ({
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
    ask('create', 'POST', '/cms/v2/posts', post('Created'), { status: 201 }),
    ask('create with _fields', 'POST', '/cms/v2/posts?_fields=id', post('Created'), { status: 201 }),
    ask('create with _envelope', 'POST', '/cms/v2/posts?_envelope&_pretty', post('Created'), { status: 200 }),
    ask('create a category', 'POST', '/cms/v2/categories', { name: `Category ${changed}` }, { status: 201 }),
    ask('create with a body that is wrong', 'POST', '/cms/v2/posts', { status: 'unheard' }, { status: 400 }),
    ask('create without credentials', 'POST', '/cms/v2/posts', post('No'), { person: 'anonymous', status: 401 }),
    ask('update', 'PUT', `/cms/v2/posts/${changed}`, { title: 'Changed', _pretty: 1 }, { status: 200 }),
    ask('update settings', 'POST', '/cms/v2/settings', { title: 'Plain' }, { status: 200 }),
    ask('_method', 'POST', `/cms/v2/posts/${changed}?_method=PATCH`, { title: 'Patched' }, { status: 200 }),
    ask('trash', 'DELETE', `/cms/v2/posts/${trashed}`, undefined, { status: 200 }),
    ask('delete', 'DELETE', `/cms/v2/posts/${gone}?force=true`, undefined, { status: 200 }),
    ask('delete with _fields', 'DELETE', `/cms/v2/posts/${shown}?force=true&_fields=deleted`, undefined, {
      status: 200,
    }),
    ask('batch', 'POST', '/batch/v1', { requests }, { status: 207 }),
    ask('batch with _envelope', 'POST', '/batch/v1?_envelope', { requests }, { status: 200 }),
    ask(
      'batch with _fields',
      'POST',
      '/batch/v1?_fields=responses.0.body.id',
      { requests },
      { status: 207, narrowsOthers: true },
    ),
    ask('batch that is refused', 'POST', '/batch/v1', {
      validation: 'require-all-validate',
      requests: [inBatch('POST', '/cms/v2/posts', { status: 'unheard' }), ...requests],
    }),
    ask('an ability that writes', 'POST', '/cms-abilities/v1/abilities/octavo/create-post/run', {
      input: { title: 'By an ability', fields: ['id', 'title'] },
    }),
  ];
};

describeEachEngine('JSON of requests and responses', (engine) => {
  let place: ListeningSite;
  before(async () => {
    place = await listen(await engine.open());
  });
  after(async () => {
    assert.deepEqual(place.site.faults, []);
    await place.close();
  });

  for (const spelling of [nativeSpelling, compatibleSpelling]) {
    describe(`in ${spelling.id} names`, () => {
      const make = async (title: string): Promise<number> =>
        (await place.site.make('/cms/v2/posts', { title, content: '<p>Plain words.</p>', status: 'publish' })).id;

      const measure = async (asked: Asked) => {
        const body = Buffer.from(asked.json === undefined ? '' : stringify(asked.json));
        const { method, headers = {}, person = 'anonymous' } = asked;
        const mount = spelling.isNative ? '/rest' : '/wp-json';
        calls = [];
        const received = await place.send(mount, { method, path: spelling.path(asked.path), headers, body, person });
        const made = calls;
        assert.equal(received.status, asked.status ?? received.status, `${asked.name}: ${received.text}`);
        assert.notEqual(received.status, 500, asked.name);
        return { received, made };
      };

      const assertOnce = async (asked: Asked, round: string) => {
        const { received, made } = await measure(asked);
        const where = `${asked.name} (${round}, ${received.status})`;
        const parsed = made.filter(({ kind }) => kind === 'parse');
        const ofBodies = parsed.filter(({ caller }) => caller === bodies);
        assert.equal(ofBodies.length, asked.json === undefined ? 0 : 1, `${where}: bodies of requests`);
        const others = parsed.filter(({ caller }) => caller !== bodies && caller !== stored);
        assert.deepEqual(others, [], `${where}: what else is parsed`);
        const written = made.filter(
          ({ kind, caller, text }) => kind === 'stringify' && writesResponses(caller) && !isName.test(text),
        );
        const length = written.reduce((sum, { text }) => sum + text.length, 0);
        const sent = Math.max(received.text.length, Number(received.headers['content-length'] ?? 0));
        assert.ok(
          asked.narrowsOthers || length <= sent,
          `${where}: ${length} characters are written for a response of ${sent}`,
        );
        return length;
      };

      it('is parsed once where it comes, and never where it goes', async () => {
        const post = await make('Plain words');
        for (const asked of [...reads(post), ...signedInReads(post)])
          for (const round of ['first', 'again']) await assertOnce(asked, round);
        const ids: number[] = [];
        for (const title of ['one', 'two', 'three', 'four']) ids.push(await make(title));
        for (const asked of writes(spelling, ids)) await assertOnce(asked, 'once');
      });

      it('is not written where it is there already', async () => {
        const post = await make('Cached words');
        for (const address of [
          `/cms/v2/posts/${post}`,
          '/cms/v2/posts?per_page=5',
          '/cms/v2/posts?per_page=5&_pretty',
        ]) {
          await measure(get(address));
          assert.equal(await assertOnce(get(address), 'a cached response'), 0);
          // The response is another one, its records are the same: nothing but their headers is written.
          const other = `${address.includes('?') ? `${address}&` : `${address}?`}_envelope`;
          const headers = await assertOnce(get(other), 'cached records');
          assert.ok(headers < 400, `${other}: ${headers} characters`);
        }
      });
    });
  }
});
