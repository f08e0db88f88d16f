import { type Compilable, sql } from 'kysely';
import { type Builder, builderFor } from './builder.ts';
import type { Dialect } from './dialect.ts';
import { DatabaseUnusable } from './errors.ts';
import { findDependents } from './find-dependents.ts';
import type { Database, SchemaHandle, WriteHandle } from './handle.ts';
import type { Slots } from './slot.ts';
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
  up(tx: MigrationHandle): Promise<void>;
}

interface HistoryTables {
  migrations: { number: number; name: string; applied_at: string };
  extension_migrations: { extension: string; number: number; name: string; applied_at: string };
}

export interface MigrateOptions {
  /** Name of the extension whose migrations these are. Default: the service, whose migrations run first. */
  readonly extension?: string;
  /** Whether to return the pending migrations without running them. */
  readonly plan?: boolean;
  /** A signal that stops the function between two migrations. */
  readonly signal?: AbortSignal;
  /** Returns the current time, in milliseconds since 1970. */
  readonly clock?: () => number;
}

/**
 * Brings the schema up to date and returns the migrations that ran, or would run. Each runs in one transaction together with
 * its record, so that the next start continues after an interruption. If several processes start at the same time, one
 * migrates, and the others wait and find the schema up to date. Afterwards, `database.changes` knows the dependents of all tables.
 * @throws DatabaseUnusable if the database was created by a newer version; `signal.reason` if the signal aborts
 */
export async function migrate(
  database: Database,
  migrations: readonly Migration[],
  options: MigrateOptions = {},
): Promise<Migration[]> {
  const { plan = false, clock = Date.now, extension, signal } = options;
  const history = extension === undefined ? serviceHistory : historyOf(extension);
  const pending = pendingAfter(await history.last(database.read), sortedByNumber(migrations), extension);
  if (plan) return pending;
  const applied: Migration[] = [];
  for (const migration of pending) {
    signal?.throwIfAborted();
    const isNew = await database.schemaChange(async (tx) => {
      await tx.lock('migrations');
      await history.createTable(tx);
      // Checked again while the lock is held, because another process may have run the migration.
      if (!pendingAfter(await history.last(tx), sortedByNumber(migrations), extension).includes(migration))
        return false;
      await run(tx, history, migration, clock);
      return true;
    });
    if (isNew) applied.push(migration);
  }
  if (applied.length > 0 || !database.changes.dependents)
    database.changes.dependents = await findDependents(database.read);
  return applied;
}

/**
 * Runs migrations within a transaction of the caller. The caller must hold the lock `migrations` and pass the migrations that follow
 * the last one.
 */
export async function migrateWithin(
  tx: SchemaHandle,
  migrations: readonly Migration[],
  { extension, clock = Date.now }: Omit<MigrateOptions, 'plan' | 'signal'> = {},
): Promise<void> {
  const history = extension === undefined ? serviceHistory : historyOf(extension);
  for (const migration of sortedByNumber(migrations)) {
    await history.createTable(tx);
    await run(tx, history, migration, clock);
  }
}

async function run(tx: SchemaHandle, history: History, migration: Migration, clock: () => number): Promise<void> {
  await migration.up(migrationHandle(tx));
  const applied_at = new Date(clock()).toISOString();
  await history.record(tx, { number: migration.number, name: migration.name, applied_at });
}

/** Returns the number of the last migration that ran; 0 if none did. */
export const lastMigration = (handle: Database['read'], extension?: string): Promise<number> =>
  (extension === undefined ? serviceHistory : historyOf(extension)).last(handle);

type Applied = HistoryTables['migrations'];

/** The history of the migrations that have run. */
interface History {
  /** Creates the table if it does not exist. */
  createTable(tx: SchemaHandle): Promise<void>;
  /** Returns the number of the last migration; 0 if none has run. */
  last(handle: Database['read']): Promise<number>;
  record(tx: SchemaHandle, applied: Applied): Promise<unknown>;
}

const tableExists = statement((q: Builder<HistoryTables>, p: Slots<{ table: string }>) =>
  q.selectNoFrom(sql<number>`1`.as('found')).where(q.dialect.tableExists(p.table)),
);

const findLast = statement((q: Builder<HistoryTables>, _: Slots<Record<never, never>>) =>
  q.selectFrom('migrations').select((eb) => eb.fn.max<number | null>('number').as('last')),
);

const record = statement((q: Builder<HistoryTables>, p: Slots<Applied>) =>
  q.insertInto('migrations').values({ number: p.number, name: p.name, applied_at: p.applied_at }),
);

const findLastOf = statement((q: Builder<HistoryTables>, p: Slots<{ extension: string }>) =>
  q
    .selectFrom('extension_migrations')
    .select((eb) => eb.fn.max<number | null>('number').as('last'))
    .where('extension', '=', p.extension),
);

const recordOf = statement((q: Builder<HistoryTables>, p: Slots<Applied & { extension: string }>) =>
  q
    .insertInto('extension_migrations')
    .values({ extension: p.extension, number: p.number, name: p.name, applied_at: p.applied_at }),
);

const serviceHistory: History = {
  createTable: (tx) =>
    tx.execute(
      `create table if not exists migrations (
        number integer primary key, name ${tx.dialect.types.text} not null, applied_at ${tx.dialect.types.text} not null)`,
    ),
  last: async (handle) =>
    (await handle.first(tableExists, { table: 'migrations' })) ? ((await handle.first(findLast, {}))?.last ?? 0) : 0,
  record: (tx, applied) => tx.run(record, applied),
};

/** Returns the history of an extension. A migration of the service (0013) creates its table. */
const historyOf = (extension: string): History => ({
  createTable: async () => {},
  last: async (handle) =>
    (await handle.first(tableExists, { table: 'extension_migrations' }))
      ? ((await handle.first(findLastOf, { extension }))?.last ?? 0)
      : 0,
  record: (tx, applied) => tx.run(recordOf, { ...applied, extension }),
});

function sortedByNumber(migrations: readonly Migration[]): Migration[] {
  return migrations.toSorted((a, b) => a.number - b.number);
}

function pendingAfter(last: number, ordered: readonly Migration[], extension?: string): Migration[] {
  const newest = ordered.at(-1)?.number ?? 0;
  if (last > newest) {
    const [product, target] =
      extension === undefined ? ['Octavo', 'the program'] : [`the extension ${extension}`, 'it'];
    throw new DatabaseUnusable(
      `This database was created by a newer version of ${product} (its schema version is ${last}, the latest known one ${newest}); update ${target}.`,
    );
  }
  return ordered.filter(({ number }) => number > last);
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
    lock: (name) => tx.lock(name),
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
