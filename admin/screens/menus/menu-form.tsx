// The form of a menu: its name, its items, the locations in which it is displayed, and what can be added to it.
import { __, _n, sprintf } from '@wordpress/i18n';
import { useState } from 'react';
import { type Row, removeRow } from '../../data/menus/menu-tree.ts';
import { deleteMenu, type MenuLocation, type MenuRecord } from '../../data/resources/menus.ts';
import { useConfirm } from '../../ui/confirm.tsx';
import { FailedItemsList } from '../../ui/failed-items.tsx';
import { CheckboxesField, CheckboxField } from '../../ui/fields/choice-fields.tsx';
import { FormFrame } from '../../ui/fields/form-frame.tsx';
import { TextField } from '../../ui/fields/text-field.tsx';
import { useNotices } from '../../ui/notices.tsx';
import { messageOf } from '../../ui/to-error.ts';
import { AddItems } from './add-items.tsx';
import { ItemList } from './item-list.tsx';
import { Unassigned } from './unassigned.tsx';
import { useMenuForm } from './use-menu-form.ts';

interface Props {
  readonly record: MenuRecord;
  readonly locations: readonly MenuLocation[];
  /** Reads the menu again. */
  readonly read: () => Promise<MenuRecord | undefined>;
  readonly onDeleted: () => void;
}

/** The form. */
export function MenuForm({ record, locations, read, onDeleted }: Props) {
  const { form, rows, setRows, failed, closeFailed } = useMenuForm(record, read);
  const notify = useNotices();
  const [message, announce] = useState('');
  const { values, change } = form;
  const add = (row: Row, label: string) => {
    setRows([...rows, row]);
    // translators: %s: label of an item of a menu.
    announce(sprintf(__('%s was added at the end of the menu.'), label));
  };
  return (
    <div className="menu-columns">
      <section aria-label={record.menu.name}>
        <FormFrame
          form={form}
          validatesValues
          submitLabel={__('Save menu')}
          onSaved={() => notify({ kind: 'success', text: __('The menu is saved.') })}
        >
          <TextField
            label={__('Name')}
            value={values.name}
            error={values.name.trim() === '' ? __('Enter a name.') : form.errorOf('name')}
            onChange={(name) => change({ name })}
          />
          <h2 id="items-title">{__('Items')}</h2>
          {rows.length === 0 && (
            <p className="quiet">{__('This menu is empty. Add pages, categories or links, then save the menu.')}</p>
          )}
          <ItemList
            rows={rows}
            setRows={setRows}
            announce={announce}
            remove={(at) => {
              const row = rows[at];
              if (!row) return;
              setRows(removeRow(rows, at));
              if (row.id !== 0) change({ removed: [...values.removed, row.id] });
              // translators: %s: label of an item of a menu.
              announce(sprintf(__('%s was removed. The change takes effect when you save the menu.'), row.label));
            }}
          />
          <Options {...{ form, locations }} menu={record.menu.id} />
          <FailedItemsList failed={failed} idOf={({ key }) => key} nameOf={({ label }) => label} close={closeFailed} />
        </FormFrame>
        <p role="status" className="visually-hidden">
          {message}
        </p>
        <DeleteMenu record={record} onDeleted={onDeleted} />
      </section>
      <aside aria-labelledby="add-title">
        <h2 id="add-title">{__('Add items')}</h2>
        <AddItems add={add} />
        <Unassigned items={record.unassigned} rows={rows} add={add} />
      </aside>
    </div>
  );
}

interface OptionsProps {
  readonly form: ReturnType<typeof useMenuForm>['form'];
  readonly locations: readonly MenuLocation[];
  /** The ID of the menu. */
  readonly menu: number;
}

function Options({ form: { values, change }, locations, menu }: OptionsProps) {
  const options = locations.map(({ name, description, menu: assigned }) => ({
    value: name,
    label:
      assigned !== 0 && assigned !== menu
        ? // translators: %s: name of a location, such as "Footer".
          sprintf(__('%s (displays another menu now)'), description || name)
        : description || name,
  }));
  return (
    <>
      {options.length > 0 && (
        <CheckboxesField
          label={__('Display the menu in these locations')}
          value={values.locations}
          options={options}
          onChange={(selected) => change({ locations: selected })}
        />
      )}
      <CheckboxField
        label={__('Add new pages on the top level to this menu automatically')}
        value={values.auto_add}
        onChange={(isSelected) => change({ auto_add: isSelected })}
      />
    </>
  );
}

/** The button that deletes the menu after a question. */
function DeleteMenu({ record: { menu, items }, onDeleted }: Pick<Props, 'record' | 'onDeleted'>) {
  const { confirm, dialog } = useConfirm();
  const notify = useNotices();
  const run = async () => {
    const question = sprintf(
      /* translators: 1: name of a menu, 2: number of its items. */
      _n(
        'The menu “%1$s” with its %2$d item will be deleted permanently. This cannot be undone.',
        'The menu “%1$s” with its %2$d items will be deleted permanently. This cannot be undone.',
        items.length,
      ),
      menu.name,
      items.length,
    );
    if (!(await confirm(question, __('Delete menu')))) return;
    try {
      await deleteMenu(menu);
      // translators: %s: name of a menu.
      notify({ kind: 'success', text: sprintf(__('The menu “%s” was deleted.'), menu.name) });
      onDeleted();
    } catch (error) {
      notify({ kind: 'error', text: messageOf(error) });
    }
  };
  return (
    <p>
      <button type="button" className="button plain danger" onClick={() => void run()}>
        {__('Delete menu')}
      </button>
      {dialog}
    </p>
  );
}
