// Media: what is known of files, and which files are stored.
import type { Migration } from '../migrate.ts';

export const media: Migration = {
  number: 7,
  name: 'media',
  async up(tx) {
    const { integer, text } = tx.builder.dialect.types;
    await tx.execute(`
      create table media (
        entry_id ${integer} not null primary key references entries (id) on delete cascade,
        file ${text} not null,
        original ${text} not null,
        file_key ${text} not null,
        alt_text ${text} not null,
        filesize ${integer} not null,
        width ${integer} not null,
        height ${integer} not null,
        details ${text} not null
      );

      create table media_files (
        path ${text} not null primary key,
        entry_id ${integer} references entries (id) on delete set null,
        claimed ${integer} not null
      );
      create index media_files_by_entry on media_files (entry_id, claimed);

      create index entries_by_featured_media on entries (featured_media) where featured_media <> 0;
    `);
  },
};
