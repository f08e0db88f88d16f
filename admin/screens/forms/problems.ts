// Finds what is wrong with the fields in the form builder, before the service is asked.
import { __, sprintf } from '@wordpress/i18n';
import type { FormField } from '../../data/resources/forms.ts';
import type { FieldSchemas } from '../../data/resources/schemas.ts';
import { errorOf } from '../../data/validate-value.ts';
import type { Row } from './rows.ts';

/** The errors of a field, by property. */
export type Problems = Readonly<Partial<Record<string, string>>>;

/** The properties that every field must have. */
const requiredProperties: readonly string[] = ['name', 'kind', 'label'];

/** Maximum length of a single-line text, in characters. */
const maxTextLength = 1000;

/** Returns the errors of the row at an index; none if it is valid. */
export function problemsOf(rows: readonly Row[], at: number, schemas: FieldSchemas): Problems {
  const field = rows[at]?.field;
  if (!field) return {};
  const values: Readonly<Record<string, unknown>> = { ...field };
  const problems: Record<string, string> = {};
  for (const [property, schema] of Object.entries(schemas)) {
    const error =
      property === 'condition' ? undefined : errorOf(schema, values[property], requiredProperties.includes(property));
    if (error !== undefined) problems[property] = error;
  }
  const rules = ruleErrors(field, rows, at);
  return { ...problems, ...rules };
}

function ruleErrors(field: FormField, rows: readonly Row[], at: number): Problems {
  const { name, kind, longest = 0, minimum, maximum, choices = [] } = field;
  const problems: Record<string, string> = {};
  if (rows.some((row, index) => index !== at && row.field.name === name))
    problems.name = __('Another field has this name.');
  if (kind === 'choice' && choices.length === 0) problems.choices = __('Enter a value.');
  if (kind === 'text' && longest > maxTextLength)
    // translators: %d: number of characters.
    problems.longest = sprintf(__('At most %d characters are possible; use a long text instead.'), maxTextLength);
  if (minimum !== undefined && maximum !== undefined && minimum > maximum)
    problems.maximum = __('The maximum is below the minimum.');
  const condition = conditionError(field, rows, at);
  return condition === undefined ? problems : { ...problems, condition };
}

function conditionError({ condition }: FormField, rows: readonly Row[], at: number): string | undefined {
  if (!condition) return undefined;
  const index = rows.findIndex(({ field }) => field.name === condition.field);
  const other = rows[index]?.field;
  if (!other) return __('The field of the condition was removed. Select another one, or remove the condition.');
  if (index >= at)
    // translators: %s: label of a field.
    return sprintf(__('The condition depends on “%s”, which must be above this field.'), other.label);
  const { values } = condition;
  if (values && values.length === 0) return __('Select at least one value.');
  const unknown = values?.find((value) => !other.choices?.includes(value));
  // translators: 1: a value, 2: label of a field.
  return unknown === undefined
    ? undefined
    : sprintf(__('“%1$s” is no choice of “%2$s” any more.'), unknown, other.label);
}
