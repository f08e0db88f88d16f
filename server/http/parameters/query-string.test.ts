import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { parseNamed, parseQuery, TooManyParameters, writeQuery } from './query-string.ts';

/** As plain objects, to be compared with literals. */
const read = (text: string) => JSON.parse(JSON.stringify(parseQuery(text)));

describe('reading a query', () => {
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
    test(`${text || '(nothing)'} is ${JSON.stringify(expected)}`, () => assert.deepEqual(read(text), expected));
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

  test('is read as the same value is where it is short', () => {
    fc.assert(
      fc.property(fc.array(octets, { maxLength: 20 }), (parts) => {
        const short = parts.join('');
        const long = `${short}${'x'.repeat(5000)}`;
        assert.equal(parseQuery(`a=${long}`).a, `${parseQuery(`a=${short}x`).a}${'x'.repeat(4999)}`);
      }),
    );
  });
});

describe('a hostile query', () => {
  test('names of prototypes are names like any other', () => {
    const query = parseQuery('__proto__[polluted]=1&constructor[prototype][polluted]=1&toString=x');
    assert.deepEqual(Object.keys(query), ['__proto__', 'constructor', 'toString']);
    assert.equal(Object.getPrototypeOf(query), null);
    assert.equal(({} as { polluted?: unknown }).polluted, undefined);
  });

  test('names may nest sixteen deep and no deeper', () => {
    assert.doesNotThrow(() => parseQuery(`a${'[b]'.repeat(16)}=1`));
    assert.throws(() => parseQuery(`a${'[b]'.repeat(17)}=1`), TooManyParameters);
  });

  test('two thousand pairs are read, more are refused with 400', () => {
    assert.equal((parseQuery('a[]=1&'.repeat(2000)).a as unknown[]).length, 2000);
    assert.throws(() => parseQuery('a[]=1&'.repeat(2001)), { code: 'rest_too_many_parameters', status: 400 });
  });

  test('any text is read, or refused as too many parameters', () => {
    const piece = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.constantFrom('[', ']', '[]', '&', '=', '%', '%5B', '+', '__proto__'),
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 60 }), (pieces) => {
        try {
          parseQuery(pieces.join(''));
        } catch (thrown) {
          assert.ok(thrown instanceof TooManyParameters);
        }
      }),
    );
  });

  for (const unit of ['[', 'a[', ']', '%', '%4', '&', '=', 'a[]', '[]]', '+', '%5B', '[a']) {
    test(`a megabyte of ${unit} takes no time to speak of`, () => {
      const started = performance.now();
      try {
        parseQuery(`a${unit.repeat(1_000_000 / unit.length)}`);
      } catch (thrown) {
        assert.ok(thrown instanceof TooManyParameters);
      }
      assert.ok(performance.now() - started < 1000);
    });
  }
});

describe('writing a query', () => {
  test('blanks are +, and what is not a letter, a digit or -_. is an octet', () => {
    assert.equal(
      writeQuery({ _fields: 'id,title.rendered', nonsense: 'a b' }),
      '_fields=id%2Ctitle.rendered&nonsense=a+b',
    );
    assert.equal(writeQuery({ a: "!'()*~-_.ä" }), 'a=%21%27%28%29%2A%7E-_.%C3%A4');
  });

  test('lists carry their indexes and objects their names', () => {
    assert.equal(writeQuery({ include: [4, 2] }), 'include%5B0%5D=4&include%5B1%5D=2');
    assert.equal(writeQuery({ categories: { terms: [3] } }), 'categories%5Bterms%5D%5B0%5D=3');
  });

  test('true is 1; false is 0; null and the empty text keep only their name; the rest is left out', () => {
    assert.equal(writeQuery({ a: true, b: false, c: null, d: '', e: undefined, f: [] }), 'a=1&b=0&c&d');
  });

  test('half a character is written as U+FFFD', () => {
    assert.equal(writeQuery({ a: '\ud800' }), 'a=%EF%BF%BD');
  });

  test('what is written reads back as it was', () => {
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

describe('one name of a query', () => {
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
    test(`of ${text.slice(0, 30)} is read as it would be beside others`, () => {
      const plain = (value: unknown) => JSON.parse(JSON.stringify(value));
      assert.deepEqual(plain(parseNamed(text, 'n')), read);
      assert.deepEqual(plain({ n: parseNamed(text, 'n').n }), plain({ n: parseQuery(text).n }));
    });
});
