// The SQL with which the database is tried. What is written goes within the transaction that writes it.
import type { Database, ReadHandle } from '../../database/handle.ts';
import { type Slots, statement } from '../../database/statement.ts';

const add = statement((q, p: Slots<{ name: string; due: number }>) =>
  q.insertInto('jobs').values({ name: p.name, due: p.due }),
);
const remove = statement((q, p: Slots<{ name: string }>) => q.deleteFrom('jobs').where('name', '=', p.name));

/** Writes something and removes it, in one transaction that waits until it is on disk. Leaves nothing behind. */
export async function writeAndRemove(database: Database): Promise<void> {
  const name = `site-health:${crypto.randomUUID()}`;
  await database.transaction(async (tx) => {
    await tx.run(add, { name, due: Number.MAX_SAFE_INTEGER });
    await tx.run(remove, { name });
  });
}

const present = statement((q) => q.dialect.present());

/** The present moment, as the database has it. Milliseconds since 1970. */
export const databaseTime = async (read: ReadHandle): Promise<number> => (await read.first(present, {}))?.now ?? 0;

const size = statement((q) => q.dialect.databaseSize());

/** How much room the database takes. Bytes. */
export const databaseSize = async (read: ReadHandle): Promise<number> => (await read.first(size, {}))?.bytes ?? 0;

const overdue = statement((q, p: Slots<{ names: string[]; before: number }>) =>
  q.selectFrom('jobs').select('name').where(q.dialect.inTextList('name', p.names)).where('due', '<', p.before),
);

/** Those of some jobs whose time came before a moment and that nobody has begun. */
export const findOverdueJobs = (read: ReadHandle, names: readonly string[], before: number) =>
  read.all(overdue, { names: [...names], before });

const anyJob = statement((q, p: Slots<{ name: string }>) =>
  q.selectFrom('jobs').select('due').where('name', '=', p.name),
);

/** Looks into the table that `writeAndRemove` writes to. */
export const lookIntoJobs = (read: ReadHandle) => read.first(anyJob, { name: 'site-health' });
