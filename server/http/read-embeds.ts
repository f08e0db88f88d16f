// Reads single records by ID for embedding in the records that link to them (protocol.md §7.3).
import type { Call, Embedded, EmbedReader, PermissionError } from './module.ts';

/** Functions that find embedded rows, and decide whether the caller may read them. */
interface RowSource<Row> {
  /** Loads the existing rows with these IDs together. */
  find(ids: readonly number[], call: Call): Promise<readonly Row[]>;
  /** The error for IDs without a row. */
  readonly missing: PermissionError;
  /** Returns the error if the caller may not read a row. By default, all rows are readable. */
  forbid?(row: Row, call: Call): PermissionError | undefined;
}

/** Returns the function of an embed reader whose values are IDs. */
export const readEmbeds =
  <Row extends { readonly id: number }>({ find, missing, forbid }: RowSource<Row>): EmbedReader['read'] =>
  async (values, call) => {
    const rows = new Map((await find(values.map(Number), call)).map((row) => [String(row.id), row]));
    const embed = (value: string): Embedded => {
      const row = rows.get(value);
      const forbidden = row ? forbid?.(row, call) : missing;
      return forbidden ? { forbidden } : { row };
    };
    return new Map(values.map((value) => [value, embed(value)]));
  };
