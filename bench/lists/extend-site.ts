// Extends a generated site, which contains only published posts, terms and authors, with pages, media, drafts, private and
// protected posts, formats, sticky posts, comments, users, more tags, menu items, reusable blocks and revisions.
import { sql } from 'kysely';
import type { Database } from '../../server/database/handle.ts';
import { statement } from '../../server/database/statement.ts';

const entryColumns = `type status rights_status slug path password title content excerpt title_rendered content_rendered
  excerpt_rendered date modified modified_gmt comment_status ping_status template format guid meta title_key author parent
  menu_order renderer block_version sticky featured_media revision_count latest_revision date_gmt slug_before_trash theme`
  .trim()
  .split(/\s+/);

/**
 * Returns an SQL statement that copies the generated posts number `from` to number `to`, counted from 1 in the order of their
 * IDs. `columns` contains SQL expressions for the columns whose values differ from those of the original.
 */
function copiesOfPosts(from: number, to: number, columns: Readonly<Record<string, string>>): string {
  const values = entryColumns.map((name) => columns[name] ?? `p.${name}`);
  return `insert into entries (${entryColumns.join(', ')}) select ${values.join(', ')}
    from (select *, row_number() over (order by id) as n from entries where guid like 'urn:octavo:generated:%') as p
    where p.n between ${from} and ${to};`;
}

const columnsFor = (type: string, status = 'publish') => ({
  type: `'${type}'`,
  status: `'${status}'`,
  rights_status: `'${status}'`,
  slug: `'${type}-${status}-' || p.n`,
  path: `'${type}-${status}-' || p.n`,
  guid: `'urn:octavo:measured:${type}-${status}-' || p.n`,
});

const contents = `
  update entries set format = 'aside' where type = 'post' and id % 20 = 0;
  update entries set format = 'gallery' where type = 'post' and id % 1000 = 1;
  update entries set sticky = 1 where type = 'post' and id % 20000 = 5;
  update entries set password = 'secret' where type = 'post' and id % 500 = 7;
  ${copiesOfPosts(1, 10_000, { ...columnsFor('page'), menu_order: 'p.n % 50', parent: `case when p.n <= 100 then 0 else (select max(id) from entries) - (p.n % 100) end` })}
  ${copiesOfPosts(10_001, 15_000, columnsFor('post', 'draft'))}
  ${copiesOfPosts(15_001, 16_000, columnsFor('post', 'private'))}
  ${copiesOfPosts(20_001, 40_000, { ...columnsFor('attachment', 'inherit'), parent: 'case when p.n % 10 = 0 then 0 else p.id end', format: `case when p.n % 4 = 0 then 'application/pdf' else 'image/jpeg' end` })}
  ${copiesOfPosts(40_001, 41_000, columnsFor('nav_menu_item'))}
  ${copiesOfPosts(41_001, 42_000, columnsFor('cms_block'))}
  update entries set parent = (select min(id) from entries where type = 'page') + (id % 100)
    where type = 'page' and parent <> 0;
  insert into media (entry_id, file, original, file_key, alt_text, filesize, width, height, details)
    select id, '2025/01/' || slug || '.jpg', '2025/01/' || slug || '.jpg', '2025/01/' || slug || '.jpg', '', 1000, 100, 100, '{"sizes":{}}'
    from entries where type = 'attachment' and guid like 'urn:octavo:measured:%';
  insert into menu_items (entry_id, type, object, object_id, url, target, classes, xfn)
    select id, 'custom', 'custom', 0, 'https://example.org/', '', '', '' from entries
    where type = 'nav_menu_item' and guid like 'urn:octavo:measured:%';
  insert into entry_text (entry_id, title, excerpt, content, indexed)
    select e.id, lower(e.title), '', lower(e.content), case when e.status = 'draft' then 0 else 1 end from entries as e
    where guid like 'urn:octavo:measured:%' and type in ('page', 'post', 'attachment', 'cms_block');
  delete from entry_counts;
  insert into entry_counts (type, status, author, n) select type, status, author, count(*) from entries group by 1, 2, 3;
  insert into entry_counts (type, status, author, n) select type, status, -1, count(*) from entries group by 1, 2;

  insert into terms (taxonomy, name, name_key, slug, description, description_key, path, parent, count)
    select 'post_tag', 'Rare tag ' || p.n, 'rare tag ' || p.n, 'rare-tag-' || p.n, '', '', 'rare-tag-' || p.n, 0, 0
    from (select row_number() over (order by id) as n from entries) as p where p.n <= 10000;

  insert into users (login, login_key, email, email_key, name, name_key, first_name, last_name, nickname, url, description,
      slug, locale, password_hash, registered, meta)
    select 'member' || p.n, 'member' || p.n, 'member' || p.n || '@site.test', 'member' || p.n || '@site.test',
      'Member ' || p.n, 'member ' || p.n, '', '', 'Member', '', '', 'member-' || p.n, '', 'none', '2026-01-01T00:00:00', '{}'
    from (select row_number() over (order by id) as n from entries) as p where p.n <= 10000;
  insert into user_roles (user_id, position, role)
    select id, 0, case when id % 100 = 0 then 'contributor' else 'subscriber' end from users where slug like 'member-%';

  insert into comments (post, parent, author, renderer, type, status, status_before, status_with_post, author_name,
      author_email, author_email_key, author_url, author_ip, author_user_agent, content, content_rendered, date, date_gmt,
      received, note_status, repeats)
    select p.id - p.n % 5, 0, case when p.n % 3 = 0 then p.author else 0 end, 1, case when p.n % 50 = 0 then 'pingback' else 'comment' end,
      case when p.n % 10 = 0 then 'hold' when p.n % 11 = 0 then 'spam' else 'approved' end, '', '', 'Reader ' || p.n % 1000,
      'reader' || p.n % 1000 || '@site.test', 'reader' || p.n % 1000 || '@site.test', '', '192.0.2.1', '',
      p.title, p.title, p.date, p.date, p.date, '', 'measured-' || p.n
    from (select *, row_number() over (order by id) as n from entries where guid like 'urn:octavo:generated:%') as p
    where p.n > 5;
  update comments set parent = id - 1 where id % 4 = 0 and repeats like 'measured-%';
  insert into comment_text (comment_id, shown, guarded)
    select id, lower(author_name || ' ' || content), lower(author_email || ' ' || author_ip) from comments where repeats like 'measured-%';
  delete from comment_counts;
  insert into comment_counts (post, parent, type, status, n)
    select post, parent, type, status, count(*) from comments group by 1, 2, 3, 4;
  insert into comment_counts (post, parent, type, status, n)
    select post, -1, type, status, count(*) from comments group by 1, 3, 4;
`;

/** SQL statements that insert 500 revisions of one post. Revisions and entries share a sequence of IDs, which is advanced. */
const revisions = {
  sqlite: revisionsWith("(select seq from sqlite_sequence where name = 'entries') + p.n").concat(
    "update sqlite_sequence set seq = (select max(id) from revisions) where name = 'entries';",
  ),
  postgres: revisionsWith("nextval(pg_get_serial_sequence('entries', 'id'))"),
};

function revisionsWith(id: string): string {
  return `
    insert into revisions (id, entry_id, author, title, content, excerpt, meta, date, date_gmt, autosave)
      select ${id}, q.id, q.author, q.title, q.content, '', '{}', p.date, p.date, 0
      from (select date, row_number() over (order by id) as n from entries) as p,
        (select * from entries where guid like 'urn:octavo:generated:%' order by id limit 1) as q where p.n <= 500;
    update entries set revision_count = 500, latest_revision = (select max(id) from revisions)
      where id = (select min(entry_id) from revisions);
  `;
}

const countExtensions = statement(() => sql<{ n: number }>`select count(*) as n from ${sql.table('measured_site')}`);

/** Extends the site unless it has already been extended. Returns whether this call has extended it. */
export async function extendSite(database: Database): Promise<boolean> {
  const isNew = await database.schemaChange(async (tx) => {
    await tx.execute('create table if not exists measured_site (extended integer)');
    if (Number((await tx.first(countExtensions, {}))?.n) > 0) return false;
    await tx.execute(contents);
    await tx.execute(revisions[tx.engine]);
    await tx.execute('insert into measured_site (extended) values (1)');
    return true;
  });
  if (isNew) await database.optimize();
  return isNew;
}
