// Items of menus to records (terms-menus-and-blocks.md §3.1, §3.3).
import type { FieldMaker, Presenter, View } from '../../http/room.ts';
import { escapeLooseAmpersands } from '../../rendering/markup.ts';
import { typographic } from '../../rendering/typography.ts';
import { type EntryParts, taxonomiesOf, typeOf } from '../entries/parts.ts';
import type { EntryRow } from '../entries/rows.ts';
import { rightsFacts } from '../entries/rules.ts';
import { findCarriedTerms } from '../entries/terms-store.ts';
import { findItems, type ItemRow } from './store.ts';
import { findTargetsOf, type Target } from './targets.ts';

interface Prepared {
  readonly items: ReadonlyMap<number, ItemRow>;
  readonly targetOf: (item: ItemRow) => Target;
  /** The menu of each item that is in one. */
  readonly menus: ReadonlyMap<number, number>;
}

/** The most words of a description that are shown. */
const descriptionWords = 200;

const plain: Omit<ItemRow, 'entry_id'> = {
  type: 'custom',
  object: '',
  object_id: 0,
  url: '',
  target: '',
  classes: '',
  xfn: '',
};

/** The presenter of the items of menus. */
export function menuItemPresenter(parts: EntryParts): Presenter {
  const { contract, database } = parts;
  const itemOf = ({ id }: EntryRow, { items }: Prepared): ItemRow => items.get(id) ?? { ...plain, entry_id: id };
  const targetOf = (row: EntryRow, prepared: Prepared) => prepared.targetOf(itemOf(row, prepared));
  const fields: Record<string, (row: EntryRow, prepared: Prepared) => unknown> = {
    id: (row) => row.id,
    title: (row, prepared) =>
      row.title ? { raw: row.title, rendered: row.title_rendered } : targetOf(row, prepared).title,
    status: (row) => row.status,
    url: (row, prepared) => targetOf(row, prepared).url,
    attr_title: (row) => shownText(row.excerpt ?? ''),
    description: (row) => shownText(shortened(row.content ?? '')),
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
    // A list without a word holds an empty one, as clients know it.
    classes: (row, prepared) => itemOf(row, prepared).classes.split(' '),
    xfn: (row, prepared) => itemOf(row, prepared).xfn.split(' '),
    invalid: (row, prepared) => targetOf(row, prepared).invalid,
    meta: () => ({}),
    menus: (row, { menus }) => menus.get(row.id),
  };

  function labelOf({ type, object }: ItemRow): string {
    if (type === 'custom') return 'Custom Link';
    if (type === 'post_type_archive') return 'Post Type Archive';
    const known = type === 'taxonomy' ? contract.taxonomies.get(object) : contract.types.get(object);
    return known ? known.noun.one.replace(/^./, (letter) => letter.toUpperCase()) : object;
  }

  return {
    prepare: async (rows: readonly EntryRow[], { actor }: View): Promise<Prepared> => {
      const ids = rows.map((row) => row.id);
      const items = ids.length > 0 ? await findItems(database.read, ids) : [];
      const carried = ids.length > 0 ? await findCarriedTerms(database.read, ids) : [];
      return {
        items: new Map(items.map((item) => [item.entry_id, item])),
        targetOf: await findTargetsOf(parts, database.read, actor, items),
        menus: new Map(carried.map((term) => [term.entry_id, term.term_id])),
      };
    },
    fields: fields as Record<string, FieldMaker>,
    facts: (row: EntryRow, prepared: Prepared, { context, actor, call }: View) => {
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

const shownText = (text: string) => escapeLooseAmpersands(typographic(text));

function shortened(text: string): string {
  const words = text.split(' ');
  return words.length > descriptionWords ? `${words.slice(0, descriptionWords).join(' ')}&hellip;` : text;
}
