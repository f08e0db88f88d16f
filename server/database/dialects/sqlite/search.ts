import { type Expression, sql } from 'kysely';
import { maxExactLength, minIndexedLength, type SearchColumn } from '../../dialect.ts';
import type { Slot } from '../../slot.ts';

/** Number of searchable columns; a search in all of them needs no column filter. */
const columnCount = 3;

/** Maximum number of trigrams of the rest of a long text that the index query contains. */
const maxTrigrams = 8;

/**
 * Returns the FTS5 query that finds every entry with the text in one of the columns. The query is one phrase. For a text longer than
 * `maxExactLength`, the phrase is its beginning, combined with some trigrams of the rest, so that other entries may match as well. No
 * character of the text acts as an operator.
 */
function searchQuery(columns: readonly SearchColumn[], text: string): string {
  const characters = [...withoutNul(text)];
  const rest = characters.slice(maxExactLength);
  const trigrams = rest.slice(2).map((last, at) => `${rest[at]}${rest[at + 1]}${last}`);
  // A text that is too short for the index becomes the empty phrase, which matches nothing.
  const phrases = [
    characters.length < minIndexedLength ? '' : characters.slice(0, maxExactLength).join(''),
    ...spread([...new Set(trigrams)], maxTrigrams),
  ].map((phrase) => `"${phrase.replaceAll('"', '""')}"`);
  const filter = columns.length < columnCount ? `{${columns.join(' ')}} : ` : '';
  return `${filter}(${phrases.join(' AND ')})`;
}

/** Returns at most `maxItems` items, evenly spread over the list. */
function spread<T>(items: readonly T[], maxItems: number): readonly T[] {
  if (items.length <= maxItems) return items;
  return Array.from(
    { length: maxItems },
    (_, at) => items[Math.floor((at * (items.length - 1)) / (maxItems - 1))] as T,
  );
}

/**
 * Returns a query for the IDs of entries that contain all of the texts, or may contain them. Entries whose texts are up to date in the
 * index are found through it; the pending texts are read.
 */
export function textCandidates(columns: readonly SearchColumn[], texts: readonly Slot<string>[]): Expression<number> {
  const queries = texts.map((text) => text.encoded<string>((value) => searchQuery(columns, value)));
  const pending = sql.table('pending_texts');
  const contained = texts.map((text) => {
    const searched = text.encoded<string | null>(scannedText);
    return sql`(${sql.join(
      columns.map((column) => sql`instr(${sql.ref(`t.${column}`)}, ${searched}) > 0`),
      sql` or `,
    )})`;
  });
  // SQLite joins the tables of a cross join in their order.
  return sql<number>`select rowid from ${sql.table('entry_search')}
    where entry_search match ${sql.join(queries, sql` || ' AND ' || `)} and rowid not in (select entry_id from ${pending})
    union all select t.entry_id from ${pending} as p cross join ${sql.table('entry_text')} as t
    where t.entry_id = p.entry_id and t.indexed = 1 and ${sql.join(contained, sql` and `)}`;
}

/** Returns the text that is looked for in pending texts; null, which is in none, if it is too short for the index. */
const scannedText = (text: string): string | null =>
  [...withoutNul(text)].length < minIndexedLength ? null : withoutNul(text);

/** SQL that creates an index over `entry_text` without a copy of its text, and triggers that update it. Migrations 16 and 23 replace it. */
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

/** Removes NUL, which SQLite treats as the end of a text. */
function withoutNul(text: string): string {
  return text.replaceAll('\0', '');
}
