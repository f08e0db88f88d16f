// The control for a field of an entry.
import { __ } from '@wordpress/i18n';
import { useMemo } from 'react';
import type { EditedType, FieldValue } from '../../data/resources/entry-fields.ts';
import { termOptions } from '../../data/resources/filter-options.ts';
import { authorRecords, entryRecords } from '../../data/resources/record-options.ts';
import { CheckboxField, type Option, SelectField } from '../../ui/fields/choice-fields.tsx';
import { RecordField } from '../../ui/fields/record-field.tsx';
import { RecordsField } from '../../ui/fields/records-field.tsx';
import { TextField } from '../../ui/fields/text-field.tsx';
import { statusLabels } from '../../ui/status-labels.ts';
import { commentStatusLabels, fieldLabel, optionsOf } from './field-labels.ts';

interface Props {
  readonly edited: EditedType;
  readonly name: string;
  readonly value: FieldValue;
  readonly onChange: (value: FieldValue) => void;
  readonly help?: string | undefined;
  readonly error?: string | undefined;
  /** The ID of the entry. */
  readonly entry: number;
  readonly statuses: readonly string[];
  /** The titles of the templates, by their names. */
  readonly templates: Readonly<Record<string, string>>;
}

/** The control. Values that it does not offer, such as a template that does not exist any more, remain selected. */
export function FieldControl({ edited, name, value, onChange, help, error, entry, statuses, templates }: Props) {
  const { type, taxonomies } = edited;
  const common = { label: fieldLabel(name, taxonomies), onChange, ...(help !== undefined && { help }), error };
  const parents = useMemo(() => entryRecords(type, entry), [type, entry]);
  const taxonomy = taxonomies.find(({ rest_base }) => rest_base === name);
  const terms = useMemo(() => taxonomy && termOptions(taxonomy), [taxonomy]);
  if (terms) return <RecordsField {...common} help={help} value={Array.isArray(value) ? value : []} source={terms} />;
  switch (name) {
    case 'date':
      return <TextField {...common} type="datetime-local" value={String(value)} />;
    case 'status':
      return <SelectField {...common} value={String(value)} options={optionsOf(statusLabels(), statuses)} />;
    case 'author':
      return <RecordField {...common} value={Number(value)} source={authorRecords} isOptional={false} />;
    case 'parent':
      return <RecordField {...common} value={Number(value)} source={parents} isOptional />;
    case 'menu_order':
      return (
        <TextField
          {...common}
          type="number"
          isRequired
          value={String(value)}
          onChange={(text) => onChange(text === '' ? '' : Number(text))}
        />
      );
    case 'template':
      return <SelectField {...common} value={String(value)} options={templateOptions(templates, String(value))} />;
    case 'sticky':
      return <CheckboxField {...common} label={__('Sticky: at the top of the blog')} value={value === true} />;
    case 'comment_status':
      return <SelectField {...common} value={String(value)} options={optionsOf(commentStatusLabels())} />;
    case 'password':
      return (
        <TextField
          {...common}
          value={String(value)}
          autoComplete="off"
          help={help ?? __('Visitors need it to read the entry. Leave it empty for an entry without a password.')}
        />
      );
    default:
      return <TextField {...common} value={String(value)} />;
  }
}

function templateOptions(templates: Readonly<Record<string, string>>, value: string): Option[] {
  const labels = { '': __('Default template'), ...templates };
  return optionsOf(labels, [...new Set([...Object.keys(labels), value])]);
}
