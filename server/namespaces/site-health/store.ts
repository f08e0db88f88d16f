// Reads and writes the database for the health tests. Inserted rows are deleted in the same transaction.
import type { Database, ReadHandle } from '../../database/handle.ts';
import { type Slots, statement } from '../../database/statement.ts';

const insertStatement = statement((q, p: Slots<{ name: string; due: number }>) =>
  q.insertInto('jobs').values({ name: p.name, due: p.due }),
);
const deleteStatement = statement((q, p: Slots<{ name: string }>) => q.deleteFrom('jobs').where('name', '=', p.name));

/** Inserts and deletes a row in one transaction. Resolves when the transaction is on disk. */
export async function writeAndDelete(database: Database): Promise<void> {
  const name = `site-health:${crypto.randomUUID()}`;
  await database.transaction(async (tx) => {
    await tx.run(insertStatement, { name, due: Number.MAX_SAFE_INTEGER });
    await tx.run(deleteStatement, { name });
  });
}

const currentTimeStatement = statement((q) => q.dialect.currentTime());

/** Returns the current time of the database, in milliseconds since 1970. */
export const databaseTime = async (read: ReadHandle): Promise<number> =>
  (await read.first(currentTimeStatement, {}))?.now ?? 0;

const sizeStatement = statement((q) => q.dialect.databaseSize());

/** Returns the size of the database, in bytes. */
export const databaseSize = async (read: ReadHandle): Promise<number> =>
  (await read.first(sizeStatement, {}))?.bytes ?? 0;

const overdueStatement = statement((q, p: Slots<{ names: string[]; before: number }>) =>
  q.selectFrom('jobs').select('name').where(q.dialect.inTextList('name', p.names)).where('due', '<', p.before),
);

/** Returns the given jobs that were due before a timestamp (in milliseconds since 1970) and have not been started. */
export const findOverdueJobs = (read: ReadHandle, names: readonly string[], before: number) =>
  read.all(overdueStatement, { names: [...names], before });

const anyJobStatement = statement((q, p: Slots<{ name: string }>) =>
  q.selectFrom('jobs').select('due').where('name', '=', p.name),
);

/** Reads from the table that `writeAndDelete` writes to. */
export const readJobs = (read: ReadHandle) => read.first(anyJobStatement, { name: 'site-health' });
