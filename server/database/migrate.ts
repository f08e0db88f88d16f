import { type Compilable, sql } from 'kysely';
import { type Builder, builderFor } from './builder.ts';
import type { Dialect } from './dialect.ts';
import { DatabaseUnusable } from './errors.ts';
import type { Database, SchemaHandle, WriteHandle } from './handle.ts';
import type { Slots } from './slot.ts';
import { type Statement, statement } from './statement.ts';

/** What a migration changes the database with. */
export interface MigrationHandle extends WriteHandle {
  readonly dialect: Dialect;
  /** Builds statements and changes of the schema. */
  readonly builder: Builder;
  /** Runs a query or schema change of the builder, or SQL text: one for both engines, or one for each. */
  execute(change: Compilable<unknown> | string | { readonly sqlite: string; readonly postgres: string }): Promise<void>;
}

/** One step of the schema's history. Never edited once released. */
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
  /** Whose history it is: the name of an extension; absent: the service's own, which goes before. */
  readonly extension?: string;
  /** Only says what would be done. */
  readonly plan?: boolean;
  /** Ends the work between two migrations. */
  readonly signal?: AbortSignal;
  /** The time of day, in milliseconds since 1970. */
  readonly clock?: () => number;
}

/**
 * Brings the schema up to date and says which migrations ran, or would run. Each runs in one transaction together
 * with its record, so a stop between two leaves a schema from which the next start goes on. Several processes may
 * start at once: one migrates, the others wait and find it done.
 * @throws DatabaseUnusable when the database was made by a newer version; the reason of `signal` where it aborts
 */
export async function migrate(
  database: Database,
  migrations: readonly Migration[],
  options: MigrateOptions = {},
): Promise<Migration[]> {
  const { plan = false, clock = Date.now, extension, signal } = options;
  const history = extension === undefined ? ownHistory : historyOf(extension);
  const pending = pendingAfter(await history.last(database.read), inOrder(migrations), extension);
  if (plan) return pending;
  const applied: Migration[] = [];
  for (const migration of pending) {
    signal?.throwIfAborted();
    const isNew = await database.schemaChange(async (tx) => {
      await tx.lock('migrations');
      await history.make(tx);
      // Asked again under the lock: another process may have been faster.
      if (!pendingAfter(await history.last(tx), inOrder(migrations), extension).includes(migration)) return false;
      await run(tx, history, migration, clock);
      return true;
    });
    if (isNew) applied.push(migration);
  }
  return applied;
}

/**
 * Runs migrations within a transaction of the caller, who knows that they are the next ones and has claimed `migrations`.
 */
export async function migrateWithin(
  tx: SchemaHandle,
  migrations: readonly Migration[],
  { extension, clock = Date.now }: Omit<MigrateOptions, 'plan' | 'signal'> = {},
): Promise<void> {
  const history = extension === undefined ? ownHistory : historyOf(extension);
  for (const migration of inOrder(migrations)) {
    await history.make(tx);
    await run(tx, history, migration, clock);
  }
}

async function run(tx: SchemaHandle, history: History, migration: Migration, clock: () => number): Promise<void> {
  await migration.up(migrationHandle(tx));
  const applied_at = new Date(clock()).toISOString();
  await history.record(tx, { number: migration.number, name: migration.name, applied_at });
}

/** The number of the last migration that ran; 0: none. */
export const lastMigration = (handle: Database['read'], extension?: string): Promise<number> =>
  (extension === undefined ? ownHistory : historyOf(extension)).last(handle);

type Applied = HistoryTables['migrations'];

/** Where it is written which migrations have run. */
interface History {
  /** Makes the table where it is not there. */
  make(tx: SchemaHandle): Promise<void>;
  /** The number of the last one; 0: none. */
  last(handle: Database['read']): Promise<number>;
  record(tx: SchemaHandle, applied: Applied): Promise<unknown>;
}

const isThere = statement((q: Builder<HistoryTables>, p: Slots<{ table: string }>) =>
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

const ownHistory: History = {
  make: (tx) =>
    tx.execute(
      `create table if not exists migrations (
        number integer primary key, name ${tx.dialect.types.text} not null, applied_at ${tx.dialect.types.text} not null)`,
    ),
  last: async (handle) =>
    (await handle.first(isThere, { table: 'migrations' })) ? ((await handle.first(findLast, {}))?.last ?? 0) : 0,
  record: (tx, applied) => tx.run(record, applied),
};

/** Its table is made by a migration of the service (0013). */
const historyOf = (extension: string): History => ({
  make: async () => {},
  last: async (handle) =>
    (await handle.first(isThere, { table: 'extension_migrations' }))
      ? ((await handle.first(findLastOf, { extension }))?.last ?? 0)
      : 0,
  record: (tx, applied) => tx.run(recordOf, { ...applied, extension }),
});

function inOrder(migrations: readonly Migration[]): Migration[] {
  return migrations.toSorted((a, b) => a.number - b.number);
}

function pendingAfter(last: number, ordered: readonly Migration[], extension?: string): Migration[] {
  const newest = ordered.at(-1)?.number ?? 0;
  if (last > newest) {
    const [made, mend] = extension === undefined ? ['Octavo', 'the program'] : [`the extension ${extension}`, 'it'];
    throw new DatabaseUnusable(
      `This database was made by a newer version of ${made} (its schema is ${last}, this one knows ${newest}); update ${mend}.`,
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
