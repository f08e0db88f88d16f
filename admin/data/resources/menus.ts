// Reads, creates and deletes menus.
import { textOf } from '../../ui/text-of.ts';
import { type QueryValue, readAllPages, readPage, send } from '../client.ts';

/** The fields of an item that users can change. */
export interface ItemFields {
  /** The label; empty for the title of the target. */
  readonly title: string;
  /** The URL of a custom link; that of the target for other items, which cannot be changed. */
  readonly url: string;
  readonly attr_title: string;
  readonly description: string;
  readonly target: '' | '_blank';
  /** CSS classes and relationships, separated by spaces. */
  readonly classes: string;
  readonly xfn: string;
  /** Whether the item is displayed. */
  readonly status: 'publish' | 'draft';
}

/** The type and the target of an item. */
export interface ItemTarget {
  readonly type: 'custom' | 'post_type' | 'taxonomy' | 'post_type_archive';
  readonly object: string;
  readonly object_id: number;
  /** The name of the type of the target. */
  readonly type_label: string;
}

/** An item as the service stores it. */
export interface StoredItem extends ItemTarget {
  readonly id: number;
  readonly fields: ItemFields;
  readonly parent: number;
  readonly menu_order: number;
  /** Whether the target does not exist any more. */
  readonly invalid: boolean;
  readonly etag: string | undefined;
}

/** A menu. */
export interface Menu {
  readonly id: number;
  readonly name: string;
  /** The names of the locations in which the menu is displayed. */
  readonly locations: readonly string[];
  /** Whether new pages on the top level are added to the menu. */
  readonly auto_add: boolean;
  /** The version of the menu. */
  readonly etag: string | undefined;
}

/** A menu with its items. */
export interface MenuRecord {
  readonly menu: Menu;
  /** The items in their stored order. */
  readonly items: readonly StoredItem[];
  /** Items that are in no menu. */
  readonly unassigned: readonly StoredItem[];
}

/** A location of the theme or the front end. */
export interface MenuLocation {
  readonly name: string;
  readonly description: string;
  /** The ID of the menu that is displayed there; 0 for none. */
  readonly menu: number;
}

interface Links {
  readonly _links: { readonly self?: readonly { readonly targetHints?: { readonly etag?: string } }[] };
}

const etagOf = ({ _links }: Links): string | undefined => _links.self?.[0]?.targetHints?.etag;

const menusPath = '/wp/v2/menus';
const itemsPath = '/wp/v2/menu-items';

/** The path of a menu. */
export const menuPath = (id: number): string => `${menusPath}/${id}`;

/** The path of an item; of all items if the ID is 0. */
export const itemPath = (id: number): string => (id === 0 ? itemsPath : `${itemsPath}/${id}`);

/** Reads all pages of a list in the edit context, with the versions of the records. Throws ApiError. */
const readAll = <T>(path: string, query: Readonly<Record<string, QueryValue>>): Promise<readonly T[]> =>
  readAllPages<T>(path, { context: 'edit', _etags: true, ...query });

type MenuResponse = Omit<Menu, 'etag'> & Links;

/** Reads all menus, in the order of their names. Throws ApiError. */
export async function readMenus(): Promise<readonly Menu[]> {
  const menus = await readAll<MenuResponse>(menusPath, {
    _fields: ['id', 'name', 'locations', 'auto_add', '_links'],
  });
  return menus.map(({ id, name, locations, auto_add, _links }) => {
    return { id, name: textOf(name), locations, auto_add, etag: etagOf({ _links }) };
  });
}

/** Reads a menu with its items, and the items without a menu. Undefined if there is no menu with this ID. Throws ApiError. */
export async function readMenu(id: number): Promise<MenuRecord | undefined> {
  const menus = await readMenus();
  const menu = menus.find((each) => each.id === id);
  if (!menu) return undefined;
  const [items, unassigned] = await Promise.all([
    readItems({ menus: id }),
    readItems({ menus_exclude: menus.map((each) => each.id) }),
  ]);
  return { menu, items, unassigned };
}

interface ItemResponse
  extends Links,
    Pick<StoredItem, 'id' | 'type' | 'object' | 'object_id' | 'type_label' | 'invalid'> {
  readonly title: { readonly raw: string };
  readonly url: string | false;
  readonly attr_title: string;
  readonly description: string;
  readonly target: ItemFields['target'];
  readonly classes: readonly string[];
  readonly xfn: readonly string[];
  readonly status: ItemFields['status'];
  readonly parent: number;
  readonly menu_order: number;
}

async function readItems(query: Readonly<Record<string, QueryValue>>): Promise<readonly StoredItem[]> {
  const items = await readAll<ItemResponse>(itemsPath, { status: ['publish', 'draft'], ...query });
  return items.map(toStoredItem).sort((one, other) => one.menu_order - other.menu_order || one.id - other.id);
}

function toStoredItem(item: ItemResponse): StoredItem {
  const { id, type, object, object_id, type_label, invalid, attr_title, description, target, status, parent } = item;
  return {
    ...{ id, type, object, object_id, type_label, invalid, parent, menu_order: item.menu_order, etag: etagOf(item) },
    fields: {
      ...{ title: item.title.raw, url: item.url || '', attr_title, description, target, status },
      ...{ classes: item.classes.filter(Boolean).join(' '), xfn: item.xfn.filter(Boolean).join(' ') },
    },
  };
}

/** Reads the locations of menus. Throws ApiError. */
export async function readMenuLocations(): Promise<readonly MenuLocation[]> {
  const { data } = await send<Readonly<Record<string, MenuLocation>> | readonly []>('/wp/v2/menu-locations');
  return Object.values<MenuLocation>(data);
}

/** Reads the menu that contains an item: its ID, or 0 if the item is in no menu. Throws ApiError. */
export async function readMenuOfItem(id: number): Promise<number> {
  const { data } = await send<{ readonly menus?: number }>(itemPath(id), {
    query: { context: 'edit', _fields: ['id', 'menus'] },
  });
  return data.menus ?? 0;
}

/** Creates an empty menu, and resolves with its ID. Throws ApiError; the code is `menu_exists` if the name is taken. */
export async function createMenu(name: string): Promise<number> {
  const { data } = await send<{ readonly id: number }>(menusPath, { method: 'POST', body: { name } });
  return data.id;
}

/** Deletes a menu with its items. Throws ApiError; 412 if it was changed since it was read. */
export async function deleteMenu({ id, etag }: Menu): Promise<void> {
  await send(menuPath(id), {
    ...{ method: 'DELETE', query: { force: true } },
    ...(etag !== undefined && { ifMatch: etag }),
  });
}

/** A record to which an item can lead. */
export interface LinkTarget {
  readonly type: 'post_type' | 'taxonomy';
  /** The content type or taxonomy. */
  readonly object: string;
  readonly object_id: number;
  readonly title: string;
}

/** Searches entries of all types and terms of all taxonomies with pages. Throws ApiError. */
export async function searchTargets(search: string, signal: AbortSignal): Promise<readonly LinkTarget[]> {
  const read = async (type: 'post' | 'term'): Promise<readonly LinkTarget[]> => {
    const { items } = await readPage<{ readonly id: number; readonly title: string; readonly subtype: string }>(
      '/wp/v2/search',
      { type, per_page: search === '' ? 5 : 10, search: search || undefined, _fields: ['id', 'title', 'subtype'] },
      signal,
    );
    return items.map(({ id, title, subtype }) => ({
      ...{ type: type === 'post' ? 'post_type' : 'taxonomy', object: subtype, object_id: id },
      title: textOf(title) || `#${id}`,
    }));
  };
  return (await Promise.all([read('post'), read('term')])).flat();
}
