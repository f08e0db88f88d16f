// Composes menu items from submitted parameters (terms-menus-and-blocks.md §3.2), and writes them with their menus and targets.
import { type ItemType, itemTypes, menuItems } from '../../../contract/cms-v2/menu-items.ts';
import { menus } from '../../../contract/cms-v2/menus.ts';
import type { ContentType } from '../../../contract/grammar/content-type.ts';
import { ApiError } from '../../api-error.ts';
import type { WriteHandle } from '../../database/handle.ts';
import type { Call } from '../../http/module.ts';
import { toSingleLineText } from '../../rendering/sanitise/names.ts';
import type { TextWork } from '../../rendering/work/text-work.ts';
import { composeEntry } from '../entries/compose-entry.ts';
import type { EntryDeps } from '../entries/deps.ts';
import { type EntryInput, rawText } from '../entries/entry-args.ts';
import type { TermChoice } from '../entries/entry-terms.ts';
import type { EntryWriter } from '../entries/entry-writer.ts';
import type { WholeEntry } from '../entries/rows.ts';
import { type ComposedEntry, findEntry, moveChildren } from '../entries/store.ts';
import { findEntryTerms } from '../entries/terms-store.ts';
import { findTerm } from '../terms/store.ts';
import type { MenuItemArgs } from './operations.ts';
import { findPositions, findTargets, findTermsOfAnyTaxonomy, type ItemRow, upsertMenuItem } from './store.ts';
import { resolveTargets } from './targets.ts';

/** A stored menu item with its menu. */
interface StoredItem {
  readonly entry: WholeEntry;
  readonly item: ItemRow;
  readonly menu: number | undefined;
}

interface ComposedItem {
  readonly entry: ComposedEntry;
  readonly item: Omit<ItemRow, 'entry_id'>;
  /** ID of the menu that contains the item; undefined if there is none. */
  readonly menu: number | undefined;
}

interface Composition {
  readonly deps: EntryDeps;
  readonly tx: WriteHandle;
  readonly call: Call<MenuItemArgs>;
  readonly type: ContentType;
  readonly before: StoredItem | undefined;
  readonly textWork: TextWork;
}

/** Names of the parameters for the texts of an item, keyed by the parameter names of other entries. */
export const itemParameters = { content: 'description', excerpt: 'attr_title' } as const;

/**
 * Composes the item that results from a request.
 *
 * Throws ApiError 400 `rest_term_invalid_id`, `rest_post_invalid_id`, `rest_post_invalid_type`, `rest_title_required`,
 * `rest_url_required` or `invalid_menu_id`. If several of the errors for the target, title and URL apply, the first one is thrown
 * with the others as additional errors.
 */
export async function composeItem(composition: Composition): Promise<ComposedItem> {
  const { deps, tx, call, type, before } = composition;
  const { args } = call;
  const linkTarget = await resolveLinkTarget(composition);
  const title = await resolveTitle(composition, linkTarget);
  throwFirst([...linkTarget.errors, ...findMissingFields(linkTarget.type, title, linkTarget.url)]);
  const menu = await resolveMenu(composition);
  const entryArgs: EntryInput = {
    title,
    content: args.description === undefined ? undefined : toSingleLineText(args.description),
    excerpt: args.attr_title === undefined ? undefined : toSingleLineText(args.attr_title),
    ...(args.status !== undefined && { status: args.status === 'publish' ? 'publish' : 'draft' }),
  };
  const entry = await composeEntry({
    deps,
    read: tx,
    call: { ...call, args: entryArgs },
    type,
    before: before?.entry,
    textWork: composition.textWork,
  });
  return {
    entry: {
      ...entry,
      parent: await resolveParent(composition, menu),
      menu_order: await resolvePosition(composition, menu),
    },
    item: {
      type: linkTarget.type,
      object: linkTarget.type === 'custom' ? '' : linkTarget.object,
      object_id: linkTarget.type === 'custom' ? 0 : linkTarget.objectId,
      url: linkTarget.type === 'custom' ? linkTarget.url : '',
      target: args.target ?? before?.item.target ?? '',
      classes: args.classes ? cleanWords(args.classes) : (before?.item.classes ?? ''),
      xfn: args.xfn ? cleanWords(args.xfn) : (before?.item.xfn ?? ''),
    },
    menu,
  };
}

interface LinkTarget {
  readonly type: ItemType;
  readonly object: string;
  readonly objectId: number;
  readonly url: string;
  readonly errors: readonly ApiError[];
}

/**
 * Returns the target of the item, with the errors in the submitted parameters. If neither the request nor the stored item contains
 * `object`, it is looked up by the ID of the target, which must then exist. Otherwise, the target may be missing.
 */
async function resolveLinkTarget({ deps, tx, call: { args, actor }, before }: Composition): Promise<LinkTarget> {
  const type = args.type ?? itemTypes.find((each) => each === before?.item.type) ?? 'custom';
  const named = args.object === undefined ? undefined : args.object.toLowerCase().replace(/[^a-z0-9_-]/g, '');
  const object = named ?? before?.item.object ?? '';
  const objectId = args.object_id ?? before?.item.object_id ?? 0;
  const previousTarget =
    before && before.item.type !== 'custom'
      ? (await resolveTargets(deps, tx, actor, [before.item]))(before.item)
      : undefined;
  const url = args.url ?? (previousTarget?.url || before?.item.url || '');
  const known = { type, objectId, url };
  if (type === 'post_type_archive') {
    const error = new ApiError('rest_post_invalid_type', 400, 'No content type with this name.');
    return { ...known, object, errors: deps.contract.types.has(object) ? [] : [error] };
  }
  if (type === 'custom' || object !== '') return { ...known, object, errors: [] };
  if (type === 'taxonomy') {
    const [term] = await findTermsOfAnyTaxonomy(tx, [objectId]);
    const error = new ApiError('rest_term_invalid_id', 400, 'The menu item links to a term that does not exist.');
    return { ...known, object: term?.taxonomy ?? '', errors: term ? [] : [error] };
  }
  const [entry] = await findTargets(tx, [objectId]);
  const error = new ApiError('rest_post_invalid_id', 400, 'The menu item links to an entry that does not exist.');
  return { ...known, object: entry?.type ?? '', errors: entry ? [] : [error] };
}

/**
 * Returns the title to store. If the item is not a custom link and the title equals the title of the target, it is empty, so that
 * the item always displays the current title of the target.
 */
async function resolveTitle(
  { deps, tx, call: { args, actor }, before }: Composition,
  linkTarget: LinkTarget,
): Promise<string> {
  const submittedTitle = rawText(args.title);
  const isSent = submittedTitle !== undefined && !(submittedTitle === '' && typeof args.title === 'object');
  const targetTitleOf = async (item: Pick<ItemRow, 'type' | 'object' | 'object_id' | 'url'>) =>
    (await resolveTargets(deps, tx, actor, [item]))(item).title.raw;
  if (linkTarget.type === 'custom') {
    if (isSent) return submittedTitle;
    if (!before) return '';
    return before.entry.title || (before.item.type === 'custom' ? '' : targetTitleOf(before.item));
  }
  const title = isSent ? submittedTitle : (before?.entry.title ?? '');
  const { type, object, objectId: object_id, url } = linkTarget;
  return title !== '' && title === (await targetTitleOf({ type, object, object_id, url })) ? '' : title;
}

function findMissingFields(type: ItemType, title: string, url: string): ApiError[] {
  if (type !== 'custom') return [];
  return [
    ...(title === '' ? [new ApiError('rest_title_required', 400, 'A custom link requires a title.')] : []),
    ...(url === '' ? [new ApiError('rest_url_required', 400, 'A custom link requires a URL.')] : []),
  ];
}

function throwFirst([first, ...others]: readonly ApiError[]): void {
  if (first) throw new ApiError(first.code, first.status, first.message, { others });
}

/**
 * Returns the ID of the requested menu, or of the current one if none is requested. 0 and null remove the item from its menu
 * (contract/README.md, decision 9). Throws ApiError 400 `invalid_menu_id` if there is no menu with the requested ID.
 */
async function resolveMenu({ tx, call: { args, nulls }, before }: Composition): Promise<number | undefined> {
  if (args.menus === 0 || nulls.has('menus')) return undefined;
  if (args.menus === undefined) return before?.menu;
  if (!(await findTerm(tx, menus.name, args.menus)))
    throw new ApiError('invalid_menu_id', 400, 'No menu with this ID.');
  return args.menus;
}

/**
 * Returns the position of the item: 1 if it is in no menu; in a menu, the requested position, the current one, or the position
 * after the last item (contract/README.md, decision 9).
 */
async function resolvePosition({ tx, call, before }: Composition, menu: number | undefined): Promise<number> {
  if (menu === undefined) return 1;
  const requestedPosition = call.submitted('menu_order') === undefined ? undefined : call.args.menu_order;
  return requestedPosition ?? before?.entry.menu_order ?? (await findPositions(tx, menu)).last + 1;
}

/**
 * Returns the ID of the parent; 0 for the top level. The ID of the item itself counts as 0. Without a submitted parent, an item that
 * moves to another menu moves to the top level. Throws ApiError 400 `rest_post_invalid_id` if the parent is not in the same menu or
 * is a descendant of the item (contract/README.md, decision 9).
 */
async function resolveParent(
  { tx, call: { args }, type, before }: Composition,
  menu: number | undefined,
): Promise<number> {
  const ownId = before?.entry.id;
  if (args.parent === undefined) return before && before.menu === menu ? before.entry.parent : 0;
  if (args.parent === 0 || args.parent === ownId) return 0;
  const visited = new Set<number>();
  for (let id = args.parent; id !== 0 && !visited.has(id); ) {
    visited.add(id);
    const above = id === ownId ? undefined : await findEntry(tx, type.name, id);
    const [menuTerm] = above ? await findEntryTerms(tx, [id]) : [];
    if (!above || menuTerm?.term_id !== menu)
      throw new ApiError(
        'rest_post_invalid_id',
        400,
        'The parent must be an item of the same menu and must not be a descendant of this item.',
      );
    id = above.parent;
  }
  return args.parent;
}

/** Joins class names or link relations with spaces. Characters other than letters, digits, `_` and `-` are removed. */
const cleanWords = (list: readonly string[]): string =>
  list
    .map((token) => token.replace(/[^A-Za-z0-9_-]/g, ''))
    .filter((token) => token !== '')
    .join(' ');

const termsOf = ({ menu }: ComposedItem): TermChoice => new Map([[menus, menu === undefined ? [] : [menu]]]);

/** Inserts a new item and returns its ID. */
export async function saveNewItem(
  tx: WriteHandle,
  writer: EntryWriter,
  composed: ComposedItem,
  home: string,
): Promise<number> {
  const guid = (id: number) => `${home}/?p=${id}`;
  const choice = { slug: '', mustBeFree: false };
  const { id } = await writer.create(tx, menuItems, { entry: composed.entry, choice, terms: termsOf(composed), guid });
  await upsertMenuItem(tx, { ...composed.item, entry_id: id });
  return id;
}

/** Updates an item. If it leaves its menu, its children move to its parent. */
export async function saveItem(
  tx: WriteHandle,
  writer: EntryWriter,
  { entry: before, menu }: StoredItem,
  composed: ComposedItem,
): Promise<void> {
  const choice = { slug: before.slug, mustBeFree: false, slugBeforeTrash: null };
  await writer.update(tx, menuItems, { before, entry: composed.entry, choice, terms: termsOf(composed) });
  await upsertMenuItem(tx, { ...composed.item, entry_id: before.id });
  if (menu !== composed.menu) await moveChildren(tx, menuItems.name, before.id, before.parent);
}

/** Returns the entry of an item that the transaction has just written. Throws an error if it does not exist. */
export async function getStoredItem(tx: WriteHandle, id: number) {
  const entry = await findEntry(tx, menuItems.name, id);
  if (!entry) throw new Error('the saved menu item was not found');
  return entry;
}
