// Quick edit: changes the fields of an entry in the list, without the editor.
import { useQueryClient } from '@tanstack/react-query';
import { __, sprintf } from '@wordpress/i18n';
import { useVersionedForm } from '../../data/drafts/use-versioned-form.ts';
import type { EntryRecord } from '../../data/resources/copied-fields.ts';
import {
  type EditedEntry,
  readEditedEntry,
  readEntrySchemas,
  readTemplates,
} from '../../data/resources/edited-entries.ts';
import { type ListedEntry, updateEntry } from '../../data/resources/entries.ts';
import {
  bodyOf,
  type EditedType,
  editableFields,
  type FieldValues,
  selectableStatuses,
  valuesOf,
} from '../../data/resources/entry-fields.ts';
import { titleOf } from '../../ui/entry-title.ts';
import { ConflictNotice } from '../../ui/fields/conflict-notice.tsx';
import { FormFrame } from '../../ui/fields/form-frame.tsx';
import { LoadedFormDialog } from '../../ui/loaded-form-dialog.tsx';
import type { ListedType } from './columns.ts';
import { FieldControl } from './field-control.tsx';

interface Props {
  readonly listed: ListedType;
  readonly entry: ListedEntry;
  readonly close: () => void;
  /** Runs when the entry was stored. */
  readonly onSaved: (title: string) => void;
}

/** The data of the form. */
interface Loaded {
  readonly edited: EditedType;
  readonly fields: readonly string[];
  readonly entry: EditedEntry;
  readonly templates: Readonly<Record<string, string>>;
}

/** The dialog. What the user has typed remains in the browser until it is saved, also if the dialog is closed. */
export function QuickEditDialog({ listed, entry, close, onSaved }: Props) {
  return (
    <LoadedFormDialog
      // translators: %s: title of an entry.
      title={sprintf(__('Quick edit: %s'), titleOf(entry))}
      close={close}
      queryKey={['quick-edit', listed.type.slug, entry.id]}
      load={() => load(listed, entry)}
    >
      {(loaded) => <QuickEditForm {...{ listed, entry, close, onSaved, loaded }} />}
    </LoadedFormDialog>
  );
}

async function load({ type, taxonomies }: ListedType, { id, _links }: ListedEntry): Promise<Loaded> {
  const edited = { type, taxonomies, writable: await readEntrySchemas(type, id) };
  const fields = editableFields(edited, _links);
  const [entry, templates] = await Promise.all([
    readEditedEntry(type, id, fields),
    fields.includes('template') ? readTemplates(id) : {},
  ]);
  return { edited, fields, entry, templates };
}

interface FormProps extends Props {
  readonly loaded: Loaded;
}

function QuickEditForm({ listed: { type }, entry: { id }, close, onSaved, loaded }: FormProps) {
  const { edited, fields, templates } = loaded;
  const queries = useQueryClient();
  const { form, record, hasConflict, conflictOf } = useVersionedForm<EntryRecord, FieldValues>({
    name: `quick-edit-${type.slug}-${id}`,
    loaded: loaded.entry,
    valuesOf: (entry) => valuesOf(entry, fields),
    secrets: ['password'],
    save: async (etag, changes) => void (await updateEntry(type, { id, etag }, bodyOf(changes))),
    read: async () => {
      void queries.invalidateQueries({ queryKey: ['entries'] });
      return readEditedEntry(type, id, fields);
    },
  });
  const { values } = form;
  return (
    <FormFrame
      form={form}
      onSaved={() => {
        onSaved(String(values.title ?? '') || `#${id}`);
        close();
      }}
    >
      {fields
        .filter((name) => name !== 'template' || Object.keys(templates).length > 1 || record.template !== '')
        .map((name) => (
          <FieldControl
            key={name}
            {...{ edited, name, templates, entry: id }}
            value={values[name] ?? ''}
            onChange={(value) => form.change({ [name]: value })}
            statuses={selectableStatuses({ status: String(record.status ?? ''), ...linksOf(record) })}
            help={conflictOf(name)}
            error={form.errorOf(name)}
          />
        ))}
      {hasConflict && <ConflictNotice>{__('Someone else has changed this entry.')}</ConflictNotice>}
    </FormFrame>
  );
}

const linksOf = ({ _links }: EntryRecord) => ({ ...(_links && { _links }) });
