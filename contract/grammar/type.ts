// Replaces the TypeBox constructors that declarations use. The TypeScript types and JSON Schemas are the same; `type.test.ts` compares
// each constructor with TypeBox. TypeBox itself would add 370 modules, 15 MB of memory and a tenth of the startup time
// (docs/decisions/0008-startup-time.md).
import type TypeBox from 'typebox';
import type { TSchema } from 'typebox';

/** The property in which TypeBox marks optional schemas; not enumerable, so that it is not serialized. */
const optional = '~optional';

const isOptional = (schema: unknown): boolean => Object.hasOwn(schema as object, optional);

const schema = (keywords: object, annotations: object = {}): object => ({ ...keywords, ...annotations });

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

/** The constructors of schemas, with the types of TypeBox. `Record` supports only string keys. */
export const Type = constructors as unknown as Pick<typeof TypeBox, keyof typeof constructors>;
