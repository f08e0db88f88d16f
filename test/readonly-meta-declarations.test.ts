// Tests where meta fields can declare read-only properties.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { makeContract } from '../contract/contract.ts';
import { Type } from '../contract/grammar/schema.ts';
import { event } from './event-type.ts';

const fixed = { type: 'string', readonly: true };
const object = { type: 'object', properties: { fixed } };
const declare = (field: object) => makeContract({ types: [{ ...event, meta: { field: Type.Unsafe(field) } }] });

describe('read-only properties of meta fields', () => {
  const invalid: readonly (readonly [name: string, field: object, message: RegExp])[] = [
    [
      'in items',
      { type: 'array', items: object },
      /^the meta of the type event is invalid: field contains .* items of a list/,
    ],
    [
      'in nested items',
      { type: 'object', properties: { list: { type: 'array', items: object } } },
      /field\.list contains/,
    ],
    ['as items', { type: 'array', items: fixed }, /items of a list/],
    ['in items of items', { type: 'array', items: { type: 'array', items: object } }, /items of a list/],
    ['in other properties', { type: 'object', additionalProperties: object }, /without a declared name/],
    ['in patterns', { type: 'object', patternProperties: { '^a': fixed } }, /without a declared name/],
    ['in alternatives', { anyOf: [object, { type: 'string' }] }, /in alternatives/],
    ['of what may be a text', { ...object, type: ['object', 'string'] }, /its type must be object/],
  ];
  for (const [name, field, message] of invalid)
    it(`are rejected ${name}`, () => {
      assert.throws(() => declare(field), { message });
    });

  it('are accepted in objects at every depth, and everywhere in a field that is read-only itself', () => {
    declare({
      type: 'object',
      properties: { inner: { ...object, type: ['object', 'null'] }, list: { ...fixed, type: 'array', items: object } },
    });
    declare({ type: 'array', readonly: true, items: object });
  });
});
