// Items that are in no menu, such as those of imported sites whose menu is missing.
import { __, sprintf } from '@wordpress/i18n';
import { keyOf, type Row } from '../../data/menus/menu-tree.ts';
import type { StoredItem } from '../../data/resources/menus.ts';

interface Props {
  readonly items: readonly StoredItem[];
  readonly rows: readonly Row[];
  /** Adds a row at the end of the menu. */
  readonly add: (row: Row, label: string) => void;
}

/** The items that can be added to the menu. Renders nothing if there are none. */
export function Unassigned({ items, rows, add }: Props) {
  const left = items.filter(({ id }) => !rows.some((row) => row.id === id));
  if (left.length === 0) return null;
  return (
    <section className="card" aria-labelledby="unassigned-title">
      <h3 id="unassigned-title">{__('Items in no menu')}</h3>
      <ul className="targets">
        {left.map(({ id, fields: { title }, type_label }) => {
          const label = title || `#${id}`;
          return (
            <li key={id}>
              <span>
                {label} <span className="quiet">{type_label}</span>
              </span>
              <button
                type="button"
                className="button"
                /* translators: %s: label of an item. */
                aria-label={sprintf(__('Add %s'), label)}
                onClick={() => add({ key: keyOf(id), id, depth: 0 }, label)}
              >
                {__('Add')}
              </button>
            </li>
          );
        })}
      </ul>
    </section>
  );
}
