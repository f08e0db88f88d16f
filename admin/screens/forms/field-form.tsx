// The properties of a field in the form builder. Properties that it does not know have controls by their schema.
import { __ } from '@wordpress/i18n';
import type { FormField, FormSchemas } from '../../data/resources/forms.ts';
import { errorOf } from '../../data/validate-value.ts';
import { CheckboxField, SelectField } from '../../ui/fields/choice-fields.tsx';
import { SchemaField } from '../../ui/fields/schema-field.tsx';
import { TextAreaField, TextField } from '../../ui/fields/text-field.tsx';
import { ConditionField } from './condition-field.tsx';
import { kindLabels } from './labels.ts';
import type { Problems } from './problems.ts';
import { hasProperty, isNew, kinds, type Row } from './rows.ts';

interface Props {
  readonly rows: readonly Row[];
  readonly at: number;
  readonly row: Row;
  readonly schemas: FormSchemas;
  readonly problems: Problems;
  readonly change: (changes: Partial<Record<keyof FormField, unknown>>) => void;
}

/** The properties that have controls of their own. */
const knownProperties: ReadonlySet<string> = new Set([
  ...['name', 'kind', 'label', 'help', 'required', 'longest', 'minimum', 'maximum', 'choices', 'several', 'condition'],
]);

/** The controls. */
export function FieldForm({ rows, at, row, schemas, problems, change }: Props) {
  const { field } = row;
  const { kind, label, help = '', name, required = false, choices = [], several = false } = field;
  const numberField = (property: 'longest' | 'minimum' | 'maximum', text: string) =>
    hasProperty(field, property) && (
      <TextField
        label={text}
        type="number"
        value={field[property] === undefined ? '' : String(field[property])}
        onChange={(value) => change({ [property]: value === '' ? undefined : Number(value) })}
        error={problems[property]}
      />
    );
  const others = Object.entries(schemas.field).filter(([property]) => !knownProperties.has(property));
  return (
    <>
      <TextField
        label={kind === 'consent' ? __('Text to accept') : __('Label')}
        value={label}
        onChange={(value) => change({ label: value })}
        error={problems.label}
      />
      <SelectField
        label={__('Kind')}
        value={kind}
        onChange={(value) =>
          change({ kind: value, ...(value === 'choice' && choices.length === 0 && { choices: [] }) })
        }
        options={[...new Set([...kinds, kind])].map((value) => ({ value, label: kindLabels()[value] ?? value }))}
        error={problems.kind}
      />
      {kind === 'choice' && (
        <>
          <TextAreaField
            label={__('Choices')}
            help={__('One value per line.')}
            value={choices.join('\n')}
            onChange={(text) => change({ choices: text === '' ? [] : text.split('\n') })}
            error={problems.choices}
          />
          <CheckboxField
            label={__('Several choices can be selected')}
            value={several}
            onChange={(value) => change({ several: value || undefined })}
          />
        </>
      )}
      <CheckboxField
        label={__('Required')}
        value={required}
        onChange={(value) => change({ required: value || undefined })}
      />
      <TextField
        label={__('Help text')}
        value={help}
        onChange={(value) => change({ help: value === '' ? undefined : value })}
        error={problems.help}
      />
      {numberField('longest', __('Maximum length, in characters'))}
      {numberField('minimum', __('Minimum'))}
      {numberField('maximum', __('Maximum'))}
      <ConditionField
        {...{ rows, at, field }}
        error={problems.condition}
        change={(condition) => change({ condition })}
      />
      <TextField
        label={__('Name')}
        help={
          isNew(row)
            ? __('Values are stored and exported under this name.')
            : __(
                'Values are stored and exported under this name. Submissions that were stored before keep the previous one.',
              )
        }
        value={name}
        onChange={(value) => change({ name: value })}
        error={problems.name}
      />
      {others.map(([property, schema]) => {
        const value = new Map(Object.entries(field)).get(property);
        return (
          <SchemaField
            key={property}
            label={schema.title ?? property}
            help={schema.description}
            {...{ schema, value, errorOf }}
            stored={value}
            error={problems[property]}
            onChange={(next) => change({ [property]: next ?? undefined })}
          />
        );
      })}
    </>
  );
}
