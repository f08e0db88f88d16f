// SQL statements that merge a term into another one. Their number does not depend on the numbers of entries, children and menu items.
import { sql } from 'kysely';
import type { WriteHandle } from '../../database/handle.ts';
import { type Builder, type Slots, statement } from '../../database/statement.ts';

interface Merge {
  readonly from: number;
  readonly into: number;
}

/** Selects the assignments of a term to entries that do not have the other term. */
const lacksOther = (_q: Builder, p: Slots<Merge>) => sql<boolean>`not exists (
  select 1 from ${sql.table('entry_terms')} as other
  where other.entry_id = entry_terms.entry_id and other.term_id = ${p.into})`;

const countMoves = statement((q, p: Slots<Merge>) =>
  q
    .selectFrom('entry_terms')
    .select((eb) => [
      eb.fn.countAll<number>().as('entries'),
      sql<number | null>`sum(case when status = 'publish' then 1 else 0 end)`.as('published'),
    ])
    .where('term_id', '=', p.from)
    .where(lacksOther(q, p)),
);

const moveAssignmentsStatement = statement((q, p: Slots<Merge>) =>
  q.updateTable('entry_terms').set({ term_id: p.into }).where('term_id', '=', p.from).where(lacksOther(q, p)),
);

/**
 * Replaces a term with another one in the entries that do not have the other one yet. Returns the numbers of these entries, and of the
 * published ones among them. The transaction must hold the lock on term counts, and update the count of the other term.
 */
export async function moveAssignments(
  tx: WriteHandle,
  merge: Merge,
): Promise<{ readonly entries: number; readonly published: number }> {
  const moves = await tx.first(countMoves, merge);
  await tx.run(moveAssignmentsStatement, merge);
  return { entries: Number(moves?.entries ?? 0), published: Number(moves?.published ?? 0) };
}

const moveChildrenStatement = statement((q, p: Slots<{ taxonomy: string; from: number; to: number }>) =>
  q.updateTable('terms').set({ parent: p.to }).where('taxonomy', '=', p.taxonomy).where('parent', '=', p.from),
);

/** Moves the children of a term to another parent. The caller updates the paths. */
export const moveChildren = (tx: WriteHandle, taxonomy: string, from: number, to: number) =>
  tx.run(moveChildrenStatement, { taxonomy, from, to });

const movePathsStatement = statement((q, p: Slots<{ ids: number[]; from: string; to: string }>) =>
  q
    .updateTable('terms')
    .set({ path: sql<string>`${p.to} || substr(path, length(${p.from}) + 1)` })
    .where(q.dialect.inList('id', p.ids)),
);

/** Replaces the beginning `from` of the paths of terms, which all begin with it, with `to`. */
export const movePaths = (tx: WriteHandle, ids: readonly number[], from: string, to: string) =>
  tx.run(movePathsStatement, { ids: [...ids], from, to });
