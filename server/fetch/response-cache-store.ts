// Caches a limited number of responses from other sites in the database, so that all processes share them.
import { createHash } from 'node:crypto';
import type { Database } from '../database/handle.ts';
import { type Slots, statement } from '../database/statement.ts';
import { readStored } from '../database/stored-json.ts';

/** Maximum number of cached responses. Those that expire first are evicted first. */
const maxEntries = 1000;

/** Maximum size of a cached response, in characters of JSON. */
const maxCharacters = 64 * 1024;

const findStatement = statement((q, p: Slots<{ key: string; now: number }>) =>
  q.selectFrom('fetched').select('value').where('key', '=', p.key).where('expires', '>', p.now),
);

const upsertStatement = statement((q, p: Slots<{ key: string; value: string; expires: number }>) =>
  q
    .insertInto('fetched')
    .values({ key: p.key, value: p.value, expires: p.expires })
    .onConflict((conflict) => conflict.column('key').doUpdateSet({ value: p.value, expires: p.expires })),
);

const deleteExpiredStatement = statement((q, p: Slots<{ now: number }>) =>
  q.deleteFrom('fetched').where('expires', '<=', p.now),
);

const deleteExcessStatement = statement((q, p: Slots<{ maxEntries: number; many: number }>) =>
  q
    .deleteFrom('fetched')
    .where('key', 'in', (inner) =>
      inner
        .selectFrom('fetched')
        .select('key')
        .orderBy('expires', 'desc')
        .orderBy('key', 'desc')
        .limit(p.many)
        .offset(p.maxEntries),
    ),
);

/**
 * Returns the cached response for `keyParts` (JSON values), or calls `fetch` and caches its result for the lifetime in seconds. Absent
 * and large results are not cached. `now` is in seconds since 1970.
 */
export async function cachedResponse<T extends object>(
  database: Database,
  now: number,
  lifetimeSeconds: number,
  keyParts: readonly unknown[],
  fetch: () => Promise<T | undefined>,
): Promise<T | undefined> {
  const key = createHash('sha256').update(JSON.stringify(keyParts)).digest('base64url');
  const cached = await database.read.first(findStatement, { key, now });
  const found = cached && readStored<T | undefined>(cached.value, 'fetched.value', undefined);
  if (found !== undefined) return found;
  const fetched = await fetch();
  const value = fetched && JSON.stringify(fetched);
  if (value === undefined || value.length > maxCharacters) return fetched;
  await database.transaction(async (tx) => {
    await tx.lock('fetched');
    await tx.run(deleteExpiredStatement, { now });
    await tx.run(upsertStatement, { key, value, expires: now + lifetimeSeconds });
    await tx.run(deleteExcessStatement, { maxEntries, many: maxEntries });
  });
  return fetched;
}
