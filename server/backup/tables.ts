// Determines the tables of a backup: the tables of the service and its extensions, but no other tables in the same database.

import type { ReadHandle } from '../database/handle.ts';
import { lastMigration } from '../database/migration-history.ts';
import { type Builder, type Slots, statement } from '../database/statement.ts';
import { tableNames } from '../database/tables/index.ts';
import type { TableDescription } from './format.ts';

/** Tables with the migration history. They are not part of backups, because running the migrations fills them. */
const migrationTables = ['migrations', 'extension_migrations'];

/**
 * Tables that belong to the installation, with jobs, outgoing mail, uploaded export files and the latest errors. They are not part of backups. They are
 * retained when a backup of the same site is restored.
 */
export const installationTables: readonly string[] = ['jobs', 'mails', 'imports', 'import_pieces', 'recent_errors'];

/**
 * Tables that are not part of backups, and whose rows a restore does not retain: sessions, links that were sent by email (password
 * resets, invitations, changes of email addresses), edit locks, previews of unsaved changes of the design, cached remote responses, the
 * entries for which the search index is to be updated, the log of changes, and the counts of rate limits.
 */
const transientTables: readonly string[] = [
  'sessions',
  'password_resets',
  'invitations',
  'email_changes',
  'edit_locks',
  'design_previews',
  'fetched',
  'pending_texts',
  'change_log',
  'attempt_counts',
];

const excludedTables = [...migrationTables, ...installationTables, ...transientTables];

const tablesStatement = statement((q) => q.dialect.contents.tables());
const referencesStatement = statement((q) => q.dialect.contents.references());
const columnsStatement = statement((q, p: Slots<{ table: string }>) => q.dialect.contents.columns(p.table));
const lastKeysStatement = statement((q) => q.dialect.contents.lastKeys());
const extensionsStatement = statement((q: Builder<{ extension_migrations: { extension: string } }>) =>
  q.selectFrom('extension_migrations').select('extension').distinct(),
);

/** Returns the number of the last migration of each extension with tables. */
export async function findExtensionVersions(handle: ReadHandle): Promise<Record<string, number>> {
  const names = (await handle.all(extensionsStatement, {})).map(({ extension }) => extension);
  const versions: [string, number][] = [];
  for (const name of names.sort()) versions.push([name, await lastMigration(handle, name)]);
  return Object.fromEntries(versions);
}

/** Returns the names of the tables of the service and of extensions. A table follows the tables that it references. */
export async function listServiceTables(handle: ReadHandle, extensions: readonly string[]): Promise<string[]> {
  const prefixes = extensions.map((name) => `${name.replaceAll('-', '_')}_`);
  const isServiceTable = (name: string) =>
    tableNames.has(name) || migrationTables.includes(name) || prefixes.some((prefix) => name.startsWith(prefix));
  const names = (await handle.all(tablesStatement, {})).map(({ name }) => name).filter(isServiceTable);
  const references = await handle.all(referencesStatement, {});
  const ordered = new Set<string>();
  const add = (name: string, visitedPath: readonly string[]): void => {
    if (ordered.has(name) || visitedPath.includes(name) || !names.includes(name)) return;
    for (const { child, parent } of references) if (child === name) add(parent, [...visitedPath, name]);
    ordered.add(name);
  };
  for (const name of names) add(name, []);
  return [...ordered];
}

/** Returns the column names of a table. */
const columnsOf = async (handle: ReadHandle, table: string): Promise<string[]> =>
  (await handle.all(columnsStatement, { table })).map(({ name }) => name);

/** Returns the tables that a backup contains, with their columns. */
export async function listBackedUpTables(
  handle: ReadHandle,
  extensions: readonly string[],
): Promise<TableDescription[]> {
  const shapes: TableDescription[] = [];
  for (const name of await listServiceTables(handle, extensions))
    if (!excludedTables.includes(name)) shapes.push({ name, columns: await columnsOf(handle, name) });
  return shapes;
}

/** Returns the last generated key of each table that has generated keys. */
export async function findLastKeys(handle: ReadHandle, tables: readonly string[]): Promise<Record<string, number>> {
  const rows = (await handle.all(lastKeysStatement, {})).filter(({ name }) => tables.includes(name));
  return Object.fromEntries(rows.flatMap(({ name, last }) => (Number(last) > 0 ? [[name, Number(last)]] : [])));
}
