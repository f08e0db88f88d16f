// An item of a menu in the list, and its form while it is open.
import { __, sprintf } from '@wordpress/i18n';
import type { CSSProperties, KeyboardEvent } from 'react';
import { flushSync } from 'react-dom';
import { type Direction, parentAt, possibleMoves, previousSibling } from '../../data/menus/menu-tree.ts';
import type { ItemFields } from '../../data/resources/menus.ts';
import { useBootstrap } from '../../data/use-bootstrap.ts';
import { CheckboxField } from '../../ui/fields/choice-fields.tsx';
import { TextAreaField, TextField } from '../../ui/fields/text-field.tsx';
import type { Drag } from './use-drag.ts';
import { type DisplayedRow, errorOfField } from './use-menu-form.ts';

interface Props {
  readonly row: DisplayedRow;
  readonly rows: readonly DisplayedRow[];
  readonly at: number;
  readonly isOpen: boolean;
  readonly toggle: () => void;
  readonly drag: Drag;
  readonly move: (direction: Direction) => void;
  readonly change: (edits: Partial<ItemFields>) => void;
  readonly remove: () => void;
}

/** The row. */
export function ItemRow(props: Props) {
  const { row, rows, at, isOpen, toggle, drag, move } = props;
  const { dragged } = drag;
  const isDropBefore = dragged?.place.before === at;
  const isDropAfter = at === rows.length - 1 && dragged?.place.before === rows.length;
  const parent = rows[parentAt(rows, at)];
  const className = [
    'menu-item',
    dragged?.key === row.key && 'dragged',
    isDropBefore && 'drop-before',
    isDropAfter && 'drop-after',
  ];
  return (
    <li
      className={className.filter(Boolean).join(' ')}
      data-row={row.key}
      style={{ '--depth': row.depth, '--drop-depth': dragged?.place.depth ?? 0 } as CSSProperties}
    >
      <div className="item-bar">
        <button
          type="button"
          className="item-handle"
          aria-label={sprintf(
            /* translators: %s: label of an item of a menu. */
            __('Move %s with the arrow keys'),
            row.label,
          )}
          onKeyDown={(event) => moveByKey(event, move)}
          {...drag.handle(at)}
        >
          <svg viewBox="0 0 24 24" width="24" height="24" aria-hidden="true" focusable="false">
            <path d="M8 5h2v2H8zm6 0h2v2h-2zm-6 6h2v2H8zm6 0h2v2h-2zm-6 6h2v2H8zm6 0h2v2h-2z" fill="currentColor" />
          </svg>
        </button>
        <button type="button" className="item-title" aria-expanded={isOpen} onClick={toggle}>
          {row.label}
          {parent && (
            <span className="visually-hidden">
              {/* translators: %s: label of the item above. */}
              {sprintf(__('below %s'), parent.label)}
            </span>
          )}
        </button>
        <span className="item-type">
          <Badges row={row} />
        </span>
      </div>
      {isOpen && <ItemForm {...props} />}
    </li>
  );
}

/** Moves a row with an arrow key: up and down, and one level down or up. The row keeps the focus. */
function moveByKey(event: KeyboardEvent<HTMLElement>, move: (direction: Direction) => void): void {
  const isRtl = getComputedStyle(event.currentTarget).direction === 'rtl';
  const directions: Readonly<Record<string, Direction>> = {
    ...{ ArrowUp: 'up', ArrowDown: 'down' },
    ...(isRtl ? { ArrowLeft: 'in', ArrowRight: 'out' } : { ArrowRight: 'in', ArrowLeft: 'out' }),
  };
  const direction = directions[event.key];
  if (!direction || event.altKey || event.ctrlKey || event.metaKey) return;
  event.preventDefault();
  const { currentTarget } = event;
  // Browsers take the focus from elements that are moved in the document. It returns before the next key is processed.
  flushSync(() => move(direction));
  currentTarget.focus();
}

function Badges({ row }: { readonly row: DisplayedRow }) {
  const { types } = useBootstrap();
  const type = row.type_label || types.find(({ slug }) => slug === row.target?.object)?.labels.singular_name;
  return (
    <>
      {row.id === 0 && <span className="badge">{__('New')}</span>}
      {row.invalid && <span className="badge bad">{__('Target deleted')}</span>}
      {row.fields.status === 'draft' && <span className="badge">{__('Not displayed')}</span>}
      {row.edits && row.id !== 0 && <span className="badge">{__('Changed')}</span>}
      {type}
    </>
  );
}

function ItemForm({ row, rows, at, change, move, remove }: Props) {
  const { fields, type, invalid } = row;
  const isCustom = type === 'custom';
  const text = (name: 'title' | 'url' | 'attr_title' | 'classes' | 'xfn') => ({
    value: fields[name],
    onChange: (value: string) => change({ [name]: value }),
  });
  return (
    <div className="item-form">
      {invalid && (
        <p className="error">
          {__(
            'What this item leads to was deleted or is in the trash, so the item is not displayed. Restore it, or remove this item.',
          )}
        </p>
      )}
      <TextField
        label={__('Label')}
        help={isCustom ? undefined : __('Leave it empty to use the title of the target.')}
        error={errorOfField(row, 'title')}
        {...text('title')}
      />
      {isCustom ? (
        <TextField label={__('URL')} error={errorOfField(row, 'url')} {...text('url')} />
      ) : (
        fields.url !== '' && (
          <p className="help">
            {/* translators: %s: a URL. */}
            {sprintf(__('Leads to %s'), fields.url)}
          </p>
        )
      )}
      <CheckboxField
        label={__('Open in a new tab')}
        value={fields.target === '_blank'}
        onChange={(isSelected) => change({ target: isSelected ? '_blank' : '' })}
      />
      <CheckboxField
        label={__('Display this item')}
        value={fields.status === 'publish'}
        onChange={(isSelected) => change({ status: isSelected ? 'publish' : 'draft' })}
      />
      <details>
        <summary>{__('More')}</summary>
        <TextField
          label={__('Title attribute')}
          help={__('Browsers display it while the pointer is on the link.')}
          {...text('attr_title')}
        />
        <TextAreaField
          label={__('Description')}
          help={__('Some themes display it below the label.')}
          rows={2}
          value={fields.description}
          onChange={(description) => change({ description })}
        />
        <TextField label={__('CSS classes')} help={__('Separated by spaces.')} {...text('classes')} />
        <TextField
          label={__('Relationship (rel)')}
          help={__('Values such as nofollow or me, separated by spaces.')}
          {...text('xfn')}
        />
      </details>
      <MoveButtons {...{ rows, at, move }} />
      <p className="buttons">
        <button type="button" className="button plain danger" onClick={remove}>
          {__('Remove from the menu')}
        </button>
      </p>
    </div>
  );
}

function MoveButtons({ rows, at, move }: Pick<Props, 'rows' | 'at' | 'move'>) {
  const possible = possibleMoves(rows, at);
  const previous = rows[previousSibling(rows, at)]?.label ?? '';
  const parent = rows[parentAt(rows, at)]?.label ?? '';
  const labels: Readonly<Record<Direction, string>> = {
    up: __('Move up'),
    down: __('Move down'),
    // translators: %s: label of an item of a menu.
    in: sprintf(__('Move below %s'), previous),
    // translators: %s: label of an item of a menu.
    out: sprintf(__('Move out from below %s'), parent),
  };
  if (possible.length === 0) return null;
  return (
    <p className="buttons">
      {possible.map((direction) => (
        <button key={direction} type="button" className="button" onClick={() => move(direction)}>
          {labels[direction]}
        </button>
      ))}
    </p>
  );
}
