// Provides helpers for declaring the tables of the specification.

/** JSON Schema keywords of a specified parameter. `required` is a boolean, as in the index. */
export type ParameterSchema = Readonly<Record<string, unknown>>;

export type Parameters = Readonly<Record<string, ParameterSchema>>;

/** Methods, path with `<>` as the placeholder for path parameters, and parameters of every method. */
export type Row = readonly [methods: string, path: string, parameters?: Parameters];

export const integer: ParameterSchema = { type: 'integer' };
export const text: ParameterSchema = { type: 'string' };
export const flag: ParameterSchema = { type: 'boolean' };
export const integers: ParameterSchema = { type: 'array' };
export const strings: ParameterSchema = { type: 'array' };
export const any: ParameterSchema = {};

export const required = (schema: ParameterSchema): ParameterSchema => ({ ...schema, required: true });
export const byDefault = (value: unknown, schema: ParameterSchema = {}): ParameterSchema => ({
  ...schema,
  default: value,
});
export const oneOf = (...values: string[]): ParameterSchema => ({ enum: values });

export const context: Parameters = { context: { enum: ['view', 'embed', 'edit'], default: 'view' } };
export const force: Parameters = { force: byDefault(false, flag) };
export const mustForce: Parameters = { force: flag };

/** Returns the fields without their defaults, which apply only to the creation of records. */
export const withoutDefaults = (fields: Parameters): Parameters =>
  Object.fromEntries(Object.entries(fields).map(([name, { default: _start, ...schema }]) => [name, schema]));

/** Returns a parameter that has a default only if the operation is `create`. */
export const byDefaultOnCreate = (
  operation: 'create' | 'change',
  value: unknown,
  schema: ParameterSchema,
): ParameterSchema => (operation === 'create' ? byDefault(value, schema) : schema);

export const paging = (perPage = 10): Parameters => ({
  page: byDefault(1, { ...integer, minimum: 1 }),
  per_page: byDefault(perPage, { ...integer, minimum: 1, maximum: 100 }),
});
