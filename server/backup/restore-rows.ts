// Replaces all rows with the rows of a backup, in one transaction. If the restore fails, nothing changes.
import { basename } from 'node:path';
import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import { sql } from 'kysely';
import { type AuditActor, recordAuditEvent } from '../audit/record-event.ts';
import type { CellValue } from '../database/contents.ts';
import { findGeneration, requireGeneration } from '../database/generations.ts';
import type { Database, SchemaHandle } from '../database/handle.ts';
import { type Migration, type MigrationSet, migrateWithin, requireNoNewerMigrations } from '../database/migrate.ts';
import { migrations } from '../database/migrations.ts';
import { type Builder, type Slots, type Statement, statement } from '../database/statement.ts';
import { recordRestore } from '../events/record-restore.ts';
import { lastPosition, lockPositions } from '../events/store.ts';
import { version } from '../version.ts';
import { type CheckedBackup, type ProgressOptions, withBackupFile } from './check-backup.ts';
import type { ExtensionMigrations } from './compatibility.ts';
import { BackupCorrupt } from './errors.ts';
import { maxPartBytes, type TableDescription, tableOfEntry, unpackRows } from './format.ts';
import {
  findExtensionVersions,
  findLastKeys,
  installationTables,
  listBackedUpTables,
  listServiceTables,
} from './tables.ts';

/** Maximum number of values per statement. */
const maxValues = 2000;

/** Maximum number of rows per statement. */
const maxRows = 50;

/** The database and its extensions. */
export interface RestoreRowsDeps {
  readonly database: Database;
  readonly extensions: readonly ExtensionMigrations[];
  readonly clock: () => number;
}

export interface RestoreRowsOptions extends ProgressOptions {
  /** Whether the backup belongs to the current site. Only then are the outgoing mail and the audit log retained. */
  readonly isSameSite: boolean;
  readonly auditActor: AuditActor;
  /** Runs before rows are replaced, while no other transaction can change the rows that a backup contains. */
  readonly beforeReplacing?: () => Promise<void>;
}

const findSchemaStatement = statement((q) => q.dialect.contents.schema());

/**
 * Replaces all stored data except retained tables. The tables are created with the schema version of the backup, filled, and then
 * migrated to the current version. Until the commit, readers get the previous data.
 *
 * Throws BackupCorrupt, errors of the database, or `signal.reason` if the signal aborts.
 */
export const replaceRows = (
  deps: RestoreRowsDeps,
  path: string,
  checked: CheckedBackup,
  options: RestoreRowsOptions,
): Promise<void> =>
  deps.database.schemaChange(async (tx) => {
    const contents = tx.dialect.contents;
    const { head, end } = checked;
    await tx.lock('migrations');
    await requireNoNewerMigrations(tx, [{ migrations }, ...deps.extensions.map(migrationSetOf)]);
    // Programs that the current schema excludes must not write to the restored one either.
    const generation = await findGeneration(tx);
    const extensions = [...new Set([...Object.keys(await findExtensionVersions(tx)), ...Object.keys(head.extensions)])];
    await lockPositions(tx);
    if (options.beforeReplacing) {
      // Positions are locked before: a transaction that assigns them would wait for these tables.
      const tables = await listBackedUpTables(tx, extensions);
      await tx.execute(contents.lockTables(tables.map(({ name }) => name)));
      await options.beforeReplacing();
    }
    const previousPosition = await lastPosition(tx);
    const previousTables = await listServiceTables(tx, extensions);
    const previousKeys = await findLastKeys(tx, previousTables);
    const schema = (await tx.first(findSchemaStatement, {}))?.name ?? '';
    const retainedTables = options.isSameSite
      ? [...installationTables, 'media_files', 'audit_log']
      : ['jobs', 'media_files'];
    await tx.execute(contents.moveTables(previousTables, retainedTables));
    const selectMigrations = (select: SelectMigration) => migrateSelected(tx, deps, { head, generation }, select);
    await selectMigrations(({ number }, last) => number <= last);
    await deleteMigratedRows(tx, extensions);
    await insertRows(tx, path, checked, options);
    // These include all migrations of extensions that were enabled later.
    await selectMigrations(({ number }, last) => number > last);
    await requireGeneration(tx, generation);
    await tx.execute(contents.lockMovedTables(schema, previousTables));
    for (const table of retainedTables)
      await tx.execute(retainSql(table, contents.movedTableName(schema, table), deps.clock()));
    const createdTables = await listServiceTables(tx, extensions);
    for (const name of createdTables) {
      const last = Math.max(end.keys[name] ?? 0, previousKeys[name] ?? 0);
      if (last > 0) await tx.execute(contents.continueKeys({ name, last }));
    }
    await recordRestore(tx, previousPosition);
    const auditEvent = {
      action: 'backup-restored',
      kind: 'backup',
      id: basename(path, '.tar'),
      name: head.name,
    } as const;
    await recordAuditEvent(tx, deps.clock, options.auditActor, auditEvent);
    await tx.execute(contents.replaceMovedTables(schema, previousTables, createdTables, retainedTables));
  });

/**
 * Returns the SQL that copies retained rows from a previous table, except rows that the backup contains. Copied rows of `media_files`
 * lose their entry, so that the file cleanup deletes files that no restored entry uses.
 */
const retainSql = (table: string, previousTable: string, now: number): string =>
  table === 'media_files'
    ? `insert into media_files (path, entry_id, claimed) select path, null, ${Math.floor(now / 1000)} from ${previousTable}
      where true on conflict (path) do nothing`
    : `insert into ${table} select * from ${previousTable} where true on conflict do nothing`;

/** The versions of the schema in a backup, and the generation of the current schema. */
interface SchemaVersions {
  readonly head: CheckedBackup['head'];
  readonly generation: number;
}

/** Selects migrations by the number of the last one in the backup. */
type SelectMigration = (migration: Migration, last: number) => boolean;

const migrationSetOf = ({ name, migrations: own = [] }: ExtensionMigrations): MigrationSet => ({
  extension: name,
  migrations: own,
});

/** Applies the migrations of the service and of the extensions that `select` selects. */
async function migrateSelected(
  tx: SchemaHandle,
  { extensions, clock }: RestoreRowsDeps,
  { head, generation }: SchemaVersions,
  select: SelectMigration,
): Promise<void> {
  const selected = (all: readonly Migration[], last: number) => all.filter((each) => select(each, last));
  const options = { clock, program: version(), generation };
  await migrateWithin(tx, { migrations: selected(migrations, head.schema) }, options);
  for (const { name: extension, migrations: all = [] } of extensions)
    await migrateWithin(tx, { extension, migrations: selected(all, head.extensions[extension] ?? 0) }, options);
}

/** Deletes the rows that migrations have inserted, so that the tables are empty. */
export async function deleteMigratedRows(tx: SchemaHandle, extensions: readonly string[]): Promise<void> {
  const tables = await listServiceTables(tx, extensions);
  for (const table of tables.toReversed()) if (!table.endsWith('migrations')) await tx.execute(`delete from ${table}`);
}

async function insertRows(
  tx: SchemaHandle,
  path: string,
  checked: CheckedBackup,
  { signal, onProgress }: ProgressOptions,
): Promise<void> {
  const extensions = Object.keys(checked.head.extensions);
  const inserters = new Map<string, Inserter>();
  const columnsByTable = new Map(
    (await listBackedUpTables(tx, extensions)).map(({ name, columns }) => [name, new Set(columns)]),
  );
  for (const shape of checked.head.tables) {
    const columns = columnsByTable.get(shape.name);
    if (!columns || shape.columns.some((column) => !columns.has(column)))
      throw new BackupCorrupt(`its table ${shape.name} does not match its schema version`);
    inserters.set(shape.name, inserterOf(shape));
  }
  await withBackupFile(path, async (archive, size) => {
    await archive.next();
    await archive.readAll(maxPartBytes);
    for (;;) {
      signal?.throwIfAborted();
      onProgress?.(archive.at / size);
      const entry = await archive.next();
      const inserter = inserters.get(tableOfEntry(entry?.name ?? '') ?? '');
      if (!entry || !inserter) {
        if (entry?.checksumBefore === checked.rowsChecksum) return;
        throw new BackupCorrupt('it was modified while it was read');
      }
      await inserter(tx, await unpackRows(await archive.readAll(maxPartBytes), inserter.width));
    }
  });
}

/** A function that inserts rows of one table; `width` is the number of its columns. */
export interface Inserter {
  (tx: SchemaHandle, rows: readonly (readonly CellValue[])[]): Promise<void>;
  readonly width: number;
}

/** Returns a function that inserts rows of a table with several rows per statement. */
export function inserterOf({ name, columns }: TableDescription): Inserter {
  const rowsPerStatement = Math.max(1, Math.min(maxRows, Math.floor(maxValues / columns.length)));
  const [many, one] = [insertStatementFor(name, columns, rowsPerStatement), insertStatementFor(name, columns, 1)];
  const insert = async (tx: SchemaHandle, rows: readonly (readonly CellValue[])[]) => {
    for (let at = 0; at < rows.length; ) {
      const n = rows.length - at >= rowsPerStatement ? rowsPerStatement : 1;
      await tx.run(n === 1 ? one : many, valuesOf(rows.slice(at, at + n)));
      at += n;
      await yieldToEventLoop();
    }
  };
  return Object.assign(insert, { width: columns.length });
}

type Values = Record<string, CellValue>;

function insertStatementFor(table: string, columns: readonly string[], rows: number): Statement<Values, unknown> {
  return statement((_q: Builder, p: Slots<Values>) => {
    const row = (n: number) => sql`(${sql.join(columns.map((_, column) => sql`${p[`${n}:${column}`]}`))})`;
    const values = sql.join(Array.from({ length: rows }, (_, n) => row(n)));
    return sql`insert into ${sql.table(table)} (${sql.join(columns.map((column) => sql.ref(column)))}) values ${values}`;
  });
}

const valuesOf = (rows: readonly (readonly CellValue[])[]): Values =>
  Object.fromEntries(rows.flatMap((row, n) => row.map((cell, column) => [`${n}:${column}`, cell] as const)));
