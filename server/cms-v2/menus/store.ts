// The SQL of what is known of menus beside their terms.
import type { ReadHandle, WriteHandle } from '../../database/handle.ts';
import { type Slots, statement } from '../../database/statement.ts';

const adding = statement((q, p: Slots<{ ids: number[] }>) =>
  q.selectFrom('menus').select('term_id').where('auto_add', '=', 1).where(q.dialect.inList('term_id', p.ids)),
);

/** Which of some menus take up new pages by themselves. */
export const findAddingAmong = async (read: ReadHandle, ids: readonly number[]): Promise<ReadonlySet<number>> =>
  new Set((await read.all(adding, { ids: [...ids] })).map((row) => row.term_id));

const allAdding = statement((q) =>
  q.selectFrom('menus').select('term_id').where('auto_add', '=', 1).orderBy('term_id'),
);

/** The menus that take up new pages by themselves. */
export const findAdding = async (read: ReadHandle): Promise<number[]> =>
  (await read.all(allAdding, {})).map((row) => row.term_id);

const option = statement((q, p: Slots<{ id: number; auto_add: number }>) =>
  q
    .insertInto('menus')
    .values({ term_id: p.id, auto_add: p.auto_add } as never)
    .onConflict((conflict) => conflict.column('term_id').doUpdateSet({ auto_add: p.auto_add } as never)),
);

/** Sets whether a menu takes up new pages by itself. */
export const writeAutoAdd = (tx: WriteHandle, id: number, auto_add: boolean) =>
  tx.run(option, { id, auto_add: auto_add ? 1 : 0 });

const assigned = statement((q) => q.selectFrom('menu_locations').selectAll().orderBy('position'));

/** The menus of all places, in the order in which they were assigned. */
export const findAssigned = (read: ReadHandle) => read.all(assigned, {});

const leaving = statement((q, p: Slots<{ id: number }>) => q.deleteFrom('menu_locations').where('term_id', '=', p.id));

const entering = statement((q, p: Slots<{ name: string; id: number; position: number }>) =>
  q
    .insertInto('menu_locations')
    .values({ name: p.name, term_id: p.id, position: p.position } as never)
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ term_id: p.id, position: p.position } as never)),
);

/** Shows a menu at these places and no others; a place holds one menu, which gives way. */
export async function assignLocations(tx: WriteHandle, id: number, names: readonly string[]): Promise<void> {
  const last = (await findAssigned(tx)).at(-1)?.position ?? 0;
  await tx.run(leaving, { id });
  for (const [at, name] of names.entries()) await tx.run(entering, { name, id, position: last + 1 + at });
}

const items = statement((q, p: Slots<{ id: number }>) =>
  q
    .selectFrom('entry_terms')
    .innerJoin('entries', 'entries.id', 'entry_terms.entry_id')
    .selectAll('entries')
    .where('entry_terms.term_id', '=', p.id)
    .orderBy('entries.id'),
);

/** The items of a menu, in whatever state. */
export const findItemsOfMenu = (read: ReadHandle, id: number) => read.all(items, { id });
