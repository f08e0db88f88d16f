import { type Expression, type SqlBool, sql } from 'kysely';
import type { Column, SearchColumn } from '../../dialect.ts';
import type { Slot } from '../../slot.ts';

/** The shortest text that an index of three-character pieces can find. */
const SHORTEST_INDEXED = 3;

/**
 * A quoted phrase for the index, restricted to columns; nothing in the text acts as an operator. What is too short
 * for the index becomes the empty phrase, which finds nothing.
 */
export function searchNeedle(columns: readonly SearchColumn[], text: string): string {
  if (!isIndexed(text)) return '""';
  return `{${columns.join(' ')}} : "${withoutNul(text).replaceAll('"', '""')}"`;
}

/** Entries whose text contains the slot's text: by the index, or by a scan when the text is too short for it. */
export function textContains(
  columns: readonly SearchColumn[],
  text: Slot<string>,
  entryId: Column,
): Expression<SqlBool> {
  const needle = text.encoded<string>((value) => searchNeedle(columns, value));
  const short = text.encoded<string | null>((value) => (isIndexed(value) ? null : withoutNul(value)));
  const found = columns.map((column) => sql`instr(${sql.ref(`entry_text.${column}`)}, ${short}) > 0`);
  const id = typeof entryId === 'string' ? sql.ref(entryId) : entryId;
  return sql<SqlBool>`${id} in (
    select rowid from entry_search where entry_search match ${needle}
    union all
    select entry_text.entry_id from entry_text where ${short} is not null and (${sql.join(found, sql` or `)}))`;
}

/** An index beside `entry_text` that holds no text of its own; triggers keep it. */
export const createSearchIndex = `
create virtual table entry_search using fts5(
  title, excerpt, content,
  content='entry_text', content_rowid='entry_id', tokenize='trigram case_sensitive 1'
);
create trigger entry_search_insert after insert on entry_text begin
  insert into entry_search(rowid, title, excerpt, content)
  values (new.entry_id, new.title, new.excerpt, new.content);
end;
create trigger entry_search_delete after delete on entry_text begin
  insert into entry_search(entry_search, rowid, title, excerpt, content)
  values ('delete', old.entry_id, old.title, old.excerpt, old.content);
end;
create trigger entry_search_update after update on entry_text begin
  insert into entry_search(entry_search, rowid, title, excerpt, content)
  values ('delete', old.entry_id, old.title, old.excerpt, old.content);
  insert into entry_search(rowid, title, excerpt, content)
  values (new.entry_id, new.title, new.excerpt, new.content);
end
`;

function isIndexed(text: string): boolean {
  let characters = 0;
  for (const _ of withoutNul(text)) if (++characters >= SHORTEST_INDEXED) return true;
  return false;
}

/** SQLite takes NUL for the end of a text. */
function withoutNul(text: string): string {
  return text.replaceAll('\0', '');
}
