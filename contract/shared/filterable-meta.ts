// Declares the list parameters of filterable meta fields (docs/decisions/0018-filterable-meta.md).
import type { ContentType } from '../grammar/content-type.ts';
import {
  type Context,
  hasProperties,
  schemaAnnotationsOf,
  type TSchema,
  Type,
  viewAndEdit,
  withContexts,
} from '../grammar/schema.ts';

/** The kind of the values of a filterable field, which determines their order. */
export type FilterableKind = 'text' | 'number' | 'boolean' | 'date' | 'date-time';

/** A meta field by which lists can be filtered and sorted. */
export interface FilterableField {
  readonly name: string;
  readonly kind: FilterableKind;
  /** The schema of the field. */
  readonly schema: TSchema;
  /** The contexts that include the field. */
  readonly contexts: readonly Context[];
}

/** A value with which a field is compared. */
export type MetaValue = string | number | boolean;

/** A filter by a meta field: the value that it has, or the values between which it is. Both ends are excluded. */
export type MetaFilter = MetaValue | { readonly after?: MetaValue; readonly before?: MetaValue };

/** The filters of a list by meta fields, keyed by field. */
export type MetaQuery = Readonly<Record<string, MetaFilter>>;

/** The sort key of a meta field. */
export type MetaOrder = `meta.${string}`;

/** Returns the sort key of a meta field. */
export const metaOrder = (field: string): MetaOrder => `meta.${field}`;

/** Returns the meta field of a sort key; undefined if it is the key of another field. */
export const fieldOfOrder = (orderby: string): string | undefined =>
  orderby.startsWith('meta.') ? orderby.slice('meta.'.length) : undefined;

/** The keywords of a schema that determine whether the field can be filterable. */
interface Keywords {
  readonly type?: string | readonly string[];
  readonly format?: string;
}

/** Returns the filterable meta fields of a type, in the order of their declaration. */
export const filterableFields = (type: ContentType): FilterableField[] =>
  Object.entries(type.meta)
    .filter(([, schema]) => schemaAnnotationsOf(schema).filterable === true)
    .map(([name, schema]) => {
      const kind = kindOf(schema);
      if (kind === undefined) throw new Error(`the field ${name} of meta of the type ${type.name} is not filterable`);
      return { name, kind, schema, contexts: contextsOf(type, name) };
    });

/**
 * Throws an Error if a meta field of the type is declared as filterable, but lists cannot be filtered by it: its values are not single
 * strings, numbers or booleans, or responses do not contain it.
 */
export function requireFilterable(type: ContentType): void {
  for (const [name, schema] of Object.entries(type.meta)) {
    const { filterable, hidden } = schemaAnnotationsOf(schema);
    const fail = (reason: string) => {
      throw new Error(`the field ${name} of meta of the type ${type.name} cannot be filterable: ${reason}`);
    };
    if (filterable === undefined || filterable === false) continue;
    if (filterable !== true) fail('filterable must be true or false');
    if (kindOf(schema) === undefined)
      fail('its type must be string, integer, number or boolean, or one of them and null');
    if (type.servedAs !== 'entries') fail(`lists of ${type.noun.many} do not support it`);
    if (hidden === true || contextsOf(type, name).length === 0) fail('responses do not contain it');
  }
}

function kindOf(schema: TSchema): FilterableKind | undefined {
  const { type, format } = schema as Keywords;
  const [only, ...others] = [type ?? []].flat().filter((each) => each !== 'null');
  if (others.length > 0) return undefined;
  if (only === 'integer' || only === 'number') return 'number';
  if (only === 'boolean') return 'boolean';
  if (only !== 'string') return undefined;
  return format === 'date' || format === 'date-time' ? format : 'text';
}

/** Returns the contexts that include a meta field; none if responses do not contain it. */
function contextsOf(type: ContentType, name: string): readonly Context[] {
  if (!type.supports.includes('custom-fields')) return [];
  const meta = Type.Object(type.meta, { context: viewAndEdit });
  const shown: TSchema | undefined = withContexts<Record<string, TSchema>>({ meta }, type.shown).meta;
  if (shown === undefined || !hasProperties(shown)) return [];
  const field = shown.properties[name];
  if (field === undefined) return [];
  const within = schemaAnnotationsOf(shown).context ?? [];
  return (schemaAnnotationsOf(field).context ?? within).filter((context) => within.includes(context));
}

/** Returns the parameter that filters a list by meta fields. */
export const metaParameter = (fields: readonly FilterableField[]) =>
  Type.Unsafe<MetaQuery>({
    description:
      'Limits the list to entries with these values of meta fields. Entries without a value of a field are not listed.',
    type: 'object',
    properties: Object.fromEntries(fields.map((field) => [field.name, filterOf(field)])),
    additionalProperties: false,
  });

function filterOf({ name, kind, schema }: FilterableField): TSchema {
  const description = `Limits the list by the field ${name}.`;
  const value = schemaOfValue(kind, schema);
  if (kind === 'boolean') return Type.Unsafe<MetaValue>({ description, ...value });
  const after = { description: 'Limits the list to entries with a later or larger value.', ...value };
  const before = { description: 'Limits the list to entries with an earlier or smaller value.', ...value };
  return Type.Unsafe<MetaFilter>({
    description,
    anyOf: [
      { title: 'Value', description: 'The value of the field.', ...value },
      {
        title: 'Range',
        description: 'The values between which the value of the field is.',
        type: 'object',
        properties: { after, before },
        additionalProperties: false,
        minProperties: 1,
      },
    ],
  });
}

/** Returns the schema of a value with which a field is compared. */
function schemaOfValue(kind: FilterableKind, schema: TSchema): Readonly<Record<string, unknown>> {
  if (kind === 'boolean') return { type: 'boolean' };
  if (kind === 'number') return { type: [(schema as Keywords).type ?? []].flat().find((each) => each !== 'null') };
  if (kind === 'text') return { type: 'string' };
  return { type: 'string', format: kind, ...(kind === 'date' && { refuse: errorOfDate }) };
}

/** Returns the error of a value that is not a date; undefined if it is one. */
const errorOfDate = (value: unknown): string | undefined =>
  isDate(value) ? undefined : 'must be a date such as 2026-01-31.';

/** Whether a value is a date `YYYY-MM-DD`. */
export const isDate = (value: unknown): value is string => {
  if (typeof value !== 'string' || !/^\d{4}-\d\d-\d\d$/.test(value)) return false;
  const time = Date.parse(`${value}T00:00:00Z`);
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(value);
};
