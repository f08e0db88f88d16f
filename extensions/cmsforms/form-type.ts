// Declares the content type of forms and its fields. Users who may create pages may create forms. The fields of published forms are public.
import { type DeclaredType, editOnly, enumOf, type Static, Type } from 'octavo/extension';

/** Kinds of fields. */
export const kinds = ['text', 'email', 'textarea', 'number', 'choice', 'checkbox', 'consent'] as const;
type Kind = (typeof kinds)[number];

/** Maximum length of a single-line text, in characters. */
const maxTextLength = 1000;

/** Maximum length of a multi-line text, in characters. */
const maxTextareaLength = 20_000;

const namePattern = '^[a-z][a-z0-9_]{0,39}$';

const fieldSchema = Type.Object(
  {
    name: Type.String({
      description: 'The name under which values are stored, unique within the form.',
      pattern: namePattern,
    }),
    kind: enumOf(kinds, { description: 'The kind of the field.' }),
    label: Type.String({
      description: 'The label of the field; for `consent`, the text to accept.',
      minLength: 1,
      maxLength: 1000,
    }),
    help: Type.Optional(Type.String({ description: 'A help text for the field.', maxLength: 1000 })),
    required: Type.Optional(Type.Boolean({ description: 'Whether the field must be filled in or checked.' })),
    longest: Type.Optional(
      Type.Integer({
        description: 'For `text` and `textarea`: the maximum length, in characters.',
        minimum: 1,
        maximum: maxTextareaLength,
      }),
    ),
    minimum: Type.Optional(Type.Number({ description: 'For `number`: the minimum.' })),
    maximum: Type.Optional(Type.Number({ description: 'For `number`: the maximum.' })),
    choices: Type.Optional(
      Type.Array(Type.String({ minLength: 1, maxLength: 200 }), {
        description: 'For `choice`: the options.',
        minItems: 1,
        maxItems: 200,
        uniqueItems: true,
      }),
    ),
    several: Type.Optional(Type.Boolean({ description: 'For `choice`: whether multiple options can be selected.' })),
    condition: Type.Optional(
      Type.Object(
        {
          field: Type.String({ description: 'The name of a field before this one.', pattern: namePattern }),
          values: Type.Optional(
            Type.Array(Type.String({ minLength: 1, maxLength: 200 }), {
              description: 'For fields of the kind `choice`: the options of which one must be selected.',
              minItems: 1,
              maxItems: 200,
              uniqueItems: true,
            }),
          ),
        },
        {
          description:
            'When the field is displayed: if the other field has one of the values, or if it is filled in or checked. Fields that are not displayed have no value.',
          additionalProperties: false,
        },
      ),
    ),
  },
  { additionalProperties: false },
);

/** A field of a form. */
export type Field = Static<typeof fieldSchema>;

/** Properties that only some kinds of fields may have, each with the kinds that may have it. */
const kindProperties: readonly (readonly [keyof Field, readonly Kind[]])[] = [
  ['longest', ['text', 'textarea']],
  ['minimum', ['number']],
  ['maximum', ['number']],
  ['choices', ['choice']],
  ['several', ['choice']],
];

/**
 * Checks the rules that the schema of the fields cannot express. Returns an error message without its first word, which is the
 * name of the parameter; undefined if the fields are valid.
 */
function validateFields(fields: readonly Field[]): string | undefined {
  const earlier = new Map<string, Field>();
  for (const field of fields) {
    if (earlier.has(field.name)) return `must not have two fields named ${field.name}.`;
    const error = validateField(field) ?? validateCondition(field, earlier);
    if (error) return `has a field ${field.name} that ${error}`;
    earlier.set(field.name, field);
  }
  return undefined;
}

/** Conditions refer only to earlier fields, so that they never depend on each other in a circle. */
function validateCondition({ condition }: Field, earlier: ReadonlyMap<string, Field>): string | undefined {
  if (!condition) return undefined;
  const { field: name, values = [] } = condition;
  const other = earlier.get(name);
  if (!other) return `has a condition on ${name}, which is not the name of a field before it.`;
  const unknown = values.find((value) => !other.choices?.includes(value));
  return unknown === undefined
    ? undefined
    : `has a condition on the value ${unknown}, which is not a choice of ${name}.`;
}

function validateField(field: Field): string | undefined {
  const { kind, choices, minimum = -Infinity, maximum = Infinity, longest = 1 } = field;
  const invalidProperty = kindProperties.find(
    ([property, allowedKinds]) => field[property] !== undefined && !allowedKinds.includes(kind),
  );
  if (invalidProperty)
    return `cannot have the property ${invalidProperty[0]}, which is only for ${invalidProperty[1].join(' or ')}.`;
  if (kind === 'choice' && !choices) return 'requires choices.';
  if (kind === 'text' && longest > maxTextLength)
    return `has a maximum length above ${maxTextLength}; use a textarea for longer texts.`;
  return minimum > maximum ? 'has a minimum above its maximum.' : undefined;
}

/** Returns the maximum length of the values of a `text` or `textarea` field, in characters. */
export const maxLengthOf = ({ kind, longest }: Field): number =>
  longest ?? (kind === 'textarea' ? maxTextareaLength : maxTextLength);

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
