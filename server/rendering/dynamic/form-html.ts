// Renders forms as HTML that works without scripts.
import { attributes, escapeLiteral, textOf } from '../blocks/text.ts';
import { type ConditionClasses, conditionClassesOf } from './form-conditions.ts';
import type { FormFieldView, FormView, RejectedForm } from './form-view.ts';

/** The place of a form: the URL to which it is submitted, escaped for an attribute, and an ID that is unique on the page. */
export interface FormPlace {
  readonly action: string;
  readonly id: string;
}

/** The name of the field that identifies a submitted form. */
export const formIdField = 'cmsforms_form';

/** Returns the ID of the element of a form. `number` counts the forms of an entry, from 1. */
export const formElementId = (form: number, number: number): string =>
  number === 1 ? `form-${form}` : `form-${form}-${number}`;

/** Returns a form as HTML, with the submitted values and the reason if it was not accepted. */
export function formHtml(form: FormView, { action, id }: FormPlace, rejected?: RejectedForm): string {
  const conditions = conditionClassesOf(form.fields);
  const rows = form.fields.map((field) =>
    fieldHtml(field, {
      ...{ id: `${id}-${field.name}`, conditions },
      values: rejected?.values.get(field.name) ?? [],
      error: rejected?.errors.get(field.name),
    }),
  );
  const note = form.fields.some(({ required }) => required)
    ? '<p class="form-notes">Required fields are marked *.</p>'
    : '';
  const error = rejected ? `<p class="notice" role="alert">${escapeLiteral(rejected.message)}</p>` : '';
  const password = form.hasPassword
    ? `<p class="form-field"><label for="${id}-password">Password *</label><input${attributes({ id: `${id}-password`, name: 'password', type: 'password', autocomplete: 'off', required: 'required' })} /></p>`
    : '';
  return (
    `<form${attributes({ class: 'cmsforms-form', id, method: 'post', action, 'aria-label': textOf(form.title) })}>${error}${note}` +
    `${rows.join('')}${password}<input type="hidden" name="${formIdField}" value="${form.id}" />` +
    // Programs that fill in all fields reveal themselves by this one, which is not displayed.
    '<input name="trap" aria-label="Leave this field empty" tabindex="-1" autocomplete="off" hidden />' +
    '<p class="form-submit"><button type="submit" class="wp-element-button">Send</button></p></form>'
  );
}

/** Returns what replaces a form that was submitted: its confirmation. */
export const confirmationHtml = ({ confirmation }: Pick<FormView, 'confirmation'>, id: string): string =>
  `<div class="cmsforms-confirmation notice" id="${id}" role="status">${confirmation
    .split(/\n\s*\n/)
    .map((text) => `<p>${escapeLiteral(text).replaceAll('\n', '<br />')}</p>`)
    .join('')}</div>`;

/** The state of a field. */
interface FieldState {
  readonly id: string;
  readonly conditions: ConditionClasses;
  readonly values: readonly string[];
  readonly error: string | undefined;
}

function fieldHtml(field: FormFieldView, state: FieldState): string {
  const { help, label, name, required } = field;
  const { id, error, conditions } = state;
  const notes =
    (help ? `<span class="form-help" id="${id}-help">${escapeLiteral(help)}</span>` : '') +
    (error === undefined ? '' : `<span class="form-error" id="${id}-error">${escapeLiteral(error)}</span>`);
  const common = {
    'aria-describedby': [help && `${id}-help`, error !== undefined && `${id}-error`].filter(Boolean).join(' '),
    'aria-invalid': error === undefined ? '' : 'true',
  };
  const classes = ['form-field', ...conditions.ofField(name)].join(' ');
  const labelText = `${escapeLiteral(label)}${required ? ' *' : ''}`;
  if (field.kind === 'choice' && field.several)
    return `<fieldset${attributes({ class: classes, ...common })}><legend>${labelText}</legend>${checkboxesHtml(field, state)}${notes}</fieldset>`;
  const control = { id, ...common, ...requiredOf(field) };
  if (field.kind === 'checkbox' || field.kind === 'consent') {
    const checked = state.values.includes('true') ? 'checked' : '';
    const box = { ...control, type: 'checkbox', name: `values[${name}]`, value: 'true', checked };
    const input = `<input${attributes({ ...box, class: conditions.ofOption(name, '').join(' ') })} />`;
    return `<p class="${classes}"><span class="form-check">${input}<label for="${id}">${labelText}</label></span>${notes}</p>`;
  }
  return `<p class="${classes}"><label for="${id}">${labelText}</label>${controlHtml(field, state, control)}${notes}</p>`;
}

/** Browsers cannot submit a form with a required field that is not displayed, so the service alone requires fields with conditions. */
const requiredOf = ({ required, condition }: FormFieldView): Readonly<Record<string, string>> =>
  required ? (condition ? { 'aria-required': 'true' } : { required: 'required' }) : {};

const checkboxesHtml = ({ name, choices = [] }: FormFieldView, { id, values, conditions }: FieldState): string =>
  choices
    .map((choice, index) => {
      const input = attributes({
        ...{ id: `${id}-${index}`, type: 'checkbox', name: `values[${name}][]`, value: escapeLiteral(choice) },
        class: conditions.ofOption(name, choice).join(' '),
        checked: values.includes(choice) ? 'checked' : '',
      });
      return `<span class="form-check"><input${input} /><label for="${id}-${index}">${escapeLiteral(choice)}</label></span>`;
    })
    .join('');

function controlHtml(
  field: FormFieldView,
  { values: [value = ''], conditions }: FieldState,
  control: Readonly<Record<string, string>>,
): string {
  const { kind, name, choices = [], longest, minimum, maximum } = field;
  const named = { ...control, name: `values[${name}]` };
  if (kind === 'choice') {
    const options = choices.map((choice) => {
      const own = attributes({
        value: escapeLiteral(choice),
        class: conditions.ofOption(name, choice).join(' '),
        selected: choice === value ? 'selected' : '',
      });
      return `<option${own}>${escapeLiteral(choice)}</option>`;
    });
    return `<select${attributes(named)}><option value=""></option>${options.join('')}</select>`;
  }
  const classes = conditions.ofText(name);
  // A text counts as filled in for the style sheet if its placeholder is not displayed.
  const placeholder = classes.length > 0 ? ' ' : '';
  const text = {
    ...named,
    class: classes.join(' '),
    placeholder,
    maxlength: longest === undefined ? '' : String(longest),
  };
  // The first line feed after the start tag is not part of the value.
  if (kind === 'textarea') return `<textarea${attributes({ ...text, rows: '6' })}>\n${escapeLiteral(value)}</textarea>`;
  const type = kind === 'email' ? 'email' : kind === 'number' ? 'number' : 'text';
  const limits = {
    min: minimum === undefined ? '' : String(minimum),
    max: maximum === undefined ? '' : String(maximum),
    step: kind === 'number' ? 'any' : '',
  };
  const autocomplete = kind === 'email' ? 'email' : '';
  return `<input${attributes({ ...text, ...limits, type, autocomplete, value: escapeLiteral(value) })} />`;
}
