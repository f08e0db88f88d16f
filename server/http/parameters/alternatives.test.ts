import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { TSchema } from '../../../contract/grammar/schema.ts';
import { check } from './check.ts';

function outcome(schema: object, value: unknown): unknown {
  const verdict = check(schema as TSchema, value, 'a');
  if ('value' in verdict) return JSON.parse(JSON.stringify({ value: verdict.value }));
  return [verdict.fault.code, verdict.fault.data];
}

const none = (position?: number) => ['rest_no_matching_schema', position === undefined ? null : { position }];
const several = (...positions: number[]) => ['rest_one_of_multiple_matches', { positions }];

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
  ['x', none(0)],
  ['1.5', none(0)],
  [['1', 'x'], none()],
  [['x'], none()],
  [{ terms: 'x' }, none(1)],
  [{ operator: 'XOR' }, none(1)],
  [{ terms: [1], operator: 'and' }, none(1)],
  [{ terms: [1], more: 1 }, none(1)],
  ['', several(0, 1)],
  [[], several(0, 1)],
]);

table(
  'a UUID or nothing',
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
    ['x', none()],
    [5, none()],
  ],
);

const part = (type: string, args: object) => ({
  properties: { type: { type: 'string', enum: [type] }, args: { type: 'object', ...args } },
});
const edit = {
  type: 'array',
  minItems: 1,
  items: {
    type: 'object',
    required: ['type', 'args'],
    oneOf: [part('rotate', { required: ['angle'] }), part('crop', { required: ['left'] }), part('flip', {})],
  },
};

table('steps of an edit: the alternatives take the type around them', edit, [
  [[{ type: 'rotate', args: { angle: 90 } }], { value: [{ type: 'rotate', args: { angle: 90 } }] }],
  [[], ['rest_too_few_items', null]],
  [[{}], several(0, 1, 2)],
  [[{ type: 'flip' }], ['rest_property_required', null]],
  [[{ type: 'blur', args: {} }], none(0)],
  ['flip', none()],
]);

table('a single alternative is blamed', { oneOf: [{ type: 'integer' }] }, [['x', none(0)]]);

table(
  'the alternative that declares most of the members is blamed',
  {
    oneOf: [
      { type: 'object', properties: { a: { type: 'integer' } }, required: ['z'] },
      { type: 'object', properties: { a: {}, b: {} }, required: ['z'] },
    ],
  },
  [
    [{ a: 1 }, none(0)],
    [{ a: 1, b: 1 }, none(1)],
    [{ c: 1 }, none()],
    [{ constructor: 1 }, none()],
  ],
);

table(
  'anyOf takes the first that fits and then looks at the rest of the words',
  { anyOf: [{ type: 'integer' }, { type: 'string' }], enum: [1, 'x'] },
  [
    ['1', { value: 1 }],
    ['x', { value: 'x' }],
    ['y', ['rest_not_in_enum', null]],
    [true, none()],
  ],
);
