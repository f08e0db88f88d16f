// The field of a setting: the control follows from its schema.
import { __ } from '@wordpress/i18n';
import type { ReactNode } from 'react';
import { categoryOptions, imageOptions, pageOptions } from '../../data/resources/record-options.ts';
import type { Setting } from '../../data/resources/settings.ts';
import { CheckboxField, SelectField } from '../../ui/fields/choice-fields.tsx';
import { RecordField } from '../../ui/fields/record-field.tsx';
import { TextAreaField, TextField } from '../../ui/fields/text-field.tsx';
import { Preview } from './preview.tsx';

interface Props {
  readonly setting: Setting;
  readonly value: unknown;
  /** The values of all settings of the group, for previews. */
  readonly values: Readonly<Record<string, unknown>>;
  readonly error: string | undefined;
  readonly onChange: (value: unknown) => void;
}

const sources = { page: pageOptions, category: categoryOptions, image: imageOptions };

const inputTypes: Readonly<Record<string, 'email' | 'url'>> = { email: 'email', uri: 'url' };

/** The field. Values of types without a control are displayed, and cannot be changed. */
export function SettingField({ setting, value, values, error, onChange }: Props) {
  const { label, help, schema, control, choices, suggestions } = setting;
  const type = [schema.type].flat()[0];
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
  if (type === 'boolean') return <CheckboxField {...field} value={value === true} onChange={onChange} />;
  if (type === 'integer' || type === 'number')
    return (
      <TextField
        {...field}
        type="number"
        value={typeof value === 'number' ? String(value) : ''}
        min={schema.minimum}
        max={schema.maximum}
        onChange={(text) => onChange(text === '' ? null : Number(text))}
      />
    );
  if (isListOfTexts(setting))
    return (
      <TextAreaField
        {...field}
        help={withPreview(help, __('One value per line.'))}
        value={Array.isArray(value) ? value.join('\n') : ''}
        onChange={(text) => onChange(text === '' ? [] : text.split('\n'))}
      />
    );
  if (type !== 'string') return <UnknownField label={label} help={help} value={value} />;
  const text = typeof value === 'string' ? value : '';
  if (control === 'lines' || (schema.maxLength ?? 0) > 1000)
    return <TextAreaField {...field} value={text} onChange={onChange} />;
  return (
    <TextField
      {...field}
      type={inputTypes[schema.format ?? ''] ?? 'text'}
      value={text}
      suggestions={control === 'timezone' ? Intl.supportedValuesOf('timeZone') : suggestions}
      onChange={onChange}
    />
  );
}

const isListOfTexts = ({ schema: { type, items } }: Setting): boolean =>
  [type].flat()[0] === 'array' && [items?.type].flat()[0] === 'string';

const withPreview = (help: string, preview: ReactNode): ReactNode => (
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

interface UnknownProps {
  readonly label: string;
  readonly help: string;
  readonly value: unknown;
}

function UnknownField({ label, help, value }: UnknownProps) {
  return (
    <div className="field fixed">
      <p className="label">{label}</p>
      <pre className="value">{JSON.stringify(value, null, 2)}</pre>
      <p className="help">
        {help} {__('This setting has several parts; programs change it through the API.')}
      </p>
    </div>
  );
}
