import type { Compilable } from 'kysely';
import { type Builder, builderFor } from './builder.ts';
import { describeCause } from './describe-cause.ts';
import type { Dialect } from './dialect.ts';
import {
  DatabaseBusy,
  DatabaseNewer,
  DatabaseUnavailable,
  DatabaseUnusable,
  DiskFull,
  MigrationFailed,
} from './errors.ts';
import { findDependents } from './find-dependents.ts';
import { findGeneration, requireGeneration } from './generations.ts';
import type { Database, ReadHandle, SchemaHandle, WriteHandle } from './handle.ts';
import type { MigrationEffects } from './migration-effects.ts';
import {
  createHistory,
  hasGenerations,
  isCompatibleSince,
  lastMigration,
  programOf,
  recordMigration,
} from './migration-history.ts';
import { type Statement, statement } from './statement.ts';

/** The handle that a migration receives. */
export interface MigrationHandle extends WriteHandle {
  readonly dialect: Dialect;
  /** Builds queries and schema changes. */
  readonly builder: Builder;
  /** Runs a query or schema change of the builder, or SQL text: one for both engines, or one for each. */
  execute(change: Compilable<unknown> | string | { readonly sqlite: string; readonly postgres: string }): Promise<void>;
}

/** A migration to the next version of the schema. It must not be edited after its release. */
export interface Migration {
  readonly number: number;
  readonly name: string;
  /**
   * Its effects on an existing database, for `octavo migrate --plan`; a function if the file of the migration is loaded on demand.
   * Migrations that change existing tables should declare them.
   */
  readonly effects?: MigrationEffects | (() => Promise<MigrationEffects | undefined>);
  /**
   * Whether programs that do not know the migration can still use the database (decision 0035); a function if the file of the migration is loaded
   * on demand. Default: they must stop.
   */
  readonly isCompatible?: boolean | (() => Promise<boolean>);
  up(tx: MigrationHandle): Promise<void>;
}

/** The migrations of the service or of an extension. */
export interface MigrationSet {
  readonly migrations: readonly Migration[];
  /** Name of the extension; undefined for the service, whose set precedes those of extensions. */
  readonly extension?: string | undefined;
}

/** A migration that has not run, or that a call has run. */
export interface SetMigration {
  readonly migration: Migration;
  /** Name of the extension; undefined for the service. */
  readonly extension: string | undefined;
  /** Number of the last migration of the set that had run before; 0 if the set is new in this database. */
  readonly previous: number;
}

export interface MigrateOptions {
  /** A signal that stops the function between two migrations. All of them are then rolled back. */
  readonly signal?: AbortSignal | undefined;
  /** Returns the current time, in milliseconds since 1970. */
  readonly clock?: () => number;
  /** Version of this program, which is stored in the history. */
  readonly program?: string;
  /** Called with what the function is waiting for: migrations of other processes, or its own ones. Not called if nothing is pending. */
  readonly onWaiting?: ((obstacle: 'other-migration' | 'migration') => void) | undefined;
  /**
   * Called with the pending migrations before the first one runs, while no other process can write to the SQLite file or migrate the
   * PostgreSQL database. If it rejects, nothing is changed.
   */
  readonly beforeChanges?: (pending: readonly SetMigration[]) => Promise<void>;
}

/**
 * Brings the schema up to date and returns the migrations that ran. All pending migrations of all sets run in one transaction with their
 * records, so that after an error or an interruption the database is as before, and the previous version of the program can use it. If
 * several processes start at the same time, one migrates, and the others wait and find the schema up to date. Unless all migrations of existing
 * tables are compatible with older programs, these cannot write any more after the commit (PostgreSQL). Afterwards, `database.changes` knows
 * the dependents of all tables, and the generation of the schema.
 * @throws DatabaseNewer if a newer version has migrated the database and excluded this program; MigrationFailed; errors of the database; `signal.reason` if the
 * signal aborts
 */
export async function migrateAll(
  database: Database,
  sets: readonly MigrationSet[],
  options: MigrateOptions = {},
): Promise<SetMigration[]> {
  // The generation is read first: this program is known to be compatible only with the migrations that are found afterwards.
  const before = await findGenerationIfAny(database.read);
  const isUpToDate = (await findPendingMigrations(database.read, sets)).length === 0;
  if (!isUpToDate) options.onWaiting?.('other-migration');
  const { applied, generation: known } = isUpToDate
    ? { applied: [], generation: before }
    : await database.schemaChange(async (tx) => {
        await tx.lock('migrations');
        // Read again while the lock is held, because another process may have run the migrations.
        const pending = await findPendingMigrations(tx, sets);
        if (pending.length === 0) return { applied: pending, generation: await findGenerationIfAny(tx) };
        options.onWaiting?.('migration');
        await options.beforeChanges?.(pending);
        await createHistory(tx);
        const current = await findGenerationIfAny(tx);
        const excludesOthers = await excludesOlderPrograms(pending);
        const generation = excludesOthers ? current + 1 : current;
        for (const each of pending) {
          options.signal?.throwIfAborted();
          await runOrExplain(tx, each, { ...options, generation });
        }
        if (excludesOthers && hasGenerations(await lastMigration(tx))) {
          // The row of this transaction in the log of changes must be accepted, too.
          database.changes.generation = generation;
          await requireGeneration(tx, generation);
        }
        return { applied: pending, generation };
      });
  if (applied.length > 0 || !database.changes.dependents)
    database.changes.dependents = await findDependents(database.read);
  database.changes.generation = known;
  return applied;
}

/** Returns the generation of the schema; 0 if it does not have generations yet. */
const findGenerationIfAny = async (handle: ReadHandle): Promise<number> =>
  hasGenerations(await lastMigration(handle)) ? findGeneration(handle) : 0;

/** Returns whether programs that do not know a migration can still use the database. */
export const isCompatible = async ({ migration }: Pick<SetMigration, 'migration'>): Promise<boolean> =>
  typeof migration.isCompatible === 'function' ? migration.isCompatible() : (migration.isCompatible ?? false);

/** Returns whether programs that do not know some migrations cannot use existing tables any more after these have run. */
export async function excludesOlderPrograms(pending: readonly SetMigration[]): Promise<boolean> {
  for (const each of pending) if (each.previous > 0 && !(await isCompatible(each))) return true;
  return false;
}

/** Does the same as `migrateAll` for one set: the migrations of the service, or of the extension that `options` name. */
export async function migrate(
  database: Database,
  migrations: readonly Migration[],
  { extension, ...options }: MigrateOptions & Pick<MigrationSet, 'extension'> = {},
): Promise<Migration[]> {
  return (await migrateAll(database, [{ migrations, extension }], options)).map(({ migration }) => migration);
}

/**
 * Returns the migrations of all sets that have not run, in the order in which `migrateAll` runs them.
 * @throws DatabaseNewer if a newer version has migrated the database, and its migrations exclude this program
 */
export async function findPendingMigrations(
  handle: ReadHandle,
  sets: readonly MigrationSet[],
): Promise<SetMigration[]> {
  const pending: SetMigration[] = [];
  for (const { migrations, extension } of sets) {
    const ordered = sortedByNumber(migrations);
    const previous = await lastMigration(handle, extension);
    const newest = ordered.at(-1)?.number ?? 0;
    if (previous > newest && !(await isCompatibleSince(handle, { newest, last: previous }, extension)))
      throw new DatabaseNewer(newerMessage(extension, previous, newest, await programOf(handle, previous, extension)));
    for (const migration of ordered) if (migration.number > previous) pending.push({ migration, extension, previous });
  }
  return pending;
}

/**
 * Throws DatabaseNewer if a newer version has migrated the database, even if its migrations are compatible with this program: code that
 * replaces the schema would lose their tables and columns.
 */
export async function requireNoNewerMigrations(handle: ReadHandle, sets: readonly MigrationSet[]): Promise<void> {
  for (const { migrations, extension } of sets) {
    const last = await lastMigration(handle, extension);
    const newest = sortedByNumber(migrations).at(-1)?.number ?? 0;
    if (last > newest)
      throw new DatabaseNewer(newerMessage(extension, last, newest, await programOf(handle, last, extension)));
  }
}

/**
 * Runs migrations within a transaction of the caller, which must roll it back after an error. The caller must hold the lock `migrations`,
 * pass the migrations that follow the last one, and require the generation when all of them have run.
 * @throws MigrationFailed; errors of the database
 */
export async function migrateWithin(
  tx: SchemaHandle,
  { migrations, extension }: MigrationSet,
  options: RunOptions,
): Promise<void> {
  await createHistory(tx);
  for (const migration of sortedByNumber(migrations)) await runOrExplain(tx, { migration, extension }, options);
}

/** Returns the name of a migration for messages, such as `0016 wide-indexes`, with the name of its extension before it. */
export const migrationName = ({ migration: { number, name }, extension }: Omit<SetMigration, 'previous'>): string =>
  `${extension === undefined ? '' : `${extension} `}${String(number).padStart(4, '0')} ${name}`;

function newerMessage(
  extension: string | undefined,
  schema: number,
  supported: number,
  program: string | undefined,
): string {
  const versions = `its schema version is ${schema}, and this version supports ${supported}`;
  if (extension !== undefined)
    return `The tables of the extension ${extension} were migrated by a newer version of it (${versions}); update the extension, or restore a backup of the version that you have.`;
  const [by, update] =
    program === undefined
      ? ['a newer version of Octavo', 'install a newer version']
      : [`Octavo ${program}, a newer version`, `install Octavo ${program} or newer`];
  return `The database was migrated by ${by} (${versions}); ${update}, or restore a backup of the version that you have.`;
}

/** Errors that explain themselves, because the cause is not the migration. */
const databaseErrors = [DatabaseUnusable, DatabaseUnavailable, DatabaseBusy, DiskFull];

/** Options of running single migrations. */
interface RunOptions extends Pick<MigrateOptions, 'clock' | 'program'> {
  /** The generation of the schema after the transaction, which is stored in the history. */
  readonly generation: number;
}

async function runOrExplain(
  tx: SchemaHandle,
  each: Omit<SetMigration, 'previous'>,
  options: RunOptions,
): Promise<void> {
  const { migration, extension } = each;
  try {
    await run(tx, migration, extension, options);
  } catch (cause) {
    if (databaseErrors.some((kind) => cause instanceof kind)) throw cause;
    const owner = extension === undefined ? 'the service' : `the extension ${extension}`;
    throw new MigrationFailed(
      `A migration of ${owner} failed and was rolled back: ${migrationName(each)} (${describeCause(cause)}); the database is unchanged.`,
      { cause },
    );
  }
}

async function run(
  tx: SchemaHandle,
  migration: Migration,
  extension: string | undefined,
  { clock = Date.now, program, generation }: RunOptions,
): Promise<void> {
  await migration.up(migrationHandle(tx));
  const { number, name } = migration;
  const applied_at = new Date(clock()).toISOString();
  const compatible = (await isCompatible({ migration })) ? 1 : 0;
  await recordMigration(tx, { number, name, applied_at, program: program ?? null, compatible, generation }, extension);
}

function sortedByNumber(migrations: readonly Migration[]): Migration[] {
  return migrations.toSorted((a, b) => a.number - b.number);
}

function migrationHandle(tx: SchemaHandle): MigrationHandle {
  const builder: Builder = builderFor(tx.dialect);
  return {
    engine: tx.engine,
    dialect: tx.dialect,
    builder,
    all: (query, parameters) => tx.all(query, parameters),
    first: (query, parameters) => tx.first(query, parameters),
    run: (query, parameters) => tx.run(query, parameters),
    send: (query, parameters) => tx.send(query, parameters),
    add: (query, parameters, n) => tx.add(query, parameters, n),
    insert: (insert, row) => tx.insert(insert, row),
    collectInserts: () => tx.collectInserts(),
    lock: (...names) => tx.lock(...names),
    tryLock: (name) => tx.tryLock(name),
    share: (name) => tx.share(name),
    afterCommit: (effect) => tx.afterCommit(effect),
    async execute(change) {
      if (typeof change === 'string') await tx.execute(change);
      else if ('compile' in change) await tx.run(statementOf(change), {});
      else await tx.execute(change[tx.engine]);
    },
  };
}

function statementOf(change: Compilable<unknown>): Statement<Record<never, never>, unknown> {
  return statement(() => change);
}
