// The questions of a form.
import { type Static, Type, words } from 'octavo/extension';

/** What fields can be. */
export const kinds = ['text', 'email', 'textarea', 'number', 'choice', 'checkbox', 'consent'] as const;
export type Kind = (typeof kinds)[number];

/** The most that is taken as the answer to a text, and to a text of many lines. Characters. */
const longestText = 1000;
const longestTextarea = 20_000;

export const fieldSchema = Type.Object(
  {
    name: Type.String({
      description: 'What answers are stored under; no two fields of a form have the same.',
      pattern: '^[a-z][a-z0-9_]{0,39}$',
    }),
    kind: words(kinds, { description: 'What can be answered.' }),
    label: Type.String({
      description: 'What people read. Of a consent: what they agree to.',
      minLength: 1,
      maxLength: 1000,
    }),
    help: Type.Optional(Type.String({ description: 'A word beside the field.', maxLength: 1000 })),
    required: Type.Optional(Type.Boolean({ description: 'Whether it must be filled in; of a box, ticked.' })),
    longest: Type.Optional(
      Type.Integer({ description: 'Of texts: the longest answer. Characters.', minimum: 1, maximum: longestTextarea }),
    ),
    minimum: Type.Optional(Type.Number({ description: 'Of numbers: the least.' })),
    maximum: Type.Optional(Type.Number({ description: 'Of numbers: the most.' })),
    choices: Type.Optional(
      Type.Array(Type.String({ minLength: 1, maxLength: 200 }), {
        description: 'Of a choice: what may be chosen.',
        minItems: 1,
        maxItems: 200,
        uniqueItems: true,
      }),
    ),
    several: Type.Optional(Type.Boolean({ description: 'Of a choice: whether more than one may be chosen.' })),
  },
  { additionalProperties: false },
);

/** A question of a form, as it is stored. */
export type Field = Static<typeof fieldSchema>;

/** Members that not every field can have, and the kinds that can. */
const special: readonly (readonly [keyof Field, readonly Kind[]])[] = [
  ['longest', ['text', 'textarea']],
  ['minimum', ['number']],
  ['maximum', ['number']],
  ['choices', ['choice']],
  ['several', ['choice']],
];

/** What is wrong with fields beyond what their schema says; undefined: nothing. */
export function faultOfFields(fields: readonly Field[]): string | undefined {
  const names = new Set<string>();
  for (const field of fields) {
    if (names.has(field.name)) return `must not have two fields named ${field.name}.`;
    names.add(field.name);
    const fault = faultOf(field);
    if (fault) return `has a field ${field.name} that ${fault}`;
  }
  return undefined;
}

function faultOf(field: Field): string | undefined {
  const { kind, choices, minimum = -Infinity, maximum = Infinity, longest = 1 } = field;
  const wrong = special.find(([member, of]) => field[member] !== undefined && !of.includes(kind));
  if (wrong) return `cannot have the member ${wrong[0]}, for it is no ${wrong[1].join(' or ')}.`;
  if (kind === 'choice' && !choices) return 'needs choices.';
  if (kind === 'text' && longest > longestText)
    return `can be ${longestText} characters long at most; make it a textarea.`;
  return minimum > maximum ? 'has a minimum above its maximum.' : undefined;
}

/** The longest answer to a text field. Characters. */
export const longestOf = ({ kind, longest }: Field): number =>
  longest ?? (kind === 'textarea' ? longestTextarea : longestText);
