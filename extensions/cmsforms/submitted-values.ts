// Validates submitted values against the fields of a form.
import { ApiError, check, isMailAddress, type TSchema, Type } from 'octavo/extension';
import { type Field, maxLengthOf } from './form-type.ts';

/** Values keyed by field name, in the order of the form. The value of a consent field is the text that was accepted. */
export type SubmittedValues = Readonly<Record<string, string | number | boolean | readonly string[]>>;

/** Maximum length of the values of a submission, serialized as JSON, in characters. */
const maxValuesLength = 100_000;

/**
 * Validates submitted values, and returns the values to store: converted, in the order of the fields, without empty values, and without
 * those of fields that are not displayed, because their conditions are not met.
 *
 * Throws ApiError 400 `rest_invalid_param` with the errors of all fields, and of up to ten unknown names, in `data.params`, and 413
 * `cmsforms_too_large`.
 */
export function parseValues(fields: readonly Field[], submitted: Readonly<Record<string, unknown>>): SubmittedValues {
  const values: Record<string, SubmittedValues[string]> = {};
  const errors: Record<string, string> = {};
  for (const field of fields) {
    const { name } = field;
    if (!isDisplayed(field, values)) continue;
    const result = parseField(field, Object.hasOwn(submitted, name) ? submitted[name] : undefined);
    if ('error' in result) errors[`values[${name}]`] = result.error;
    else if (result.value !== undefined) values[name] = result.value;
  }
  const fieldNames = new Set(fields.map(({ name }) => name));
  for (const name of Object.keys(submitted)
    .filter((each) => !fieldNames.has(each))
    .slice(0, 10))
    errors[`values[${name.slice(0, 40)}]`] = 'This form has no field with this name.';
  if (Object.keys(errors).length === 0 && Object.keys(values).length === 0)
    errors.values = 'All fields are empty; fill in at least one.';
  if (Object.keys(errors).length > 0) throw invalid(errors);
  if (JSON.stringify(values).length > maxValuesLength)
    throw new ApiError(
      'cmsforms_too_large',
      413,
      `The values of a submission can have at most ${maxValuesLength} characters in total.`,
    );
  return values;
}

/** Whether the condition of a field is met, given the values of the fields before it that are displayed. */
function isDisplayed({ condition }: Field, values: SubmittedValues): boolean {
  if (!condition) return true;
  const value = values[condition.field];
  if (value === undefined || value === false) return false;
  return condition.values?.some((each) => each === value || (Array.isArray(value) && value.includes(each))) ?? true;
}

/** Returns the error for invalid parameters. `errors` contains the messages, keyed by parameter name. */
export const invalid = (errors: Readonly<Record<string, string>>): ApiError =>
  new ApiError('rest_invalid_param', 400, `Invalid parameters: ${Object.keys(errors).join(', ')}.`, {
    data: { params: errors },
  });

type FieldResult = { readonly value: SubmittedValues[string] | undefined } | { readonly error: string };

function parseField(field: Field, submitted: unknown): FieldResult {
  const missingResult: FieldResult = field.required ? { error: `“${field.label}” is required.` } : { value: undefined };
  if (isEmpty(submitted)) return missingResult;
  const result = check(valueSchema(field), submitted, field.label);
  if ('error' in result) return { error: result.error.message };
  const value = result.value as SubmittedValues[string];
  if (typeof value === 'string') return parseText(field, value) ?? missingResult;
  if (field.kind === 'consent') return value === true ? { value: field.label } : missingResult;
  return isEmpty(value) || value === false ? (field.required ? missingResult : { value }) : { value };
}

/** Validates a text, and removes surrounding whitespace. Returns undefined if it is empty. */
function parseText({ kind, label }: Field, submitted: string): FieldResult | undefined {
  const value = submitted.trim();
  if (value === '') return undefined;
  const invalidCharacters = kind === 'textarea' ? /[^\P{Cc}\n\r\t]/u : /\p{Cc}/u;
  if (invalidCharacters.test(value)) return { error: `${label} contains invalid characters.` };
  if (kind === 'email' && !isMailAddress(value)) return { error: `${label} must be an email address.` };
  return { value };
}

const isEmpty = (submitted: unknown): boolean =>
  submitted === undefined ||
  submitted === null ||
  submitted === '' ||
  (Array.isArray(submitted) && submitted.length === 0);

function valueSchema(field: Field): TSchema {
  const { kind, choices = [], several, minimum, maximum } = field;
  switch (kind) {
    case 'text':
    case 'textarea':
      return Type.String({ maxLength: maxLengthOf(field) });
    case 'email':
      return Type.String({ maxLength: 254 });
    case 'number':
      return Type.Number({ ...(minimum !== undefined && { minimum }), ...(maximum !== undefined && { maximum }) });
    case 'choice': {
      const choice = Type.String({ enum: choices });
      return several ? Type.Array(choice, { uniqueItems: true }) : choice;
    }
    case 'checkbox':
    case 'consent':
      return Type.Boolean();
  }
}
