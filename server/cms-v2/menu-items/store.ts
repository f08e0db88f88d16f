// The SQL of what the items of menus lead to.
import type { Selectable } from 'kysely';
import type { ItemType } from '../../../contract/cms-v2/menu-items.ts';
import type { ReadHandle, WriteHandle } from '../../database/handle.ts';
import { type Slots, statement } from '../../database/statement.ts';
import type { MenuItemsTable } from '../../database/tables/menus.ts';
import { aboveColumns } from '../entries/above.ts';
import { placeColumns } from '../media/addresses.ts';

/** What an item leads to, with all its columns. */
export type ItemRow = Selectable<MenuItemsTable>;

const many = statement((q, p: Slots<{ ids: number[] }>) =>
  q.selectFrom('menu_items').selectAll().where(q.dialect.inList('entry_id', p.ids)),
);

/** What items lead to. */
export const findItems = (read: ReadHandle, ids: readonly number[]): Promise<ItemRow[]> =>
  read.all(many, { ids: [...ids] });

/** What an item leads to. */
export const findItem = async (read: ReadHandle, id: number): Promise<ItemRow | undefined> =>
  (await findItems(read, [id]))[0];

const leading = statement((q, p: Slots<{ type: string; id: number }>) =>
  q
    .selectFrom('menu_items')
    .innerJoin('entries', 'entries.id', 'menu_items.entry_id')
    .selectAll('entries')
    .where('menu_items.type', '=', p.type)
    .where('menu_items.object_id', '=', p.id),
);

/** The items that lead to an entry or a term. */
export const findItemsLeadingTo = (read: ReadHandle, type: ItemType, id: number) => read.all(leading, { type, id });

const columns = ['entry_id', 'type', 'object', 'object_id', 'url', 'target', 'classes', 'xfn'] as const;

const storing = statement((q, p: Slots<ItemRow>) =>
  q
    .insertInto('menu_items')
    .values(Object.fromEntries(columns.map((name) => [name, p[name]])) as never)
    .onConflict((conflict) =>
      conflict
        .column('entry_id')
        .doUpdateSet(Object.fromEntries(columns.slice(1).map((name) => [name, p[name]])) as never),
    ),
);

/** Stores what an item leads to. */
export const writeItem = (tx: WriteHandle, item: ItemRow) => tx.run(storing, item);

const places = statement((q, p: Slots<{ menu: number }>) =>
  q
    .selectFrom('entry_terms')
    .innerJoin('entries', 'entries.id', 'entry_terms.entry_id')
    .select((eb) => [eb.fn.max('entries.menu_order').as('last'), eb.fn.countAll<number>().as('n')])
    .where('entry_terms.term_id', '=', p.menu),
);

/** How many items a menu has, and the place of the last one; 0 where it has none. */
export async function findPlaces(read: ReadHandle, menu: number): Promise<{ n: number; last: number }> {
  const row = await read.first(places, { menu });
  return { n: row?.n ?? 0, last: row?.last ?? 0 };
}

const terms = statement((q, p: Slots<{ ids: number[] }>) =>
  q.selectFrom('terms').selectAll().where(q.dialect.inList('id', p.ids)),
);

/** Terms of whatever taxonomy. */
export const findTermsOfAnyTaxonomy = (read: ReadHandle, ids: readonly number[]) => read.all(terms, { ids: [...ids] });

const targets = statement((q, p: Slots<{ ids: number[] }>) =>
  q
    .selectFrom('entries')
    .leftJoin('entries as above', 'above.id', 'entries.parent')
    .select(['entries.id', 'entries.type', 'entries.status', 'entries.title', 'entries.title_rendered'])
    .select(['entries.slug', 'entries.path', 'entries.parent', 'entries.author', 'entries.rights_status'])
    .select(aboveColumns)
    .select(placeColumns)
    .where(q.dialect.inList('entries.id', p.ids)),
);

/** What items show of the entries they lead to, and what permissions depend on. */
export const findTargets = (read: ReadHandle, ids: readonly number[]) => read.all(targets, { ids: [...ids] });

const targetOfItem = statement((q, p: Slots<{ item: number }>) =>
  q
    .selectFrom('menu_items')
    .innerJoin('entries', 'entries.id', 'menu_items.object_id')
    .leftJoin('entries as above', 'above.id', 'entries.parent')
    .select(['entries.type', 'entries.status', 'entries.author', 'entries.rights_status'])
    .select(aboveColumns)
    .where('menu_items.entry_id', '=', p.item)
    .where('menu_items.type', '=', 'post_type'),
);

/** What permissions depend on of the entry that an item leads to; undefined where it leads to none. */
export const findTargetOfItem = (read: ReadHandle, item: number) => read.first(targetOfItem, { item });

const leadingFrom = statement((q, p: Slots<{ menu: number; object: number }>) =>
  q
    .selectFrom('menu_items')
    .innerJoin('entry_terms', 'entry_terms.entry_id', 'menu_items.entry_id')
    .select('menu_items.entry_id')
    .where('menu_items.type', '=', 'post_type')
    .where('menu_items.object_id', '=', p.object)
    .where('entry_terms.term_id', '=', p.menu)
    .limit(1),
);

/** Whether a menu leads to an entry. */
export const leadsTo = async (read: ReadHandle, menu: number, object: number): Promise<boolean> =>
  (await read.first(leadingFrom, { menu, object })) !== undefined;
