// The field of a setting: the control follows from its schema.
import { __ } from '@wordpress/i18n';
import type { ReactNode } from 'react';
import { categoryOptions, imageOptions, pageOptions } from '../../data/resources/record-options.ts';
import type { Setting } from '../../data/resources/settings.ts';
import { errorOf } from '../../data/validate-value.ts';
import { SelectField } from '../../ui/fields/choice-fields.tsx';
import { RecordField } from '../../ui/fields/record-field.tsx';
import { SchemaField } from '../../ui/fields/schema-field.tsx';
import { SecretField } from '../../ui/fields/secret-field.tsx';
import { boundLabelsOf } from '../../ui/fields/secrets.ts';
import { TextAreaField } from '../../ui/fields/text-field.tsx';
import { isSetName, type Values } from '../../ui/fields/value-schema.ts';
import { schemasOf } from './find-error.ts';
import { Preview } from './preview.tsx';

interface Props {
  readonly setting: Setting;
  /** The settings of the group. */
  readonly settings: readonly Setting[];
  readonly value: unknown;
  /** The values of all settings of the group. */
  readonly values: Values;
  /** The values that the service has stored. */
  readonly stored: Values;
  /** The error message for the value. */
  readonly error: string | undefined;
  /** Why the service has rejected the value. */
  readonly rejection: string | undefined;
  readonly onChange: (value: unknown) => void;
}

const sources = { page: pageOptions, category: categoryOptions, image: imageOptions };

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
  if (choices.length > 0) return <ChoiceField {...{ setting, value, onChange, field }} />;
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

interface ChoiceProps extends Pick<Props, 'setting' | 'value' | 'onChange'> {
  readonly field: { readonly label: string; readonly help: ReactNode; readonly error: string | undefined };
}

/** A field for one of several values. A value that is not among them is displayed, too. */
function ChoiceField({ setting: { choices }, value, onChange, field }: ChoiceProps) {
  const current = value === null || value === undefined ? '' : String(value);
  const options = choices.map((choice) => ({ value: String(choice.value), label: choice.label }));
  const isKnown = options.some((option) => option.value === current);
  return (
    <SelectField
      {...field}
      value={current}
      options={isKnown ? options : [{ value: current, label: current || __('Not set') }, ...options]}
      onChange={(text) => onChange(choices.find((choice) => String(choice.value) === text)?.value ?? value)}
    />
  );
}
