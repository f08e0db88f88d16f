// SQL statements for the properties of menus that are not columns of their terms.
import type { ReadHandle, WriteHandle } from '../../database/handle.ts';
import { type Slots, statement } from '../../database/statement.ts';

const autoAddAmong = statement((q, p: Slots<{ ids: number[] }>) =>
  q.selectFrom('menus').select('term_id').where('auto_add', '=', 1).where(q.dialect.inList('term_id', p.ids)),
);

/** Returns the IDs among `ids` whose menus have `auto_add`. */
export const findAutoAddAmong = async (read: ReadHandle, ids: readonly number[]): Promise<ReadonlySet<number>> =>
  new Set((await read.all(autoAddAmong, { ids: [...ids] })).map((row) => row.term_id));

const allAutoAdd = statement((q) =>
  q.selectFrom('menus').select('term_id').where('auto_add', '=', 1).orderBy('term_id'),
);

/** Returns the IDs of all menus with `auto_add`, in ascending order. */
export const findAutoAddMenus = async (read: ReadHandle): Promise<number[]> =>
  (await read.all(allAutoAdd, {})).map((row) => row.term_id);

const upsertAutoAdd = statement((q, p: Slots<{ id: number; auto_add: number }>) =>
  q
    .insertInto('menus')
    .values({ term_id: p.id, auto_add: p.auto_add })
    .onConflict((conflict) => conflict.column('term_id').doUpdateSet({ auto_add: p.auto_add })),
);

/** Inserts or updates the property `auto_add` of a menu. */
export const setAutoAdd = (tx: WriteHandle, id: number, auto_add: boolean) =>
  tx.run(upsertAutoAdd, { id, auto_add: auto_add ? 1 : 0 });

const assignmentsStatement = statement((q) => q.selectFrom('menu_locations').selectAll().orderBy('position'));

/** Returns all assignments of menus to locations, in the order in which they were made. */
export const findAssignedLocations = (read: ReadHandle) => read.all(assignmentsStatement, {});

const deleteAssignments = statement((q, p: Slots<{ id: number }>) =>
  q.deleteFrom('menu_locations').where('term_id', '=', p.id),
);

const upsertAssignment = statement((q, p: Slots<{ name: string; id: number; position: number }>) =>
  q
    .insertInto('menu_locations')
    .values({ name: p.name, term_id: p.id, position: p.position })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ term_id: p.id, position: p.position })),
);

/** Assigns a menu to these locations and removes it from all others. Other menus lose these locations. */
export async function assignLocations(tx: WriteHandle, id: number, names: readonly string[]): Promise<void> {
  const last = (await findAssignedLocations(tx)).at(-1)?.position ?? 0;
  await tx.run(deleteAssignments, { id });
  for (const [at, name] of names.entries()) await tx.run(upsertAssignment, { name, id, position: last + 1 + at });
}

const itemsStatement = statement((q, p: Slots<{ id: number }>) =>
  q
    .selectFrom('entry_terms')
    .innerJoin('entries', 'entries.id', 'entry_terms.entry_id')
    .selectAll('entries')
    .where('entry_terms.term_id', '=', p.id)
    .orderBy('entries.id'),
);

/** Returns the items of a menu, in any status, by ascending ID. */
export const findItemsOfMenu = (read: ReadHandle, id: number) => read.all(itemsStatement, { id });
