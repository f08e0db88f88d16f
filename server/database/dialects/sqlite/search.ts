import { type Expression, sql } from 'kysely';
import { maxExactLength, minIndexedLength, type SearchColumn } from '../../dialect.ts';
import type { Slot } from '../../slot.ts';

/** The number of searched columns; a search in all of them needs no column filter. */
const columnCount = 3;

/** How many pieces of what is behind the indexed beginning of a text the index is asked for. */
const maxPieces = 8;

/**
 * The index query that finds every entry with the text in one of the columns: one phrase. Of a text longer than
 * `maxExactLength` the phrase is its beginning, beside some pieces of the rest, so that others may be found as well. Nothing
 * in the text acts as an operator.
 */
export function searchNeedle(columns: readonly SearchColumn[], text: string): string {
  const characters = [...withoutNul(text)];
  const rest = characters.slice(maxExactLength);
  const pieces = rest.slice(2).map((last, at) => `${rest[at]}${rest[at + 1]}${last}`);
  // The empty phrase finds nothing, which is what is left of a text that is too short for the index.
  const phrases = [
    characters.length < minIndexedLength ? '' : characters.slice(0, maxExactLength).join(''),
    ...spread([...new Set(pieces)], maxPieces),
  ].map((phrase) => `"${phrase.replaceAll('"', '""')}"`);
  const filter = columns.length < columnCount ? `{${columns.join(' ')}} : ` : '';
  return `${filter}(${phrases.join(' AND ')})`;
}

/** So many items at most, evenly spread over the list. */
function spread<T>(items: readonly T[], most: number): readonly T[] {
  if (items.length <= most) return items;
  return Array.from({ length: most }, (_, at) => items[Math.floor((at * (items.length - 1)) / (most - 1))] as T);
}

/** Ids of the entries that contain all of the texts, or may, from the index. */
export function textCandidates(columns: readonly SearchColumn[], texts: readonly Slot<string>[]): Expression<number> {
  const queries = texts.map((text) => text.encoded<string>((value) => searchNeedle(columns, value)));
  return sql<number>`select rowid from entry_search where entry_search match ${sql.join(queries, sql` || ' AND ' || `)}`;
}

/** An index beside `entry_text` that holds no text of its own; triggers keep it. Migration 16 puts another one in its place. */
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

/** SQLite takes NUL for the end of a text. */
function withoutNul(text: string): string {
  return text.replaceAll('\0', '');
}
