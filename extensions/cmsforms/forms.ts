// Loads forms in any status, and declares the forms that the setup wizard can create or import.
import {
  type ContentEntry,
  check,
  type ExtensionServices,
  enumOf,
  type NewContentEntry,
  type SettingsOf,
  type Static,
  Type,
} from 'octavo/extension';
import { type Field, formMeta, formType } from './form-type.ts';
import { invalid } from './submitted-values.ts';

type Entry = ContentEntry<typeof formMeta>;

/** A form, with the properties that the extension needs to check permissions and to process submissions. */
export interface Form
  extends Pick<Entry, 'id' | 'type' | 'author' | 'status' | 'rights_status' | 'password' | 'title'>,
    Readonly<SettingsOf<typeof formMeta>> {}

/** The form that a request identifies. Submissions that are presented contain it too, because permissions for them depend on it. */
export interface LoadedForm {
  readonly entry: Form;
}

/** Returns the form with the given ID, in any status; undefined if it does not exist. */
export async function findForm({ content }: ExtensionServices, id: number): Promise<Form | undefined> {
  const found = await content.findEntry(formType, id);
  return found && { ...found, ...found.meta };
}

/** A template for new forms. */
interface Template {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly fields: readonly Field[];
}

const name: Field = { name: 'name', kind: 'text', label: 'Name', required: true, longest: 200 };
const email: Field = { name: 'email', kind: 'email', label: 'Email address', required: true };

export const templates: readonly Template[] = [
  {
    name: 'contact',
    title: 'Contact',
    description: 'Name, email address and a message.',
    fields: [name, email, { name: 'message', kind: 'textarea', label: 'Message', required: true }],
  },
  {
    name: 'newsletter',
    title: 'Newsletter',
    description: 'An email address, and consent to receive a newsletter.',
    fields: [
      email,
      {
        ...{ name: 'consent', kind: 'consent', required: true },
        label: 'I agree to receive the newsletter at this address until I unsubscribe.',
      },
    ],
  },
  {
    name: 'feedback',
    title: 'Feedback',
    description: 'A rating from 1 to 5, the subject of the feedback, and a comment.',
    fields: [
      {
        name: 'mark',
        kind: 'number',
        label: 'How did you like it, from 1 to 5?',
        required: true,
        minimum: 1,
        maximum: 5,
      },
      {
        name: 'about',
        kind: 'choice',
        label: 'What was it about?',
        choices: ['The site', 'A product', 'Something else'],
      },
      { name: 'remark', kind: 'textarea', label: 'What else should we know?' },
      { ...email, required: false },
    ],
  },
];

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
