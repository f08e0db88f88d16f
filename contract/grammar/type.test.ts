import assert from 'node:assert/strict';
import test from 'node:test';
import TypeBox, { type TSchema } from 'typebox';
import { Type } from './type.ts';

/** Returns the same declarations made with either set of constructors. */
const made = (T: typeof Type): Readonly<Record<string, TSchema>> => ({
  text: T.String({ description: 'A name.', minLength: 1 }),
  integer: T.Integer({ minimum: 1 }),
  number: T.Number(),
  truth: T.Boolean({ default: false }),
  nothing: T.Null({ description: 'Nothing.' }),
  'a literal text': T.Literal('off', { description: 'Not at all.' }),
  'a literal number': T.Literal(7),
  'a literal truth': T.Literal(true),
  list: T.Array(T.Integer(), { maxItems: 3 }),
  choice: T.Union([T.String(), T.Null()], { description: 'Either.' }),
  record: T.Record(T.String(), T.Integer({ minimum: 0 }), { description: 'Counts.' }),
  'an object': T.Object({ name: T.String(), size: T.Optional(T.Integer()) }, { additionalProperties: false }),
  'an object of optional members': T.Object({ size: T.Optional(T.Integer()), name: T.Optional(T.String()) }),
  'an empty object': T.Object({}),
  optional: T.Optional(T.String({ description: 'Or not.' })),
  unsafe: T.Unsafe<'a' | 'b'>({ type: 'string', enum: ['a', 'b'] }),
  'an optional unsafe': T.Optional(T.Unsafe<string | null>({ type: ['string', 'null'] })),
});

const theirs = made(TypeBox);
for (const [name, schema] of Object.entries(made(Type))) {
  test(`${name}: equals the JSON Schema of TypeBox`, () => {
    assert.equal(JSON.stringify(schema), JSON.stringify(theirs[name]));
    assert.equal(Type.IsOptional(schema), TypeBox.IsOptional(theirs[name] as TSchema));
  });
}

test('accepts schemas made with TypeBox itself', () => {
  const size = TypeBox.Optional(TypeBox.Integer());
  assert.equal(Type.IsOptional(size), true);
  assert.deepEqual(Type.Object({ size, name: TypeBox.String() }).required, ['name']);
});

test('Optional does not change the original schema', () => {
  const name = Type.String();
  Type.Optional(name);
  assert.equal(Type.IsOptional(name), false);
});
