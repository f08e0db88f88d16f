// Dumps the tables that an import changes as plain objects that tests can compare.
import type { ReadHandle } from '../../server/database/handle.ts';
import { type Builder, statement } from '../../server/database/statement.ts';
import type { Tables } from '../../server/database/tables/index.ts';

type Row = Readonly<Record<string, unknown>>;

/** The rows of each dumped table. */
export type Dump = Readonly<Record<keyof typeof tables, readonly Row[]>>;

const allRowsStatement = <T extends keyof Tables>(table: T) =>
  statement((q: Builder<Readonly<Record<string, Row>>>) => q.selectFrom(table).selectAll());

const tables = {
  users: allRowsStatement('users'),
  user_roles: allRowsStatement('user_roles'),
  application_passwords: allRowsStatement('application_passwords'),
  terms: allRowsStatement('terms'),
  menus: allRowsStatement('menus'),
  menu_locations: allRowsStatement('menu_locations'),
  menu_items: allRowsStatement('menu_items'),
  entries: allRowsStatement('entries'),
  entry_text: allRowsStatement('entry_text'),
  entry_terms: allRowsStatement('entry_terms'),
  entry_counts: allRowsStatement('entry_counts'),
  old_paths: allRowsStatement('old_paths'),
  media: allRowsStatement('media'),
  media_files: allRowsStatement('media_files'),
  revisions: allRowsStatement('revisions'),
  comments: allRowsStatement('comments'),
  comment_text: allRowsStatement('comment_text'),
  comment_counts: allRowsStatement('comment_counts'),
  settings: allRowsStatement('settings'),
  imported: allRowsStatement('imported'),
};

/** Returns all rows of the dumped tables in a stable order, without password hashes and the secret key. */
export async function dumpSite(read: ReadHandle): Promise<Dump> {
  const dump: Record<string, readonly Row[]> = {};
  for (const [name, all] of Object.entries(tables)) {
    const rows = (await read.all(all, {})).map(({ password_hash: _hash, ...row }) => row);
    dump[name] = sorted(rows.filter((row) => row.name !== 'secret_key'));
  }
  return dump as Dump;
}

/** Returns a copy of the dump in which names replace IDs, because IDs depend on the order of inserts. */
export function withoutIds(dump: Dump): Dump {
  const names = {
    users: namesOf(dump.users, (row) => `user ${row.login}`),
    terms: namesOf(dump.terms, (row) => `${row.taxonomy} ${row.slug}`),
    entries: namesOf(dump.entries, (row) => `entry ${row.guid}`),
    comments: namesOf(dump.comments, (row) => `comment ${row.date_gmt} ${row.content}`),
  };
  const tableOf = (table: string, column: string, row: Row): keyof typeof names | undefined => {
    if (column === 'comment_id' || (column === 'parent' && table.startsWith('comment'))) return 'comments';
    if (column === 'post') return 'entries';
    if (column === 'author' || column === 'user_id') return 'users';
    if (column === 'term_id' || (table === 'terms' && column === 'parent')) return 'terms';
    if (column === 'entry_id' || (table === 'entries' && column === 'parent')) return 'entries';
    if (column === 'featured_media') return 'entries';
    if (column === 'object_id') return row.type === 'taxonomy' ? 'terms' : 'entries';
    if (column !== 'own_id') return undefined;
    if (String(row.kind).startsWith('comment')) return 'comments';
    return String(row.kind).startsWith('author') ? 'users' : String(row.kind).startsWith('term') ? 'terms' : 'entries';
  };
  const rowWithNames = (table: string, row: Row): Row =>
    Object.fromEntries(
      Object.entries(row)
        // The column `repeats` contains the ID of a comment's parent.
        .filter(([column]) => column !== 'id' && column !== 'repeats')
        .map(([column, value]) => {
          const referencedTable = tableOf(table, column, row);
          const name = (id: unknown) => String(names[referencedTable ?? 'entries'].get(Number(id)) ?? 'nothing');
          // The text of an entry refers to other entries by ID.
          if (typeof value === 'string' && /^(?:content|excerpt)/.test(column))
            return [column, withNamesForIds(value, name)];
          return [column, referencedTable && Number(value) > 0 ? name(value) : value];
        }),
    );
  // Object.fromEntries loses the names of the tables.
  return Object.fromEntries<readonly Row[]>(
    Object.entries(dump).map(([table, rows]) => [table, sorted(rows.map((row) => rowWithNames(table, row)))]),
  ) as Dump;
}

const withNamesForIds = (text: string, name: (id: string) => string): string =>
  text.replace(/(wp:image \{"id":|wp-image-)(\d+)/g, (_all, before: string, id: string) => before + name(id));

const namesOf = (rows: readonly Row[], name: (row: Row) => string) => new Map(rows.map((row) => [row.id, name(row)]));

const sorted = (rows: readonly Row[]): Row[] =>
  rows
    .map((row) => ({ row, key: JSON.stringify(row) }))
    .sort((a, b) => (a.key < b.key ? -1 : 1))
    .map(({ row }) => row);
