import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { TSchema } from '../../../contract/grammar/schema.ts';
import { assertCpuTime } from '../../../test/cpu-time.ts';
import { check } from './check.ts';

/** Returns the code and data of the error; undefined if the value is valid. */
function errorOf(schema: object, value: unknown): unknown[] | undefined {
  const result = check(schema as TSchema, value, 'a');
  return 'error' in result ? [result.error.code, result.error.data] : undefined;
}

type Case = readonly [rule: string, schema: object, passes: unknown, fails: unknown, code: string, data?: unknown];

const objectSchema = { type: 'object', properties: { n: { type: 'integer' } } };
const nestedSchema = { type: 'array', items: { type: 'object', properties: { width: { type: 'integer' } } } };

const rules: readonly Case[] = [
  ['type', { type: 'integer' }, 1, 'x', 'rest_invalid_type', { param: 'a' }],
  [
    'type of an array item',
    { type: 'array', items: { type: 'integer' } },
    '1,2',
    '1,x',
    'rest_invalid_type',
    { param: 'a[1]' },
  ],
  ['type of a property', objectSchema, { n: 1 }, { n: 'x' }, 'rest_invalid_type', { param: 'a[n]' }],
  [
    'type of a property of an item',
    nestedSchema,
    [{}],
    [{}, { width: 'x' }],
    'rest_invalid_type',
    { param: 'a[1][width]' },
  ],
  ['enum', { type: 'string', enum: ['asc', 'desc'] }, 'asc', 'ASC', 'rest_not_in_enum'],
  ['enum after conversion', { type: 'integer', enum: [1, 2] }, '1', '3', 'rest_not_in_enum'],
  ['enum of an item', { type: 'array', items: { type: 'string', enum: ['x'] } }, 'x', 'x,y', 'rest_not_in_enum'],
  ['enum of objects', { type: 'object', enum: [{ a: 1, b: 2 }] }, { b: 2, a: 1 }, { a: 1 }, 'rest_not_in_enum'],
  ['const', { type: 'string', const: 'x' }, 'x', 'y', 'rest_not_in_enum'],
  ['minimum', { type: 'integer', minimum: 1 }, 1, 0, 'rest_out_of_bounds'],
  ['maximum', { type: 'integer', maximum: 100 }, '100', '1e400', 'rest_out_of_bounds'],
  ['exclusiveMinimum', { type: 'number', exclusiveMinimum: 0 }, 0.1, 0, 'rest_out_of_bounds'],
  ['exclusiveMaximum', { type: 'number', exclusiveMaximum: 360 }, 359, 360, 'rest_out_of_bounds'],
  ['multipleOf', { type: 'number', multipleOf: 0.1 }, 0.3, 0.35, 'rest_invalid_multiple'],
  ['minLength', { type: 'string', minLength: 1 }, 'x', '', 'rest_too_short'],
  ['maxLength, in characters', { type: 'string', maxLength: 2 }, '😀😀', '😀😀😀', 'rest_too_long'],
  ['pattern, unanchored', { type: 'string', pattern: '\\w' }, '!x!', '!!!', 'rest_invalid_pattern'],
  ['pattern, anchored and in Unicode', { type: 'string', pattern: '^\\p{L}.$' }, 'ä😀', 'ä', 'rest_invalid_pattern'],
  ['date-time', { type: 'string', format: 'date-time' }, '2020-01-01T00:00:00', '', 'rest_invalid_date'],
  ['email', { type: 'string', format: 'email' }, 'a@b.co', 'a@b.c', 'rest_invalid_email'],
  ['ip', { type: 'string', format: 'ip' }, '::1', '', 'rest_invalid_ip'],
  ['uuid', { type: 'string', format: 'uuid' }, '8a4b1d2e-0c3f-4a5b-9c6d-7e8f9a0b1c2d', 'x', 'rest_invalid_uuid'],
  ['hex-color', { type: 'string', format: 'hex-color' }, '#fff', 'fff', 'rest_invalid_hex_color'],
  ['minItems', { type: 'array', minItems: 1 }, 'x', [], 'rest_too_few_items'],
  ['maxItems', { type: 'array', maxItems: 1 }, 'x', 'x y', 'rest_too_many_items'],
  ['uniqueItems', { type: 'array', uniqueItems: true }, ['a', 'b'], 'a,b,a', 'rest_duplicate_items'],
  [
    'uniqueItems regardless of the order of properties',
    { type: 'array', uniqueItems: true },
    [
      { a: 1, b: 2 },
      { a: 2, b: 1 },
    ],
    [
      { a: 1, b: [{ c: 1, d: 2 }] },
      { b: [{ d: 2, c: 1 }], a: 1 },
    ],
    'rest_duplicate_items',
  ],
  [
    'uniqueItems after conversion',
    { type: 'array', items: { type: 'integer' }, uniqueItems: true },
    '1,2',
    ['1', 1],
    'rest_duplicate_items',
  ],
  [
    'a custom rule, applied after conversion',
    { type: 'integer', refuse: (n: unknown) => (n === 13 ? 'must not be 13.' : undefined) },
    '12',
    '13',
    'rest_invalid_param',
  ],
  ['required property', { type: 'object', required: ['n'] }, { n: null }, {}, 'rest_property_required'],
  [
    'required property with the name of a prototype property',
    { type: 'object', required: ['constructor'] },
    { constructor: 1 },
    {},
    'rest_property_required',
  ],
  [
    'additionalProperties: false',
    { ...objectSchema, additionalProperties: false },
    { n: 1 },
    { m: 1 },
    'rest_additional_properties_forbidden',
  ],
  [
    'additionalProperties: a schema',
    { ...objectSchema, additionalProperties: { type: 'string' } },
    { m: 'x' },
    { m: 1 },
    'rest_invalid_type',
    { param: 'a[m]' },
  ],
  [
    'patternProperties',
    { type: 'object', patternProperties: { '^x-': { type: 'string' } }, additionalProperties: false },
    { 'x-1': '' },
    { 'x-1': 1 },
    'rest_invalid_type',
    { param: 'a[x-1]' },
  ],
  [
    'names that match no pattern',
    { type: 'object', patternProperties: { '^x-': {} }, additionalProperties: false },
    { 'x-1': 1 },
    { y: 1 },
    'rest_additional_properties_forbidden',
  ],
  ['minProperties', { type: 'object', minProperties: 1 }, { a: 1 }, {}, 'rest_too_few_properties'],
  ['maxProperties', { type: 'object', maxProperties: 1 }, { a: 1 }, { a: 1, b: 2 }, 'rest_too_many_properties'],
];

describe('each keyword accepts valid values and rejects invalid ones with its code', () => {
  for (const [rule, schema, passes, fails, code, data = null] of rules) {
    test(rule, () => {
      assert.equal(errorOf(schema, passes), undefined);
      assert.deepEqual(errorOf(schema, fails), [code, data]);
    });
  }
});

describe('validation stops at the first error', () => {
  const number = { type: 'integer', minimum: 1, maximum: 100, multipleOf: 0.5, enum: [2] };
  const text = { type: 'string', minLength: 2, maxLength: 3, pattern: '^a', enum: ['ab'], format: 'email' };
  const list = {
    type: 'array',
    items: { type: 'string', enum: ['x', 'y'] },
    minItems: 2,
    maxItems: 2,
    uniqueItems: true,
  };
  const object = {
    type: 'object',
    required: ['r'],
    properties: { n: { type: 'integer' } },
    additionalProperties: false,
    minProperties: 2,
  };
  const order: ReadonlyArray<readonly [schema: object, value: unknown, code: string]> = [
    [number, 'x', 'rest_invalid_type'],
    [number, 0.3, 'rest_invalid_multiple'],
    [number, 0.5, 'rest_out_of_bounds'],
    [number, 100.5, 'rest_out_of_bounds'],
    [number, 50.5, 'rest_invalid_type'],
    [number, 50, 'rest_not_in_enum'],
    [text, 0, 'rest_invalid_type'],
    [text, 'b', 'rest_too_short'],
    [text, 'bbbb', 'rest_too_long'],
    [text, 'bb', 'rest_invalid_pattern'],
    [text, 'aa', 'rest_not_in_enum'],
    [text, 'ab', 'rest_invalid_email'],
    [list, { a: 1 }, 'rest_invalid_type'],
    [list, ['z'], 'rest_not_in_enum'],
    [list, ['x'], 'rest_too_few_items'],
    [list, ['x', 'x', 'x'], 'rest_too_many_items'],
    [list, ['x', 'x'], 'rest_duplicate_items'],
    [object, 'x', 'rest_invalid_type'],
    [object, { n: 'x' }, 'rest_property_required'],
    [{ ...object, required: [] }, { n: 'x' }, 'rest_invalid_type'],
    [{ ...object, required: [] }, { m: 1, n: 'x' }, 'rest_additional_properties_forbidden'],
    [{ ...object, required: [] }, { n: 1 }, 'rest_too_few_properties'],
  ];
  for (const [schema, value, code] of order)
    test(`${JSON.stringify(value)}: ${code}`, () => assert.equal(errorOf(schema, value)?.[0], code));
});

test('a URL is corrected instead of rejected', () => {
  assert.deepEqual(check({ type: 'string', format: 'uri' } as TSchema, 'example.org', 'a'), {
    value: 'http://example.org',
  });
});

test('formats apply to strings only', () => {
  assert.deepEqual(check({ type: ['string', 'null'], format: 'date-time' } as TSchema, null, 'a'), { value: null });
});

test('the pattern for non-blank strings rejects long blank strings in linear time', () => {
  const blank = { type: 'string', pattern: '.*\\S.*' };
  assertCpuTime(() => assert.equal(errorOf(blank, ' '.repeat(1_000_000))?.[0], 'rest_invalid_pattern'), 500);
  assert.equal(errorOf(blank, '\n')?.[0], 'rest_invalid_pattern');
  assert.equal(errorOf(blank, ` \nx${' '.repeat(9)}`), undefined);
});
