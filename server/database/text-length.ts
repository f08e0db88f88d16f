// Detects long texts. They are loaded row by row, because many of them in one statement would block all other work and be in memory
// at the same time.
import { type RawBuilder, type SqlBool, sql } from 'kysely';

/** Maximum total length of the texts of a row that is loaded together with other rows, in bytes. */
const maxTextBytes = 64 * 1024;

/**
 * Returns the condition that the total length of the texts in these columns is at most 64 KiB. Engines read only the lengths, not the
 * texts.
 */
export const hasShortTexts = (table: string, columns: readonly string[]): RawBuilder<SqlBool> => {
  const lengths = columns.map((name) => sql`octet_length(${sql.ref(`${table}.${name}`)})`);
  return sql<SqlBool>`${sql.join(lengths, sql` + `)} <= ${sql.lit(maxTextBytes)}`;
};
