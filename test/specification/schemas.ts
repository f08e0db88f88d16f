// Helpers for the tables of the specification.

/** A specified parameter, as JSON schema keywords; `required` is as in the index. */
export type ParameterSchema = Readonly<Record<string, unknown>>;

export type Parameters = Readonly<Record<string, ParameterSchema>>;

/** Methods, the path with `<>` for parameters, and the parameters of each of the methods. */
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

/** Returns the fields of an update without the defaults, which apply only on creation. */
export const withoutDefaults = (fields: Parameters): Parameters =>
  Object.fromEntries(Object.entries(fields).map(([name, { default: _start, ...schema }]) => [name, schema]));

/** Returns a parameter whose default applies only on creation. */
export const byDefaultOnCreate = (
  operation: 'create' | 'change',
  value: unknown,
  schema: ParameterSchema,
): ParameterSchema => (operation === 'create' ? byDefault(value, schema) : schema);

export const paging = (perPage = 10): Parameters => ({
  page: byDefault(1, { ...integer, minimum: 1 }),
  per_page: byDefault(perPage, { ...integer, minimum: 1, maximum: 100 }),
});
