// Long texts, which are loaded row by row: many of them in one statement would keep everything else waiting and be in memory
// together.
import { type RawBuilder, type SqlBool, sql } from 'kysely';

/** How long the texts of a row may be together where many rows are loaded at once. Bytes. */
const maxTextBytes = 64 * 1024;

/** Whether the texts in these columns are short together. Looks at lengths alone: neither engine reads a long text for that. */
export const hasShortTexts = (table: string, columns: readonly string[]): RawBuilder<SqlBool> => {
  const lengths = columns.map((name) => sql`octet_length(${sql.ref(`${table}.${name}`)})`);
  return sql<SqlBool>`${sql.join(lengths, sql` + `)} <= ${sql.lit(maxTextBytes)}`;
};
