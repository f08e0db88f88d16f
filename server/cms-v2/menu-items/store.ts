// SQL statements for the targets and the link attributes of menu items.
import type { Selectable } from 'kysely';
import type { ItemType } from '../../../contract/cms-v2/menu-items.ts';
import type { ReadHandle, WriteHandle } from '../../database/handle.ts';
import { pickSlots, type Slots, statement } from '../../database/statement.ts';
import type { MenuItemsTable } from '../../database/tables/menus.ts';
import { parentColumns } from '../entries/parent-entry.ts';
import { parentUrlColumns } from '../media/urls.ts';

/** Target and link attributes of a menu item. */
export type ItemRow = Selectable<MenuItemsTable>;

const byIds = statement((q, p: Slots<{ ids: number[] }>) =>
  q.selectFrom('menu_items').selectAll().where(q.dialect.inList('entry_id', p.ids)),
);

/** Returns the targets and link attributes of the items with these IDs, in no particular order. */
export const findMenuItems = (read: ReadHandle, ids: readonly number[]): Promise<ItemRow[]> =>
  read.all(byIds, { ids: [...ids] });

/** Returns the target and the link attributes of the item with this ID. */
export const findMenuItem = async (read: ReadHandle, id: number): Promise<ItemRow | undefined> =>
  (await findMenuItems(read, [id]))[0];

const byTarget = statement((q, p: Slots<{ type: string; id: number }>) =>
  q
    .selectFrom('menu_items')
    .innerJoin('entries', 'entries.id', 'menu_items.entry_id')
    .selectAll('entries')
    .where('menu_items.type', '=', p.type)
    .where('menu_items.object_id', '=', p.id),
);

/** Returns the items of this type that link to the object with this ID: an entry or a term. */
export const findItemsByTarget = (read: ReadHandle, type: ItemType, id: number) => read.all(byTarget, { type, id });

const moveToTarget = statement((q, p: Slots<{ type: string; from: number; into: number }>) =>
  q
    .updateTable('menu_items')
    .set({ object_id: p.into })
    .where('type', '=', p.type)
    .where('object_id', '=', p.from)
    .returning('entry_id'),
);

/** Makes the items of this type that link to the object `from` link to the object `into`. Returns the IDs of the items. */
export const moveItemsToTarget = async (
  tx: WriteHandle,
  type: ItemType,
  from: number,
  into: number,
): Promise<number[]> => (await tx.all(moveToTarget, { type, from, into })).map((row) => row.entry_id);

const menusOfItems = statement((q, p: Slots<{ ids: number[] }>) =>
  q.selectFrom('entry_terms').select('term_id').distinct().where(q.dialect.inList('entry_id', p.ids)),
);

/** Returns the IDs of the menus that contain these items. */
export const findMenusOfItems = async (read: ReadHandle, itemIds: readonly number[]): Promise<number[]> =>
  (await read.all(menusOfItems, { ids: [...itemIds] })).map((row) => row.term_id);

// An update of an existing row changes all columns but the key.
const updatedColumns = ['type', 'object', 'object_id', 'url', 'target', 'classes', 'xfn'] as const;
const columns = ['entry_id', ...updatedColumns] as const;

const upsertItem = statement((q, p: Slots<ItemRow>) =>
  q
    .insertInto('menu_items')
    .values(pickSlots(p, columns))
    .onConflict((conflict) => conflict.column('entry_id').doUpdateSet(pickSlots(p, updatedColumns))),
);

/** Inserts or updates the target and the link attributes of an item. */
export const upsertMenuItem = (tx: WriteHandle, item: ItemRow) => tx.run(upsertItem, item);

const positionsOfMenu = statement((q, p: Slots<{ menu: number }>) =>
  q
    .selectFrom('entry_terms')
    .innerJoin('entries', 'entries.id', 'entry_terms.entry_id')
    .select((eb) => [eb.fn.max('entries.menu_order').as('last'), eb.fn.countAll<number>().as('n')])
    .where('entry_terms.term_id', '=', p.menu),
);

/** Returns the number of items in a menu, and the position of the last one; 0 if the menu is empty. */
export async function findPositions(read: ReadHandle, menuId: number): Promise<{ n: number; last: number }> {
  const row = await read.first(positionsOfMenu, { menu: menuId });
  return { n: row?.n ?? 0, last: row?.last ?? 0 };
}

const termsStatement = statement((q, p: Slots<{ ids: number[] }>) =>
  q.selectFrom('terms').selectAll().where(q.dialect.inList('id', p.ids)),
);

/** Returns the terms with these IDs, of any taxonomy. */
export const findTermsOfAnyTaxonomy = (read: ReadHandle, ids: readonly number[]) =>
  read.all(termsStatement, { ids: [...ids] });

const targetsStatement = statement((q, p: Slots<{ ids: number[] }>) =>
  q
    .selectFrom('entries')
    .leftJoin('entries as above', 'above.id', 'entries.parent')
    .select(['entries.id', 'entries.type', 'entries.status', 'entries.title', 'entries.title_rendered'])
    .select([
      'entries.slug',
      'entries.path',
      'entries.parent',
      'entries.author',
      'entries.rights_status',
      'entries.date',
    ])
    .select(parentColumns)
    .select(parentUrlColumns)
    .where(q.dialect.inList('entries.id', p.ids)),
);

/**
 * Returns the entries with these IDs, with the columns that menu items present and on which permissions
 * depend.
 */
export const findTargets = (read: ReadHandle, ids: readonly number[]) => read.all(targetsStatement, { ids: [...ids] });

const targetOfItem = statement((q, p: Slots<{ item: number }>) =>
  q
    .selectFrom('menu_items')
    .innerJoin('entries', 'entries.id', 'menu_items.object_id')
    .leftJoin('entries as above', 'above.id', 'entries.parent')
    .select(['entries.type', 'entries.status', 'entries.author', 'entries.rights_status'])
    .select(parentColumns)
    .where('menu_items.entry_id', '=', p.item)
    .where('menu_items.type', '=', 'post_type'),
);

/** Returns the columns of an item's target on which permissions depend; undefined if the target is not an existing entry. */
export const findTargetOfItem = (read: ReadHandle, itemId: number) => read.first(targetOfItem, { item: itemId });

const byMenuAndTarget = statement((q, p: Slots<{ menu: number; object: number }>) =>
  q
    .selectFrom('menu_items')
    .innerJoin('entry_terms', 'entry_terms.entry_id', 'menu_items.entry_id')
    .select('menu_items.entry_id')
    .where('menu_items.type', '=', 'post_type')
    .where('menu_items.object_id', '=', p.object)
    .where('entry_terms.term_id', '=', p.menu)
    .limit(1),
);

/** Whether a menu contains an item that links to this entry. */
export const menuLinksToEntry = async (read: ReadHandle, menuId: number, entryId: number): Promise<boolean> =>
  (await read.first(byMenuAndTarget, { menu: menuId, object: entryId })) !== undefined;
