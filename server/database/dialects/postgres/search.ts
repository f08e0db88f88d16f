import { type Expression, type SqlBool, sql } from 'kysely';
import type { Column, SearchColumn } from '../../dialect.ts';
import type { Slot } from '../../slot.ts';

/** A pattern that matches the text anywhere, with nothing in it acting as a wildcard. */
export function searchNeedle(text: string): string {
  return `%${text.replaceAll('\0', '').replace(/[\\%_]/g, '\\$&')}%`;
}

/** Entries whose text contains the slot's text; three characters or more are looked up in the index. */
export function textContains(
  columns: readonly SearchColumn[],
  text: Slot<string>,
  entryId: Column,
): Expression<SqlBool> {
  const needle = text.encoded<string>(searchNeedle);
  const found = columns.map((column) => sql`${sql.ref(`entry_text.${column}`)} like ${needle}`);
  const id = typeof entryId === 'string' ? sql.ref(entryId) : entryId;
  return sql<SqlBool>`${id} in (select entry_text.entry_id from entry_text where ${sql.join(found, sql` or `)})`;
}

/** One index for each text, over its three-character pieces. */
export const createSearchIndex = `
create extension if not exists pg_trgm;
create index entry_search_title on entry_text using gin (title gin_trgm_ops);
create index entry_search_excerpt on entry_text using gin (excerpt gin_trgm_ops);
create index entry_search_content on entry_text using gin (content gin_trgm_ops)
`;
