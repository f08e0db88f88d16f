// Composes and presents the columns that contract/columns.ts declares.
import { type PlainColumns, plainColumns } from '../../contract/columns.ts';
import {
  type ColumnArgs,
  type Columns,
  isReadonly,
  type PlainValue,
  type StoredColumns,
} from '../../contract/grammar/column.ts';
import type { FieldMaker } from '../http/module.ts';

/** A table with plain columns. */
export type PlainTable = keyof typeof plainColumns;

/** The plain columns of a row. */
export type PlainRow<Table extends PlainTable> = StoredColumns<PlainColumns<Table>>;

/** Submitted values of plain columns. */
export type PlainArgs<Table extends PlainTable> = ColumnArgs<PlainColumns<Table>>;

/** The values of plain columns to write, and those that are already stored. */
interface Sources<Table extends PlainTable> {
  /** Submitted values. Values of read-only columns are ignored. */
  readonly args?: PlainArgs<Table>;
  /** The stored row; absent for a new row. */
  readonly before?: PlainRow<Table> | undefined;
  /** Values of new rows that replace the declared ones. */
  readonly initial?: Partial<PlainRow<Table>>;
}

const toStored = (value: PlainValue): string | number => (typeof value === 'boolean' ? Number(value) : value);

/** Returns the submitted values of the writable plain columns of a table in their stored form; empty if none was submitted. */
export function submittedColumns<Table extends PlainTable>(
  table: Table,
  args: PlainArgs<Table>,
): Partial<PlainRow<Table>> {
  const columns: Columns = plainColumns[table];
  const values = Object.entries(columns).flatMap(([name, column]) => {
    const value = isReadonly(column) ? undefined : (args as Readonly<Record<string, PlainValue | undefined>>)[name];
    return value === undefined ? [] : [[name, toStored(value)] as const];
  });
  return Object.fromEntries(values) as Partial<PlainRow<Table>>;
}

/** Returns the plain columns of a row to write: the submitted values, else the stored ones, else those of new rows. */
export function composeColumns<Table extends PlainTable>(
  table: Table,
  { args = {}, before, initial = {} }: Sources<Table> = {},
): PlainRow<Table> {
  const columns: Columns = plainColumns[table];
  const current = (before ?? initial) as Readonly<Record<string, string | number | undefined>>;
  const values = Object.entries(columns).map(([name, column]) => [name, current[name] ?? toStored(column.initial)]);
  return { ...Object.fromEntries(values), ...submittedColumns(table, args) };
}

/** Returns the presenters of the plain columns of a table. `columnsOf` returns the object with the columns of a row. */
export const presentColumns = <Table extends PlainTable, Row>(
  table: Table,
  columnsOf: (row: Row) => PlainRow<Table>,
): { readonly [Name in keyof PlainColumns<Table>]: FieldMaker<Row> } => {
  const columns: Columns = plainColumns[table];
  const columnOf = (row: Row, name: string): unknown => (columnsOf(row) as Readonly<Record<string, unknown>>)[name];
  const presenters = Object.entries(columns).map(([name, { initial }]): [string, FieldMaker<Row>] => [
    name,
    typeof initial === 'boolean' ? (row) => columnOf(row, name) === 1 : (row) => columnOf(row, name),
  ]);
  return Object.fromEntries(presenters) as { readonly [Name in keyof PlainColumns<Table>]: FieldMaker<Row> };
};
