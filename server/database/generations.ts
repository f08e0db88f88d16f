// Keeps programs of older versions from writing to a schema that they do not know (decision 0035).
import { sql } from 'kysely';
import type { ReadHandle, SchemaHandle } from './handle.ts';
import { type Builder, type Slots, statement } from './statement.ts';

/** Name of the constraint of the log of changes on PostgreSQL that rejects rows of older generations. */
export const GENERATION_CONSTRAINT = 'change_log_generation';

interface HistoryTables {
  migrations: { readonly generation: number };
  extension_migrations: { readonly generation: number };
}

type None = Slots<Record<never, never>>;

const findGenerations = statement((q: Builder<HistoryTables>, _: None) =>
  q
    .selectFrom('migrations')
    .select(sql<number>`coalesce(max(generation), 0)`.as('generation'))
    .unionAll(q.selectFrom('extension_migrations').select(sql<number>`coalesce(max(generation), 0)`.as('generation'))),
);

/**
 * Returns the generation of the schema: the number of times that migrations have excluded programs which do not know them. The schema must
 * have migration 35.
 */
export const findGeneration = async (handle: ReadHandle): Promise<number> =>
  Math.max(...(await handle.all(findGenerations, {})).map(({ generation }) => generation));

/**
 * Makes PostgreSQL reject the commits of processes of older generations, from the commit of this transaction on. Waits for the commits that
 * have begun. Must be called at the end of a transaction, because other processes cannot read the log of changes until its end. Does nothing
 * on SQLite, where the processes of a site are of one version.
 */
export async function requireGeneration(tx: SchemaHandle, generation: number): Promise<void> {
  if (tx.engine === 'sqlite' || generation === 0) return;
  await tx.execute(`
    alter table change_log drop constraint if exists ${GENERATION_CONSTRAINT};
    alter table change_log add constraint ${GENERATION_CONSTRAINT} check (generation >= ${generation}) not valid;
  `);
}
