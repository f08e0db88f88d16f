// Making several forms, all or none.
import {
  check,
  type ExtensionServices,
  makeRequest,
  Refusal,
  type Static,
  Type,
  textOf,
  words,
} from 'octavo/extension';
import { invalid } from './answers.ts';
import { formMeta } from './form-type.ts';

/** A form to be made. */
export interface NewForm {
  readonly title: string;
  readonly status: string;
  readonly meta: Readonly<Record<string, unknown>>;
}

const title = Type.String({ minLength: 1, maxLength: 1000, pattern: '\\S' });
const record = Type.Object({
  title: Type.Union([title, Type.Object({ raw: title })]),
  status: Type.Optional(words(['publish', 'draft', 'pending', 'private'])),
  meta: Type.Object(
    {
      fields: formMeta.fields,
      confirmation: Type.Optional(formMeta.confirmation),
      notify: Type.Optional(formMeta.notify),
    },
    { additionalProperties: false },
  ),
});

/** The most that are taken over at once. */
const most = 50;

/**
 * Forms as the list of forms shows them, of which title, state and meta count. What has no state becomes a draft.
 *
 * Throws Refusal 400 `rest_invalid_param`, which tells what is wrong with each.
 */
export function readForms(sent: unknown): NewForm[] {
  if (!Array.isArray(sent) || sent.length === 0 || sent.length > most)
    throw invalid({
      forms: `forms must be a list of 1 to ${most} forms, as the list of forms has them with context=edit.`,
    });
  const faults: Record<string, string> = {};
  const forms = sent.flatMap((each, at): NewForm[] => {
    const param = `forms[${at}]`;
    const verdict = check(record, each, param);
    if ('fault' in verdict) {
      faults[param] = verdict.fault.message;
      return [];
    }
    const { title: named, status = 'draft', meta } = verdict.value as Static<typeof record>;
    return [{ title: typeof named === 'string' ? named : named.raw, status, meta }];
  });
  if (Object.keys(faults).length > 0) throw invalid(faults);
  return forms;
}

/** Makes forms in the name of a user; gives their numbers. Where one cannot be made, none is. Throws the Refusal of that one. */
export async function makeForms(
  services: ExtensionServices,
  author: number,
  forms: readonly NewForm[],
): Promise<number[]> {
  const made: number[] = [];
  for (const form of forms) {
    const { status, body } = await services.inside(
      makeRequest('POST', '/cms/v2/forms', { json: author === 0 ? form : { ...form, author } }),
    );
    const answer = JSON.parse(textOf(body ?? 'null')) as { id: number; code: string; message: string };
    if (status === 201) {
      made.push(answer.id);
      continue;
    }
    await removeForms(services, made);
    throw new Refusal(answer.code, status, answer.message);
  }
  return made;
}

/** Takes forms away again. */
export async function removeForms({ inside }: ExtensionServices, ids: readonly number[]): Promise<void> {
  for (const id of ids) await inside(makeRequest('DELETE', `/cms/v2/forms/${id}?force=true`));
}
