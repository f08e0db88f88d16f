// The fields of forms.
import { enumOf, type Static, Type } from 'octavo/extension';

/** Kinds of fields. */
export const kinds = ['text', 'email', 'textarea', 'number', 'choice', 'checkbox', 'consent'] as const;
export type Kind = (typeof kinds)[number];

/** Maximum lengths of single-line and multi-line texts, in characters. */
const maxTextLength = 1000;
const maxTextareaLength = 20_000;

export const fieldSchema = Type.Object(
  {
    name: Type.String({
      description: 'The name under which values are stored, unique within the form.',
      pattern: '^[a-z][a-z0-9_]{0,39}$',
    }),
    kind: enumOf(kinds, { description: 'The kind of the field.' }),
    label: Type.String({
      description: 'The label of the field; for consents, the text that is accepted.',
      minLength: 1,
      maxLength: 1000,
    }),
    help: Type.Optional(Type.String({ description: 'A help text for the field.', maxLength: 1000 })),
    required: Type.Optional(
      Type.Boolean({ description: 'Whether the field must be filled in, or a checkbox ticked.' }),
    ),
    longest: Type.Optional(
      Type.Integer({
        description: 'For texts: the maximum length, in characters.',
        minimum: 1,
        maximum: maxTextareaLength,
      }),
    ),
    minimum: Type.Optional(Type.Number({ description: 'For numbers: the minimum.' })),
    maximum: Type.Optional(Type.Number({ description: 'For numbers: the maximum.' })),
    choices: Type.Optional(
      Type.Array(Type.String({ minLength: 1, maxLength: 200 }), {
        description: 'For choices: the options.',
        minItems: 1,
        maxItems: 200,
        uniqueItems: true,
      }),
    ),
    several: Type.Optional(Type.Boolean({ description: 'For choices: whether several options can be selected.' })),
  },
  { additionalProperties: false },
);

/** A field of a form as it is stored. */
export type Field = Static<typeof fieldSchema>;

/** Properties that are allowed only for some kinds of fields, with these kinds. */
const kindProperties: readonly (readonly [keyof Field, readonly Kind[]])[] = [
  ['longest', ['text', 'textarea']],
  ['minimum', ['number']],
  ['maximum', ['number']],
  ['choices', ['choice']],
  ['several', ['choice']],
];

/** Returns an error that the schema of the fields cannot express; undefined if they are valid. */
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
  const invalidProperty = kindProperties.find(([property, of]) => field[property] !== undefined && !of.includes(kind));
  if (invalidProperty)
    return `cannot have the property ${invalidProperty[0]}, which is only for ${invalidProperty[1].join(' or ')}.`;
  if (kind === 'choice' && !choices) return 'needs choices.';
  if (kind === 'text' && longest > maxTextLength)
    return `can have at most ${maxTextLength} characters; use a textarea for longer texts.`;
  return minimum > maximum ? 'has a minimum above its maximum.' : undefined;
}

/** Returns the maximum length of a text field, in characters. */
export const maxLengthOf = ({ kind, longest }: Field): number =>
  longest ?? (kind === 'textarea' ? maxTextareaLength : maxTextLength);
