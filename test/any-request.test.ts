// Whatever is sent, valid or broken: never a 5xx, always the shape of an error, and nothing inside goes wrong. Requests are
// made from the declarations themselves, so every route and parameter that is added is tried as well (checks 4, 15, 17, 24,
// 25, 26, 27, 28, 48).

import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, it } from 'node:test';
import fc from 'fast-check';
import { openDiskStore } from '../server/files/disk-store.ts';
import { textOf } from '../server/http/json-text.ts';
import { describeEachEngine } from './engines.ts';
import { openTestSite, type Person, type TestSite } from './site.ts';

const people: readonly Person[] = ['anonymous', 'subscriber', 'author', 'editor', 'administrator'];

const nasty: readonly unknown[] = [
  '',
  ' ',
  '0',
  '1',
  '-1',
  '1abc',
  '1e3',
  '0x1',
  '9007199254740993',
  '99999999999999999999999',
  'true',
  'null',
  "' or 1=1 --",
  '"; drop table entries',
  '%_\\',
  '" NEAR(a b) *',
  '<script>x</script>',
  '__proto__',
  'constructor',
  '2026-01-01T00:00:00',
  '0000-00-00T00:00:00',
  '9999-12-31T23:59:59+14:00',
  'a'.repeat(70_000),
  '\u0000nul',
  '\ud800',
  '😀 ünï日本',
  '../../etc/passwd',
  'publish',
  'any',
  'trash',
  0,
  -1,
  1.5,
  1e308,
  true,
  false,
  null,
  [],
  {},
  [1, 2, 3],
  ['a', null, { b: 1 }],
  [[[[1]]]],
  { raw: 'x' },
  { raw: 5 },
  { terms: [1], operator: 'AND' },
  { terms: 'x', include_children: true },
  { __proto__: 1, constructor: 2 },
  Array.from({ length: 3000 }, (_, n) => n),
];

const value = fc.oneof(
  { weight: 5, arbitrary: fc.constantFrom(...nasty) },
  { weight: 1, arbitrary: fc.jsonValue({ maxDepth: 3 }) },
);

describeEachEngine('any request', (engine) => {
  let site: TestSite;
  let folder: string;
  after(() => rm(folder, { recursive: true }));
  before(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'octavo-any-'));
    site = await openTestSite({ database: await engine.open(), files: await openDiskStore(folder) });
    await site.make('/cms/v2/pages', { title: 'A page', status: 'publish' });
    await site.make('/cms/v2/tags', { name: 'A tag' });
  });

  /** One request to a declared route: its parameters and some that it does not know, in the query or the body. */
  const request = () => {
    const endpoints = site.service.table.routes.flatMap((route) =>
      route.endpoints.flatMap((endpoint) => endpoint.declared.methods.map((method) => ({ route, endpoint, method }))),
    );
    return fc.constantFrom(...endpoints).chain(({ route, endpoint, method }) => {
      const names = [
        ...Object.keys(endpoint.parameters),
        '_fields',
        '_embed',
        '_envelope',
        'id',
        'unknown',
        '__proto__',
      ];
      return fc.record({
        method: fc.constant(method),
        path: fc
          .constantFrom('1', '2', '999', '0', '18446744073709551616', 'me')
          .map((id) => route.declared.path.replace(/<\w+>/g, id)),
        values: fc.array(fc.tuple(fc.constantFrom(...names), value), { maxLength: 4 }),
        inBody: fc.boolean(),
        person: fc.constantFrom(...people),
      });
    });
  };

  const asQuery = (values: readonly (readonly [string, unknown])[]) =>
    values
      .map(
        ([name, given]) =>
          `${name}${Array.isArray(given) ? '[]' : ''}=${encodeURIComponent(String(typeof given === 'object' ? JSON.stringify(given) : given).toWellFormed())}`,
      )
      .join('&');

  it('is answered, refused or not, and never breaks anything', { timeout: 120_000 }, async () => {
    await fc.assert(
      fc.asyncProperty(request(), async ({ method, path, values, inBody, person }) => {
        const address = inBody ? path : `${path}?${asQuery(values)}`;
        const answer = await site.ask(person, method, address, inBody ? Object.fromEntries(values) : undefined);
        const { status, body } = 'status' in (answer.body ?? {}) && 'headers' in answer.body ? answer.body : answer;
        assert.deepEqual(site.faults, []);
        assert.ok(status < 500 || status === 501, `${status}`);
        if (status < 400) return;
        assert.equal(typeof body.code, 'string');
        assert.equal(typeof body.message, 'string');
        assert.equal(body.data.status, status);
      }),
      { numRuns: Number(process.env.OCTAVO_TEST_REQUESTS ?? 2000) },
    );
  });

  it('with a broken body is refused where bodies are read', async () => {
    const { makeRequest } = await import('../server/http/request.ts');
    const bodies = [
      '{',
      '"text"',
      '5',
      'true',
      '\ufeff{}',
      '{"a":1,}',
      '['.repeat(100_000),
      '{"a":'.repeat(100_000),
      '\u00ff',
    ];
    for (const text of bodies) {
      const headers = { 'content-type': 'application/json' };
      const sent = Buffer.from(text, text === '\u00ff' ? 'latin1' : 'utf8');
      const answer = await site.service.dispatch(makeRequest('POST', '/cms/v2/posts', { headers, body: sent }));
      assert.equal(answer.status, 400, text.slice(0, 20));
      assert.equal(JSON.parse(textOf(answer.body ?? '')).code, 'rest_invalid_json');
    }
    assert.deepEqual(site.faults, []);
  });
});
