// Derives the classes by which the fields of a form are displayed and hidden without scripts, and the style sheet for these classes.
import type { FormFieldView } from './form-view.ts';

/** The classes of the fields of a form. */
export interface ConditionClasses {
  /** Returns the classes of a field with conditions: those of its own one, and of those on which it depends. */
  ofField(name: string): readonly string[];
  /** Returns the classes of an option of a field that meet conditions when it is selected; `''` is a field without choices. */
  ofOption(name: string, option: string): readonly string[];
  /** Returns the classes of a text field that meet conditions when it is filled in. */
  ofText(name: string): readonly string[];
}

/** Returns the classes of fields. Conditions are numbered from 1, so that no text of an author is part of a class. */
export function conditionClassesOf(fields: readonly FormFieldView[]): ConditionClasses {
  const own = new Map<string, readonly string[]>();
  const conditions: { readonly number: number; readonly field: string; readonly values?: readonly string[] }[] = [];
  for (const { name, condition } of fields) {
    if (!condition) continue;
    const number = conditions.push({ number: conditions.length + 1, ...condition });
    own.set(name, [`form-if-${number}`, ...(own.get(condition.field) ?? [])]);
  }
  const numbersOf = (name: string, option?: string) =>
    conditions.flatMap(({ number, field, values }) =>
      field === name && (!values || (option !== undefined && values.includes(option))) ? [number] : [],
    );
  return {
    ofField: (name) => own.get(name) ?? [],
    ofOption: (name, option) => numbersOf(name, option).map((number) => `form-option-${number}`),
    ofText: (name) => numbersOf(name).map((number) => `form-text-${number}`),
  };
}

/** Maximum number of conditions of a form. */
const maxConditions = 50;

/**
 * Returns the rules that hide the fields whose conditions are not met, for the classes that occur in HTML. Browsers that do not know `:has`
 * ignore them, and display all fields; the service applies the conditions to submissions in any case.
 */
export function formConditionCss(html: string): string {
  let max = 0;
  for (const [, number] of html.matchAll(/\bform-if-([1-9]\d?)\b/g)) max = Math.max(max, Number(number));
  return Array.from({ length: Math.min(max, maxConditions) }, (_, index) => {
    const met = `.form-option-${index + 1}:checked,.form-text-${index + 1}:not(:placeholder-shown)`;
    return `.cmsforms-form:not(:has(${met})) .form-if-${index + 1}{display:none}`;
  }).join('');
}
