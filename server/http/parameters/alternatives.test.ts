import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { TSchema } from '../../../contract/grammar/schema.ts';
import { check } from './check.ts';

function outcome(schema: object, value: unknown): unknown {
  const result = check(schema as TSchema, value, 'a');
  if ('value' in result) return JSON.parse(JSON.stringify({ value: result.value }));
  return [result.error.code, result.error.data];
}

const noMatch = (position?: number) => ['rest_no_matching_schema', position === undefined ? null : { position }];
const multipleMatches = (...positions: number[]) => ['rest_one_of_multiple_matches', { positions }];

function table(name: string, schema: object, rows: ReadonlyArray<readonly [value: unknown, expected: unknown]>) {
  describe(name, () => {
    for (const [value, expected] of rows)
      test(`${JSON.stringify(value)}: ${JSON.stringify(expected)}`, () =>
        assert.deepEqual(outcome(schema, value), expected));
  });
}

const numbers = { type: 'array', items: { type: 'integer' } };
const query = {
  type: 'object',
  properties: {
    terms: numbers,
    include_children: { type: 'boolean' },
    operator: { type: 'string', enum: ['AND', 'OR'] },
  },
  additionalProperties: false,
};

table('a term query', { type: ['object', 'array'], oneOf: [numbers, query] }, [
  ['1,2', { value: [1, 2] }],
  [['1', 2], { value: [1, 2] }],
  [5, { value: [5] }],
  [{ terms: '1' }, { value: { terms: [1] } }],
  [{ terms: '' }, { value: { terms: [] } }],
  [
    { terms: [1], include_children: 'true', operator: 'AND' },
    { value: { terms: [1], include_children: true, operator: 'AND' } },
  ],
  ['x', noMatch(0)],
  ['1.5', noMatch(0)],
  [['1', 'x'], noMatch()],
  [['x'], noMatch()],
  [{ terms: 'x' }, noMatch(1)],
  [{ operator: 'XOR' }, noMatch(1)],
  [{ terms: [1], operator: 'and' }, noMatch(1)],
  [{ terms: [1], more: 1 }, noMatch(1)],
  ['', multipleMatches(0, 1)],
  [[], multipleMatches(0, 1)],
]);

table(
  'a UUID or an empty string',
  {
    type: 'string',
    oneOf: [
      { type: 'string', format: 'uuid' },
      { type: 'string', enum: [''] },
    ],
  },
  [
    ['', { value: '' }],
    ['8a4b1d2e-0c3f-4a5b-9c6d-7e8f9a0b1c2d', { value: '8a4b1d2e-0c3f-4a5b-9c6d-7e8f9a0b1c2d' }],
    ['x', noMatch()],
    [5, noMatch()],
  ],
);

const modifier = (type: string, args: object) => ({
  properties: { type: { type: 'string', enum: [type] }, args: { type: 'object', ...args } },
});
const edit = {
  type: 'array',
  minItems: 1,
  items: {
    type: 'object',
    required: ['type', 'args'],
    oneOf: [
      modifier('rotate', { required: ['angle'] }),
      modifier('crop', { required: ['left'] }),
      modifier('flip', {}),
    ],
  },
};

table('alternatives inherit the type of the enclosing schema', edit, [
  [[{ type: 'rotate', args: { angle: 90 } }], { value: [{ type: 'rotate', args: { angle: 90 } }] }],
  [[], ['rest_too_few_items', null]],
  [[{}], multipleMatches(0, 1, 2)],
  [[{ type: 'flip' }], ['rest_property_required', null]],
  [[{ type: 'blur', args: {} }], noMatch(0)],
  ['flip', noMatch()],
]);

table('the error of a single alternative is reported', { oneOf: [{ type: 'integer' }] }, [['x', noMatch(0)]]);

table(
  'the error of the alternative that declares most of the properties is reported',
  {
    oneOf: [
      { type: 'object', properties: { a: { type: 'integer' } }, required: ['z'] },
      { type: 'object', properties: { a: {}, b: {} }, required: ['z'] },
    ],
  },
  [
    [{ a: 1 }, noMatch(0)],
    [{ a: 1, b: 1 }, noMatch(1)],
    [{ c: 1 }, noMatch()],
    [{ constructor: 1 }, noMatch()],
  ],
);

table(
  'anyOf uses the first matching alternative and then applies the other keywords',
  { anyOf: [{ type: 'integer' }, { type: 'string' }], enum: [1, 'x'] },
  [
    ['1', { value: 1 }],
    ['x', { value: 'x' }],
    ['y', ['rest_not_in_enum', null]],
    [true, noMatch()],
  ],
);
