// Declares schemas of values. A schema is a JSON Schema with a TypeBox type: the TypeScript type, validation, the site index, OPTIONS and
// the OpenAPI document are all derived from it.
import type { Static, TSchema } from 'typebox';
import { Type } from './type.ts';

export type { Static, TSchema };
export { Type };

/** The scope of a record: for readers (`view`), embedded in another record (`embed`), or for editing (`edit`). */
export type Context = 'view' | 'embed' | 'edit';

/** All contexts, in the order in which the index lists them (specification: Conventions). */
export const contexts = ['view', 'embed', 'edit'] as const;

export const everywhere: readonly Context[] = ['view', 'edit', 'embed'];
export const viewAndEdit: readonly Context[] = ['view', 'edit'];
export const editOnly: readonly Context[] = ['edit'];
export const editAndEmbed: readonly Context[] = ['edit', 'embed'];
export const never: readonly Context[] = [];

/**
 * Annotations of a schema in addition to the JSON Schema keywords.
 *
 * They are internal to the server, except `context` and `readonly`, which OPTIONS returns.
 */
export interface SchemaAnnotations {
  /** The contexts that include a field. If absent, all contexts that include its parent do. */
  readonly context?: readonly Context[];
  /** Whether the field is returned but cannot be written. */
  readonly readonly?: boolean;
  /** Values that may be returned but not submitted, in addition to the enum. */
  readonly alsoShown?: readonly string[];
  /** Types of returned values in addition to the documented type. */
  readonly alsoTypes?: readonly string[];
  /** Whether a text field accepts any type. A value that is neither a string nor `{raw}` counts as not submitted (protocol.md §4.1). */
  readonly unchecked?: boolean;
  /** The name of a custom check, which runs in the first round (protocol.md §4.4, last row). */
  readonly check?: string;
  /**
   * Checks a rule that JSON Schema cannot express. It is called only with values that match the schema. Returns an error message without
   * its first word, which is the name of the parameter; undefined if the value is valid.
   */
  readonly refuse?: (value: unknown) => string | undefined;
  /** Whether the value contains requests. The lengths of strings in a request are checked when the request is executed. */
  readonly holdsRequests?: boolean;
  /** Whether the value is validated in the first of the two rounds (protocol.md §4.1). */
  readonly first?: boolean;
  /** The name of a custom cleaner, which changes or rejects the value in the second round. */
  readonly clean?: string;
  /** Whether the field is required on create; set by `needed`. */
  readonly needed?: boolean;
  /** Whether the parameter is documented as required although it has a default. */
  readonly toldRequired?: boolean;
  /** The documented type of a parameter that accepts other types too. */
  readonly toldType?: string;
  /** Whether the field can only be set on create. */
  readonly createOnly?: boolean;
  /** Whether some records lack the field in the contexts that include it. */
  readonly sometimes?: boolean;
  /** Whether the field can be written but is never returned. */
  readonly hidden?: boolean;
  /**
   * For secrets of extensions: the names of the settings next to it with which it is used. They cannot be changed while the secret is set,
   * unless the same request replaces or deletes it.
   */
  readonly boundTo?: readonly string[];
  /** The control that a setting of an extension needs in user interfaces: `terms` for lists of IDs of terms, keyed by taxonomy. */
  readonly control?: 'terms';
  /** Labels of the values of an enum in user interfaces, keyed by value. */
  readonly enumLabels?: Readonly<Record<string, string>>;
  /** Whether revisions store the meta field. */
  readonly revised?: boolean;
  /** Whether lists can be filtered and sorted by the meta field. */
  readonly filterable?: boolean;
  /** The schema of the JSON that the string contains. Abilities accept the value itself instead of the string. */
  readonly json?: TSchema;
  /** Whether the index and schemas omit the parameter or field. */
  readonly unlisted?: boolean;
  /** The regular expression of a path parameter. */
  readonly segment?: string;
  /**
   * Whether the value is a name of the contract, or a list of such names. Mounts with another spelling translate it (docs/names.md).
   * Must not be set for values that users enter.
   */
  readonly isName?: true;
  /** Whether the names of undeclared properties of the value are names of the contract. */
  readonly keysAreNames?: true;
  /** Converts names in a value to and from the native spelling. Present only in schemas that were translated to another spelling. */
  readonly convert?: (value: unknown) => unknown;
}

/** Annotations and JSON Schema keywords (description, default, minimum …). */
export type Annotations = SchemaAnnotations & Readonly<Record<string, unknown>>;

/** Marks a field as required on create. */
export const needed = <S extends TSchema>(schema: S): S & { readonly needed: true } => ({ ...schema, needed: true });

/** Declares an enum of strings. */
export const enumOf = <const Values extends readonly string[]>(values: Values, notes: Annotations = {}) =>
  Type.Unsafe<Values[number]>({ type: 'string', enum: values, ...notes });

/** Declares a list of values of an enum of strings. */
export const listOf = <const V extends string>(values: readonly V[], notes: Annotations = {}) =>
  Type.Unsafe<V[]>({ type: 'array', items: { type: 'string', enum: values }, ...notes });

/** Declares a list of IDs. */
export const ids = (notes: Annotations = {}) =>
  Type.Unsafe<number[]>({ type: 'array', items: Type.Integer(), ...notes });

/** Declares a list of strings. */
export const strings = (notes: Annotations = {}) =>
  Type.Unsafe<string[]>({ type: 'array', items: Type.String(), ...notes });

/** A submitted text: a string, or an object with the text in `raw` (posts-and-pages.md §5). */
export type TextInput = string | { readonly raw?: unknown };

/** Declares a text with a raw and a rendered form. Requests may contain any value in its place (`unchecked`). */
export const textField = (properties: Readonly<Record<string, TSchema>>, notes: Annotations) =>
  Type.Unsafe<TextInput>(Type.Object(properties, { ...notes, unchecked: true }));

/** Declares the meta fields of a record. Requests may contain a list in its place, as some clients send an empty one. */
export const metaObject = (fields: Readonly<Record<string, TSchema>>, notes: Annotations) =>
  Type.Unsafe<Readonly<Record<string, unknown>>>(Type.Object(fields, { ...notes, check: 'object-or-list' }));

const readOnly = (description: string, context: readonly Context[], notes: Annotations) =>
  ({ description, context, readonly: true, ...notes }) as const;

/** Constructors of schemas of fields that clients cannot write. */
export const ReadOnly = {
  Boolean: (description: string, context: readonly Context[], notes: Annotations = {}) =>
    Type.Boolean(readOnly(description, context, notes)),
  Integer: (description: string, context: readonly Context[], notes: Annotations = {}) =>
    Type.Integer(readOnly(description, context, notes)),
  String: (description: string, context: readonly Context[], notes: Annotations = {}) =>
    Type.String(readOnly(description, context, notes)),
};

/** Declares an object with arbitrary properties. */
export const anyObject = (notes: Annotations = {}) => Type.Unsafe<object>({ type: 'object', ...notes });

/** Declares a timestamp that can be reset with null (posts-and-pages.md §6). */
export const resettableTimestamp = (notes: Annotations = {}) =>
  Type.Unsafe<string>({ type: ['string', 'null'], format: 'date-time', ...notes });

/** Declares a timestamp that is never null. */
export const timestamp = (notes: Annotations = {}) => Type.String({ format: 'date-time', ...notes });

/** Declares a timestamp in responses that may be null. */
export const nullableTimestamp = (description: string, context: readonly Context[], notes: Annotations = {}) =>
  Type.Unsafe<string | null>({ description, type: ['string', 'null'], format: 'date-time', context, ...notes });

/** Whether a schema declares properties, as those of objects and texts do. */
export const hasProperties = (schema: TSchema): schema is { readonly properties: Readonly<Record<string, TSchema>> } =>
  'properties' in schema;

/** Returns the annotations of a schema. */
export const schemaAnnotationsOf = (schema: TSchema): SchemaAnnotations => schema as SchemaAnnotations;

/**
 * Returns fields with the contexts in `contextsOf`, whose keys are names of fields, or dotted names of nested properties: `title.raw`.
 * Fields and properties whose list of contexts is empty are removed.
 */
export function withContexts<F extends Readonly<Record<string, TSchema>>>(
  fields: F,
  contextsOf: Readonly<Record<string, readonly Context[]>>,
  path = '',
): F {
  const visibleFields = Object.entries(fields).filter(([name]) => contextsOf[path + name]?.length !== 0);
  const changed = visibleFields.map(([name, schema]): [string, TSchema] => {
    const dottedName = path + name;
    const hasNestedChanges = Object.keys(contextsOf).some((each) => each.startsWith(`${dottedName}.`));
    if (!hasNestedChanges && !(dottedName in contextsOf)) return [name, schema];
    return [
      name,
      {
        ...schema,
        ...(dottedName in contextsOf && { context: contextsOf[dottedName] }),
        ...(hasNestedChanges &&
          hasProperties(schema) && { properties: withContexts(schema.properties, contextsOf, `${dottedName}.`) }),
      },
    ];
  });
  return Object.fromEntries(changed) as F;
}
