import assert from 'node:assert/strict';
import test from 'node:test';
import TypeBox, { type TSchema } from 'typebox';
import { Type } from './type.ts';

/** Returns one schema per constructor and variant, created with the given constructors. */
const createSchemas = (T: typeof Type): Readonly<Record<string, TSchema>> => ({
  string: T.String({ description: 'A name.', minLength: 1 }),
  integer: T.Integer({ minimum: 1 }),
  number: T.Number(),
  boolean: T.Boolean({ default: false }),
  null: T.Null({ description: 'Nothing.' }),
  'a string literal': T.Literal('off', { description: 'Not at all.' }),
  'a number literal': T.Literal(7),
  'a boolean literal': T.Literal(true),
  array: T.Array(T.Integer(), { maxItems: 3 }),
  union: T.Union([T.String(), T.Null()], { description: 'Either.' }),
  record: T.Record(T.String(), T.Integer({ minimum: 0 }), { description: 'Counts.' }),
  'an object': T.Object({ name: T.String(), size: T.Optional(T.Integer()) }, { additionalProperties: false }),
  'an object with only optional properties': T.Object({ size: T.Optional(T.Integer()), name: T.Optional(T.String()) }),
  'an empty object': T.Object({}),
  optional: T.Optional(T.String({ description: 'Or not.' })),
  'an unsafe schema': T.Unsafe<'a' | 'b'>({ type: 'string', enum: ['a', 'b'] }),
  'an optional unsafe schema': T.Optional(T.Unsafe<string | null>({ type: ['string', 'null'] })),
});

const typeBoxSchemas = createSchemas(TypeBox);
for (const [name, schema] of Object.entries(createSchemas(Type))) {
  test(`the JSON Schema is that of TypeBox: ${name}`, () => {
    assert.equal(JSON.stringify(schema), JSON.stringify(typeBoxSchemas[name]));
    assert.equal(Type.IsOptional(schema), TypeBox.IsOptional(typeBoxSchemas[name] as TSchema));
  });
}

test('schemas created with TypeBox itself are accepted', () => {
  const size = TypeBox.Optional(TypeBox.Integer());
  assert.equal(Type.IsOptional(size), true);
  assert.deepEqual(Type.Object({ size, name: TypeBox.String() }).required, ['name']);
});

test('Type.Optional does not change the original schema', () => {
  const name = Type.String();
  Type.Optional(name);
  assert.equal(Type.IsOptional(name), false);
});
