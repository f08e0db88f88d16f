// The constructors of TypeBox that declarations are made with: the same types and the same JSON schema, without its library.
//
// Only what declares is needed to serve, and TypeBox comes as 370 modules: 15 MB and a tenth of the time of every start
// (docs/decisions/0008-what-a-start-loads.md). `type.test.ts` holds each of them against TypeBox itself.
import type TypeBox from 'typebox';
import type { TSchema } from 'typebox';

/** Where TypeBox keeps that a member may be absent: beside the words of JSON schema, so that nobody is shown it. */
const optional = '~optional';

const isOptional = (schema: unknown): boolean => Object.hasOwn(schema as object, optional);

/** A JSON schema with its annotations; what is not sent as an annotation is not in it. */
const schema = (words: object, annotations: object = {}): object => ({ ...words, ...annotations });

const constructors = {
  Array: (items: TSchema, annotations?: object) => schema({ type: 'array', items }, annotations),
  Boolean: (annotations?: object) => schema({ type: 'boolean' }, annotations),
  Integer: (annotations?: object) => schema({ type: 'integer' }, annotations),
  IsOptional: isOptional,
  Literal: (value: string | number | boolean, annotations?: object) =>
    schema({ type: typeof value, const: value }, annotations),
  Null: (annotations?: object) => schema({ type: 'null' }, annotations),
  Number: (annotations?: object) => schema({ type: 'number' }, annotations),
  Object: (properties: Readonly<Record<string, TSchema>>, annotations?: object) => {
    const required = Object.keys(properties).filter((name) => !isOptional(properties[name]));
    return schema({ type: 'object', ...(required.length > 0 && { required }), properties }, annotations);
  },
  Optional: (of: TSchema) => Object.defineProperty({ ...of }, optional, { value: true }),
  Record: (_keys: TSchema, values: TSchema, annotations?: object) =>
    schema({ type: 'object', patternProperties: { '^.*$': values } }, annotations),
  String: (annotations?: object) => schema({ type: 'string' }, annotations),
  Union: (anyOf: readonly TSchema[], annotations?: object) => schema({ anyOf }, annotations),
  Unsafe: (of: object) => of,
};

/** The constructors of declarations, as TypeBox types them. `Record` takes texts for keys only. */
export const Type = constructors as unknown as Pick<typeof TypeBox, keyof typeof constructors>;
