// Bulk edit: changes the same fields of several entries.
import { __, _n, sprintf } from '@wordpress/i18n';
import { type FormEvent, useState } from 'react';
import { type BulkChange, type BulkChanges, isEffective } from '../../data/resources/bulk-changes.ts';
import { readEntrySchemas, readTemplates } from '../../data/resources/edited-entries.ts';
import type { ListedEntry } from '../../data/resources/entries.ts';
import { type EditedType, editableFields, selectableStatuses } from '../../data/resources/entry-fields.ts';
import { titleOf } from '../../ui/entry-title.ts';
import { useBusyDialog } from '../../ui/form-dialog.tsx';
import { LoadedFormDialog } from '../../ui/loaded-form-dialog.tsx';
import { toError } from '../../ui/to-error.ts';
import { BulkField } from './bulk-field.tsx';
import type { ListedType } from './columns.ts';

interface Props {
  readonly listed: ListedType;
  readonly entries: readonly ListedEntry[];
  readonly close: () => void;
  /** Changes the entries. Rejects if nothing could be changed, because the service cannot be reached. */
  readonly apply: (changes: BulkChanges) => Promise<void>;
}

/** Fields whose values belong to one entry. */
const singleFields: ReadonlySet<string> = new Set(['title', 'slug', 'date', 'password', 'menu_order']);

/** The data of the form. */
interface Loaded {
  readonly edited: EditedType;
  readonly fields: readonly string[];
  readonly templates: Readonly<Record<string, string>>;
}

/** The dialog. Fields that the user does not choose keep their values. */
export function BulkEditDialog({ listed, entries, close, apply }: Props) {
  /* translators: %d: number of entries. */
  const title = sprintf(_n('Edit %d entry', 'Edit %d entries', entries.length), entries.length);
  return (
    <LoadedFormDialog
      {...{ title, close }}
      queryKey={['bulk-edit', listed.type.slug, entries.map(({ id }) => id)]}
      load={() => load(listed, entries)}
    >
      {(loaded) => <BulkEditForm {...{ entries, close, apply, loaded }} />}
    </LoadedFormDialog>
  );
}

/** Loads the data of the form. It has the fields that the user may change in at least one of the entries; others fail with the reason. */
async function load({ type, taxonomies }: ListedType, entries: readonly ListedEntry[]): Promise<Loaded> {
  const id = entries[0]?.id ?? 0;
  const edited = { type, taxonomies, writable: await readEntrySchemas(type, id) };
  const fields = new Set(entries.flatMap(({ _links }) => editableFields(edited, _links)));
  const templates = fields.has('template') ? await readTemplates(id) : {};
  if (Object.keys(templates).length < 2) fields.delete('template');
  return { edited, fields: [...fields].filter((name) => !singleFields.has(name)), templates };
}

interface FormProps extends Omit<Props, 'listed'> {
  readonly loaded: Loaded;
}

/** Maximum number of titles that the form shows. */
const maxTitles = 5;

function BulkEditForm({ entries, close, apply, loaded: { edited, fields, templates } }: FormProps) {
  const [changes, setChanges] = useState<BulkChanges>({});
  const [error, setError] = useState<Error>();
  const [isBusy, setBusy] = useState(false);
  useBusyDialog(isBusy);
  const effective = Object.fromEntries(Object.entries(changes).filter(([, change]) => isEffective(change)));
  const change = (name: string, next: BulkChange | undefined) =>
    setChanges(({ [name]: _, ...others }) => ({ ...others, ...(next && { [name]: next }) }));
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setBusy(true);
    setError(undefined);
    try {
      await apply(effective);
      close();
    } catch (reason) {
      setError(toError(reason));
      setBusy(false);
    }
  };
  const statuses = [...new Set(entries.flatMap((entry) => selectableStatuses(entry)))];
  const more = entries.length - maxTitles;
  return (
    <form className="form" onSubmit={(event) => void submit(event)}>
      <ul>
        {entries.slice(0, maxTitles).map((entry) => (
          <li key={entry.id}>{titleOf(entry)}</li>
        ))}
        {/* translators: %d: number of further entries. */}
        {more > 0 && <li>{sprintf(_n('%d more', '%d more', more), more)}</li>}
      </ul>
      {fields.map((name) => (
        <BulkField
          key={name}
          {...{ edited, name, templates }}
          statuses={statuses.filter((status) => status !== 'future')}
          change={changes[name]}
          onChange={(next) => change(name, next)}
        />
      ))}
      <p className="help">{isPublishing(effective) ? publishHelp() : __('You can undo the changes afterwards.')}</p>
      {error && (
        <p role="alert" className="error">
          {error.message}
        </p>
      )}
      <p className="buttons">
        <button type="submit" className="button primary" disabled={isBusy || Object.keys(effective).length === 0}>
          {isBusy ? __('Saving…') : __('Save changes')}
        </button>
        <button type="button" className="button" disabled={isBusy} onClick={close}>
          {__('Cancel')}
        </button>
      </p>
    </form>
  );
}

const isPublishing = ({ status }: BulkChanges): boolean =>
  status !== undefined && 'value' in status && status.value === 'publish';

const publishHelp = (): string =>
  __('The entries will be public at once. You can undo this, but others may have read or copied them by then.');
