// Parameters of an endpoint: a schema each, with a default or marked optional, or else required.
import type { TObject, TOptional } from 'typebox';
import { contexts, type Notes, type Static, type TSchema, Type, words } from './schema.ts';

export type Parameters = Readonly<Record<string, TSchema>>;

/** The values an operation receives: checked, converted, defaults filled in. */
export type Args<P extends Parameters> = Static<TObject<P>>;

/** A parameter that may be left out and then is not there. */
export const optional = <S extends TSchema>(schema: S) => Type.Optional(schema);

/** Whether a request without this parameter is refused with `rest_missing_callback_param`. */
export const isRequired = (schema: TSchema): boolean => !Type.IsOptional(schema) && !('default' in schema);

/** The context a record is asked for in. */
export const contextParameter = words(contexts, {
  description:
    'How much of a record is shown: what readers see, what other records embed, or all that an editor may change.',
  default: 'view',
  first: true,
});

/** `force` of DELETE: past the trash, for good. */
export const forceParameter = (description = 'Deletes for good instead of moving to the trash.') =>
  Type.Boolean({ description, default: false });

type FieldsOf<F extends Parameters> = { [K in keyof F]: TOptional<F[K]> };

/**
 * The parameters that write a resource's fields: all fields that are not read-only, checked in the first round
 * (protocol.md §4.1). On create those noted `needed` are required; on change every one may be left out, and those
 * noted `createOnly` are not taken.
 */
export function writable<F extends Parameters>(fields: F, when: 'create' | 'change'): FieldsOf<F> {
  const taken = Object.entries(fields).filter(([, schema]) => isWritable(schema as Notes, when));
  return Object.fromEntries(taken.map(([name, schema]) => [name, asParameter(schema, when)])) as FieldsOf<F>;
}

const isWritable = (notes: Notes, when: 'create' | 'change') =>
  notes.readonly !== true && !(when === 'change' && notes.createOnly === true);

function asParameter(schema: TSchema, when: 'create' | 'change'): TSchema {
  const { context: _shown, default: _default, ...rest } = schema as TSchema & { context?: unknown; default?: unknown };
  const parameter = { ...rest, first: true } as TSchema;
  return when === 'create' && (schema as Notes).needed === true ? parameter : Type.Optional(parameter);
}
