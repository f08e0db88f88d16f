// Entries, terms, users, credentials, settings.
import type { Migration } from '../migrate.ts';
import { columns } from './columns.ts';

export const foundation: Migration = {
  number: 1,
  name: 'foundation',
  async up(tx) {
    const { key, integer, text } = tx.builder.dialect.types;
    await tx.execute(`
      create table entries (
        id ${key},
        ${columns('type status rights_status slug path password title content excerpt', text)},
        ${columns('title_rendered content_rendered excerpt_rendered date modified modified_gmt', text)},
        ${columns('comment_status ping_status template format guid meta title_key', text)},
        ${columns('author parent menu_order renderer block_version sticky featured_media revision_count latest_revision', integer)},
        date_gmt ${text},
        slug_before_trash ${text}
      );
      create index entries_by_date on entries (type, status, date, id);
      create index entries_of_all_states_by_date on entries (type, date, id);
      create index entries_by_modified on entries (type, status, modified, id);
      create index entries_by_title on entries (type, status, title_key, id);
      create index entries_by_slug on entries (type, slug, id);
      create index entries_ordered_by_slug on entries (type, status, slug, id);
      create index entries_by_id on entries (type, status, id);
      create index entries_by_author on entries (type, author, status, date, id);
      create index entries_ordered_by_author on entries (type, status, author, id);
      create index entries_by_parent on entries (parent, type, status, date, id);
      create index entries_ordered_by_parent on entries (type, status, parent, id);
      create index entries_by_menu_order on entries (type, status, menu_order, id);
      create index entries_by_format on entries (type, format, status, date, id);
      create index entries_sticking on entries (type, status, date, id) where sticky = 1;
      create index entries_due on entries (date_gmt, id) where status = 'future';

      create table entry_text (
        entry_id ${integer} not null primary key references entries (id) on delete cascade,
        ${columns('title excerpt content', text)}
      );
      ${tx.builder.dialect.createSearchIndex()};

      create table entry_counts (
        ${columns('type status', text)},
        ${columns('author n', integer)},
        primary key (type, status, author)
      );
      create index entry_counts_by_author on entry_counts (author, type, status);

      create table revisions (
        id ${key},
        entry_id ${integer} not null references entries (id) on delete cascade,
        author ${integer} not null,
        ${columns('title content excerpt meta date date_gmt', text)}
      );
      create index revisions_by_entry on revisions (entry_id, date, id);

      create table terms (
        id ${key},
        ${columns('taxonomy name name_key slug description description_key path', text)},
        ${columns('parent count', integer)}
      );
      create unique index terms_by_slug on terms (taxonomy, slug);
      create index terms_of_slug on terms (slug);
      create index terms_by_name on terms (taxonomy, name_key, id);
      create index terms_by_parent on terms (taxonomy, parent, name_key, id);
      create index terms_by_count on terms (taxonomy, count, id);

      create table entry_terms (
        entry_id ${integer} not null references entries (id) on delete cascade,
        term_id ${integer} not null references terms (id) on delete cascade,
        ${columns('taxonomy type status date', text)},
        primary key (entry_id, term_id)
      );
      create index entry_terms_by_date on entry_terms (term_id, type, status, date, entry_id);

      create table users (
        id ${key},
        ${columns('login login_key email email_key name name_key first_name last_name nickname', text)},
        ${columns('url description slug locale password_hash registered meta', text)}
      );
      create unique index users_by_login on users (login_key);
      create unique index users_by_email on users (email_key);
      create unique index users_by_slug on users (slug);
      create index users_by_name on users (name_key, id);
      create index users_by_registration on users (registered, id);

      create table user_roles (
        user_id ${integer} not null references users (id) on delete cascade,
        position ${integer} not null,
        role ${text} not null,
        primary key (user_id, role)
      );
      create index user_roles_by_role on user_roles (role, user_id);

      create table application_passwords (
        uuid ${text} not null primary key,
        user_id ${integer} not null references users (id) on delete cascade,
        position ${integer} not null,
        ${columns('app_id name hash created', text)},
        last_used ${text},
        last_ip ${text}
      );
      create unique index application_passwords_by_hash on application_passwords (hash);
      create index application_passwords_by_user on application_passwords (user_id, position);

      create table settings (name ${text} not null primary key, value ${text} not null);

      create table imported (
        ${columns('source kind source_id', text)},
        own_id ${integer} not null,
        primary key (source, kind, source_id)
      );
    `);
  },
};
