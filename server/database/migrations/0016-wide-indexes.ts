// Lists are filtered within the indexes that they are ordered by: rows hold whole texts, so reading one column of each of many
// takes as long as reading their texts. And the search index holds no drafts any more, so that they cost time to nobody who
// may not read them; of long texts it holds a part (searched-text.ts).
import type { Migration, MigrationHandle } from '../migrate.ts';
import { indexedText, maxSearchedLength, maxSearchedPieces } from '../searched-text.ts';
import type { Slots } from '../slot.ts';
import { statement } from '../statement.ts';

/** What lists are filtered by. */
const facts = ['date', 'modified', 'author', 'parent', 'menu_order', 'format', 'sticky', 'rights_status', 'status'];

/** Indexes that get the facts beside their columns. */
const indexes: readonly (readonly [name: string, columns: string])[] = [
  ['entries_by_date', 'type status date id'],
  ['entries_of_all_states_by_date', 'type date id'],
  ['entries_by_modified', 'type status modified id'],
  ['entries_by_title', 'type status title_key id'],
  ['entries_ordered_by_slug', 'type status slug id'],
  ['entries_by_id', 'type status id'],
  ['entries_by_author', 'type author status date id'],
  ['entries_ordered_by_author', 'type status author id'],
  ['entries_by_parent', 'parent type status date id'],
  ['entries_ordered_by_parent', 'type status parent id'],
  ['entries_by_menu_order', 'type status menu_order id'],
  ['entries_by_format', 'type format status date id'],
];

/** What more is in the index of ids, through which entries are read that were found elsewhere. PostgreSQL has short rows already. */
const sorted = ['title_key', 'slug'];

/** What comments are filtered by, and what tells who may read them. */
const commentFacts = ['post', 'parent', 'author', 'date', 'status', 'type'];

const commentIndexes: readonly (readonly [name: string, columns: string])[] = [
  ['comments_by_moment', 'type status date_gmt id'],
  ['comments_of_all_states', 'type date_gmt id'],
  ['comments_of_all_types', 'status date_gmt id'],
  ['comments_by_date', 'type status date id'],
  ['comments_by_id', 'type status id'],
];

/** Holds no text of its own; triggers keep it in step with the rows of `entry_text` that are `indexed`. */
const sqliteSearchIndex = `
  create virtual table entry_search using fts5(
    title, excerpt, content, content='', columnsize=0, tokenize='trigram case_sensitive 1'
  );
  insert into entry_search(rowid, title, excerpt, content)
    select entry_id, title, excerpt, content from entry_text where indexed = 1 order by entry_id;
  create trigger entry_search_insert after insert on entry_text when new.indexed = 1 begin
    insert into entry_search(rowid, title, excerpt, content)
    values (new.entry_id, new.title, new.excerpt, new.content);
  end;
  create trigger entry_search_delete after delete on entry_text when old.indexed = 1 begin
    insert into entry_search(entry_search, rowid, title, excerpt, content)
    values ('delete', old.entry_id, old.title, old.excerpt, old.content);
  end;
  create trigger entry_search_update after update on entry_text begin
    insert into entry_search(entry_search, rowid, title, excerpt, content)
    select 'delete', old.entry_id, old.title, old.excerpt, old.content where old.indexed = 1;
    insert into entry_search(rowid, title, excerpt, content)
    select new.entry_id, new.title, new.excerpt, new.content where new.indexed = 1;
  end
`;

const postgresSearchIndex = ['title', 'excerpt', 'content']
  .map(
    (column) =>
      `create index entry_search_${column} on entry_text using gin (${column} gin_trgm_ops) where indexed = 1`,
  )
  .join(';');

const dropSearchIndex = {
  sqlite: `drop trigger entry_search_insert; drop trigger entry_search_delete; drop trigger entry_search_update;
    drop table entry_search`,
  postgres: 'drop index entry_search_title; drop index entry_search_excerpt; drop index entry_search_content',
};

export const wideIndexes: Migration = {
  number: 16,
  name: 'wide indexes',
  async up(tx) {
    for (const [name, listed] of indexes) {
      const columns = listed.split(' ');
      // A password is rarely there but may be long, and so may a title: an index row of PostgreSQL has a limit.
      const password = ['entries_by_date', 'entries_by_id'].includes(name) ? ['password'] : [];
      const more = [...facts.filter((fact) => !columns.includes(fact)), ...password];
      await widen(tx, 'entries', name, columns, more, name === 'entries_by_id' ? sorted : []);
    }
    for (const [name, listed] of commentIndexes) {
      const columns = listed.split(' ');
      const more = commentFacts.filter((fact) => !columns.includes(fact));
      await widen(tx, 'comments', name, columns, more);
    }
    await widen(tx, 'comment_counts', 'comment_counts_by_parent', ['parent', 'type', 'status', 'post'], ['n']);
    await tx.execute(dropSearchIndex);
    const { integer } = tx.dialect.types;
    // Most entries are in the index: a default rewrites none of them.
    await tx.execute(`alter table entry_text add column indexed ${integer} not null default 1`);
    await tx.execute(`update entry_text set indexed = 0
      where entry_id in (select id from entries where status not in ('publish', 'future', 'private', 'inherit'))`);
    await shortenTexts(tx);
    await tx.execute({ sqlite: sqliteSearchIndex, postgres: postgresSearchIndex });
  },
};

/** Makes an index anew that also holds `more`, so that it can be looked at without the rows. */
const widen = (
  tx: MigrationHandle,
  table: string,
  name: string,
  columns: readonly string[],
  more: readonly string[],
  onSqlite: readonly string[] = [],
): Promise<void> =>
  tx.execute({
    sqlite: `drop index ${name}; create index ${name} on ${table} (${[...columns, ...more, ...onSqlite].join(', ')})`,
    postgres: `drop index ${name}; create index ${name} on ${table} (${columns.join(', ')}) include (${more.join(', ')})`,
  });

/** How many long texts are read at once. */
const batch = 10;

/** Half of what is indexed of any text: SQLite counts characters of four bytes once, we count them twice. */
const long = maxSearchedPieces / 2;

const longTexts = statement((q, p: Slots<{ after: number; most: number }>) =>
  q
    .selectFrom('entry_text')
    .selectAll()
    .where('entry_id', '>', p.after)
    .where((eb) => {
      const length = (column: 'title' | 'excerpt' | 'content') => eb.fn<number>('length', [column]);
      return eb.or([
        eb(length('title'), '>', eb.lit(maxSearchedLength.title / 2)),
        eb(length('excerpt'), '>', eb.lit(long)),
        eb(length('content'), '>', eb.lit(long)),
      ]);
    })
    .orderBy('entry_id')
    .limit(p.most),
);

const shorten = statement((q, p: Slots<{ entry_id: number; title: string; excerpt: string; content: string }>) =>
  q
    .updateTable('entry_text')
    .set({ title: p.title, excerpt: p.excerpt, content: p.content })
    .where('entry_id', '=', p.entry_id),
);

async function shortenTexts(tx: MigrationHandle): Promise<void> {
  for (let after = -1; ; ) {
    const rows = await tx.all(longTexts, { after, most: batch });
    for (const row of rows) {
      const { title, excerpt, content } = indexedText(row);
      const isShorter = title !== row.title || excerpt !== row.excerpt || content !== row.content;
      if (isShorter) await tx.run(shorten, { entry_id: row.entry_id, title, excerpt, content });
    }
    const last = rows.at(-1);
    if (!last) return;
    after = last.entry_id;
  }
}
