// Declares plain columns: columns of the database with a value that clients write as a parameter, and that records return unchanged as a
// field of the same name. The types of table rows, arguments and fields, and the code that reads and writes the column, are derived
// from the declaration (docs/content-types.md, "Add a column").
import type { ContentType, Feature } from './content-type.ts';
import { type Static, schemaAnnotationsOf, type TSchema } from './schema.ts';

/** A value of a plain column in requests and responses. */
export type PlainValue = string | number | boolean;

/** The stored form of a value: booleans are stored as 0 and 1. */
export type StoredValue<V> = V extends boolean ? number : V extends string ? string : V;

/** A plain column. Its SQL type is text for strings, and integer for integers and booleans; it is never null. */
export interface Column<S extends TSchema = TSchema> {
  /** The schema of the field and, unless it is `readonly`, of the parameter. A read-only column is written only by code of its module. */
  readonly field: S;
  /** The value of new rows for which none was submitted. */
  readonly initial: PlainValue;
  /** The key of the meta field from which an import reads the value; absent if exports do not contain it. */
  readonly importedFrom?: string;
  /** The feature that a content type needs to have the field; absent if all content types have it. Only for columns of entries. */
  readonly feature?: Feature;
}

/** Plain columns of a table, keyed by name. */
export type Columns = Readonly<Record<string, Column>>;

/** The plain columns of a table row. */
export type StoredColumns<C extends Columns> = { -readonly [Name in keyof C]: StoredValue<Static<C[Name]['field']>> };

/** The arguments for writing plain columns. */
export type ColumnArgs<C extends Columns> = { readonly [Name in keyof C]?: Static<C[Name]['field']> | undefined };

/** The fields of plain columns. */
export type ColumnFields<C extends Columns> = { readonly [Name in keyof C]: C[Name]['field'] };

/** Options of a plain column. */
export type ColumnOptions = Pick<Column, 'importedFrom' | 'feature'>;

/** Declares a plain column with the schema of its field and the value of new rows. */
export const column = <S extends TSchema>(
  field: S,
  initial: Static<S> & PlainValue,
  options: ColumnOptions = {},
): Column<S> => ({ field, initial, ...options });

/** Returns the names of plain columns, in the order of their declaration. */
export const columnNames = <C extends Columns>(columns: C) => Object.keys(columns) as (keyof C & string)[];

/** The names of the columns that clients can write. */
export const writableColumnNames = <C extends Columns>(columns: C) =>
  columnNames(columns).filter((name) => !isReadonly(columns[name]));

/** Whether only the code of the module writes a column. */
export const isReadonly = (column: Column | undefined): boolean =>
  column !== undefined && schemaAnnotationsOf(column.field).readonly === true;

/** Returns the fields of plain columns. */
export const columnFields = <C extends Columns>(columns: C): ColumnFields<C> =>
  Object.fromEntries(columnNames(columns).map((name) => [name, columns[name]?.field])) as ColumnFields<C>;

/** Returns the fields of the plain columns that the entries of a content type have. */
export const columnFieldsOfType = <C extends Columns>(
  columns: C,
  { supports }: ContentType,
): Partial<ColumnFields<C>> =>
  columnFields(
    Object.fromEntries(
      Object.entries(columns).filter(([, { feature }]) => feature === undefined || supports.includes(feature)),
    ) as C,
  );
