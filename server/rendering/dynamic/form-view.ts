// Declares the forms that content displays, and the state of a form that was submitted.
import { isRecord } from '../blocks/parse.ts';

/** The name of the content type of forms. */
export const formType = 'form';

/** A field of a form, as stored; the service has validated it (docs/forms.md). */
export interface FormFieldView {
  readonly name: string;
  readonly kind: string;
  readonly label: string;
  readonly help?: string;
  readonly required?: boolean;
  readonly longest?: number;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly choices?: readonly string[];
  readonly several?: boolean;
  readonly condition?: { readonly field: string; readonly values?: readonly string[] };
}

/** A published form. Texts are not escaped, unless stated otherwise. */
export interface FormView {
  readonly id: number;
  /** Title as HTML. */
  readonly title: string;
  readonly fields: readonly FormFieldView[];
  /** The text that is displayed after a submission. */
  readonly confirmation: string;
  /** Whether a password is required to submit the form. */
  readonly hasPassword: boolean;
}

/** A submitted form that was not accepted. Texts are not escaped. */
export interface RejectedForm {
  /** The submitted values, by field. */
  readonly values: ReadonlyMap<string, readonly string[]>;
  /** The reason. */
  readonly message: string;
  /** The errors of fields, by field. */
  readonly errors: ReadonlyMap<string, string>;
}

/** Returns the fields in a stored meta field; those that are damaged are left out. */
export const fieldsOf = (stored: unknown): readonly FormFieldView[] =>
  Array.isArray(stored) ? stored.filter(isField) : [];

const isField = (stored: unknown): stored is FormFieldView =>
  isRecord(stored) &&
  typeof stored.name === 'string' &&
  /^[a-z][a-z0-9_]{0,39}$/.test(stored.name) &&
  typeof stored.kind === 'string' &&
  typeof stored.label === 'string' &&
  (stored.choices === undefined || isTextList(stored.choices)) &&
  (stored.condition === undefined ||
    (isRecord(stored.condition) &&
      typeof stored.condition.field === 'string' &&
      (stored.condition.values === undefined || isTextList(stored.condition.values))));

const isTextList = (value: unknown): boolean => Array.isArray(value) && value.every((each) => typeof each === 'string');
