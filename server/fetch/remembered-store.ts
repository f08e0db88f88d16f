// What other sites have answered, kept in the database for all processes, for some time and so many at most.
import { createHash } from 'node:crypto';
import type { Database } from '../database/handle.ts';
import { type Slots, statement } from '../database/statement.ts';

/** How many answers are kept; those that expire first go first. */
const most = 1000;

/** The longest answer that is kept. Characters of JSON. */
const longest = 64 * 1024;

const one = statement((q, p: Slots<{ key: string; now: number }>) =>
  q.selectFrom('fetched').select('value').where('key', '=', p.key).where('expires', '>', p.now),
);

const keeping = statement((q, p: Slots<{ key: string; value: string; expires: number }>) =>
  q
    .insertInto('fetched')
    .values({ key: p.key, value: p.value, expires: p.expires })
    .onConflict((conflict) => conflict.column('key').doUpdateSet({ value: p.value, expires: p.expires })),
);

const expiring = statement((q, p: Slots<{ now: number }>) => q.deleteFrom('fetched').where('expires', '<=', p.now));

const crowding = statement((q, p: Slots<{ most: number; many: number }>) =>
  q
    .deleteFrom('fetched')
    .where('key', 'in', (inner) =>
      inner
        .selectFrom('fetched')
        .select('key')
        .orderBy('expires', 'desc')
        .orderBy('key', 'desc')
        .limit(p.many)
        .offset(p.most),
    ),
);

/** What is kept of what was asked for (`asked`: anything that JSON can hold), or is fetched now and kept for `lifetime` seconds. */
export async function rememberedAnswer<T extends object>(
  database: Database,
  now: number,
  lifetime: number,
  asked: readonly unknown[],
  fetch: () => Promise<T | undefined>,
): Promise<T | undefined> {
  const key = createHash('sha256').update(JSON.stringify(asked)).digest('base64url');
  const kept = await database.read.first(one, { key, now });
  if (kept) return JSON.parse(kept.value);
  const fetched = await fetch();
  const value = fetched && JSON.stringify(fetched);
  if (value === undefined || value.length > longest) return fetched;
  await database.transaction(async (tx) => {
    await tx.lock('fetched');
    await tx.run(expiring, { now });
    await tx.run(keeping, { key, value, expires: now + lifetime });
    await tx.run(crowding, { most, many: most });
  });
  return fetched;
}
