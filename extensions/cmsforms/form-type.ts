// Forms as entries of a type of their own: who may make pages may make forms, and readers see what they are asked.
import { type DeclaredType, editOnly, Type } from 'octavo/extension';
import { type Field, faultOfFields, fieldSchema } from './field.ts';

/** Addresses that are told of what is sent in. */
export const addresses = {
  type: 'array',
  items: Type.String({ format: 'email', maxLength: 254 }),
  maxItems: 10,
  uniqueItems: true,
  default: [] as string[],
} as const;

/** What a form consists of beside its title. */
export const formMeta = {
  fields: Type.Unsafe<Field[]>({
    description: 'What the form asks, in this order.',
    type: 'array',
    items: fieldSchema,
    maxItems: 50,
    default: [],
    refuse: (fields: Field[]) => faultOfFields(fields),
    revised: true,
  }),
  confirmation: Type.String({
    description: 'What people are told who have sent it in.',
    maxLength: 2000,
    default: 'Thank you. We have received what you sent.',
    revised: true,
  }),
  notify: Type.Unsafe<string[]>({
    ...addresses,
    description: 'Who gets a mail about everything that is sent in.',
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
  // Existing editors offer every type that is listed, and would write content into forms.
  listed: false,
  meta: formMeta,
  description: { icon: 'feedback', description: 'What people can fill in and send to the site.' },
};
