// A field for a list of objects: items can be added, removed and moved, with buttons that work by keyboard too.
import { __, _n, sprintf } from '@wordpress/i18n';
import { useEffect, useId, useRef, useState } from 'react';
import { describedBy, FieldNotes } from './labelled.tsx';
import { PropertyFields } from './object-field.tsx';
import type { GroupFieldProps } from './schema-field-props.ts';
import { initialValueOf, objectOf, typeOf, type ValueSchema } from './value-schema.ts';

/** The control that gets the focus after a change: a button or the first field of an item. */
interface Target {
  readonly index: number;
  readonly control: 'up' | 'down' | 'remove' | 'first';
}

/** The list. */
export function ListField({ label, help, schema, value, onChange, errorOf, error, Field }: GroupFieldProps) {
  const id = useId();
  const list = useRef<HTMLOListElement>(null);
  const addButton = useRef<HTMLButtonElement>(null);
  const target = useRef<Target>();
  const [status, setStatus] = useState('');
  const items: readonly unknown[] = Array.isArray(value) ? value : [];
  const { items: itemSchema = {}, minItems = 0, maxItems } = schema;
  const listError = error ?? countErrorOf(schema, items.length);
  const isFull = maxItems !== undefined && items.length >= maxItems;
  // A list that is longer has an error instead.
  const hasLimitNote = items.length === maxItems;
  useEffect(() => {
    if (!target.current) return;
    focusIn(list.current, target.current) || addButton.current?.focus();
    target.current = undefined;
  });
  const update = (next: readonly unknown[], focus: Target, message: string) => {
    target.current = focus;
    setStatus(message);
    onChange(next);
  };
  const move = (from: number, to: number) =>
    update(
      items.toSpliced(from, 1).toSpliced(to, 0, items[from]),
      { index: to, control: to < from ? 'up' : 'down' },
      // translators: 1: position, 2: number of items.
      sprintf(__('Moved to position %1$d of %2$d.'), to + 1, items.length),
    );
  return (
    <fieldset className="field group" aria-describedby={describedBy(id, help, listError)}>
      <legend>{label}</legend>
      <FieldNotes {...{ id, help, error: listError }} />
      <ol className="list-items" ref={list}>
        {items.map((item, index) => {
          const name = nameOf(item, itemSchema, index);
          const action = (control: Target['control'], text: string, isDisabled: boolean, run: () => void) => (
            <button
              type="button"
              className="button"
              data-control={control}
              disabled={isDisabled}
              /* translators: 1: an action, such as "Move up", 2: name of an item. */
              aria-label={sprintf(__('%1$s: %2$s'), text, name)}
              onClick={run}
            >
              {text}
            </button>
          );
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: items have no identity.
            <li key={index}>
              <fieldset>
                <legend>{name}</legend>
                <PropertyFields
                  {...{ schema: itemSchema, errorOf, Field }}
                  value={item}
                  // An item may have been at another position. Only secrets depend on it, and lists contain none.
                  stored={undefined}
                  onChange={(next) => onChange(items.with(index, next))}
                />
                <p className="buttons">
                  {action('up', __('Move up'), index === 0, () => move(index, index - 1))}
                  {action('down', __('Move down'), index === items.length - 1, () => move(index, index + 1))}
                  {action('remove', __('Remove'), false, () =>
                    update(
                      items.toSpliced(index, 1),
                      { index: Math.min(index, items.length - 2), control: 'remove' },
                      // translators: %s: name of an item.
                      sprintf(__('Removed: %s'), name),
                    ),
                  )}
                </p>
              </fieldset>
            </li>
          );
        })}
      </ol>
      {items.length === 0 && <p className="quiet">{minItems > 0 ? __('Add the first item.') : __('None yet.')}</p>}
      <button
        ref={addButton}
        type="button"
        className="button"
        disabled={isFull}
        aria-describedby={hasLimitNote ? `${id}-limit` : undefined}
        onClick={() =>
          update([...items, initialValueOf(itemSchema)], { index: items.length, control: 'first' }, __('Added.'))
        }
      >
        {/* translators: %s: name of a list, such as "Categories". */}
        {__('Add')} <span className="visually-hidden">{sprintf(__('to %s'), label)}</span>
      </button>
      {hasLimitNote && (
        <p className="help" id={`${id}-limit`}>
          {limitText(maxItems)}
        </p>
      )}
      <p role="status" className="visually-hidden">
        {status}
      </p>
    </fieldset>
  );
}

function countErrorOf({ minItems = 0, maxItems }: ValueSchema, count: number): string | undefined {
  if (count < minItems)
    // translators: %d: number of items.
    return sprintf(_n('Add at least %d item.', 'Add at least %d items.', minItems), minItems);
  return maxItems !== undefined && count > maxItems ? limitText(maxItems) : undefined;
}

const limitText = (maxItems: number): string =>
  sprintf(
    // translators: %d: number of items.
    _n('The list cannot have more than %d item.', 'The list cannot have more than %d items.', maxItems),
    maxItems,
  );

/** Returns the text by which users recognize an item: its label, or else its first text. */
function nameOf(item: unknown, { properties = {} }: ValueSchema, index: number): string {
  const values = objectOf(item);
  const names = Object.keys(properties).filter((name) => typeOf(properties[name] ?? {}) === 'string');
  const name = ['label', 'title'].find((each) => names.includes(each)) ?? names[0] ?? '';
  const text = values[name];
  // translators: %d: position of an item in a list.
  return typeof text === 'string' && text !== '' ? text : sprintf(__('Item %d'), index + 1);
}

/** Moves the focus to a control of an item, or to the other one if it is disabled. Returns whether there is one. */
function focusIn(list: HTMLOListElement | null, { index, control }: Target): boolean {
  const item = list?.children[index];
  const found =
    control === 'first'
      ? item?.querySelector<HTMLElement>('input, select, textarea')
      : (item?.querySelector<HTMLElement>(`[data-control="${control}"]:not([disabled])`) ??
        item?.querySelector<HTMLElement>('[data-control]:not([disabled])'));
  found?.focus();
  return found !== null && found !== undefined;
}
