// Takes IDs of tables before rows with these IDs are inserted.
import type { WriteHandle } from './handle.ts';
import { type Slots, statement } from './statement.ts';

/** Takes IDs of a table that none of its rows has had. Returns them in ascending order. */
export type TakeIds = (tx: WriteHandle, count: number) => Promise<number[]>;

/** Returns a function that takes IDs of a table. */
export function idsOf(table: 'entries' | 'comments'): TakeIds {
  const takeStatement = statement((q, p: Slots<{ count: number }>) => q.dialect.takeIds(table, p.count));
  const takeFirstStatement = statement((q, p: Slots<{ count: number }>) => q.dialect.takeFirstIds(table, p.count));
  return async (tx, count) => {
    const taken = await tx.all(takeStatement, { count });
    const rows = taken.length > 0 ? taken : await tx.all(takeFirstStatement, { count });
    const last = rows.at(-1)?.id;
    if (last === undefined) throw new Error(`no ID was taken for the table ${table}`);
    if (rows.length === count) return rows.map(({ id }) => id);
    return Array.from({ length: count }, (_, at) => last - count + 1 + at);
  };
}
