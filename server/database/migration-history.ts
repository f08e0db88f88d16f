// Reads and writes the history of migrations. The service and each extension have their own history, with their own numbers.
import { type Generated, sql } from 'kysely';
import type { ReadHandle, SchemaHandle } from './handle.ts';
import type { Slots } from './slot.ts';
import { type Builder, statement } from './statement.ts';

/** A migration that has run. */
interface AppliedMigration {
  readonly number: number;
  readonly name: string;
  /** Time of the migration in ISO 8601, UTC. */
  readonly applied_at: string;
  /** Version of the program that applied it; null for migrations before 0020. */
  readonly program: string | null;
}

/** The columns by which programs of older versions know whether they may go on. They exist since migration 35. */
interface Compatibility {
  /** 1 if programs that do not know the migration can use the database, otherwise 0. */
  readonly compatible: number;
  /** The generation of the schema after the migration (generations.ts). */
  readonly generation: number;
}

/** Columns with default values, as inserts need them. */
type Inserted<Columns> = { readonly [Name in keyof Columns]: Generated<Columns[Name]> };

interface HistoryTables {
  migrations: AppliedMigration & Inserted<Compatibility>;
  extension_migrations: AppliedMigration & Inserted<Compatibility> & { readonly extension: string };
}

const tableExists = statement((q: Builder<HistoryTables>, p: Slots<{ table: string }>) =>
  q.selectNoFrom(sql<number>`1`.as('found')).where(q.dialect.tableExists(p.table)),
);

const columnsOf = statement((q: Builder<HistoryTables>, p: Slots<{ table: string }>) =>
  q.dialect.contents.columns(p.table),
);

const findLast = statement((q: Builder<HistoryTables>, _: Slots<Record<never, never>>) =>
  q.selectFrom('migrations').select('number').orderBy('number', 'desc').limit(1),
);

const findLastOf = statement((q: Builder<HistoryTables>, p: Slots<{ extension: string }>) =>
  q
    .selectFrom('extension_migrations')
    .select('number')
    .where('extension', '=', p.extension)
    .orderBy('number', 'desc')
    .limit(1),
);

const findProgram = statement((q: Builder<HistoryTables>, p: Slots<{ number: number }>) =>
  q.selectFrom('migrations').select('program').where('number', '=', p.number),
);

const findProgramOf = statement((q: Builder<HistoryTables>, p: Slots<{ extension: string; number: number }>) =>
  q
    .selectFrom('extension_migrations')
    .select('program')
    .where('extension', '=', p.extension)
    .where('number', '=', p.number),
);

const listStatement = statement((q: Builder<HistoryTables>) =>
  q.selectFrom('migrations').select(['number', 'name', 'applied_at', 'program']).orderBy('number'),
);

const listOfExtensionsStatement = statement((q: Builder<HistoryTables>) =>
  q
    .selectFrom('extension_migrations')
    .select(['extension', 'number', 'name', 'applied_at', 'program'])
    .orderBy('extension')
    .orderBy('number'),
);

const findIncompatible = statement((q: Builder<HistoryTables>, p: Slots<{ newest: number }>) =>
  q
    .selectFrom('migrations')
    .select('number')
    .where('number', '>', p.newest)
    .where('compatible', '=', sql.lit(0))
    .limit(1),
);

const findIncompatibleOf = statement((q: Builder<HistoryTables>, p: Slots<{ extension: string; newest: number }>) =>
  q
    .selectFrom('extension_migrations')
    .select('number')
    .where('extension', '=', p.extension)
    .where('number', '>', p.newest)
    .where('compatible', '=', sql.lit(0))
    .limit(1),
);

type NewRow = Slots<Omit<AppliedMigration, 'program'>>;

const record = statement((q: Builder<HistoryTables>, p: NewRow) =>
  q.insertInto('migrations').values({ number: p.number, name: p.name, applied_at: p.applied_at }),
);

const recordOf = statement((q: Builder<HistoryTables>, p: NewRow & Slots<{ extension: string }>) =>
  q
    .insertInto('extension_migrations')
    .values({ extension: p.extension, number: p.number, name: p.name, applied_at: p.applied_at }),
);

const setProgram = statement((q: Builder<HistoryTables>, p: Slots<{ number: number; program: string }>) =>
  q.updateTable('migrations').set({ program: p.program }).where('number', '=', p.number),
);

const setProgramOf = statement(
  (q: Builder<HistoryTables>, p: Slots<{ extension: string; number: number; program: string }>) =>
    q
      .updateTable('extension_migrations')
      .set({ program: p.program })
      .where('extension', '=', p.extension)
      .where('number', '=', p.number),
);

const setCompatibility = statement((q: Builder<HistoryTables>, p: Slots<{ number: number } & Compatibility>) =>
  q
    .updateTable('migrations')
    .set({ compatible: p.compatible, generation: p.generation })
    .where('number', '=', p.number),
);

const setCompatibilityOf = statement(
  (q: Builder<HistoryTables>, p: Slots<{ extension: string; number: number } & Compatibility>) =>
    q
      .updateTable('extension_migrations')
      .set({ compatible: p.compatible, generation: p.generation })
      .where('extension', '=', p.extension)
      .where('number', '=', p.number),
);

const tableOf = (extension: string | undefined): keyof HistoryTables =>
  extension === undefined ? 'migrations' : 'extension_migrations';

/** Creates the history of the service if it does not exist. A migration of the service (0013) creates the one of extensions. */
export const createHistory = (tx: SchemaHandle): Promise<void> =>
  tx.execute(
    `create table if not exists migrations (
      number integer primary key, name ${tx.dialect.types.text} not null, applied_at ${tx.dialect.types.text} not null)`,
  );

/** Returns the number of the last migration of the service or of an extension; 0 if none has run. */
export async function lastMigration(handle: ReadHandle, extension?: string): Promise<number> {
  if (!(await handle.first(tableExists, { table: tableOf(extension) }))) return 0;
  const row = await (extension === undefined ? handle.first(findLast, {}) : handle.first(findLastOf, { extension }));
  return row?.number ?? 0;
}

/** Returns the version of the program that applied a migration; undefined if it is unknown. */
export async function programOf(handle: ReadHandle, number: number, extension?: string): Promise<string | undefined> {
  if (!(await hasColumn(handle, 'program', number, extension))) return undefined;
  const row = await (extension === undefined
    ? handle.first(findProgram, { number })
    : handle.first(findProgramOf, { extension, number }));
  return row?.program ?? undefined;
}

/**
 * Returns whether a program can use a database although the last migration, `last`, follows `newest`, the last one that it knows: all migrations
 * between them are compatible with older programs.
 */
export async function isCompatibleSince(
  handle: ReadHandle,
  { newest, last }: { readonly newest: number; readonly last: number },
  extension?: string,
): Promise<boolean> {
  if (!(await hasColumn(handle, 'compatible', last, extension))) return false;
  return !(await (extension === undefined
    ? handle.first(findIncompatible, { newest })
    : handle.first(findIncompatibleOf, { extension, newest })));
}

/** A migration that has run, with the name of its extension; an empty string for the service. */
export type HistoryRow = AppliedMigration & { readonly extension: string };

/** Returns the history of a database whose schema is up to date: that of the service, and then those of extensions. */
export async function listHistory(handle: ReadHandle): Promise<HistoryRow[]> {
  const ofService = await handle.all(listStatement, {});
  return [...ofService.map((row) => ({ ...row, extension: '' })), ...(await handle.all(listOfExtensionsStatement, {}))];
}

/** Records that a migration has run. The values of columns that the history does not have yet are not stored. */
export async function recordMigration(
  tx: SchemaHandle,
  applied: AppliedMigration & Compatibility,
  extension: string | undefined,
): Promise<void> {
  const { number, name, applied_at, program } = applied;
  if (extension === undefined) await tx.run(record, { number, name, applied_at });
  else await tx.run(recordOf, { extension, number, name, applied_at });
  if (program !== null && (await hasColumn(tx, 'program', number, extension))) {
    if (extension === undefined) await tx.run(setProgram, { number, program });
    else await tx.run(setProgramOf, { extension, number, program });
  }
  if (await hasColumn(tx, 'compatible', number, extension)) await setCompatible(tx, applied, extension);
}

async function setCompatible(
  tx: SchemaHandle,
  { number, compatible, generation }: { readonly number: number } & Compatibility,
  extension: string | undefined,
): Promise<void> {
  if (extension === undefined) await tx.run(setCompatibility, { number, compatible, generation });
  else await tx.run(setCompatibilityOf, { extension, number, compatible, generation });
}

/** The columns that migrations of the service have added to the histories, with the numbers of these migrations. */
const addedColumns = { program: 20, compatible: 35 } as const;

/** Returns whether a history has a column. `number` is the migration that is being recorded or was found. */
const hasColumn = async (
  handle: ReadHandle,
  column: keyof typeof addedColumns,
  number: number,
  extension: string | undefined,
): Promise<boolean> =>
  extension === undefined
    ? number >= addedColumns[column]
    : (await handle.all(columnsOf, { table: tableOf(extension) })).some(({ name }) => name === column);

/** Returns whether the schema has generations, given the last migration of the service. */
export const hasGenerations = (last: number): boolean => last >= addedColumns.compatible;
