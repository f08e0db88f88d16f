// Autosaves stand beside revisions; both are numbered as entries are, so that a number means one thing only.
import type { Migration } from '../migrate.ts';

export const autosaves: Migration = {
  number: 2,
  name: 'autosaves',
  async up(tx) {
    const { integer } = tx.builder.dialect.types;
    const before = '(select coalesce(max(id), 0) from entries)';
    await tx.execute(`
      alter table revisions add column autosave ${integer} not null default 0;
      create unique index autosaves_by_author on revisions (entry_id, author) where autosave = 1;

      update entries set latest_revision = latest_revision + ${before} where latest_revision > 0;
      update revisions set id = -(id + ${before});
      update revisions set id = -id;
    `);
    await tx.execute({
      sqlite: `update sqlite_sequence set seq = max(seq, (select coalesce(max(id), 0) from revisions))
        where name = 'entries'`,
      postgres: `select setval(
        pg_get_serial_sequence('entries', 'id'),
        greatest(nextval(pg_get_serial_sequence('entries', 'id')), (select coalesce(max(id), 0) + 1 from revisions)),
        false
      )`,
    });
  },
};
