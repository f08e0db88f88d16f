// The field of a setting: the control follows from its schema.
import type { ReactNode } from 'react';
import { categoryRecords, imageRecords, pageRecords } from '../../data/resources/record-options.ts';
import type { Setting } from '../../data/resources/settings.ts';
import { errorOf } from '../../data/validate-value.ts';
import { ChoiceField } from '../../ui/fields/choice-fields.tsx';
import { RecordField } from '../../ui/fields/record-field.tsx';
import { SchemaField } from '../../ui/fields/schema-field.tsx';
import { SecretField } from '../../ui/fields/secret-field.tsx';
import { boundLabelsOf } from '../../ui/fields/secrets.ts';
import { TextAreaField } from '../../ui/fields/text-field.tsx';
import { isSetName, type Values } from '../../ui/fields/value-schema.ts';
import { schemasOf } from './find-error.ts';
import { Preview } from './preview.tsx';
import { TermsField } from './terms-field.tsx';

interface Props {
  readonly setting: Setting;
  /** The settings of the group. */
  readonly settings: readonly Setting[];
  readonly value: unknown;
  /** The values of all settings of the group. */
  readonly values: Values;
  /** The values that the service has stored. */
  readonly stored: Values;
  /** The error that the form has found in the value or in a part of it; without one, `rejection`. */
  readonly error: string | undefined;
  /** The error of the value in the response of the service. */
  readonly rejection: string | undefined;
  readonly onChange: (value: unknown) => void;
}

const sources = { page: pageRecords, category: categoryRecords, image: imageRecords };

/** The field. */
export function SettingField({ setting, settings, value, values, stored, error, rejection, onChange }: Props) {
  const { name, label, help, schema, control, choices, suggestions } = setting;
  const field = { label, error, help: withPreview(help, <Preview {...{ setting, value, values }} />) };
  if (control === 'page' || control === 'category' || control === 'image')
    return (
      <RecordField
        {...field}
        value={typeof value === 'number' ? value : 0}
        source={sources[control]}
        isOptional={control !== 'category'}
        onChange={onChange}
      />
    );
  if (control === 'terms') return <TermsField {...{ ...field, value, onChange }} />;
  if (choices.length > 0) return <ChoiceField {...{ ...field, value, onChange, choices }} />;
  if (control === 'lines')
    return <TextAreaField {...field} value={typeof value === 'string' ? value : ''} onChange={onChange} />;
  if (schema.writeOnly)
    return (
      <SecretField
        {...field}
        isSet={stored[isSetName(name)] === true}
        value={typeof value === 'string' ? value : undefined}
        boundLabels={boundLabelsOf(schemasOf(settings), schema)}
        onChange={(next) => onChange(next ?? null)}
      />
    );
  return (
    <SchemaField
      {...{ ...field, schema, value, errorOf, onChange }}
      stored={stored[name]}
      // The parts of lists and objects display their own errors.
      error={schema.properties || schema.additionalProperties || schema.items?.properties ? rejection : error}
      suggestions={control === 'timezone' ? Intl.supportedValuesOf('timeZone') : suggestions}
    />
  );
}

/** Returns the help with a preview. Only settings with help have a preview. */
const withPreview = (help: string, preview: ReactNode): ReactNode =>
  help === '' ? undefined : (
    <>
      {help} {preview}
    </>
  );
