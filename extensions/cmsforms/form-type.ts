// Declares the content type of forms. Users who may create pages may create forms. The fields of published forms are public.
import { type DeclaredType, editOnly, Type } from 'octavo/extension';
import { type Field, fieldSchema, validateFields } from './field.ts';

/** Schema of the email addresses that receive notifications about submissions. */
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
    description: 'The text that is displayed after a submission.',
    maxLength: 2000,
    default: 'Thank you. We have received what you sent.',
    revised: true,
  }),
  notify: Type.Unsafe<string[]>({
    ...addresses,
    description: 'The email addresses that receive a notification about each submission.',
    context: editOnly,
  }),
};

export const formType = {
  name: 'form',
  restBase: 'forms',
  noun: { one: 'form', many: 'forms' },
  supports: ['title', 'author', 'revisions', 'custom-fields'],
  rights: 'pages',
  hasPages: false,
  searched: false,
  // Forms are not listed, because editors offer every listed type and would store block content in forms.
  listed: false,
  meta: formMeta,
  description: { icon: 'feedback', description: 'Forms that visitors can fill in and submit.' },
} satisfies DeclaredType;
