// Sends problematic values of every parameter to every list: alone, with a search by relevance, and with every order. No
// response may be a 5xx. The lists are read from the route table, so new lists are covered automatically.
import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, it } from 'node:test';
import { openDiskStore } from '../../server/files/disk-store.ts';
import { encodeJson } from '../../server/http/json-text.ts';
import { makeRequest } from '../../server/http/request.ts';
import { describeEachEngine } from '../engines.ts';
import { type Caller, openTestSite, type TestSite } from '../site.ts';

/** Search terms that are long, short, negated, quoted, malformed or empty. */
const searches: readonly string[] = [
  ...[
    '',
    ' ',
    ' \t\n',
    '-',
    '- - -',
    '-abc',
    '-a',
    '-abc -def',
    '-"abc def"',
    'abc -abc',
    '"',
    '""',
    '"abc',
    "'",
    '\\',
    '%',
    '***',
  ],
  ...[
    '{title} : abc',
    'abc AND',
    'NEAR(abc def)',
    'abc" OR "def',
    '\0',
    'a\0b\0c',
    '\ud800',
    '😀😀😀',
    '\u0301\u0301\u0301',
    '日本',
  ],
  ...[
    'a',
    'ab',
    'abc',
    'the',
    'one two three four five six seven -eight',
    'one two three four five six seven eight nine ten',
  ],
  ...[
    'a'.repeat(200),
    `${'a'.repeat(32)}b`,
    `-${'b'.repeat(201)}`,
    'x'.repeat(10_000),
    '-'.repeat(5000),
    '"'.repeat(5001),
  ],
];

/** Problematic values for all parameters except `search`. */
const values: readonly string[] = [
  ...['', ' ', '-', '0', '-1', '1', '1.5', '1e400', 'NaN', 'true', 'null', '9223372036854775808', '9'.repeat(400)],
  ...[
    "' or 1=1 --",
    '"',
    '%',
    '\0',
    '\ud800',
    '😀',
    ',,,',
    '[]',
    '{}',
    '2020-02-30T00:00:00',
    '9999-12-31T23:59:59+14:00',
    'any',
  ],
  '-'.repeat(10_000),
];

/** Comma-separated lists with the maximum number of items and with one item more. */
const longLists: readonly string[] = [10_000, 10_001].map((length) =>
  Array.from({ length }, (_, n) => String(n)).join(','),
);

const callers: readonly Caller[] = ['anonymous', 'administrator'];

interface ListRoute {
  readonly path: string;
  readonly parameters: Readonly<Record<string, object>>;
}

describeEachEngine('the parameters of lists', (engine) => {
  // A SQLite file gives the same responses as an in-memory database.
  if (engine.name === 'sqlite in a file') return;
  let site: TestSite;
  let folder: string;
  let entry: number;
  before(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'octavo-lists-'));
    site = await openTestSite({
      database: await engine.open(),
      files: await openDiskStore(folder),
      extensions: ['union'],
    });
    for (const n of [1, 2, 3]) {
      const text = { title: `One two ${n}`, content: `three abc ${n}`, excerpt: 'four', status: 'publish' };
      entry = (await site.create('/cms/v2/posts', text)).id;
      await site.create('/cms/v2/pages', text);
      await site.create('/cms/v2/comments', { post: entry, content: `abc ${n}` });
      await site.create('/cms/v2/tags', { name: `abc ${n}` });
      await site.create('/cms/v2/posts', { ...text, status: 'draft' });
    }
    await site.request('administrator', 'POST', `/cms/v2/posts/${entry}`, { title: 'One two, revised' });
  });
  after(() => rm(folder, { recursive: true }));

  /** Returns the GET endpoints that list records: those whose path does not end with a parameter, except streams. */
  const lists = (): ListRoute[] =>
    site.service.table.routes.flatMap(({ declared, endpoints }) => {
      if (/>$|^\/octavo\/v1\/(?:events|live)$/.test(declared.path)) return [];
      const path = declared.path.replace(/<\w+>/g, declared.path.includes('/users/') ? 'me' : String(entry));
      const reading = endpoints.filter((endpoint) => endpoint.declared.methods.includes('GET'));
      return reading.map(({ parameters }) => ({ path, parameters }));
    });

  const failures: string[] = [];
  async function tryRequest(caller: Caller, path: string, query: Readonly<Record<string, string>>): Promise<void> {
    const search = new URLSearchParams(Object.entries(query)).toString();
    site.errors.length = 0;
    const authorization = site.authorizationOf(caller);
    const headers = authorization === undefined ? {} : { authorization };
    // The body is encoded as for a client, but not parsed.
    const { status, body } = await site.service.dispatch(makeRequest('GET', `${path}?${search}`, { headers }));
    encodeJson(body ?? '');
    if (status < 500 && site.errors.length === 0) return;
    const readable = decodeURIComponent(search.replaceAll('+', ' ')).slice(0, 200);
    failures.push(`${caller} ${path}?${readable}: ${status} ${String(site.errors[0]).slice(0, 200)}`);
  }

  const assertNoFailures = () => {
    const found = failures.splice(0);
    assert.deepEqual(found.slice(0, 20), [], `${found.length} requests returned a 5xx`);
  };

  it('are read from the lists of many resources', () => {
    const searched = lists().filter(({ parameters }) => parameters.search);
    assert.ok(searched.length >= 15, `${searched.length} lists have a search parameter`);
    assert.ok(lists().length > 40);
  });

  it('accept any value', { timeout: 1_200_000 }, async () => {
    for (const { path, parameters } of lists()) {
      for (const name of Object.keys(parameters)) {
        const all = name === 'search' ? searches : [...values, ...(takesList(parameters[name]) ? longLists : [])];
        for (const caller of callers) for (const value of all) await tryRequest(caller, path, { [name]: value });
      }
    }
    assertNoFailures();
  });

  it('accept any search in any order', { timeout: 1_200_000 }, async () => {
    for (const { path, parameters } of lists()) {
      if (!parameters.search) continue;
      const orders = ordersOf(parameters.orderby);
      for (const caller of callers) {
        for (const search of searches) {
          await tryRequest(caller, path, {
            search,
            orderby: orders.includes('relevance') ? 'relevance' : (orders[0] ?? ''),
          });
        }
        for (const orderby of orders) {
          for (const search of ['abc', '-abc', 'ab', 'abc -two'])
            await tryRequest(caller, path, { search, orderby, order: 'asc', include: '1,2,3' });
        }
      }
    }
    assertNoFailures();
  });

  it('accept any value combined with a search by relevance', { timeout: 1_200_000 }, async () => {
    for (const { path, parameters } of lists()) {
      if (!ordersOf(parameters.orderby).includes('relevance')) continue;
      for (const name of Object.keys(parameters)) {
        if (name === 'search' || name === 'orderby') continue;
        const some = [
          ...(enumOf(parameters[name]) ?? []),
          '',
          '-1',
          '1',
          '1,2',
          "'",
          '\0',
          '9'.repeat(40),
          longLists[0] ?? '',
        ];
        for (const caller of callers) {
          for (const value of some) {
            await tryRequest(caller, path, { search: 'abc', orderby: 'relevance', [name]: value });
            await tryRequest(caller, path, {
              search: '-abc',
              orderby: 'relevance',
              [name]: value,
              per_page: '1',
              page: '2',
            });
          }
        }
      }
    }
    assertNoFailures();
  });
});

interface Schema {
  readonly type?: string | readonly string[];
  readonly enum?: readonly unknown[];
  readonly items?: Schema;
}

const takesList = (schema: object | undefined): boolean => {
  const { type } = (schema ?? {}) as Schema;
  return type === 'array' || (Array.isArray(type) && type.includes('array'));
};

const enumOf = (schema: object | undefined): string[] | undefined => {
  const { enum: enumValues, items } = (schema ?? {}) as Schema;
  return (enumValues ?? items?.enum)?.map(String);
};

const ordersOf = (schema: object | undefined): string[] => enumOf(schema) ?? [];
