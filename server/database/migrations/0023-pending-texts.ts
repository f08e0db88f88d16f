// Replaces the triggers that write to the search index of SQLite: they record the IDs of changed texts, which a thread adds to the index
// later. The index can now delete a text without knowing it. PostgreSQL updates its indexes itself.
import type { Migration } from '../migrate.ts';

/** SQL that creates the search index over `entry_text`, and the triggers that record which of its entries are outdated. */
export const pendingSearchIndex = `
  create virtual table entry_search using fts5(
    title, excerpt, content, content='', contentless_delete=1, tokenize='trigram case_sensitive 1'
  );
  insert into entry_search(entry_search, rank) values ('automerge', 0);
  insert into entry_search(entry_search, rank) values ('crisismerge', 600);
  insert into entry_search(rowid, title, excerpt, content)
    select entry_id, title, excerpt, content from entry_text where indexed = 1 order by entry_id;
  create table pending_texts (entry_id integer primary key);
  create trigger pending_texts_insert after insert on entry_text when new.indexed = 1 begin
    insert into pending_texts (entry_id) values (new.entry_id) on conflict do nothing;
  end;
  create trigger pending_texts_delete after delete on entry_text when old.indexed = 1 begin
    insert into pending_texts (entry_id) values (old.entry_id) on conflict do nothing;
  end;
  create trigger pending_texts_update after update on entry_text when old.indexed = 1 or new.indexed = 1 begin
    insert into pending_texts (entry_id) values (old.entry_id) on conflict do nothing;
    insert into pending_texts (entry_id) values (new.entry_id) on conflict do nothing;
  end
`;

const dropPreviousIndex = `
  drop trigger entry_search_insert; drop trigger entry_search_delete; drop trigger entry_search_update;
  drop table entry_search;
`;

export const pendingTexts: Migration = {
  number: 23,
  name: 'pending-texts',
  effects: {
    summary: 'On SQLite, rebuilds the search index, which is then updated after a write instead of during it.',
    tables: { entry_text: { searchIndex: true } },
  },
  async up(tx) {
    await tx.execute({ sqlite: `${dropPreviousIndex}${pendingSearchIndex}`, postgres: 'select 1' });
  },
};
