// The names of the kinds of fields.
import { __, _x } from '@wordpress/i18n';

/** Returns the names of the kinds, by their values in the API. */
export const kindLabels = (): Readonly<Record<string, string>> => ({
  text: _x('Text', 'kind of field'),
  email: _x('Email address', 'kind of field'),
  textarea: _x('Long text', 'kind of field'),
  number: _x('Number', 'kind of field'),
  choice: _x('Choice', 'kind of field'),
  checkbox: _x('Checkbox', 'kind of field'),
  consent: _x('Consent', 'kind of field'),
});

/** Returns the label that a new field of a kind has. */
export const newLabelOf = (kind: string): string =>
  kind === 'consent' ? __('I agree that my data is stored.') : (kindLabels()[kind] ?? kind);
