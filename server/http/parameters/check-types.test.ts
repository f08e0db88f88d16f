import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import type { TSchema } from '../../../contract/grammar/schema.ts';
import { check } from './check.ts';

const wrongType = Symbol('wrong type');

/** Returns the converted value, or `wrongType` if the value itself has the wrong type. */
function convert(schema: object, value: unknown): unknown {
  const result = check(schema as TSchema, value, 'a');
  if ('value' in result) return result.value;
  assert.deepEqual([result.error.code, result.error.data], ['rest_invalid_type', { param: 'a' }]);
  return wrongType;
}

type Row = readonly [input: unknown, becomes: unknown];

function table(name: string, schema: object, rows: readonly Row[]) {
  describe(name, () => {
    for (const [input, expected] of rows) {
      const expectation = expected === wrongType ? 'is rejected' : `becomes ${JSON.stringify(expected)}`;
      test(`${JSON.stringify(input)} ${expectation}`, () => {
        const actual = convert(schema, input);
        assert.deepEqual(
          actual === wrongType ? wrongType : JSON.stringify(actual),
          expected === wrongType ? wrongType : JSON.stringify(expected),
        );
      });
    }
  });
}

const rejects = (...values: unknown[]): Row[] => values.map((value) => [value, wrongType]);
const maxInteger = Number.MAX_SAFE_INTEGER;

table('string', { type: 'string' }, [
  ['', ''],
  ['x', 'x'],
  [' 5 ', ' 5 '],
  ...rejects(5, true, false, null, ['a'], {}, { a: 1 }),
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
  [2 ** 53, maxInteger],
  ['9007199254740993', maxInteger],
  ['-99999999999999999999', -maxInteger],
  ['1e400', maxInteger],
  ...rejects(
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
  ...rejects('', 'x', '1,5', true, null, [1], {}),
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
  ...rejects('', 'yes', 'on', '01', ' 1', 'maybe', 2, 0.5, -1, null, [true], {}),
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
  ...rejects({ a: 'x' }, { 0: 'a', b: 'c' }, null),
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
  ...rejects('x', 5, true, null),
]);

table('null', { type: 'null' }, [[null, null], ...rejects('', 0, false, [], {})]);

table('a list of types uses the first that matches', { type: ['integer', 'boolean'] }, [
  ['1', 1],
  [1, 1],
  ['true', true],
  ...rejects('x', null),
]);

table('string and null', { type: ['string', 'null'] }, [['', ''], ['x', 'x'], [null, null], ...rejects(5, [])]);
table('boolean and array', { type: ['boolean', 'array'] }, [
  ['true', true],
  ['post', ['post']],
  ['', []],
  [['1'], ['1']],
]);
table('array and string: the empty string is a string', { type: ['array', 'string'] }, [
  ['', ''],
  ['a', ['a']],
]);
table('object and array', { type: ['object', 'array'] }, [
  ['', {}],
  ['1,2', ['1', '2']],
  [['1'], ['1']],
  [{ a: 1 }, { a: 1 }],
]);
table('no type accepts everything', {}, [
  [5, 5],
  ['', ''],
  [null, null],
  [{ a: [1] }, { a: [1] }],
]);

const keywords = fc.record(
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

/** Generates declarations nested at most `depth` levels deep. */
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
  return fc.tuple(typed, keywords, nested).map(([one, two, three]) => ({ ...one, ...two, ...three }));
}

describe('any value', () => {
  const type = fc.constantFrom('string', 'integer', 'number', 'boolean', 'array', 'object', 'null', 'unheard-of');
  const schema = schemas(type, 3);
  const value = fc.oneof(
    fc.jsonValue({ maxDepth: 4 }),
    fc.string(),
    fc.constantFrom('', '1', '1,2', 'true', { a: '1' }, { a: [] }),
  );

  test('is converted or rejected without throwing', () => {
    fc.assert(
      fc.property(schema, value, (anySchema, input) => {
        const result = check(anySchema as TSchema, input, 'a');
        assert.ok('value' in result || (typeof result.error.code === 'string' && result.error.message.endsWith('.')));
      }),
      { numRuns: 150 },
    );
  });

  test('does not change when it is converted again', () => {
    fc.assert(
      fc.property(type, value, (typeName, input) => {
        const once = check({ type: typeName } as TSchema, input, 'a');
        if ('value' in once) assert.deepEqual(check({ type: typeName } as TSchema, once.value, 'a'), once);
      }),
    );
  });

  test('that is an object has only the submitted properties', () => {
    const result = check({ type: 'object' } as TSchema, JSON.parse('{"__proto__":{"polluted":1}}'), 'a');
    assert.ok('value' in result);
    assert.equal(Object.getPrototypeOf(result.value), null);
    assert.deepEqual(Object.keys(result.value as object), ['__proto__']);
  });

  test('with more than 10 000 items is rejected before any item is validated', () => {
    const list = Array.from({ length: 10_001 }, () => 'no number');
    for (const value of [list, list.join(), list.join(' '), Object.assign({}, list)]) {
      const result = check({ type: 'array', items: { type: 'integer' } } as TSchema, value, 'a');
      assert.equal('error' in result && result.error.code, 'rest_too_many_items');
    }
    const maxList = Array.from({ length: 10_000 }, (_none, index) => String(index));
    for (const value of [maxList, maxList.join(), `,${maxList.join(', ')},`]) {
      const result = check({ type: 'array', items: { type: 'integer' } } as TSchema, value, 'a');
      assert.equal('value' in result && (result.value as number[]).length, 10_000);
    }
  });
});
