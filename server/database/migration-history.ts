// Reads and writes the history of migrations. The service and each extension have their own history, with their own numbers.
import { sql } from 'kysely';
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

interface HistoryTables {
  migrations: AppliedMigration;
  extension_migrations: AppliedMigration & { readonly extension: string };
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
  if (!(await hasProgramColumn(handle, number, extension))) return undefined;
  const row = await (extension === undefined
    ? handle.first(findProgram, { number })
    : handle.first(findProgramOf, { extension, number }));
  return row?.program ?? undefined;
}

/** A migration that has run, with the name of its extension; an empty string for the service. */
export type HistoryRow = AppliedMigration & { readonly extension: string };

/** Returns the history of a database whose schema is up to date: that of the service, and then those of extensions. */
export async function listHistory(handle: ReadHandle): Promise<HistoryRow[]> {
  const ofService = await handle.all(listStatement, {});
  return [...ofService.map((row) => ({ ...row, extension: '' })), ...(await handle.all(listOfExtensionsStatement, {}))];
}

/** Records that a migration has run. The version of the program is stored if the history already has a column for it. */
export async function recordMigration(
  tx: SchemaHandle,
  applied: AppliedMigration,
  extension: string | undefined,
): Promise<void> {
  const { number, name, applied_at, program } = applied;
  if (extension === undefined) await tx.run(record, { number, name, applied_at });
  else await tx.run(recordOf, { extension, number, name, applied_at });
  if (program === null || !(await hasProgramColumn(tx, number, extension))) return;
  if (extension === undefined) await tx.run(setProgram, { number, program });
  else await tx.run(setProgramOf, { extension, number, program });
}

/** Number of the migration of the service that adds the column for the program. */
const programsMigration = 20;

/** Returns whether the history has the column for the program. `number` is the migration that is being recorded or was found. */
const hasProgramColumn = async (handle: ReadHandle, number: number, extension: string | undefined): Promise<boolean> =>
  extension === undefined
    ? number >= programsMigration
    : (await handle.all(columnsOf, { table: tableOf(extension) })).some(({ name }) => name === 'program');
