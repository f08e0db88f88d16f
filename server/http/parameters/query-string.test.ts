import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { assertCpuTime } from '../../../test/cpu-time.ts';
import { parseNamed, parseQuery, TooManyParameters, writeQuery } from './query-string.ts';

/** Parses into plain objects, which can be compared with literals. */
const read = (text: string) => JSON.parse(JSON.stringify(parseQuery(text)));

describe('parseQuery', () => {
  const cases: ReadonlyArray<readonly [text: string, expected: unknown]> = [
    ['', {}],
    ['&&=x&', {}],
    ['&&&a=1&&&&b=2&&', { a: '1', b: '2' }],
    ['&'.repeat(5000), {}],
    ['a=1&b=2', { a: '1', b: '2' }],
    ['a', { a: '' }],
    ['a=b=c', { a: 'b=c' }],
    ['a=1&a=2', { a: '2' }],
    ['a[]=1&a[]=2', { a: ['1', '2'] }],
    ['a[0]=1&a[7]=2', { a: ['1', '2'] }],
    ['a[7]=1&a[]=2', { a: ['1', '2'] }],
    ['a%5B%5D=1', { a: ['1'] }],
    ['a[k]=1', { a: { k: '1' } }],
    ['a[k]=1&a[]=2', { a: { k: '1', 0: '2' } }],
    ['a[b][c][]=1&a[b][c][]=2', { a: { b: { c: ['1', '2'] } } }],
    ['a[][x]=1&a[][x]=2', { a: [{ x: '1' }, { x: '2' }] }],
    ['a=1&a[]=2', { a: ['2'] }],
    ['a[]=2&a=1', { a: '1' }],
    ['a[b]rest[c]=1', { a: { b: '1' } }],
    ['a[b=1', { 'a[b': '1' }],
    ['[a]=1', { '[a]': '1' }],
    ['a=one+two%20three', { a: 'one two three' }],
    ['a=%2B%26%3D', { a: '+&=' }],
    ['a=%C3%A4%F0%9F%98%80', { a: 'ä😀' }],
    ['a=100%&b=%zz&c=%4', { a: '100%', b: '%zz', c: '%4' }],
    ['a=%ff', { a: '\ufffd' }],
  ];
  for (const [text, expected] of cases) {
    test(`parses ${text || 'an empty string'} as ${JSON.stringify(expected)}`, () =>
      assert.deepEqual(read(text), expected));
  }
});

describe('a long value', () => {
  const octets = fc.constantFrom(
    '%C3%A4',
    '%ff',
    '%',
    '%4',
    '%zz',
    '%F0%9F%98%80',
    '%e2%82',
    '+',
    '%2B',
    'a',
    'ä',
    '😀',
    '=',
  );

  test('is decoded like a short one', () => {
    fc.assert(
      fc.property(fc.array(octets, { maxLength: 20 }), (octetList) => {
        const short = octetList.join('');
        const long = `${short}${'x'.repeat(5000)}`;
        assert.equal(parseQuery(`a=${long}`).a, `${parseQuery(`a=${short}x`).a}${'x'.repeat(4999)}`);
      }),
    );
  });
});

describe('a hostile query', () => {
  test('cannot pollute prototypes', () => {
    const query = parseQuery('__proto__[polluted]=1&constructor[prototype][polluted]=1&toString=x');
    assert.deepEqual(Object.keys(query), ['__proto__', 'constructor', 'toString']);
    assert.equal(Object.getPrototypeOf(query), null);
    assert.equal(({} as { polluted?: unknown }).polluted, undefined);
  });

  test('may have names nested at most sixteen levels deep', () => {
    assert.doesNotThrow(() => parseQuery(`a${'[b]'.repeat(16)}=1`));
    assert.throws(() => parseQuery(`a${'[b]'.repeat(17)}=1`), TooManyParameters);
  });

  test('may have at most two thousand pairs', () => {
    assert.equal((parseQuery('a[]=1&'.repeat(2000)).a as unknown[]).length, 2000);
    assert.throws(() => parseQuery('a[]=1&'.repeat(2001)), { code: 'rest_too_many_parameters', status: 400 });
  });

  test('is either parsed or rejected with TooManyParameters', () => {
    const fragment = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.constantFrom('[', ']', '[]', '&', '=', '%', '%5B', '+', '__proto__'),
    );
    fc.assert(
      fc.property(fc.array(fragment, { maxLength: 60 }), (fragments) => {
        try {
          parseQuery(fragments.join(''));
        } catch (thrown) {
          assert.ok(thrown instanceof TooManyParameters);
        }
      }),
    );
  });

  for (const unit of ['[', 'a[', ']', '%', '%4', '&', '=', 'a[]', '[]]', '+', '%5B', '[a']) {
    test(`of a megabyte of ${unit} is processed within a second`, () => {
      assertCpuTime(() => {
        try {
          parseQuery(`a${unit.repeat(1_000_000 / unit.length)}`);
        } catch (thrown) {
          assert.ok(thrown instanceof TooManyParameters);
        }
      }, 1000);
    });
  }
});

describe('writeQuery', () => {
  test('encodes spaces as + and everything but letters, digits and -_. as octets', () => {
    assert.equal(
      writeQuery({ _fields: 'id,title.rendered', nonsense: 'a b' }),
      '_fields=id%2Ctitle.rendered&nonsense=a+b',
    );
    assert.equal(writeQuery({ a: "!'()*~-_.ä" }), 'a=%21%27%28%29%2A%7E-_.%C3%A4');
  });

  test('writes arrays with indexes and objects with names', () => {
    assert.equal(writeQuery({ include: [4, 2] }), 'include%5B0%5D=4&include%5B1%5D=2');
    assert.equal(writeQuery({ categories: { terms: [3] } }), 'categories%5Bterms%5D%5B0%5D=3');
  });

  test('writes true as 1, false as 0, null and empty strings as a bare name, and omits undefined and empty arrays', () => {
    assert.equal(writeQuery({ a: true, b: false, c: null, d: '', e: undefined, f: [] }), 'a=1&b=0&c&d');
  });

  test('writes a lone surrogate as U+FFFD', () => {
    assert.equal(writeQuery({ a: '\ud800' }), 'a=%EF%BF%BD');
  });

  test('round-trips through parseQuery', () => {
    const word = fc.string({ unit: 'grapheme', minLength: 1 });
    const name = fc.stringMatching(/^[a-z_]{1,8}$/);
    const value = fc.oneof(
      word,
      fc.array(word, { minLength: 1, maxLength: 4 }),
      fc.dictionary(name, word, { minKeys: 1, maxKeys: 3 }),
    );
    fc.assert(
      fc.property(fc.dictionary(name, value), (record) => {
        assert.deepEqual(read(writeQuery(record)), JSON.parse(JSON.stringify(record)));
      }),
    );
  });
});

describe('parseNamed', () => {
  const cases: readonly [text: string, read: unknown][] = [
    ['a=1&n=2&b=3', { n: '2' }],
    ['n=1&n=2', { n: '2' }],
    ['%6E=a%20b', { n: 'a b' }],
    ['n[]=1&n[k]=2', { n: { 0: '1', k: '2' } }],
    ['n', { n: '' }],
    ['nn=1&m[n]=2&=n', {}],
    [`${'n'.repeat(300)}=1&${'x%zz'.repeat(100_000)}&n=1`, { n: '1' }],
  ];
  for (const [text, read] of cases)
    test(`returns the same value as parseQuery for ${text.slice(0, 30)}`, () => {
      const plain = (value: unknown) => JSON.parse(JSON.stringify(value));
      assert.deepEqual(plain(parseNamed(text, 'n')), read);
      assert.deepEqual(plain({ n: parseNamed(text, 'n').n }), plain({ n: parseQuery(text).n }));
    });
});
