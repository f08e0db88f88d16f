// Long texts that are left out of rows, so that many of them are not loaded in one statement, which nothing else can run
// beside and whose rows are in memory together.
import { type AliasedRawBuilder, sql } from 'kysely';

/** The longest text that is loaded with its row. Bytes. */
const maxBytesInRow = 64 * 1024;

/** A row from which long texts may have been left out. */
export interface Deferring {
  /** The bytes of all texts of the row, where one of them was left out: it is empty here. 0: the row is whole. */
  readonly deferred_bytes: number;
}

/** The columns of texts, those that are longer than 64 KB left empty, and `deferred_bytes`. `table` is the one they are of. */
export function deferring<const C extends string>(
  columns: readonly C[],
  table: string,
): [...AliasedRawBuilder<string, C>[], AliasedRawBuilder<number, 'deferred_bytes'>] {
  const column = (name: string) => sql.ref<string>(`${table}.${name}`);
  const isLong = (name: string) => sql<boolean>`octet_length(${column(name)}) > ${sql.lit(maxBytesInRow)}`;
  const texts = columns.map((name) => sql<string>`case when ${isLong(name)} then '' else ${column(name)} end`.as(name));
  const any = sql.join(columns.map(isLong), sql` or `);
  const bytes = sql.join(
    columns.map((name) => sql`octet_length(${column(name)})`),
    sql` + `,
  );
  return [...texts, sql<number>`case when ${any} then ${bytes} else 0 end`.as('deferred_bytes')];
}
