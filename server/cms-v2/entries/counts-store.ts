// Counters of entries per type, state and author, kept in the transaction that changes what they count
// (architecture.md §4: exact, cheap totals).
import type { ReadHandle, WriteHandle } from '../../database/handle.ts';
import { type Slots, statement } from '../../database/statement.ts';

/** Stands for all authors together. */
export const allAuthors = -1;

const add = statement((q, p: Slots<{ type: string; status: string; author: number; all: number; n: number }>) =>
  q
    .insertInto('entry_counts')
    .values([
      { type: p.type, status: p.status, author: p.author, n: p.n },
      { type: p.type, status: p.status, author: p.all, n: p.n },
    ] as never)
    .onConflict((conflict) =>
      conflict
        .columns(['type', 'status', 'author'])
        .doUpdateSet((eb) => ({ n: eb('entry_counts.n', '+', eb.ref('excluded.n')) })),
    ),
);

/** What of an entry is counted. */
export interface Counted {
  readonly type: string;
  readonly status: string;
  readonly author: number;
}

/** So many entries of a type, state and author have come; fewer than none: gone. */
export const countEntries = (tx: WriteHandle, { type, status, author }: Counted, n: number) =>
  tx.run(add, { type, status, author, all: allAuthors, n });

/** An entry of a type, state and author has come (1) or gone (-1). */
export const countEntry = (tx: WriteHandle, entry: Counted, n: 1 | -1) => countEntries(tx, entry, n);

/**
 * An entry has gone from one state or author to another. Counters are changed in the order of their states, whichever way
 * the entry goes, so that two transactions never wait for each other.
 */
export async function recountEntry(tx: WriteHandle, before: Counted, after: Counted): Promise<void> {
  if (before.status < after.status) await countEntry(tx, before, -1);
  await countEntry(tx, after, 1);
  if (before.status >= after.status) await countEntry(tx, before, -1);
}

const sum = statement((q, p: Slots<{ type: string; states: string[]; authors: number[] }>) =>
  q
    .selectFrom('entry_counts')
    .select((eb) => eb.fn.coalesce(eb.fn.sum<number>('n'), eb.lit(0)).as('n'))
    .where('type', '=', p.type)
    .where(q.dialect.inTextList('status', p.states))
    .where(q.dialect.inList('author', p.authors)),
);

const one = statement((q, p: Slots<{ type: string; state: string; author: number }>) =>
  q
    .selectFrom('entry_counts')
    .select('n')
    .where('type', '=', p.type)
    .where('status', '=', p.state)
    .where('author', '=', p.author),
);

/** How many entries of a type are in one state, of one author or of all. */
export const countedInState = async (read: ReadHandle, type: string, state: string, author?: number): Promise<number> =>
  (await read.first(one, { type, state, author: author ?? allAuthors }))?.n ?? 0;

/** How many entries of a type are in these states, of these authors or of all. */
export async function countedEntries(
  read: ReadHandle,
  type: string,
  states: readonly string[],
  authors?: readonly number[],
): Promise<number> {
  const row = await read.first(sum, { type, states: [...states], authors: [...(authors ?? [allAuthors])] });
  return Number(row?.n ?? 0);
}

const ofTypes = statement((q, p: Slots<{ types: string[]; state: string; author: number }>) =>
  q
    .selectFrom('entry_counts')
    .select((eb) => eb.fn.coalesce(eb.fn.sum<number>('n'), eb.lit(0)).as('n'))
    .where(q.dialect.inTextList('type', p.types))
    .where('status', '=', p.state)
    .where('author', '=', p.author),
);

/** How many entries of these types are published. */
export const countedPublished = async (read: ReadHandle, types: readonly string[]): Promise<number> =>
  Number((await read.first(ofTypes, { types: [...types], state: 'publish', author: allAuthors }))?.n ?? 0);
