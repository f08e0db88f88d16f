// The content type of forms. Users who can create pages can create forms, and the fields of published forms are public.
import { type DeclaredType, editOnly, Type } from 'octavo/extension';
import { type Field, fieldSchema, validateFields } from './field.ts';

/** Schema of the e-mail addresses that are notified of submissions. */
export const addresses = {
  type: 'array',
  items: Type.String({ format: 'email', maxLength: 254 }),
  maxItems: 10,
  uniqueItems: true,
  default: [] as string[],
} as const;

/** Meta fields of a form. */
export const formMeta = {
  fields: Type.Unsafe<Field[]>({
    description: 'The fields of the form, in order.',
    type: 'array',
    items: fieldSchema,
    maxItems: 50,
    default: [],
    refuse: (fields: Field[]) => validateFields(fields),
    revised: true,
  }),
  confirmation: Type.String({
    description: 'The text that is shown after a submission.',
    maxLength: 2000,
    default: 'Thank you. We have received what you sent.',
    revised: true,
  }),
  notify: Type.Unsafe<string[]>({
    ...addresses,
    description: 'The e-mail addresses that are notified of each submission.',
    context: editOnly,
  }),
};

export const formType: DeclaredType = {
  name: 'form',
  restBase: 'forms',
  noun: { one: 'form', many: 'forms' },
  supports: ['title', 'author', 'revisions', 'custom-fields'],
  rights: 'pages',
  hasPages: false,
  searched: false,
  // Editors offer every listed type, and would write block content into forms.
  listed: false,
  meta: formMeta,
  description: { icon: 'feedback', description: 'Forms that visitors can fill in and submit.' },
};
