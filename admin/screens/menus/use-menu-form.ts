// The state of the form of a menu: the rows with the user's changes, and how they are saved.
import { __, _n, sprintf } from '@wordpress/i18n';
import { useCallback, useMemo, useRef, useState } from 'react';
import { ApiError } from '../../data/client.ts';
import { type Form, useForm } from '../../data/drafts/use-form.ts';
import { keyOf, type Row, rowsOf } from '../../data/menus/menu-tree.ts';
import { planChanges } from '../../data/menus/plan-changes.ts';
import { reconcile } from '../../data/menus/reconcile.ts';
import { type SaveResult, saveMenu } from '../../data/menus/save-menu.ts';
import type { ItemFields, MenuRecord, StoredItem } from '../../data/resources/menus.ts';
import type { FailedItems } from '../../ui/failed-items.tsx';

/** The values of the form. */
export interface MenuValues {
  readonly name: string;
  readonly auto_add: boolean;
  readonly locations: readonly string[];
  readonly rows: readonly Row[];
  /** The IDs of items that the user has removed. */
  readonly removed: readonly number[];
}

/** A row with what is displayed. */
export interface DisplayedRow extends Row, Pick<StoredItem, 'type' | 'type_label' | 'invalid'> {
  readonly fields: ItemFields;
  /** The text of the row: the label, or the title of the target. */
  readonly label: string;
  /** The version of the stored item. */
  readonly storedEtag: string | undefined;
}

/** Something that was not saved, with its name. */
export interface Unsaved {
  readonly key: string;
  readonly label: string;
}

/** The form of a menu. */
export interface MenuFormState {
  readonly form: Form<MenuValues>;
  readonly rows: readonly DisplayedRow[];
  /** Replaces the rows. */
  readonly setRows: (rows: readonly Row[]) => void;
  readonly failed: FailedItems<Unsaved>;
  readonly closeFailed: () => void;
}

const emptyFields: ItemFields = {
  ...{ title: '', url: '', attr_title: '', description: '', target: '', classes: '', xfn: '', status: 'publish' },
};

/** Returns the error of a field of an item; undefined if it is valid. */
export function errorOfField({ type, fields }: Pick<DisplayedRow, 'type' | 'fields'>, name: 'title' | 'url') {
  if (type !== 'custom' || fields[name].trim() !== '') return undefined;
  return name === 'title' ? __('Enter a label.') : __('Enter a URL, such as https://example.org or /contact/.');
}

const isInvalid = (row: DisplayedRow): boolean =>
  errorOfField(row, 'title') !== undefined || errorOfField(row, 'url') !== undefined;

/**
 * Returns the state of the form of a menu. `read` reads the menu again after it was saved, also in part: then what was not saved stays in the
 * form, and items that were created have their IDs, so that saving again does not create them twice.
 */
export function useMenuForm(record: MenuRecord, read: () => Promise<MenuRecord | undefined>): MenuFormState {
  const { menu } = record;
  const [failed, setFailed] = useState<FailedItems<Unsaved>>([]);
  const isUncertain = useRef(false);
  const storedRows = useMemo(() => rowsOf(record.items), [record.items]);
  const form = useForm<MenuValues>({
    name: `menu-${menu.id}`,
    record: { name: menu.name, auto_add: menu.auto_add, locations: menu.locations, rows: storedRows, removed: [] },
    save: async (changes, values) => {
      setFailed([]);
      // If a request has failed, its changes may be stored: then they must not be sent again.
      const base = (isUncertain.current && (await read())) || record;
      const current = display(reconcile(values.rows, values.removed, base), base);
      if (values.name.trim() === '' || current.some(isInvalid))
        throw new Error(__('Some fields are not complete. Correct them, then save again.'));
      const { rows: _rows, removed: _removed, ...properties } = changes;
      isUncertain.current = true;
      const result = await saveMenu(base.menu, properties, planChanges(menu.id, current, values.removed, base));
      const isComplete = !result.menuError && result.errors.size === 0 && result.deletionErrors.size === 0;
      if (!isComplete) form.change({ rows: afterFailure(current, result), removed: [...result.deletionErrors.keys()] });
      const now = (await read()) ?? base;
      isUncertain.current = false;
      const unsaved = unsavedOf(result, current, { before: base, now });
      setFailed(unsaved);
      if (unsaved.length > 0) throw new Error(unsavedText(unsaved.length));
    },
  });
  const { change } = form;
  const rows = useMemo(
    () => display(reconcile(form.values.rows, form.values.removed, record), record),
    [form.values.rows, form.values.removed, record],
  );
  const setRows = (next: readonly Row[]) => change({ rows: next.map(toRow) });
  return { form, rows, setRows, failed, closeFailed: useCallback(() => setFailed([]), []) };
}

/** Returns rows with what is displayed: the stored fields with those that the user has changed. */
function display(rows: readonly Row[], { items, unassigned }: MenuRecord): readonly DisplayedRow[] {
  const byId = new Map([...items, ...unassigned].map((item) => [item.id, item]));
  return rows.map((row) => {
    const item = byId.get(row.id);
    const { type = 'custom', type_label = '' } = item ?? row.target ?? {};
    const fields = { ...emptyFields, ...item?.fields, ...row.edits };
    const label = fields.title || row.targetTitle || item?.fields.title || __('(no label)');
    return { ...row, type, type_label, invalid: item?.invalid ?? false, fields, label, storedEtag: item?.etag };
  });
}

/** Returns the part of a displayed row that is stored in the form. */
export const toRow = ({ key, id, depth, edits, etag, target, targetTitle }: Row): Row => ({
  ...{ key, id, depth },
  ...(edits && { edits }),
  ...(etag !== undefined && { etag }),
  ...(target && { target }),
  ...(targetTitle !== undefined && { targetTitle }),
});

const unsavedText = (count: number): string =>
  sprintf(
    /* translators: %d: number of changes. */
    _n(
      '%d change was not saved; it is listed above. All others are saved.',
      '%d changes were not saved; they are listed above. All others are saved.',
      count,
    ),
    count,
  );

const isConflict = (error: Error | undefined): boolean => error instanceof ApiError && error.status === 412;
const isGone = (error: Error): boolean => error instanceof ApiError && error.status === 404;

/**
 * Returns the rows after some changes have failed: those that were saved have no edits, and new ones their IDs. After a conflict, the user
 * sees the current version, and further changes are based on it.
 */
const afterFailure = (rows: readonly DisplayedRow[], { errors, created }: SaveResult): readonly Row[] =>
  rows.map((row) => {
    const { key, depth } = row;
    const id = created.get(key);
    if (id !== undefined) return { key: keyOf(id), id, depth };
    if (!errors.has(key)) return { key, id: row.id, depth };
    const { etag, ...rest } = toRow(row);
    return etag === undefined || isConflict(errors.get(key)) ? rest : { ...rest, etag };
  });

/** The stored menu before and after it was saved. */
interface StoredMenus {
  readonly before: MenuRecord;
  readonly now: MenuRecord;
}

/** Returns what was not saved. Items that do not exist any more are omitted: they disappear from the list. */
function unsavedOf(
  { menuError, errors, deletionErrors }: SaveResult,
  rows: readonly DisplayedRow[],
  { before, now }: StoredMenus,
): FailedItems<Unsaved> {
  const titles = new Map(before.items.map(({ id, fields }) => [id, fields.title]));
  const all: FailedItems<Unsaved> = [
    ...(menuError ? [{ item: { key: 'menu', label: before.menu.name }, error: menuError }] : []),
    ...rows.flatMap((row) => {
      const error = errors.get(row.key);
      const item = { key: row.key, label: row.label };
      return error ? [{ item, error: isConflict(error) ? describeConflict(row, now) : error }] : [];
    }),
    ...[...deletionErrors].map(([id, error]) => ({
      item: { key: keyOf(id), label: titles.get(id) || `#${id}` },
      error,
    })),
  ];
  return all.filter(({ error }) => !isGone(error));
}

/** Returns an error that shows the stored values which the user's changes would replace. */
function describeConflict({ id, edits = {} }: DisplayedRow, { items }: MenuRecord): Error {
  const stored = items.find((item) => item.id === id)?.fields;
  const theirs = Object.entries(edits).flatMap(([name, value]) => {
    const current = stored?.[name as keyof ItemFields];
    return current === undefined || current === value ? [] : [`“${current}”`];
  });
  return new Error(
    theirs.length === 0
      ? __(
          'It was changed meanwhile by another user. The list shows the current version; save again to apply your change.',
        )
      : sprintf(
          /* translators: %s: one or several values. */
          __('It was changed meanwhile by another user to %s. Save again to replace this, or discard your changes.'),
          theirs.join(', '),
        ),
  );
}
