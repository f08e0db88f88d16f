// Parses forms to import.
import { check, enumOf, type NewContentEntry, type Static, Type } from 'octavo/extension';
import { formMeta } from './form-type.ts';
import { invalid } from './submitted-values.ts';

/** A form to create. */
export type NewForm = Omit<NewContentEntry, 'author'>;

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
