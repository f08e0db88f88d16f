// The condition under which a field is displayed.
import { __, sprintf } from '@wordpress/i18n';
import type { FieldCondition, FormField } from '../../data/resources/forms.ts';
import { CheckboxesField, SelectField } from '../../ui/fields/choice-fields.tsx';
import type { Row } from './rows.ts';

interface Props {
  readonly rows: readonly Row[];
  readonly at: number;
  readonly field: FormField;
  readonly error: string | undefined;
  readonly change: (condition: FieldCondition | undefined) => void;
}

/** The choice of a field above this one and, if it has choices, of the values that display the field. */
export function ConditionField({ rows, at, field: { condition }, error, change }: Props) {
  const earlier = rows.slice(0, at).map(({ field }) => field);
  const selected = rows.find(({ field }) => field.name === condition?.field)?.field;
  if (earlier.length === 0 && !condition) return null;
  const names = [...new Set([...earlier.map(({ name }) => name), ...(condition ? [condition.field] : [])])];
  const labelOf = (name: string) => rows.find(({ field }) => field.name === name)?.field.label || name;
  const select = (name: string) => {
    const other = rows.find(({ field }) => field.name === name)?.field;
    if (name === '') return change(undefined);
    change(other?.kind === 'choice' ? { field: name, values: [] } : { field: name });
  };
  // Values that the other field does not have any more can be deselected.
  const values = condition?.values ?? [];
  const choices = [...new Set([...(selected?.choices ?? []), ...values])];
  return (
    <>
      <SelectField
        label={__('Display this field')}
        value={condition?.field ?? ''}
        onChange={select}
        options={[
          { value: '', label: __('Always') },
          /* translators: %s: label of another field. */
          ...names.map((name) => ({ value: name, label: sprintf(__('Depending on “%s”'), labelOf(name)) })),
        ]}
        error={error}
      />
      {condition && selected?.kind === 'choice' && (
        <CheckboxesField
          label={__('If one of these values is selected')}
          value={condition.values ?? choices}
          onChange={(next) => change({ ...condition, values: next })}
          options={choices.map((value) => ({ value, label: value }))}
        />
      )}
      {condition && selected?.kind !== 'choice' && (
        <p className="help">{__('The field is displayed if the other one is filled in or checked.')}</p>
      )}
    </>
  );
}
