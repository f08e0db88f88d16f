import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import type { TSchema } from '../../../contract/grammar/schema.ts';
import { check } from './check.ts';

const refused = Symbol('refused as another type');

/** What a value becomes; `refused` when it is refused as another type, at the value itself. */
function become(schema: object, value: unknown): unknown {
  const verdict = check(schema as TSchema, value, 'a');
  if ('value' in verdict) return verdict.value;
  assert.deepEqual([verdict.fault.code, verdict.fault.data], ['rest_invalid_type', { param: 'a' }]);
  return refused;
}

type Row = readonly [given: unknown, becomes: unknown];

function table(name: string, schema: object, rows: readonly Row[]) {
  describe(name, () => {
    for (const [given, expected] of rows) {
      const told = expected === refused ? 'is refused' : `becomes ${JSON.stringify(expected)}`;
      test(`${JSON.stringify(given)} ${told}`, () => {
        const actual = become(schema, given);
        assert.deepEqual(
          actual === refused ? refused : JSON.stringify(actual),
          expected === refused ? refused : JSON.stringify(expected),
        );
      });
    }
  });
}

const no = (...values: unknown[]): Row[] => values.map((value) => [value, refused]);
const largest = Number.MAX_SAFE_INTEGER;

table('string', { type: 'string' }, [
  ['', ''],
  ['x', 'x'],
  [' 5 ', ' 5 '],
  ...no(5, true, false, null, ['a'], {}, { a: 1 }),
]);

table('integer', { type: 'integer' }, [
  [1, 1],
  [1.0, 1],
  [-7, -7],
  ['1', 1],
  ['+5', 5],
  ['-5', -5],
  ['05', 5],
  [' 5 ', 5],
  ['\t5\n', 5],
  ['5.0', 5],
  ['5.', 5],
  ['1e1', 10],
  ['5e0', 5],
  ['.5e1', 5],
  ['-0', 0],
  [2 ** 53, largest],
  ['9007199254740993', largest],
  ['-99999999999999999999', -largest],
  ['1e400', largest],
  ...no(
    '',
    ' ',
    '.',
    '5x',
    'x5',
    '0x5',
    '5.5',
    5.5,
    '1 2',
    '1,2',
    '--5',
    '+ 5',
    '1e',
    'five',
    'Infinity',
    'NaN',
    Number.NaN,
    '٥',
    true,
    false,
    null,
    ['5'],
    { a: 5 },
  ),
]);

table('number', { type: 'number' }, [
  [1, 1],
  [1.5, 1.5],
  ['1.5', 1.5],
  ['-.5', -0.5],
  ['1e-2', 0.01],
  ['1e400', Number.MAX_VALUE],
  ...no('', 'x', '1,5', true, null, [1], {}),
]);

table('boolean', { type: 'boolean' }, [
  [true, true],
  [false, false],
  [1, true],
  [0, false],
  ['true', true],
  ['TRUE', true],
  ['1', true],
  ['false', false],
  ['False', false],
  ['0', false],
  ...no('', 'yes', 'on', '01', ' 1', 'maybe', 2, 0.5, -1, null, [true], {}),
]);

table('array', { type: 'array', items: { type: 'string' } }, [
  [[], []],
  [
    ['a', 'b'],
    ['a', 'b'],
  ],
  ['1, 2', ['1', '2']],
  ['1 2', ['1', '2']],
  [' a ,\n,b, ', ['a', 'b']],
  ['', []],
  [',', []],
  ['  ', []],
  [5, ['5']],
  [1.5, ['1.5']],
  [true, ['1']],
  [false, []],
  [{}, []],
  [{ 0: 'a', 7: 'b' }, ['a', 'b']],
  ...no({ a: 'x' }, { 0: 'a', b: 'c' }, null),
]);

table('array of integers', { type: 'array', items: { type: 'integer' } }, [
  ['1,2', [1, 2]],
  [
    ['1', 2, '3.0'],
    [1, 2, 3],
  ],
]);

table('object', { type: 'object', properties: { n: { type: 'integer' } } }, [
  [{}, {}],
  [
    { n: '1', other: '1' },
    { n: 1, other: '1' },
  ],
  [['a'], { 0: 'a' }],
  [[], {}],
  ['', {}],
  ...no('x', 5, true, null),
]);

table('null', { type: 'null' }, [[null, null], ...no('', 0, false, [], {})]);

table('a list of types takes the first that fits', { type: ['integer', 'boolean'] }, [
  ['1', 1],
  [1, 1],
  ['true', true],
  ...no('x', null),
]);

table('string and null', { type: ['string', 'null'] }, [['', ''], ['x', 'x'], [null, null], ...no(5, [])]);
table('boolean and array', { type: ['boolean', 'array'] }, [
  ['true', true],
  ['post', ['post']],
  ['', []],
  [['1'], ['1']],
]);
table('integer and string: the empty text is a text', { type: ['array', 'string'] }, [
  ['', ''],
  ['a', ['a']],
]);
table('object and array', { type: ['object', 'array'] }, [
  ['', {}],
  ['1,2', ['1', '2']],
  [['1'], ['1']],
  [{ a: 1 }, { a: 1 }],
]);
table('no type lets everything through', {}, [
  [5, 5],
  ['', ''],
  [null, null],
  [{ a: [1] }, { a: [1] }],
]);

const words = fc.record(
  {
    minimum: fc.integer(),
    maxLength: fc.nat(5),
    minItems: fc.nat(2),
    uniqueItems: fc.boolean(),
    multipleOf: fc.integer({ min: 1 }),
    pattern: fc.constantFrom('a', '^[a-z]+$', '.*\\S.*'),
    format: fc.constantFrom('date-time', 'uri', 'email'),
    enum: fc.array(fc.jsonValue({ maxDepth: 1 })),
  },
  { requiredKeys: [] },
);

/** Any declaration, nested at most so many times. */
function schemas(type: fc.Arbitrary<string>, depth: number): fc.Arbitrary<object> {
  const typed = fc.record(
    { type: fc.oneof(type, fc.array(type, { minLength: 1, maxLength: 3 })) },
    { requiredKeys: [] },
  );
  if (depth === 0) return typed;
  const inner = schemas(type, depth - 1);
  const several = fc.array(inner, { minLength: 1, maxLength: 3 });
  const nested = fc.record(
    {
      items: inner,
      additionalProperties: fc.oneof(fc.boolean(), inner),
      properties: fc.dictionary(fc.constantFrom('a', '__proto__'), inner),
      oneOf: several,
      anyOf: several,
    },
    { requiredKeys: [] },
  );
  return fc.tuple(typed, words, nested).map(([one, two, three]) => ({ ...one, ...two, ...three }));
}

describe('every value', () => {
  const type = fc.constantFrom('string', 'integer', 'number', 'boolean', 'array', 'object', 'null', 'unheard-of');
  const schema = schemas(type, 3);
  const value = fc.oneof(
    fc.jsonValue({ maxDepth: 4 }),
    fc.string(),
    fc.constantFrom('', '1', '1,2', 'true', { a: '1' }, { a: [] }),
  );

  test('is converted or refused, and never throws', () => {
    fc.assert(
      fc.property(schema, value, (any, given) => {
        const verdict = check(any as TSchema, given, 'a');
        assert.ok(
          'value' in verdict || (typeof verdict.fault.code === 'string' && verdict.fault.message.endsWith('.')),
        );
      }),
      { numRuns: 150 },
    );
  });

  test('that was converted once stays what it is', () => {
    fc.assert(
      fc.property(type, value, (word, given) => {
        const once = check({ type: word } as TSchema, given, 'a');
        if ('value' in once) assert.deepEqual(check({ type: word } as TSchema, once.value, 'a'), once);
      }),
    );
  });

  test('that is an object has no members but those that were given', () => {
    const verdict = check({ type: 'object' } as TSchema, JSON.parse('{"__proto__":{"polluted":1}}'), 'a');
    assert.ok('value' in verdict);
    assert.equal(Object.getPrototypeOf(verdict.value), null);
    assert.deepEqual(Object.keys(verdict.value as object), ['__proto__']);
  });

  test('of more than 10 000 items is refused before any is looked at', () => {
    const list = Array.from({ length: 10_001 }, () => 'no number');
    for (const value of [list, list.join(), list.join(' '), Object.assign({}, list)]) {
      const verdict = check({ type: 'array', items: { type: 'integer' } } as TSchema, value, 'a');
      assert.equal('fault' in verdict && verdict.fault.code, 'rest_too_many_items');
    }
    const most = Array.from({ length: 10_000 }, (_none, index) => String(index));
    for (const value of [most, most.join(), `,${most.join(', ')},`]) {
      const verdict = check({ type: 'array', items: { type: 'integer' } } as TSchema, value, 'a');
      assert.equal('value' in verdict && (verdict.value as number[]).length, 10_000);
    }
  });
});
