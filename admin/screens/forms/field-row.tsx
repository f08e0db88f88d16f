// A field of a form in the builder, and its properties while it is open.
import { __, sprintf } from '@wordpress/i18n';
import type { KeyboardEvent, PointerEventHandler } from 'react';
import type { FormField, FormSchemas } from '../../data/resources/forms.ts';
import { FieldForm } from './field-form.tsx';
import { kindLabels } from './labels.ts';
import type { Problems } from './problems.ts';
import type { Row } from './rows.ts';

interface Props {
  readonly rows: readonly Row[];
  readonly at: number;
  readonly row: Row;
  readonly schemas: FormSchemas;
  readonly problems: Problems;
  readonly isOpen: boolean;
  readonly toggle: () => void;
  readonly isDragged: boolean;
  readonly isDropBefore: boolean;
  readonly isDropAfter: boolean;
  readonly handle: Readonly<Record<`onPointer${'Down' | 'Move' | 'Up' | 'Cancel'}`, PointerEventHandler<HTMLElement>>>;
  /** Moves the row to a position. */
  readonly move: (to: number) => void;
  readonly change: (changes: Partial<Record<keyof FormField, unknown>>) => void;
  readonly duplicate: () => void;
  readonly remove: () => void;
}

/** The row. */
export function FieldRow(props: Props) {
  const { at, row, problems, isOpen, toggle, isDragged, isDropBefore, isDropAfter, handle, move } = props;
  const { label, kind, required, condition } = row.field;
  const name = label || row.field.name;
  const className = [
    'field-row',
    isDragged && 'dragged',
    isDropBefore && 'drop-before',
    isDropAfter && 'drop-after',
    Object.keys(problems).length > 0 && 'invalid',
  ];
  return (
    <li className={className.filter(Boolean).join(' ')} data-row={row.key}>
      <div className="row-bar">
        <button
          type="button"
          className="row-handle"
          aria-label={sprintf(
            /* translators: %s: label of a field. */
            __('Move %s with the arrow keys'),
            name,
          )}
          onKeyDown={(event) => moveByKey(event, at, move)}
          {...handle}
        >
          <svg viewBox="0 0 24 24" width="24" height="24" aria-hidden="true" focusable="false">
            <path d="M8 5h2v2H8zm6 0h2v2h-2zm-6 6h2v2H8zm6 0h2v2h-2zm-6 6h2v2H8zm6 0h2v2h-2z" fill="currentColor" />
          </svg>
        </button>
        <button type="button" className="row-title" aria-expanded={isOpen} onClick={toggle}>
          {name}
          {required && ' *'}
        </button>
        <span className="row-kind">
          {Object.keys(problems).length > 0 && <span className="badge bad">{__('Invalid')}</span>}
          {condition && <span className="badge">{__('Conditional')}</span>}
          {kindLabels()[kind] ?? kind}
        </span>
      </div>
      {isOpen && (
        <div className="row-form">
          <FieldForm {...props} />
          <RowButtons {...props} name={name} />
        </div>
      )}
    </li>
  );
}

/** Moves a row with an arrow key. The handle keeps the focus. */
function moveByKey(event: KeyboardEvent<HTMLElement>, at: number, move: (to: number) => void): void {
  const to = { ArrowUp: at - 1, ArrowDown: at + 1 }[event.key];
  if (to === undefined || event.altKey || event.ctrlKey || event.metaKey) return;
  event.preventDefault();
  const { currentTarget } = event;
  move(to);
  // Browsers take the focus from elements that are moved in the document.
  requestAnimationFrame(() => currentTarget.focus());
}

function RowButtons({ rows, at, name, move, duplicate, remove }: Props & { readonly name: string }) {
  const button = (text: string, run: () => void, isDisabled = false) => (
    <button
      type="button"
      className="button"
      disabled={isDisabled}
      /* translators: 1: an action, such as "Move up", 2: label of a field. */
      aria-label={sprintf(__('%1$s: %2$s'), text, name)}
      onClick={run}
    >
      {text}
    </button>
  );
  return (
    <p className="buttons">
      {button(__('Move up'), () => move(at - 1), at === 0)}
      {button(__('Move down'), () => move(at + 1), at === rows.length - 1)}
      {button(__('Duplicate'), duplicate)}
      {button(__('Remove'), remove)}
    </p>
  );
}
