// Presents rows that already have the shape of records: descriptions, test results, icons.
import type { Parameters } from '../../contract/grammar/parameter.ts';
import type { Static, TSchema } from '../../contract/grammar/schema.ts';
import type { Facts, Presenter } from './module.ts';

/** A value that the presenter does not change. */
type Immutable<T> = T extends readonly (infer Item)[]
  ? readonly Immutable<Item>[]
  : T extends object
    ? { readonly [Name in keyof T]: Immutable<T[Name]> }
    : T;

/** A row with the shape of a record: one property for each of the fields, with the type of the field. */
export type PlainRow<F extends Parameters> = { readonly [Name in keyof F]: Immutable<Static<F[Name]>> };

type RowOfAny<F> = F extends Parameters ? PlainRow<F> : never;
type NameInAny<F> = F extends unknown ? keyof F : never;

/**
 * Creates a presenter that returns the declared properties of a row unchanged. `declared` contains the fields of each resource of the
 * module. All scalar properties of the row are available as placeholders in the URLs of links.
 */
export function plainPresenter<const Declared extends readonly Parameters[]>(
  ...declared: Declared
): Presenter<Readonly<Record<NameInAny<Declared[number]>, TSchema>>, RowOfAny<Declared[number]>, undefined> {
  const names = new Set(declared.flatMap((fields) => Object.keys(fields)));
  const fields = [...names].map((name) => [name, (row: Readonly<Record<string, unknown>>) => row[name]]);
  return {
    prepare: async () => undefined,
    fields: Object.fromEntries(fields),
    facts: (row) => Object.fromEntries(Object.entries(row).filter(isPlain)),
  };
}

const isPlain = (property: [string, unknown]): property is [string, Facts[string]] =>
  ['string', 'number', 'boolean'].includes(typeof property[1]);
