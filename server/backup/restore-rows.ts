// Puts the rows of a backup in the place of those that are there, in one transaction: either everything is as it was in the
// backup, or nothing has changed.
import { basename } from 'node:path';
import { setImmediate as others } from 'node:timers/promises';
import { sql } from 'kysely';
import { type Doer, noteDeed } from '../audit/note.ts';
import type { CellValue } from '../database/contents.ts';
import type { Database, SchemaHandle } from '../database/handle.ts';
import { type Migration, migrateWithin } from '../database/migrate.ts';
import { migrations } from '../database/migrations/index.ts';
import { type Builder, type Slots, type Statement, statement } from '../database/statement.ts';
import { recordRestored } from '../events/record-restored.ts';
import { claimPositions, lastPosition } from '../events/store.ts';
import { type Checked, readingBackup } from './check-backup.ts';
import { extensionNumbers, installationTables, keptTables, lastKeys, ourTables } from './contents.ts';
import { BackupBroken } from './errors.ts';
import type { TablesOfExtension } from './fit.ts';
import { largestPart, type TableShape, tableOfPart, unpackRows } from './format.ts';

/** How many values are sent with one statement, at most, and how many rows. */
const mostValues = 2000;
const mostRows = 50;

export interface RestoringRows {
  readonly database: Database;
  readonly extensions: readonly TablesOfExtension[];
  readonly clock: () => number;
  /** Whether the backup is of the site that is there: only then what belongs to the installation stays. */
  readonly isOwn: boolean;
  readonly by: Doer;
  readonly signal?: AbortSignal | undefined;
  readonly onProgress?: ((done: number) => void) | undefined;
}

const findSchema = statement((q) => q.dialect.contents.schema());

/**
 * Replaces everything that is stored. The tables are made anew as they were when the backup was made, filled, and brought up to
 * date by the migrations since. Readers see what was there until the end.
 *
 * Throws BackupBroken, errors of the database, or the reason of the signal.
 */
export const replaceRows = (parts: RestoringRows, path: string, checked: Checked): Promise<void> =>
  parts.database.schemaChange(async (tx) => {
    const words = tx.dialect.contents;
    const { head, end } = checked;
    await tx.lock('migrations');
    const extensions = [...new Set([...Object.keys(await extensionNumbers(tx)), ...Object.keys(head.extensions)])];
    await claimPositions(tx);
    const formerPosition = await lastPosition(tx);
    const former = await ourTables(tx, extensions);
    const formerKeys = await lastKeys(tx, former);
    const schema = (await tx.first(findSchema, {}))?.name ?? '';
    const keeping = parts.isOwn ? [...installationTables, 'media_files', 'audit_log'] : ['jobs', 'media_files'];
    await tx.execute(words.setAside(former, keeping));
    await migrateTo(tx, parts, head);
    await empty(tx, extensions);
    await insertRows(tx, parts, path, checked);
    await migrateSince(tx, parts, head);
    await tx.execute(words.claimSetAside(schema, former));
    for (const table of keeping) await tx.execute(keep(table, words.setAsideName(schema, table), parts.clock()));
    const made = await ourTables(tx, extensions);
    for (const name of made) {
      const last = Math.max(end.keys[name] ?? 0, formerKeys[name] ?? 0);
      if (last > 0) await tx.execute(words.continueKeys({ name, last }));
    }
    await recordRestored(tx, formerPosition);
    const deed = { action: 'backup-restored', kind: 'backup', id: basename(path, '.tar'), name: head.name } as const;
    await noteDeed(tx, parts.clock, parts.by, deed);
    await tx.execute(words.dropSetAside(schema, former, made, keeping));
  });

/** What was there and stays: files that no restored entry has are left to the sweeper, what was noted of deeds is not forgotten. */
const keep = (table: string, former: string, now: number): string =>
  table === 'media_files'
    ? `insert into media_files (path, entry_id, claimed) select path, null, ${Math.floor(now / 1000)} from ${former}
      where true on conflict (path) do nothing`
    : `insert into ${table} select * from ${former} where true on conflict do nothing`;

type Numbers = Checked['head'];

const upTo = (all: readonly Migration[], number: number) => all.filter((each) => each.number <= number);
const since = (all: readonly Migration[], number: number) => all.filter((each) => each.number > number);

/** The tables as they were. */
async function migrateTo(tx: SchemaHandle, { extensions, clock }: RestoringRows, head: Numbers): Promise<void> {
  await migrateWithin(tx, upTo(migrations, head.schema), { clock });
  for (const { name, migrations: own = [] } of extensions)
    await migrateWithin(tx, upTo(own, head.extensions[name] ?? 0), { clock, extension: name });
}

/** What has been changed in them since, and the tables of extensions that came later. */
async function migrateSince(tx: SchemaHandle, { extensions, clock }: RestoringRows, head: Numbers): Promise<void> {
  await migrateWithin(tx, since(migrations, head.schema), { clock });
  for (const { name, migrations: own = [] } of extensions)
    await migrateWithin(tx, since(own, head.extensions[name] ?? 0), { clock, extension: name });
}

/** Removes what migrations put into new tables. */
async function empty(tx: SchemaHandle, extensions: readonly string[]): Promise<void> {
  const tables = await ourTables(tx, extensions);
  for (const table of tables.toReversed()) if (!table.endsWith('migrations')) await tx.execute(`delete from ${table}`);
}

async function insertRows(tx: SchemaHandle, parts: RestoringRows, path: string, checked: Checked): Promise<void> {
  const extensions = Object.keys(checked.head.extensions);
  const inserters = new Map<string, Inserter>();
  const made = new Map((await keptTables(tx, extensions)).map(({ name, columns }) => [name, new Set(columns)]));
  for (const shape of checked.head.tables) {
    const columns = made.get(shape.name);
    if (!columns || shape.columns.some((column) => !columns.has(column)))
      throw new BackupBroken(`its table ${shape.name} is not as its version has it`);
    inserters.set(shape.name, inserterOf(shape));
  }
  await readingBackup(path, async (archive, size) => {
    await archive.next();
    await archive.whole(largestPart);
    for (;;) {
      parts.signal?.throwIfAborted();
      parts.onProgress?.(archive.at / size);
      const member = await archive.next();
      const inserter = inserters.get(tableOfPart(member?.name ?? '') ?? '');
      if (!member || !inserter) {
        if (member?.before === checked.sumOfRows) return;
        throw new BackupBroken('it was changed while it was read');
      }
      await inserter(tx, await unpackRows(await archive.whole(largestPart), inserter.width));
    }
  });
}

interface Inserter {
  (tx: SchemaHandle, rows: readonly (readonly CellValue[])[]): Promise<void>;
  readonly width: number;
}

/** Inserts rows of a table, as many together as make few statements. */
function inserterOf({ name, columns }: TableShape): Inserter {
  const together = Math.max(1, Math.min(mostRows, Math.floor(mostValues / columns.length)));
  const [many, one] = [inserting(name, columns, together), inserting(name, columns, 1)];
  const insert = async (tx: SchemaHandle, rows: readonly (readonly CellValue[])[]) => {
    for (let at = 0; at < rows.length; ) {
      const n = rows.length - at >= together ? together : 1;
      await tx.run(n === 1 ? one : many, valuesOf(rows.slice(at, at + n)));
      at += n;
      // The event loop is others' as well.
      await others();
    }
  };
  return Object.assign(insert, { width: columns.length });
}

type Values = Record<string, CellValue>;

function inserting(table: string, columns: readonly string[], rows: number): Statement<Values, unknown> {
  return statement((_q: Builder, p: Slots<Values>) => {
    const row = (n: number) => sql`(${sql.join(columns.map((_, column) => sql`${p[`${n}:${column}`]}`))})`;
    const values = sql.join(Array.from({ length: rows }, (_, n) => row(n)));
    return sql`insert into ${sql.ref(table)} (${sql.join(columns.map((column) => sql.ref(column)))}) values ${values}`;
  });
}

const valuesOf = (rows: readonly (readonly CellValue[])[]): Values =>
  Object.fromEntries(rows.flatMap((row, n) => row.map((cell, column) => [`${n}:${column}`, cell] as const)));
