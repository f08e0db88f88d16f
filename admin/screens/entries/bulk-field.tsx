// The control for a field of several entries: by default, they keep their values.
import { __, sprintf } from '@wordpress/i18n';
import { useMemo, useState } from 'react';
import type { BulkChange, TermMode } from '../../data/resources/bulk-changes.ts';
import type { EditedType } from '../../data/resources/entry-fields.ts';
import { termOptions } from '../../data/resources/filter-options.ts';
import { authorRecords, entryRecords } from '../../data/resources/record-options.ts';
import { type Option, SelectField } from '../../ui/fields/choice-fields.tsx';
import { RecordField } from '../../ui/fields/record-field.tsx';
import { RecordsField } from '../../ui/fields/records-field.tsx';
import { statusLabels } from '../../ui/status-labels.ts';
import { commentStatusLabels, fieldLabel, optionsOf } from './field-labels.ts';

interface Props {
  readonly edited: EditedType;
  readonly name: string;
  /** The change; undefined if the entries keep their values. */
  readonly change: BulkChange | undefined;
  readonly onChange: (change: BulkChange | undefined) => void;
  readonly statuses: readonly string[];
  readonly templates: Readonly<Record<string, string>>;
}

/** The control. */
export function BulkField(props: Props) {
  const { edited, name, change, onChange, statuses, templates } = props;
  const label = fieldLabel(name, edited.taxonomies);
  const value = change && 'value' in change ? change.value : undefined;
  const common = {
    label,
    value,
    onChange: (next: string | undefined) => onChange(next === undefined ? undefined : { value: next }),
  };
  switch (name) {
    case 'status':
      return <ChoiceField {...common} options={optionsOf(statusLabels(), statuses)} />;
    case 'comment_status':
      return <ChoiceField {...common} options={optionsOf(commentStatusLabels())} />;
    case 'template':
      return <ChoiceField {...common} options={optionsOf({ '': __('Default template'), ...templates })} />;
    case 'sticky':
      return (
        <ChoiceField
          {...common}
          value={value === undefined ? undefined : String(value)}
          options={optionsOf({ true: __('Yes'), false: __('No') })}
          onChange={(next) => onChange(next === undefined ? undefined : { value: next === 'true' })}
        />
      );
    case 'author':
      return (
        <RecordField
          {...{ label, source: authorRecords, isOptional: true, none: __('No change') }}
          value={Number(value ?? 0)}
          onChange={(id) => onChange(id === 0 ? undefined : { value: id })}
        />
      );
    case 'parent':
      return <ParentField {...props} label={label} value={value === undefined ? undefined : Number(value)} />;
    default:
      return <TermsField {...props} label={label} />;
  }
}

interface ChoiceProps {
  readonly label: string;
  /** The chosen value; undefined for no change. */
  readonly value: unknown;
  readonly options: readonly Option[];
  readonly onChange: (value: string | undefined) => void;
}

/** A field for one of several values or no change. Values can be empty, so they have a prefix. */
function ChoiceField({ label, value, options, onChange }: ChoiceProps) {
  return (
    <SelectField
      label={label}
      value={value === undefined ? '' : `=${String(value)}`}
      options={[
        { value: '', label: __('No change') },
        ...options.map((option) => ({ ...option, value: `=${option.value}` })),
      ]}
      onChange={(next) => onChange(next === '' ? undefined : next.slice(1))}
    />
  );
}

function ParentField({
  edited,
  label,
  value,
  onChange,
}: Props & { readonly label: string; readonly value: number | undefined }) {
  const source = useMemo(() => entryRecords(edited.type), [edited]);
  const [mode, setMode] = useState<string>();
  const choose = (next: string | undefined) => {
    setMode(next);
    onChange(next === 'none' ? { value: 0 } : undefined);
  };
  return (
    <>
      <ChoiceField
        {...{ label, value: mode, onChange: choose }}
        options={optionsOf({ none: __('No parent'), other: __('Choose a parent') })}
      />
      {mode === 'other' && (
        <RecordField
          {...{ label: __('New parent'), source, isOptional: false }}
          value={value ?? 0}
          onChange={(id) => onChange({ value: id })}
        />
      )}
    </>
  );
}

const termModes = (): Readonly<Record<TermMode, string>> => ({
  add: __('Add'),
  replace: __('Replace all with'),
  remove: __('Remove'),
});

const isTermMode = (mode: string): mode is TermMode => Object.hasOwn(termModes(), mode);

function TermsField({ edited, name, label, change, onChange }: Props & { readonly label: string }) {
  const source = useMemo(() => {
    const taxonomy = edited.taxonomies.find(({ rest_base }) => rest_base === name);
    return taxonomy && termOptions(taxonomy);
  }, [edited, name]);
  const { mode, terms } = change && 'mode' in change ? change : { mode: undefined, terms: [] };
  const choose = (next = '') => onChange(isTermMode(next) ? { mode: next, terms } : undefined);
  return (
    <>
      <ChoiceField {...{ label, value: mode, onChange: choose }} options={optionsOf(termModes())} />
      {mode && source && (
        <RecordsField
          {...{ source, value: terms }}
          /* translators: 1: name of a taxonomy, 2: what happens to the terms, such as "Add". */
          label={sprintf(__('%1$s: %2$s'), label, termModes()[mode])}
          onChange={(ids) => onChange({ mode, terms: ids })}
        />
      )}
    </>
  );
}
