// Maintains counters of entries per type, status and author, from which exact totals are read cheaply (docs/architecture.md,
// Storage). They are updated in the transaction that changes the entries.
import { sql } from 'kysely';
import type { ReadHandle, WriteHandle } from '../../database/handle.ts';
import { type Builder, type Slots, statement } from '../../database/statement.ts';

/** The value of `author` in counters for the entries of all authors. */
const allAuthors = -1;

// The row of all authors is first: a transaction locks it before the rows of authors, so that two transactions never lock these in
// different orders.
const addStatement = statement(
  (q, p: Slots<{ type: string; status: string; author: number; all: number; n: number }>) =>
    q
      .insertInto('entry_counts')
      .values([
        { type: p.type, status: p.status, author: p.all, n: p.n },
        { type: p.type, status: p.status, author: p.author, n: p.n },
      ])
      .onConflict((conflict) =>
        conflict
          .columns(['type', 'status', 'author'])
          .doUpdateSet((eb) => ({ n: eb('entry_counts.n', '+', eb.ref('excluded.n')) })),
      ),
);

/** The columns of an entry that identify its counters. */
export interface CounterKey {
  readonly type: string;
  readonly status: string;
  readonly author: number;
}

/** Adds `n`, which may be negative, to the counters of a type, status and author. */
export const adjustCounts = (tx: WriteHandle, { type, status, author }: CounterKey, n: number) =>
  tx.add(addStatement, { type, status, author, all: allAuthors }, n);

/** Updates the counters for an entry that was added (1) or removed (-1). */
export const adjustCount = (tx: WriteHandle, entry: CounterKey, n: 1 | -1) => adjustCounts(tx, entry, n);

/** Updates the counters for an entry whose status or author has changed. */
export async function moveCount(tx: WriteHandle, before: CounterKey, after: CounterKey): Promise<void> {
  await adjustCount(tx, before, -1);
  await adjustCount(tx, after, 1);
}

/** Selects the number of entries with the type and the status in these placeholders, by all authors. The number is null if there were never any. */
export const selectCount = (q: Builder, p: Pick<Slots<{ type: string; state: string }>, 'type' | 'state'>) =>
  q
    .selectFrom('entry_counts')
    .select('n')
    .where('type', '=', p.type)
    .where('status', '=', p.state)
    .where('author', '=', sql.lit(allAuthors));

const sumStatement = statement((q, p: Slots<{ type: string; states: string[]; authors: number[] }>) =>
  q
    .selectFrom('entry_counts')
    .select((eb) => eb.fn.coalesce(eb.fn.sum<number>('n'), eb.lit(0)).as('n'))
    .where('type', '=', p.type)
    .where(q.dialect.inTextList('status', p.states))
    .where(q.dialect.inList('author', p.authors)),
);

const findCountStatement = statement((q, p: Slots<{ type: string; state: string; author: number }>) =>
  q
    .selectFrom('entry_counts')
    .select('n')
    .where('type', '=', p.type)
    .where('status', '=', p.state)
    .where('author', '=', p.author),
);

/** Returns the number of entries of a type with this status, by one author or by all authors. */
export const getCount = async (read: ReadHandle, type: string, state: string, author?: number): Promise<number> =>
  (await read.first(findCountStatement, { type, state, author: author ?? allAuthors }))?.n ?? 0;

/** Returns the number of entries of a type with any of these statuses, by these authors or by all authors. */
export async function sumCounts(
  read: ReadHandle,
  type: string,
  states: readonly string[],
  authors?: readonly number[],
): Promise<number> {
  const row = await read.first(sumStatement, { type, states: [...states], authors: [...(authors ?? [allAuthors])] });
  return Number(row?.n ?? 0);
}

const sumOfTypesStatement = statement((q, p: Slots<{ types: string[]; state: string; author: number }>) =>
  q
    .selectFrom('entry_counts')
    .select((eb) => eb.fn.coalesce(eb.fn.sum<number>('n'), eb.lit(0)).as('n'))
    .where(q.dialect.inTextList('type', p.types))
    .where('status', '=', p.state)
    .where('author', '=', p.author),
);

/** Returns the number of published entries of these types. */
export const countPublished = async (read: ReadHandle, types: readonly string[]): Promise<number> =>
  Number((await read.first(sumOfTypesStatement, { types: [...types], state: 'publish', author: allAuthors }))?.n ?? 0);
