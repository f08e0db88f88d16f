import { type Expression, sql } from 'kysely';
import type { SearchColumn } from '../../dialect.ts';
import type { Slot } from '../../slot.ts';

/** Returns a `like` pattern that matches the text anywhere, with all wildcards escaped. */
function searchPattern(text: string): string {
  return `%${text.replaceAll('\0', '').replace(/[\\%_]/g, '\\$&')}%`;
}

/**
 * Returns a query for the IDs of entries that contain all of the texts; the indexes find them by trigrams. `reads_texts`, which is true, adds
 * the cost of reading the texts of an entry (migration 25). Without it, PostgreSQL reads all texts instead of an index that has many pending
 * texts: it counts each page of these as a random access to the disk, but not the pages and the time that reading a long text takes.
 */
export function textCandidates(columns: readonly SearchColumn[], texts: readonly Slot<string>[]): Expression<number> {
  const found = texts.map((text) => {
    const pattern = text.encoded<string>(searchPattern);
    return sql`(${sql.join(
      columns.map((column) => sql`${sql.ref(`searched.${column}`)} like ${pattern}`),
      sql` or `,
    )})`;
  });
  return sql<number>`select searched.entry_id from ${sql.table('entry_text')} as searched
    where searched.indexed = 1 and ${sql.join(found, sql` and `)} and reads_texts(searched.entry_id)`;
}

/** SQL that creates one trigram index for each text column. */
export const createSearchIndex = `
create extension if not exists pg_trgm;
create index entry_search_title on entry_text using gin (title gin_trgm_ops);
create index entry_search_excerpt on entry_text using gin (excerpt gin_trgm_ops);
create index entry_search_content on entry_text using gin (content gin_trgm_ops)
`;
