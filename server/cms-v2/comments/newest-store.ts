// SQL statement for the newest comments on each of several entries, or the newest replies to each of several comments.
import { sql } from 'kysely';
import type { ReadHandle } from '../../database/handle.ts';
import { type Builder, type Slots, statementFamily } from '../../database/statement.ts';

interface NewestSlots {
  readonly ids: number[];
  readonly type: string;
  readonly states: string[];
  readonly state: string;
  readonly limit: number;
}

const newestStatement = statementFamily(
  (q: Builder, { by, states }: { by: 'post' | 'parent'; states: 'one' | 'several' }, p: Slots<NewestSlots>) => {
    const state = states === 'one' ? sql`k.status = ${p.state}` : q.dialect.inTextList('k.status', p.states);
    const newestOfParent = sql`select k.id from ${sql.table('comments')} as k where k.${sql.ref(by)} = v.value and k.type = ${p.type}
      and ${state} order by k.date_gmt desc, k.id desc limit ${p.limit}`;
    return q.dialect.engine === 'sqlite'
      ? sql<{ id: number; value: number }>`select c.id, v.value from json_each(${p.ids.encoded(JSON.stringify)}) as v
          join ${sql.table('comments')} as c on c.id in (${newestOfParent}) order by c.date_gmt desc, c.id desc`
      : sql<{ id: number; value: number }>`select n.id, v.value
          from (select value::bigint as value from json_array_elements_text(${p.ids.encoded(JSON.stringify)}::json)) as v
          cross join lateral (${newestOfParent}) as n join ${sql.table('comments')} as c on c.id = n.id order by c.date_gmt desc, c.id desc`;
  },
);

/** The comments to find: those on entries (`by` is `post`), or the replies to comments (`by` is `parent`). */
export interface NewestCommentsQuery {
  readonly by: 'post' | 'parent';
  readonly type: 'comment' | 'note';
  readonly states: readonly string[];
}

/**
 * Returns the IDs of the newest comments per entry or parent comment, newest first, at most `limit` for each. Runs one
 * statement. Its cost does not grow with the number of older comments.
 */
export async function findNewestCommentIds(
  read: ReadHandle,
  { by, type, states }: NewestCommentsQuery,
  ids: readonly number[],
  limit: number,
): Promise<Map<number, number[]>> {
  const shape = { by, states: states.length === 1 ? 'one' : 'several' } as const;
  const values = { ids: [...ids], type, states: [...states], state: states[0] ?? '', limit };
  const found = new Map<number, number[]>();
  for (const { id, value } of await read.all(newestStatement(shape), values))
    found.set(Number(value), [...(found.get(Number(value)) ?? []), id]);
  return found;
}
