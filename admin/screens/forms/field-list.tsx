// The fields of a form: moved by dragging their handles or with the arrow keys on them, and opened to be changed.
import { __, sprintf } from '@wordpress/i18n';
import { useEffect, useRef } from 'react';
import type { FormSchemas } from '../../data/resources/forms.ts';
import { useNotices } from '../../ui/notices.tsx';
import { usePointerDrag } from '../../ui/use-pointer-drag.ts';
import { FieldRow } from './field-row.tsx';
import type { Problems } from './problems.ts';
import { changeRow, duplicateRow, moveRow, type Row } from './rows.ts';

interface Props {
  readonly rows: readonly Row[];
  readonly setRows: (rows: readonly Row[]) => void;
  /** The values that are displayed now, also in actions that run later. */
  readonly latest: { readonly rows: readonly Row[] };
  readonly problems: readonly Problems[];
  readonly openKey: string | undefined;
  readonly setOpenKey: (key: string | undefined) => void;
  readonly schemas: FormSchemas;
  /** Announces what has happened to screen readers. */
  readonly announce: (message: string) => void;
}

/** The list. */
export function FieldList({ rows, setRows, latest, problems, openKey, setOpenKey, schemas, announce }: Props) {
  const list = useRef<HTMLOListElement>(null);
  const notify = useNotices();
  const current = useRef({ ...latest, setRows });
  current.current = { ...latest, setRows };
  /** The row that gets the focus after the next change. */
  const focused = useRef<string>();
  useEffect(() => {
    if (focused.current === undefined) return;
    focusRow(list.current, focused.current);
    focused.current = undefined;
  });
  const move = (from: number, to: number) => {
    const row = rows[from];
    if (!row) return;
    const next = moveRow(rows, from, to);
    if (next === rows) return announce(__('It cannot be moved in this direction.'));
    setRows(next);
    // translators: 1: label of a field, 2: its position, 3: number of fields.
    announce(sprintf(__('%1$s is now field %2$d of %3$d.'), row.field.label, to + 1, rows.length));
  };
  const { dragged, handle } = usePointerDrag(
    list,
    ({ from, before }) => ({ from, before }),
    ({ from, before }) => move(from, before > from ? before - 1 : before),
  );
  const duplicate = (at: number) => {
    const next = duplicateRow(rows, at);
    setRows(next);
    setOpenKey(next[at + 1]?.key);
    focused.current = next[at + 1]?.key;
    announce(__('The field was duplicated.'));
  };
  const remove = (at: number) => {
    const row = rows[at];
    if (!row) return;
    setRows(rows.toSpliced(at, 1));
    focused.current = (rows[at + 1] ?? rows[at - 1])?.key;
    if (focused.current === undefined) document.querySelector<HTMLElement>('.add-field button')?.focus();
    const undo = () => {
      const { rows: shown, setRows: change } = current.current;
      change(shown.toSpliced(Math.min(at, shown.length), 0, row));
      focused.current = row.key;
    };
    notify({
      kind: 'success',
      // translators: %s: label of a field.
      text: sprintf(__('The field “%s” was removed.'), row.field.label),
      action: { label: __('Undo'), run: undo },
    });
  };
  return (
    <ol className="field-rows" ref={list} aria-labelledby="fields-title">
      {rows.map((row, at) => (
        <FieldRow
          key={row.key}
          {...{ rows, at, row, schemas }}
          problems={problems[at] ?? {}}
          isOpen={openKey === row.key}
          toggle={() => setOpenKey(openKey === row.key ? undefined : row.key)}
          isDragged={dragged?.from === at}
          isDropBefore={dragged?.before === at}
          isDropAfter={at === rows.length - 1 && dragged?.before === rows.length}
          handle={handle(at)}
          move={(to) => move(at, to)}
          change={(changes) => setRows(changeRow(rows, at, changes))}
          duplicate={() => duplicate(at)}
          remove={() => remove(at)}
        />
      ))}
    </ol>
  );
}

/** Moves the focus to the button that opens a row. */
const focusRow = (root: ParentNode | null, key: string): void =>
  root?.querySelector<HTMLElement>(`[data-row="${CSS.escape(key)}"] .row-title`)?.focus();
