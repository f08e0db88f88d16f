import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import fc from 'fast-check';
import { assertCpuTime } from '../../../test/cpu-time.ts';
import { readBody, readBodyYielding } from './body.ts';

const bytes = (text: string) => new TextEncoder().encode(text);
const json = (text: string) => ({ ...readBody('POST', 'application/json', bytes(text)).json });
const code = (number: number) => ({
  code: 'rest_invalid_json',
  status: 400,
  options: { data: { json_error_code: number, json_error_message: /./ } },
});

function assertRejected(text: string | Uint8Array, number: number) {
  const read = () => readBody('POST', 'application/json', typeof text === 'string' ? bytes(text) : text);
  assert.throws(read, (thrown: { code: string; status: number; options: { data?: Record<string, unknown> } }) => {
    assert.deepEqual([thrown.code, thrown.status], [code(number).code, 400]);
    assert.equal(thrown.options.data?.json_error_code, number);
    return typeof thrown.options.data?.json_error_message === 'string';
  });
}

describe('content types of bodies', () => {
  const jsonTypes = [
    'application/json',
    'Application/JSON',
    'application/json; charset=utf-8',
    'application/vnd.api+json',
    'application/json+oembed',
  ];
  for (const type of jsonTypes) {
    test(`${type} is parsed as JSON for every method`, () => {
      for (const method of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'])
        assert.deepEqual({ ...readBody(method, type, bytes('{"a":1}')).json }, { a: 1 });
    });
  }

  test('a form is parsed for POST, PUT, PATCH and DELETE', () => {
    const type = 'application/x-www-form-urlencoded; charset=UTF-8';
    for (const method of ['POST', 'PUT', 'PATCH', 'DELETE'])
      assert.deepEqual({ ...readBody(method, type, bytes('a=1+2')).form }, { a: '1 2' });
    assert.deepEqual(readBody('GET', type, bytes('a=1')), {});
  });

  test('a body without a content type is a form for PUT, PATCH and DELETE, and ignored for POST', () => {
    for (const type of [undefined, ''])
      for (const method of ['PUT', 'PATCH', 'DELETE'])
        assert.deepEqual({ ...readBody(method, type, bytes('a=1')).form }, { a: '1' });
    assert.deepEqual(readBody('POST', undefined, bytes('a=1')), {});
    assert.deepEqual(readBody('GET', undefined, bytes('a=1')), {});
  });

  for (const type of [
    'text/plain',
    'text/json',
    'application/javascript',
    'application/xml',
    'multipart/form-data; boundary=x',
    'application/jsonx',
    'xapplication/json',
  ]) {
    test(`${type} is ignored`, () => assert.deepEqual(readBody('POST', type, bytes('{')), {}));
  }
});

describe('a JSON body', () => {
  for (const text of ['', '{}', '[]', 'null', 'false', '0', '-0', '""', ' {} ']) {
    test(`${text || '(no bytes)'} has no properties`, () => assert.deepEqual(json(text), {}));
  }

  test('returns its properties', () => assert.deepEqual(json('{"a":{"b":[1,null]}}'), { a: { b: [1, null] } }));
  test('that is an array has properties named by index', () => assert.deepEqual(json('["x",2]'), { 0: 'x', 1: 2 }));
  test('keeps the last of duplicate properties', () => assert.deepEqual(json('{"a":1,"a":2}'), { a: 2 }));

  for (const text of ['5', '-1.5', 'true', '"x"', '"0"']) {
    test(`that is the scalar ${text} is rejected`, () => assertRejected(text, 4));
  }

  for (const text of [
    ' ',
    '\n',
    '\ufeff{}',
    "{'a':1}",
    '{"a":1,}',
    '{',
    '[1',
    '{a:1}',
    '{} x',
    'undefined',
    '{"a":01}',
  ]) {
    test(`${JSON.stringify(text)} is rejected as invalid JSON`, () => assertRejected(text, 4));
  }

  test('with an unterminated string or a control character in a string is rejected with code 3', () => {
    assertRejected('{"title": "x', 3);
    assertRejected('{"title": "x\\', 3);
    assertRejected('{"title": "a\nb"}', 3);
  });

  test('that is not UTF-8 is rejected', () => assertRejected(new Uint8Array([0x22, 0xff, 0x22]), 5));

  test('may be nested at most 512 levels deep', () => {
    assert.equal(Object.keys(json(`${'['.repeat(512)}${']'.repeat(512)}`)).length, 1);
    assertRejected(`${'['.repeat(513)}${']'.repeat(513)}`, 1);
    assertRejected(`${'{"a":'.repeat(513)}1${'}'.repeat(513)}`, 1);
    assertRejected('['.repeat(100_000), 1);
  });

  test('may have any number of brackets inside strings', () => {
    const text = `\\"${'['.repeat(1000)}\\\\`;
    assert.deepEqual(json(`{"${text}":"${text}"}`), { [JSON.parse(`"${text}"`)]: JSON.parse(`"${text}"`) });
  });

  test('treats prototype property names as data', () => {
    const { json: properties } = readBody(
      'POST',
      'application/json',
      bytes('{"__proto__":{"polluted":1},"constructor":2}'),
    );
    assert.deepEqual(Object.keys(properties ?? {}), ['__proto__', 'constructor']);
    assert.equal(Object.getPrototypeOf(properties), null);
    assert.equal((properties as { polluted?: unknown }).polluted, undefined);
  });

  test('that is an object is parsed without loss', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.jsonValue({ maxDepth: 5 })), (object) => {
        const text = JSON.stringify(object);
        assert.equal(JSON.stringify(readBody('PUT', 'application/json', bytes(text)).json), text);
      }),
    );
  });

  test('of arbitrary bytes is either parsed or rejected with rest_invalid_json', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 40 }), (input) => {
        try {
          readBody('POST', 'application/json', input);
        } catch (thrown) {
          assert.equal((thrown as { code?: string }).code, 'rest_invalid_json');
        }
      }),
    );
  });

  for (const unit of ['"', '\\', '"a', '{"', '[]', ' ']) {
    test(`of a megabyte of ${unit} is rejected within a second`, () => {
      assertCpuTime(() => assert.throws(() => json(unit.repeat(1_000_000 / unit.length))), 1000);
    });
  }
});

test('a JSON body may have at most 30 000 values of any type', () => {
  const tooMany = { code: 'rest_too_many_parameters', status: 400 };
  const many = (item: string, count: number) => `{"a":[${Array.from({ length: count }, () => item).join()}]}`;
  assert.equal((json(many('1', 29_998)).a as number[]).length, 29_998);
  for (const text of [many('1', 30_000), many('[]', 15_000), many('{}', 15_000), many('"a"', 30_000)])
    assert.throws(() => json(text), tooMany);
  assert.throws(() => json(`{${Array.from({ length: 30_001 }, (_none, at) => `"a${at}":0`).join()}}`), tooMany);
  assert.equal(json(JSON.stringify({ a: ',[{'.repeat(100_000) })).a, ',[{'.repeat(100_000));
});

describe('a large body', () => {
  const size = 300_000;
  const bodies: readonly [name: string, type: string, text: string][] = [
    ['one string', 'application/json', JSON.stringify({ content: 'é"\\,['.repeat(size / 5) })],
    ['many values', 'application/json', JSON.stringify({ content: ','.repeat(size), meta: { a: [1, 2, {}] } })],
    ['a form', 'application/x-www-form-urlencoded', `content=${'%C3%A9'.repeat(size / 6)}&b[]=1&&&b[]=2`],
    ['a form with too many pairs', 'application/x-www-form-urlencoded', 'a=1&'.repeat(size / 4)],
    ['nested too deeply', 'application/json', '['.repeat(size)],
    ['too many values', 'application/json', `[${'1,'.repeat(size)}1]`],
    ['an unterminated string', 'application/json', `{"a":"${'x'.repeat(size)}`],
    ['a scalar', 'application/json', JSON.stringify('x'.repeat(size))],
  ];

  for (const [name, type, text] of bodies)
    test(`is parsed like a small one, in several turns of the event loop: ${name}`, async () => {
      const submitted = bytes(text);
      // Waits for the end of the event loop iteration in which slices of the previous test ran.
      await nextTurn();
      let turns = 0;
      setImmediate(() => (turns += 1));
      const read = await outcome(() => readBodyYielding('POST', type, submitted));
      assert.deepEqual(read, await outcome(() => readBody('POST', type, submitted)));
      assert.ok(turns > 0, 'it was parsed in one event loop iteration');
    });

  test('below the threshold is parsed synchronously', () => {
    assert.deepEqual(
      readBodyYielding('POST', 'application/json', bytes('{"a":1}')),
      readBody('POST', 'application/json', bytes('{"a":1}')),
    );
  });

  async function outcome(read: () => unknown): Promise<unknown> {
    try {
      return await read();
    } catch (error) {
      const { code, message } = error as { readonly code: string; readonly message: string };
      return { code, message };
    }
  }
});

test('brackets inside strings do not count as nesting', () => {
  const brackets = '[{'.repeat(600);
  assert.deepEqual(json(JSON.stringify({ a: brackets })), { a: brackets });
  for (const [open, close] of [
    ['[', ']'],
    ['{"a":', '}'],
  ] as const) {
    const nested = (depth: number) => `${open.repeat(depth)}1${close.repeat(depth)}`;
    assert.ok(json(nested(512)));
    assertRejected(nested(513), 1);
  }
  const mixed = (depth: number) => `${'[{"a":'.repeat(depth)}1${'}]'.repeat(depth)}`;
  assert.ok(json(mixed(256)));
  assertRejected(`[${mixed(256)}]`, 1);
});
