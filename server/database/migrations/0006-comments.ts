// Comments. Their counters stand in a table of their own: a comment changes nothing that entries are shown from.
import type { Migration } from '../migrate.ts';
import { columns } from './columns.ts';

export const comments: Migration = {
  number: 6,
  name: 'comments',
  async up(tx) {
    const { key, integer, text } = tx.builder.dialect.types;
    await tx.execute(`
      create table comments (
        id ${key},
        ${columns('post parent author renderer', integer)},
        ${columns('type status status_before status_with_post author_name author_email author_email_key', text)},
        ${columns('author_url author_ip author_user_agent content content_rendered date date_gmt received', text)},
        ${columns('note_status repeats', text)}
      );
      create index comments_by_moment on comments (type, status, date_gmt, id);
      create index comments_of_all_states on comments (type, date_gmt, id);
      create index comments_of_all_types on comments (status, date_gmt, id);
      create index comments_by_date on comments (type, status, date, id);
      create index comments_by_id on comments (type, status, id);
      create index comments_ordered_by_post on comments (type, status, post, id);
      create index comments_ordered_by_parent on comments (type, status, parent, id);
      create index comments_by_post on comments (post, type, status, date_gmt, id);
      create index comments_by_thread on comments (post, parent, type, status, date_gmt, id);
      create index comments_by_parent on comments (parent, type, status, date_gmt, id);
      create index comments_by_author on comments (author, type, status, date_gmt, id);
      create index comments_by_email on comments (author_email_key, type, status, date_gmt, id);
      create index comments_repeating on comments (post, repeats);
      create index comments_received_by_author on comments (author, received);
      create index comments_received_by_email on comments (author_email_key, received);
      create index comments_received_from on comments (author_ip, received);

      create table comment_text (
        comment_id ${integer} not null primary key references comments (id) on delete cascade,
        ${columns('shown guarded', text)}
      );

      create table comment_counts (
        ${columns('post parent', integer)},
        ${columns('type status', text)},
        n ${integer} not null,
        primary key (post, parent, type, status)
      );
      create index comment_counts_by_parent on comment_counts (parent, type, status, post);
    `);
  },
};
