// From what was sent to the item that is stored (terms-menus-and-blocks.md §3.2), nothing written yet.
import type { ItemType } from '../../../contract/cms-v2/menu-items.ts';
import { menus } from '../../../contract/cms-v2/menus.ts';
import type { ContentType } from '../../../contract/grammar/content-type.ts';
import type { WriteHandle } from '../../database/handle.ts';
import type { Call } from '../../http/room.ts';
import { Refusal } from '../../refusal.ts';
import { plainText } from '../../rendering/sanitise/names.ts';
import type { TextWork } from '../../rendering/work/text-work.ts';
import { type ComposedEntry, composeEntry } from '../entries/compose-entry.ts';
import { type EntryArgs, type SentText, sentText } from '../entries/entry-args.ts';
import type { EntryParts } from '../entries/parts.ts';
import type { WholeEntry } from '../entries/rows.ts';
import { findEntry } from '../entries/store.ts';
import { findCarriedTerms } from '../entries/terms-store.ts';
import { findTerm } from '../terms/store.ts';
import { findPlaces, findTargets, findTermsOfAnyTaxonomy, type ItemRow } from './store.ts';
import { findTargetsOf } from './targets.ts';

export interface MenuItemArgs {
  readonly title?: SentText;
  readonly status?: string;
  readonly type?: ItemType;
  readonly object?: string;
  readonly object_id?: number;
  readonly url?: string;
  readonly attr_title?: string;
  readonly description?: string;
  readonly parent?: number;
  readonly menu_order?: number;
  readonly target?: string;
  readonly classes?: readonly string[];
  readonly xfn?: readonly string[];
  readonly menus?: number;
}

/** An item as it is stored, with the menu it is in. */
export interface StoredItem {
  readonly entry: WholeEntry;
  readonly item: ItemRow;
  readonly menu: number | undefined;
}

export interface ComposedItem {
  readonly entry: ComposedEntry;
  readonly item: Omit<ItemRow, 'entry_id'>;
  /** The menu it is in; undefined: none. */
  readonly menu: number | undefined;
}

interface Composition {
  readonly parts: EntryParts;
  readonly tx: WriteHandle;
  readonly call: Call<MenuItemArgs>;
  readonly type: ContentType;
  readonly before: StoredItem | undefined;
  readonly textWork: TextWork;
}

/** How requests call the texts of an item. */
export const itemParameters = { content: 'description', excerpt: 'attr_title' } as const;

/**
 * The item that results from a request.
 *
 * Throws Refusal 400 `rest_term_invalid_id`, `rest_post_invalid_id`, `rest_post_invalid_type`, `rest_title_required`,
 * `rest_url_required`, `invalid_menu_id`; where several hold, the first with the others beside it.
 */
export async function composeItem(composition: Composition): Promise<ComposedItem> {
  const { parts, tx, call, type, before } = composition;
  const { args } = call;
  const leading = await leadingOf(composition);
  const title = await titleOf(composition, leading);
  refuse([...leading.faults, ...missing(leading.type, title, leading.url)]);
  const menu = await menuOf(composition);
  const entryArgs: EntryArgs = {
    title,
    content: args.description === undefined ? undefined : plainText(args.description),
    excerpt: args.attr_title === undefined ? undefined : plainText(args.attr_title),
    ...(args.status !== undefined && { status: args.status === 'publish' ? 'publish' : 'draft' }),
  } as EntryArgs;
  const entry = await composeEntry({
    parts,
    read: tx,
    call: { ...call, args: entryArgs },
    type,
    before: before?.entry,
    textWork: composition.textWork,
  });
  return {
    entry: { ...entry, parent: await parentOf(composition, menu), menu_order: await placeOf(composition, menu) },
    item: {
      type: leading.type,
      object: leading.type === 'custom' ? '' : leading.object,
      object_id: leading.type === 'custom' ? 0 : leading.objectId,
      url: leading.type === 'custom' ? leading.url : '',
      target: args.target ?? before?.item.target ?? '',
      classes: args.classes ? wordsOf(args.classes) : (before?.item.classes ?? ''),
      xfn: args.xfn ? wordsOf(args.xfn) : (before?.item.xfn ?? ''),
    },
    menu,
  };
}

interface Leading {
  readonly type: ItemType;
  readonly object: string;
  readonly objectId: number;
  readonly url: string;
  readonly faults: readonly Refusal[];
}

/** What the item leads to. An object that is not named is found by its number; one that is named need not be there. */
async function leadingOf({ parts, tx, call: { args, actor }, before }: Composition): Promise<Leading> {
  const type = args.type ?? (before?.item.type as ItemType | undefined) ?? 'custom';
  const named = args.object === undefined ? undefined : args.object.toLowerCase().replace(/[^a-z0-9_-]/g, '');
  const object = named ?? before?.item.object ?? '';
  const objectId = args.object_id ?? before?.item.object_id ?? 0;
  const was =
    before && before.item.type !== 'custom'
      ? (await findTargetsOf(parts, tx, actor, [before.item]))(before.item)
      : undefined;
  const url = args.url ?? (was?.url || before?.item.url || '');
  const known = { type, objectId, url };
  if (type === 'post_type_archive') {
    const fault = new Refusal('rest_post_invalid_type', 400, 'There is no content type of this name.');
    return { ...known, object, faults: parts.contract.types.has(object) ? [] : [fault] };
  }
  if (type === 'custom' || object !== '') return { ...known, object, faults: [] };
  if (type === 'taxonomy') {
    const [term] = await findTermsOfAnyTaxonomy(tx, [objectId]);
    const fault = new Refusal('rest_term_invalid_id', 400, 'There is no term of this number to lead to.');
    return { ...known, object: term?.taxonomy ?? '', faults: term ? [] : [fault] };
  }
  const [entry] = await findTargets(tx, [objectId]);
  const fault = new Refusal('rest_post_invalid_id', 400, 'There is no entry of this number to lead to.');
  return { ...known, object: entry?.type ?? '', faults: entry ? [] : [fault] };
}

/** The item's own title; empty where it is that of what the item leads to, which it then follows. */
async function titleOf({ parts, tx, call: { args, actor }, before }: Composition, leading: Leading): Promise<string> {
  const given = sentText(args.title);
  const isSent = given !== undefined && !(given === '' && typeof args.title === 'object');
  const follows = async (item: Pick<ItemRow, 'type' | 'object' | 'object_id' | 'url'>) =>
    (await findTargetsOf(parts, tx, actor, [item]))(item).title.raw;
  if (leading.type === 'custom') {
    if (isSent) return given;
    if (!before) return '';
    return before.entry.title || (before.item.type === 'custom' ? '' : follows(before.item));
  }
  const title = isSent ? given : (before?.entry.title ?? '');
  const { type, object, objectId: object_id, url } = leading;
  return title !== '' && title === (await follows({ type, object, object_id, url })) ? '' : title;
}

function missing(type: ItemType, title: string, url: string): Refusal[] {
  if (type !== 'custom') return [];
  return [
    ...(title === '' ? [new Refusal('rest_title_required', 400, 'A link of its own needs a title.')] : []),
    ...(url === '' ? [new Refusal('rest_url_required', 400, 'A link of its own needs an address.')] : []),
  ];
}

function refuse([first, ...others]: readonly Refusal[]): void {
  if (first) throw new Refusal(first.code, first.status, first.message, { others });
}

/** The menu asked for, else the one it is in. 0 and null take it out (contract/README.md, decision 9). */
async function menuOf({ tx, call: { args, nulls }, before }: Composition): Promise<number | undefined> {
  if (args.menus === 0 || nulls.has('menus')) return undefined;
  if (args.menus === undefined) return before?.menu;
  if (!(await findTerm(tx, menus.name, args.menus)))
    throw new Refusal('invalid_menu_id', 400, 'There is no menu of this number.');
  return args.menus;
}

/** Outside of a menu the place is 1; in one, without a wish, behind all others (contract/README.md, decision 9). */
async function placeOf({ tx, call, before }: Composition, menu: number | undefined): Promise<number> {
  if (menu === undefined) return 1;
  const wished = call.sent('menu_order') === undefined ? undefined : call.args.menu_order;
  return wished ?? before?.entry.menu_order ?? (await findPlaces(tx, menu)).last + 1;
}

/**
 * The item above it, of the same menu and not below itself (contract/README.md, decision 9). Its own number stands for
 * none. One that moves to another menu comes to its top.
 */
async function parentOf({ tx, call: { args }, type, before }: Composition, menu: number | undefined): Promise<number> {
  const own = before?.entry.id;
  if (args.parent === undefined) return before && before.menu === menu ? before.entry.parent : 0;
  if (args.parent === 0 || args.parent === own) return 0;
  const passed = new Set<number>();
  for (let id = args.parent; id !== 0 && !passed.has(id); ) {
    passed.add(id);
    const above = id === own ? undefined : await findEntry(tx, type.name, id);
    const [carried] = above ? await findCarriedTerms(tx, [id]) : [];
    if (!above || carried?.term_id !== menu)
      throw new Refusal(
        'rest_post_invalid_id',
        400,
        'The parent must be an item of the same menu, and not below the item.',
      );
    id = above.parent;
  }
  return args.parent;
}

/** Class names and relations: words of letters, digits, `_` and `-`. */
const wordsOf = (list: readonly string[]): string =>
  list
    .map((word) => word.replace(/[^A-Za-z0-9_-]/g, ''))
    .filter((word) => word !== '')
    .join(' ');
