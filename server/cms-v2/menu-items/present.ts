// Presents menu items as JSON records (terms-menus-and-blocks.md §3.1, §3.3).
import type { menuItemFields } from '../../../contract/cms-v2/menu-items.ts';
import type { Presenter } from '../../http/module.ts';
import { escapeLooseAmpersands } from '../../rendering/markup.ts';
import { applyTypography } from '../../rendering/typography.ts';
import { rightsFacts } from '../entries/conditions.ts';
import { type EntryDeps, taxonomiesOf, typeOf } from '../entries/deps.ts';
import type { EntryRow } from '../entries/rows.ts';
import { findEntryTerms } from '../entries/terms-store.ts';
import { findMenuItems, type ItemRow } from './store.ts';
import { resolveTargets, type Target } from './targets.ts';

interface Prepared {
  readonly items: ReadonlyMap<number, ItemRow>;
  readonly targetOf: (item: ItemRow) => Target;
  /** ID of the menu of each item, keyed by the ID of the item. Items without a menu are absent. */
  readonly menus: ReadonlyMap<number, number>;
}

/** Maximum number of words in the presented description of an item. */
const maxDescriptionWords = 200;

const defaultItem: Omit<ItemRow, 'entry_id'> = {
  type: 'custom',
  object: '',
  object_id: 0,
  url: '',
  target: '',
  classes: '',
  xfn: '',
};

type MenuItemPresenter = Presenter<typeof menuItemFields, EntryRow, Prepared>;

export function menuItemPresenter(deps: EntryDeps): MenuItemPresenter {
  const { contract, database } = deps;
  const itemOf = ({ id }: EntryRow, { items }: Prepared): ItemRow => items.get(id) ?? { ...defaultItem, entry_id: id };
  const targetOf = (row: EntryRow, prepared: Prepared) => prepared.targetOf(itemOf(row, prepared));
  const fields: MenuItemPresenter['fields'] = {
    id: (row) => row.id,
    title: (row, prepared) =>
      row.title ? { raw: row.title, rendered: row.title_rendered } : targetOf(row, prepared).title,
    status: (row) => row.status,
    url: (row, prepared) => targetOf(row, prepared).url,
    attr_title: (row) => renderText(row.excerpt ?? ''),
    description: (row) => renderText(truncateWords(row.content ?? '')),
    type: (row, prepared) => itemOf(row, prepared).type,
    type_label: (row, prepared) => labelOf(itemOf(row, prepared)),
    object: (row, prepared) => {
      const { type, object } = itemOf(row, prepared);
      return type === 'custom' ? 'custom' : object;
    },
    object_id: (row, prepared) => {
      const { type, object_id } = itemOf(row, prepared);
      return type === 'custom' ? row.id : object_id;
    },
    parent: (row) => row.parent,
    menu_order: (row) => row.menu_order,
    target: (row, prepared) => itemOf(row, prepared).target,
    // Without values, the list contains one empty string, as existing clients expect.
    classes: (row, prepared) => itemOf(row, prepared).classes.split(' '),
    xfn: (row, prepared) => itemOf(row, prepared).xfn.split(' '),
    invalid: (row, prepared) => targetOf(row, prepared).invalid,
    meta: () => ({}),
    menus: (row, { menus }) => menus.get(row.id),
  };

  function labelOf({ type, object }: ItemRow): string {
    if (type === 'custom') return 'Custom Link';
    if (type === 'post_type_archive') return 'Post Type Archive';
    const declaration = type === 'taxonomy' ? contract.taxonomies.get(object) : contract.types.get(object);
    return declaration ? declaration.noun.one.replace(/^./, (letter) => letter.toUpperCase()) : object;
  }

  return {
    prepare: async (rows, { actor }) => {
      const ids = rows.map((row) => row.id);
      const items = ids.length > 0 ? await findMenuItems(database.read, ids) : [];
      const itemTerms = ids.length > 0 ? await findEntryTerms(database.read, ids) : [];
      return {
        items: new Map(items.map((item) => [item.entry_id, item])),
        targetOf: await resolveTargets(deps, database.read, actor, items),
        menus: new Map(itemTerms.map((term) => [term.entry_id, term.term_id])),
      };
    },
    fields,
    facts: (row, prepared, { context, actor, call }) => {
      const { name } = targetOf(row, prepared);
      const type = typeOf(contract, call);
      return {
        id: row.id,
        object_id: itemOf(row, prepared).object_id,
        ...(name !== undefined && { [`leads_to_${name}`]: true }),
        ...(context === 'edit' && rightsFacts(type, taxonomiesOf(contract, type), actor)),
      };
    },
  };
}

const renderText = (text: string) => escapeLooseAmpersands(applyTypography(text));

function truncateWords(text: string): string {
  const words = text.split(' ');
  return words.length > maxDescriptionWords ? `${words.slice(0, maxDescriptionWords).join(' ')}&hellip;` : text;
}
