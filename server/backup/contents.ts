// Which tables a backup has: those of the service and of its extensions, and none that others keep beside them.

import type { ReadHandle } from '../database/handle.ts';
import { lastMigration } from '../database/migrate.ts';
import { type Slots, statement } from '../database/statement.ts';
import { tableNames } from '../database/tables/index.ts';
import type { TableShape } from './format.ts';

/** What is noted of migrations comes from running them. */
const histories = ['migrations', 'extension_migrations'];

/** What belongs to the installation is in no backup, and stays where one is restored: when work comes back, mail on its way. */
export const installationTables: readonly string[] = ['jobs', 'mails'];

/** What is in no backup and is empty where one is restored: nobody stays signed in, and what was fetched is fetched anew. */
const passingTables: readonly string[] = ['sessions', 'password_resets', 'fetched'];

const leftOut = [...histories, ...installationTables, ...passingTables];

const allTables = statement((q) => q.dialect.contents.tables());
const allReferences = statement((q) => q.dialect.contents.references());
const allColumns = statement((q, p: Slots<{ table: string }>) => q.dialect.contents.columns(p.table));
const allLastKeys = statement((q) => q.dialect.contents.lastKeys());
const allExtensions = statement((q) =>
  q
    .selectFrom('extension_migrations' as never)
    .select('extension' as never)
    .distinct(),
);

/** Which extensions have made tables, and the numbers of their last migrations. */
export async function extensionNumbers(handle: ReadHandle): Promise<Record<string, number>> {
  const names = ((await handle.all(allExtensions, {})) as { extension: string }[]).map(({ extension }) => extension);
  const numbers: [string, number][] = [];
  for (const name of names.sort()) numbers.push([name, await lastMigration(handle, name)]);
  return Object.fromEntries(numbers);
}

/** The tables that are ours, those that others refer to first. */
export async function ourTables(handle: ReadHandle, extensions: readonly string[]): Promise<string[]> {
  const prefixes = extensions.map((name) => `${name.replaceAll('-', '_')}_`);
  const isOurs = (name: string) =>
    tableNames.has(name) || histories.includes(name) || prefixes.some((prefix) => name.startsWith(prefix));
  const names = (await handle.all(allTables, {})).map(({ name }) => name).filter(isOurs);
  const references = await handle.all(allReferences, {});
  const ordered = new Set<string>();
  const add = (name: string, way: readonly string[]): void => {
    if (ordered.has(name) || way.includes(name) || !names.includes(name)) return;
    for (const { child, parent } of references) if (child === name) add(parent, [...way, name]);
    ordered.add(name);
  };
  for (const name of names) add(name, []);
  return [...ordered];
}

/** The columns of a table. */
export const columnsOf = async (handle: ReadHandle, table: string): Promise<string[]> =>
  (await handle.all(allColumns, { table })).map(({ name }) => name);

/** The tables whose rows are kept in backups, with their columns. */
export async function keptTables(handle: ReadHandle, extensions: readonly string[]): Promise<TableShape[]> {
  const shapes: TableShape[] = [];
  for (const name of await ourTables(handle, extensions))
    if (!leftOut.includes(name)) shapes.push({ name, columns: await columnsOf(handle, name) });
  return shapes;
}

/** The last keys that tables of these names have given, without those that have given none. */
export async function lastKeys(handle: ReadHandle, tables: readonly string[]): Promise<Record<string, number>> {
  const rows = (await handle.all(allLastKeys, {})).filter(({ name }) => tables.includes(name));
  return Object.fromEntries(rows.flatMap(({ name, last }) => (Number(last) > 0 ? [[name, Number(last)]] : [])));
}
