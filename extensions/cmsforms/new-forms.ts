// Creates multiple forms. If one of them cannot be created, none is.
import {
  ApiError,
  check,
  type ExtensionServices,
  enumOf,
  makeRequest,
  type Static,
  Type,
  toText,
} from 'octavo/extension';
import { formMeta } from './form-type.ts';
import { invalid } from './submitted-values.ts';

/** A form to create. */
export interface NewForm {
  readonly title: string;
  readonly status: string;
  readonly meta: Readonly<Record<string, unknown>>;
}

const title = Type.String({ minLength: 1, maxLength: 1000, pattern: '\\S' });
const formSchema = Type.Object({
  title: Type.Union([title, Type.Object({ raw: title })]),
  status: Type.Optional(enumOf(['publish', 'draft', 'pending', 'private'])),
  meta: Type.Object(
    {
      fields: formMeta.fields,
      confirmation: Type.Optional(formMeta.confirmation),
      notify: Type.Optional(formMeta.notify),
    },
    { additionalProperties: false },
  ),
});

/** Maximum number of forms per import. */
const maxForms = 50;

/**
 * Parses records in the format of the form list, and returns the forms to create. Only `title`, `status` and `meta` are used. The default
 * status is `draft`.
 *
 * Throws ApiError 400 `rest_invalid_param` with the errors of all records.
 */
export function parseForms(submitted: unknown): NewForm[] {
  if (!Array.isArray(submitted) || submitted.length === 0 || submitted.length > maxForms)
    throw invalid({
      forms: `forms must be a list of 1 to ${maxForms} forms in the format of the form list with context=edit.`,
    });
  const errors: Record<string, string> = {};
  const forms = submitted.flatMap((each, at): NewForm[] => {
    const param = `forms[${at}]`;
    const result = check(formSchema, each, param);
    if ('error' in result) {
      errors[param] = result.error.message;
      return [];
    }
    const { title: submittedTitle, status = 'draft', meta } = result.value as Static<typeof formSchema>;
    return [{ title: typeof submittedTitle === 'string' ? submittedTitle : submittedTitle.raw, status, meta }];
  });
  if (Object.keys(errors).length > 0) throw invalid(errors);
  return forms;
}

/** Creates forms with an author, and returns their IDs. If a form cannot be created, throws its ApiError and creates none. */
export async function createForms(
  services: ExtensionServices,
  author: number,
  forms: readonly NewForm[],
): Promise<number[]> {
  const createdIds: number[] = [];
  for (const form of forms) {
    const { status, body } = await services.dispatchAs(
      services.actor,
      makeRequest('POST', '/cms/v2/forms', { json: author === 0 ? form : { ...form, author } }),
    );
    const response = JSON.parse(toText(body ?? 'null')) as { id: number; code: string; message: string };
    if (status === 201) {
      createdIds.push(response.id);
      continue;
    }
    await deleteForms(services, createdIds);
    throw new ApiError(response.code, status, response.message);
  }
  return createdIds;
}

/** Deletes forms permanently. Error responses are ignored. */
export async function deleteForms({ actor, dispatchAs }: ExtensionServices, ids: readonly number[]): Promise<void> {
  for (const id of ids) await dispatchAs(actor, makeRequest('DELETE', `/cms/v2/forms/${id}?force=true`));
}
