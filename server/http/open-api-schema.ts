// Declarations as schemas of the OpenAPI document.
import type { Parameters } from '../../contract/grammar/parameter.ts';
import type { Resource } from '../../contract/grammar/resource.ts';
import { notesOf, type TSchema } from '../../contract/grammar/schema.ts';
import { argumentWords, schemaWords } from './describe.ts';

export type Schema = Readonly<Record<string, unknown>>;

/** The body of every refusal. */
export const errorSchema = {
  type: 'object',
  required: ['code', 'message', 'data'],
  properties: {
    code: { type: 'string', description: 'What is wrong, in a word that does not change.' },
    message: { type: 'string', description: 'What is wrong, in a sentence for people.' },
    data: {
      type: 'object',
      required: ['status'],
      properties: { status: { type: 'integer', description: 'The status of the answer.' } },
    },
  },
};

/** A record as it is read. Which members there are depends on the context, so none is required but those of every one. */
export const recordOf = ({ fields }: Resource): Schema => ({
  type: 'object',
  properties: { ...shownOf(fields), _links: { type: 'object' }, _embedded: { type: 'object' } },
});

const shownOf = (fields: Parameters): Schema =>
  Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, shown(field, schemaOf(field))]));

/** A schema with the values that are shown and cannot be sent, in its members as well. */
function shown(field: TSchema, schema: Schema): Schema {
  const { alsoShown = [], alsoTypes = [] } = notesOf(field);
  const { properties } = field as { properties?: Parameters };
  const members = schema.properties as Readonly<Record<string, Schema>> | undefined;
  return {
    ...schema,
    ...(Array.isArray(schema.enum) && {
      enum: [...schema.enum, ...alsoShown, ...(alsoTypes.includes('null') ? [null] : [])],
    }),
    ...(alsoTypes.length > 0 && { type: [...[schema.type].flat(), ...alsoTypes] }),
    ...(properties &&
      members && {
        properties: Object.fromEntries(
          Object.entries(members).map(([name, member]) => {
            const declared = properties[name];
            return [name, declared ? shown(declared, member) : member];
          }),
        ),
      }),
  };
}

/**
 * A declaration as a schema of OpenAPI: moments have no zone here, which its `date-time` asks for; an address that people
 * give may be empty, which only its `uri-reference` allows.
 */
export const schemaOf = (schema: TSchema): Schema => converted(schemaWords(schema));

/** A parameter as a schema of OpenAPI. */
export const argumentOf = (schema: TSchema): Schema => converted(argumentWords(schema));

function converted(schema: Schema): Schema {
  const { context: _context, readonly, format, ...rest } = schema;
  const words: Record<string, unknown> = { ...rest };
  if (readonly === true) words.readOnly = true;
  if (typeof format === 'string' && format !== 'date-time')
    words.format = format === 'uri' && readonly !== true ? 'uri-reference' : format;
  for (const word of ['items', 'additionalProperties'] as const)
    if (words[word] !== null && typeof words[word] === 'object') words[word] = converted(words[word] as Schema);
  for (const word of ['anyOf', 'oneOf'] as const)
    if (Array.isArray(words[word])) words[word] = (words[word] as Schema[]).map(converted);
  return words.properties && typeof words.properties === 'object' ? withMembers(words) : words;
}

// The index says of a member that it is required; a schema of today lists the names.
function withMembers(words: Schema): Schema {
  const members = Object.entries(words.properties as Record<string, Schema>);
  const { required: listed = [] } = words as { required?: readonly string[] };
  const required = [...listed, ...members.filter(([, each]) => each.required === true).map(([name]) => name)];
  const properties = members.map(([name, { required: own, ...each }]) => {
    return [name, converted(Array.isArray(own) ? { ...each, required: own } : each)] as const;
  });
  return { ...words, properties: Object.fromEntries(properties), ...(required.length > 0 ? { required } : {}) };
}

/** What may be sent: without the members that are only shown; a text by itself or as `raw`. */
export function bodySchemaOf(schema: TSchema): Schema {
  const { description, ...sent } = writableOf(argumentOf(schema));
  return {
    ...(description === undefined ? {} : { description }),
    ...(notesOf(schema).unchecked ? { anyOf: [{ type: 'string' }, sent] } : sent),
  };
}

function writableOf(schema: Schema): Schema {
  if (schema.properties === undefined) return schema;
  const members = Object.entries(schema.properties as Record<string, Schema>);
  const written = members.filter(([, each]) => each.readOnly !== true);
  return { ...schema, properties: Object.fromEntries(written.map(([name, each]) => [name, writableOf(each)])) };
}
