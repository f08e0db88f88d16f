// Checks the derived data of entries, terms and comments, such as counters.
import { sql } from 'kysely';
import type { ReadHandle } from '../server/database/handle.ts';
import { type Builder, statement } from '../server/database/statement.ts';

/** Queries that return rows only if derived data is inconsistent. */
const consistencyChecks = {
  counters: sql`
    select type, status, author, n from ${sql.table('entry_counts')} where n <> 0
    except select type, status, author, count(*) from ${sql.table('entries')} group by type, status, author
    except select type, status, -1, count(*) from ${sql.table('entries')} group by type, status`,
  'missing counters': sql`
    select type, status, -1, count(*) from ${sql.table('entries')} group by type, status
    except select type, status, author, n from ${sql.table('entry_counts')}`,
  'term counts': sql`
    select id, count from ${sql.table('terms')}
    except select t.id, (select count(*) from ${sql.table('entry_terms')} l inner join ${sql.table('entries')} e on e.id = l.entry_id
      where l.term_id = t.id and e.status = 'publish') from ${sql.table('terms')} t`,
  links: sql`
    select entry_id, type, status, date from ${sql.table('entry_terms')}
    except select id, type, status, date from ${sql.table('entries')}`,
  'search texts': sql`select id from ${sql.table('entries')} except select entry_id from ${sql.table('entry_text')}`,
  'paths of pages': sql`
    select e.id, e.path from ${sql.table('entries')} e left join ${sql.table('entries')} above on above.id = e.parent where e.type = 'page' and e.path <> case
      when e.parent = 0 or above.path = '' then e.slug when e.slug = '' then above.path else above.path || '/' || e.slug end`,
  'paths of posts': sql`select id from ${sql.table('entries')} where type = 'post' and path <> slug`,
  'slugs of public entries': sql`
    select type, parent, slug from ${sql.table('entries')} where status in ('publish', 'private', 'future', 'trash') group by type, parent, slug having count(*) > 1`,
  'revision counts': sql`
    select id, revision_count from ${sql.table('entries')}
    except select e.id, (select count(*) from ${sql.table('revisions')} r where r.entry_id = e.id) from ${sql.table('entries')} e`,
  'comment counters': sql`
    select post, parent, type, status, n from ${sql.table('comment_counts')} where n <> 0
    except select post, parent, type, status, count(*) from ${sql.table('comments')} group by post, parent, type, status
    except select post, -1, type, status, count(*) from ${sql.table('comments')} group by post, type, status`,
  'missing comment counters': sql`
    select post, -1, type, status, count(*) from ${sql.table('comments')} group by post, type, status
    except select post, parent, type, status, n from ${sql.table('comment_counts')}`,
} as const;

/** Returns the rows of derived data that do not match the data from which they are derived, by the name of the check. */
export async function findInconsistencies(read: ReadHandle): Promise<Record<string, readonly unknown[]>> {
  const found: Record<string, readonly unknown[]> = {};
  for (const [name, query] of Object.entries(consistencyChecks)) {
    const rows = await read.all(
      statement((_q: Builder) => query),
      {},
    );
    if (rows.length > 0) found[name] = rows;
  }
  return found;
}
