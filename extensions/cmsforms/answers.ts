// What somebody has filled in, checked against the fields of the form.
import { check, isMailAddress, Refusal, type TSchema, Type } from 'octavo/extension';
import { type Field, longestOf } from './field.ts';

/** Answers by the names of their fields, in the order of the form. Of a consent: the words that were agreed to. */
export type Answers = Readonly<Record<string, string | number | boolean | readonly string[]>>;

/** All answers of one sender together. Characters. */
const longestAnswers = 100_000;

/**
 * The answers to keep: converted, in the order of the fields, without those that are empty.
 *
 * Throws Refusal 400 `rest_invalid_param`, which tells of everything that is wrong under `data.params`, and 413
 * `cmsforms_too_large`.
 */
export function readAnswers(fields: readonly Field[], sent: Readonly<Record<string, unknown>>): Answers {
  const answers: Record<string, Answers[string]> = {};
  const faults: Record<string, string> = {};
  for (const field of fields) {
    const { name } = field;
    const verdict = readAnswer(field, Object.hasOwn(sent, name) ? sent[name] : undefined);
    if ('fault' in verdict) faults[`values[${name}]`] = verdict.fault;
    else if (verdict.answer !== undefined) answers[name] = verdict.answer;
  }
  const known = new Set(fields.map(({ name }) => name));
  for (const name of Object.keys(sent)
    .filter((each) => !known.has(each))
    .slice(0, 10))
    faults[`values[${name.slice(0, 40)}]`] = 'This form has no such field.';
  if (Object.keys(faults).length === 0 && Object.keys(answers).length === 0) faults.values = 'Nothing was filled in.';
  if (Object.keys(faults).length > 0) throw invalid(faults);
  if (JSON.stringify(answers).length > longestAnswers)
    throw new Refusal('cmsforms_too_large', 413, `Answers can be ${longestAnswers} characters long together.`);
  return answers;
}

/** What is wrong with parameters, by their names. */
export const invalid = (faults: Readonly<Record<string, string>>): Refusal =>
  new Refusal('rest_invalid_param', 400, `These parameters cannot be used: ${Object.keys(faults).join(', ')}.`, {
    data: { params: faults },
  });

type Verdict = { readonly answer: Answers[string] | undefined } | { readonly fault: string };

function readAnswer(field: Field, sent: unknown): Verdict {
  const missing: Verdict = field.required ? { fault: `“${field.label}” must be filled in.` } : { answer: undefined };
  if (isEmpty(sent)) return missing;
  const verdict = check(schemaOf(field), sent, field.label);
  if ('fault' in verdict) return { fault: verdict.fault.message };
  const answer = verdict.value as Answers[string];
  if (typeof answer === 'string') return readText(field, answer) ?? missing;
  if (field.kind === 'consent') return answer === true ? { answer: field.label } : missing;
  return isEmpty(answer) || answer === false ? (field.required ? missing : { answer }) : { answer };
}

/** A text without blanks around it; undefined where nothing is left. */
function readText({ kind, label }: Field, sent: string): Verdict | undefined {
  const answer = sent.trim();
  if (answer === '') return undefined;
  const lines = kind === 'textarea' ? /[^\P{Cc}\n\r\t]/u : /\p{Cc}/u;
  if (lines.test(answer)) return { fault: `${label} has characters that cannot stand in it.` };
  if (kind === 'email' && !isMailAddress(answer)) return { fault: `${label} must be an e-mail address.` };
  return { answer };
}

const isEmpty = (sent: unknown): boolean =>
  sent === undefined || sent === null || sent === '' || (Array.isArray(sent) && sent.length === 0);

function schemaOf(field: Field): TSchema {
  const { kind, choices = [], several, minimum, maximum } = field;
  switch (kind) {
    case 'text':
    case 'textarea':
      return Type.String({ maxLength: longestOf(field) });
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
