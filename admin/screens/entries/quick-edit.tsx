// Quick edit: changes the fields of an entry in the list, without the editor.
import { useQueryClient } from '@tanstack/react-query';
import { __, sprintf } from '@wordpress/i18n';
import { useState } from 'react';
import { ApiError } from '../../data/client.ts';
import { useForm } from '../../data/drafts/use-form.ts';
import {
  type EditedEntry,
  readEditedEntry,
  readEntrySchemas,
  readTemplates,
} from '../../data/resources/edited-entries.ts';
import { type ListedEntry, updateEntry } from '../../data/resources/entries.ts';
import {
  bodyOf,
  differingFields,
  type EditedType,
  editableFields,
  type FieldValues,
  selectableStatuses,
  valuesOf,
} from '../../data/resources/entry-fields.ts';
import { titleOf } from '../../ui/entry-title.ts';
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
  const [current, setCurrent] = useState(loaded.entry);
  /** The fields that someone else has changed since the form was opened; undefined if the entry has its version. */
  const [conflicts, setConflicts] = useState<readonly string[]>();
  const record = valuesOf(current.record, fields);
  const form = useForm<FieldValues>({
    name: `quick-edit-${type.slug}-${id}`,
    record,
    secrets: ['password'],
    async save(changes) {
      try {
        await updateEntry(type, { id, etag: current.etag }, bodyOf(changes));
      } catch (error) {
        if (error instanceof ApiError && error.status === 412) await showCurrent();
        throw error;
      }
    },
  });
  const showCurrent = async () => {
    const latest = await readEditedEntry(type, id, fields);
    setConflicts(differingFields(record, valuesOf(latest.record, fields)));
    setCurrent(latest);
    void queries.invalidateQueries({ queryKey: ['entries'] });
  };
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
            statuses={selectableStatuses({ status: String(record.status ?? ''), ...linksOf(current) })}
            help={conflicts?.includes(name) ? conflictHelp(record, values, name) : undefined}
            error={form.errorOf(name)}
          />
        ))}
      {conflicts && (
        <p role="status" className="restored">
          {__(
            'Someone else has changed this entry. Your changes are still here; other fields show what is stored now. Check the marked fields, then save again: this replaces what is stored in the fields that you have changed.',
          )}
        </p>
      )}
    </FormFrame>
  );
}

const linksOf = ({ record: { _links } }: EditedEntry) => ({ ...(_links && { _links }) });

/** Says that a field was changed elsewhere, and which value is stored now if the user has changed it, too. */
function conflictHelp(record: FieldValues, values: FieldValues, name: string): string {
  const stored = record[name];
  if (JSON.stringify(stored) === JSON.stringify(values[name]) || typeof stored !== 'string')
    return __('Changed by someone else meanwhile.');
  // translators: %s: value of a field.
  return sprintf(__('Changed by someone else meanwhile. Stored now: “%s”'), stored);
}
