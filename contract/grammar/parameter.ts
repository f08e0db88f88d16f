// Declares parameters of endpoints. A parameter is a schema; it is required unless it has a default or is marked as optional.
import type { TObject, TOptional } from 'typebox';
import { contexts, enumOf, type SchemaAnnotations, type Static, type TSchema, Type } from './schema.ts';

export type Parameters = Readonly<Record<string, TSchema>>;

/**
 * The arguments that an operation receives: validated and converted, with defaults for missing ones. Parameters that only some
 * resources declare are optional properties of P, and so are their arguments.
 */
export type Args<P extends Parameters> = Static<TObject<Pick<P, DeclaredAlways<P>>>> &
  Partial<Static<TObject<Required<Omit<P, DeclaredAlways<P>>>>>>;

type DeclaredAlways<P> = { [K in keyof P]-?: Pick<P, K> extends Required<Pick<P, K>> ? K : never }[keyof P];

/** Declares an optional parameter without a default. */
export const optional = <S extends TSchema>(schema: S) => Type.Optional(schema);

/** Whether a request without this parameter is rejected with `rest_missing_callback_param`. */
export const isRequired = (schema: TSchema): boolean => !Type.IsOptional(schema) && !('default' in schema);

/** The `context` parameter, which selects the fields of records in the response. */
export const contextParameter = enumOf(contexts, {
  description:
    'The scope of the response: public fields (view), the fields of embedded records (embed), or all fields for editing (edit).',
  default: 'view',
  first: true,
});

/** Declares the `force` parameter of DELETE requests, which deletes permanently. */
export const forceParameter = (description = 'Deletes permanently instead of moving to the trash.') =>
  Type.Boolean({ description, default: false });

/** The parameters for changing fields. */
export type FieldsOf<F extends Parameters> = { [K in keyof F]: TOptional<F[K]> };

/** The parameters for creating a record: fields that are declared with `needed` are required. */
export type NewFieldsOf<F extends Parameters> = {
  [K in keyof F]: F[K] extends { readonly needed: true } ? F[K] : TOptional<F[K]>;
};

/**
 * Returns the parameters for writing the fields of a resource: all fields that are not read-only, validated in the first round
 * (protocol.md §4.1) and without defaults. For `create`, fields with the annotation `needed` are required. For `change`, all parameters are
 * optional, and fields with the annotation `createOnly` are excluded.
 */
export function writable<F extends Parameters>(fields: F, action: 'create'): NewFieldsOf<F>;
export function writable<F extends Parameters>(fields: F, action: 'change'): FieldsOf<F>;
export function writable(fields: Parameters, action: 'create' | 'change'): Parameters {
  const included = Object.entries(fields).filter(([, schema]) => isWritable(schema as SchemaAnnotations, action));
  return Object.fromEntries(included.map(([name, schema]) => [name, asParameter(schema, action)]));
}

const isWritable = (notes: SchemaAnnotations, action: 'create' | 'change') =>
  notes.readonly !== true && !(action === 'change' && notes.createOnly === true);

function asParameter(schema: TSchema, action: 'create' | 'change'): TSchema {
  const { context: _shown, default: _default, ...rest } = schema as TSchema & { context?: unknown; default?: unknown };
  const parameter = { ...rest, first: true } as TSchema;
  return action === 'create' && (schema as SchemaAnnotations).needed === true ? parameter : Type.Optional(parameter);
}
