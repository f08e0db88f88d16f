// Declares and validates the fields of forms.
import { enumOf, type Static, Type } from 'octavo/extension';

/** Kinds of fields. */
export const kinds = ['text', 'email', 'textarea', 'number', 'choice', 'checkbox', 'consent'] as const;
export type Kind = (typeof kinds)[number];

/** Maximum length of a single-line text, in characters. */
const maxTextLength = 1000;

/** Maximum length of a multi-line text, in characters. */
const maxTextareaLength = 20_000;

export const fieldSchema = Type.Object(
  {
    name: Type.String({
      description: 'The name under which values are stored, unique within the form.',
      pattern: '^[a-z][a-z0-9_]{0,39}$',
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
export function validateFields(fields: readonly Field[]): string | undefined {
  const names = new Set<string>();
  for (const field of fields) {
    if (names.has(field.name)) return `must not have two fields named ${field.name}.`;
    names.add(field.name);
    const error = validateField(field);
    if (error) return `has a field ${field.name} that ${error}`;
  }
  return undefined;
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
