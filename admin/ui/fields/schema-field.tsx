// A field for a value that only its schema describes: texts, numbers, choices, lists, objects and secrets.
import { __ } from '@wordpress/i18n';
import { CheckboxesField, CheckboxField, ChoiceField } from './choice-fields.tsx';
import { ListField } from './list-field.tsx';
import { MapField } from './map-field.tsx';
import { ObjectField } from './object-field.tsx';
import type { SchemaFieldProps } from './schema-field-props.ts';
import { TextAreaField, TextField } from './text-field.tsx';
import { typeOf, type ValueSchema } from './value-schema.ts';

const inputTypes: Readonly<Record<string, 'email' | 'url' | 'date'>> = { email: 'email', uri: 'url', date: 'date' };

/** Maximum length of texts in a field with one line, in characters. */
const maxLineLength = 1000;

/** The field. Values of types without a control are displayed, and cannot be changed. */
export function SchemaField(props: SchemaFieldProps) {
  const { label, help, schema, value, onChange } = props;
  const type = typeOf(schema);
  const { items, properties = {} } = schema;
  if (type === 'object' && Object.keys(properties).length > 0) return <ObjectField {...props} Field={SchemaField} />;
  if (type === 'object' && schema.additionalProperties) return <MapField {...props} Field={SchemaField} />;
  if (type === 'array' && items?.properties) return <ListField {...props} Field={SchemaField} />;
  const error = props.error ?? props.errorOf(schema, value, props.isRequired ?? false);
  const field = { label, help, error };
  if (schema.enum) return <ChoiceField {...field} {...{ value, onChange }} choices={choicesOf(schema)} />;
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
  if (type === 'array' && items?.enum)
    return (
      <CheckboxesField
        {...field}
        value={listOf(value).map(String)}
        options={choicesOf(items).map((each) => ({ ...each, value: String(each.value) }))}
        onChange={(selected) => onChange(items.enum?.filter((each) => selected.includes(String(each))))}
      />
    );
  if (type === 'array' && items && ['string', 'integer', 'number'].includes(typeOf(items) ?? ''))
    return <LinesField {...props} error={error} />;
  if (type !== 'string') return <UnknownField label={label} help={help} value={value} />;
  const text = typeof value === 'string' ? value : '';
  if ((schema.maxLength ?? 0) > maxLineLength && mayHaveLines(schema))
    return <TextAreaField {...field} value={text} onChange={onChange} />;
  return (
    <TextField
      {...field}
      type={inputTypes[schema.format ?? ''] ?? 'text'}
      value={text}
      {...(props.suggestions && { suggestions: props.suggestions })}
      onChange={onChange}
    />
  );
}

/** Whether a text may have several lines: its pattern does not exclude them. */
function mayHaveLines({ pattern }: ValueSchema): boolean {
  try {
    return pattern === undefined || new RegExp(pattern, 'u').test('a\nb');
  } catch {
    return true;
  }
}

const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

const choicesOf = ({ enum: values = [], enumLabels = {} }: ValueSchema) =>
  values.map((value) => ({ value, label: enumLabels[String(value)] ?? String(value) }));

/** A field for a list of texts or numbers, one per line. */
function LinesField({ label, help, schema: { items = {} }, value, onChange, error }: SchemaFieldProps) {
  const isText = typeOf(items) === 'string';
  // A line that is no number stays as it is, so that its error is displayed.
  const parse = (line: string) => (isText || line.trim() === '' || Number.isNaN(Number(line)) ? line : Number(line));
  return (
    <TextAreaField
      {...{ label, error }}
      help={
        <>
          {help} {__('One value per line.')}
        </>
      }
      value={listOf(value).join('\n')}
      onChange={(text) => onChange(text === '' ? [] : text.split('\n').map(parse))}
    />
  );
}

function UnknownField({ label, help, value }: Pick<SchemaFieldProps, 'label' | 'help' | 'value'>) {
  return (
    <div className="field fixed">
      <p className="label">{label}</p>
      <pre className="value">{JSON.stringify(value, null, 2)}</pre>
      <p className="help">
        {help} {__('Only programs can change this value, through the API.')}
      </p>
    </div>
  );
}
