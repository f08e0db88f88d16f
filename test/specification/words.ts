// The words that the tables of the specification are copied in.

/** What is said of a parameter, in the words of JSON schema; `required` as the index tells it. */
export type Said = Readonly<Record<string, unknown>>;

export type Parameters = Readonly<Record<string, Said>>;

/** Methods, the path with `<>` for what varies, parameters of each of the methods. */
export type Row = readonly [methods: string, path: string, parameters?: Parameters];

export const integer: Said = { type: 'integer' };
export const text: Said = { type: 'string' };
export const flag: Said = { type: 'boolean' };
export const integers: Said = { type: 'array' };
export const texts: Said = { type: 'array' };
export const any: Said = {};

export const needed = (said: Said): Said => ({ ...said, required: true });
export const byDefault = (value: unknown, said: Said = {}): Said => ({ ...said, default: value });
export const oneOf = (...values: string[]): Said => ({ enum: values });

export const context: Parameters = { context: { enum: ['view', 'embed', 'edit'], default: 'view' } };
export const force: Parameters = { force: byDefault(false, flag) };
export const mustForce: Parameters = { force: flag };

/** What an update says of fields that have defaults only where something is made. */
export const withoutDefaults = (fields: Parameters): Parameters =>
  Object.fromEntries(Object.entries(fields).map(([name, { default: _start, ...said }]) => [name, said]));

/** A default that a field has only where something is made. */
export const begunWith = (when: 'create' | 'change', value: unknown, said: Said): Said =>
  when === 'create' ? byDefault(value, said) : said;

export const paging = (perPage = 10): Parameters => ({
  page: byDefault(1, { ...integer, minimum: 1 }),
  per_page: byDefault(perPage, { ...integer, minimum: 1, maximum: 100 }),
});
