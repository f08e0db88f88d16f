// SQL statements for the work that follows an upgrade.
import { sql } from 'kysely';
import { unrenderedTypes } from '../../cms-v2/entries/refresh-store.ts';
import type { ReadHandle } from '../../database/handle.ts';
import { type Slots, statement } from '../../database/statement.ts';

// The index by renderer contains no types, so entries of these few types are counted separately.
const staleStatement = statement((q, p: Slots<{ current: number }>) =>
  q
    .selectFrom('entries')
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .where('renderer', '<', p.current),
);

const staleUnrenderedStatement = statement((q, p: Slots<{ current: number }>) =>
  q
    .selectFrom('entries')
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .where(sql<boolean>`type in ${unrenderedTypes}`)
    .where('renderer', '<', p.current),
);

const entriesStatement = statement((q) =>
  q
    .selectFrom('entry_counts')
    .select((eb) => eb.fn.sum<number | null>('n').as('n'))
    .where(sql<boolean>`type not in ${unrenderedTypes}`),
);

const pendingTextsStatement = statement((q) => q.dialect.pendingTexts());

/** Returns the number of entries whose texts were rendered by a renderer older than `current`. */
export async function countStaleEntries(read: ReadHandle, current: number): Promise<number> {
  const stale = Number((await read.first(staleStatement, { current }))?.n ?? 0);
  if (stale === 0) return 0;
  const unrendered = Number((await read.first(staleUnrenderedStatement, { current }))?.n ?? 0);
  return Math.max(0, stale - unrendered);
}

/** Returns the number of entries whose texts are rendered. */
export const countRenderedEntries = async (read: ReadHandle): Promise<number> =>
  Number((await read.first(entriesStatement, {}))?.n ?? 0);

/** Returns the number of entries for which the search index is to be updated; always 0 on PostgreSQL. */
export const countPendingTexts = async (read: ReadHandle): Promise<number> =>
  Number((await read.first(pendingTextsStatement, {}))?.n ?? 0);
