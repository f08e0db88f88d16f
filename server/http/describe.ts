// A route as the index and OPTIONS tell it (protocol.md §11, §13).
import { isRequired, type Parameters } from '../../contract/grammar/parameter.ts';
import type { Resource } from '../../contract/grammar/resource.ts';
import { notesOf, type TSchema } from '../../contract/grammar/schema.ts';
import { type BoundRoute, methodsOf } from './routes.ts';

export interface RouteEntry {
  namespace: string;
  methods: string[];
  endpoints: object[];
  schema?: object;
  _links?: { self: { href: string }[] };
}

/** The words of a schema that callers see; the rest are our own notes. */
const shownWords = [
  'title',
  'description',
  'type',
  'default',
  'format',
  'enum',
  'items',
  'properties',
  'patternProperties',
  'additionalProperties',
  'pattern',
  'minimum',
  'maximum',
  'exclusiveMinimum',
  'exclusiveMaximum',
  'multipleOf',
  'minLength',
  'maxLength',
  'minItems',
  'maxItems',
  'uniqueItems',
  'minProperties',
  'maxProperties',
  'anyOf',
  'oneOf',
  'context',
  'readonly',
] as const;

/** The entry of a route; `help` adds the schema of its resource. Self links only where the path has no parameters. */
export function describeRoute(route: BoundRoute, rest: string, help: boolean): RouteEntry {
  const entry: RouteEntry = {
    namespace: route.namespace,
    methods: methodsOf(route),
    endpoints: route.endpoints.map(({ declared, parameters }) => ({
      methods: declared.methods,
      ...(declared.batch === undefined ? {} : { allow_batch: { v1: declared.batch } }),
      args: argumentsOf(parameters),
    })),
  };
  if (help && Object.keys(route.resource.fields).length > 0) entry.schema = schemaOf(route.resource, rest);
  if (!route.declared.path.includes('<')) entry._links = { self: [{ href: rest + route.declared.path }] };
  return entry;
}

const listed = (schemas: Parameters) => Object.entries(schemas).filter(([, schema]) => !notesOf(schema).unlisted);

function argumentsOf(parameters: Parameters): object {
  return Object.fromEntries(
    listed(parameters).map(([name, schema]) => {
      const { context: _context, readonly: _readonly, ...argument } = inDraftFour(argumentWords(schema));
      const { toldType: type, toldRequired } = notesOf(schema);
      return [name, { ...argument, ...(type && { type }), required: isRequired(schema) || toldRequired === true }];
    }),
  );
}

/** A schema without our own notes, at every depth. */
export const schemaWords = (schema: TSchema | object): Record<string, unknown> => wordsOf(schema, false);

/** A parameter's schema without our own notes, with the members that its objects must have where that is looked at. */
export function argumentWords(schema: TSchema): Record<string, unknown> {
  const { unchecked, check } = notesOf(schema);
  return wordsOf(schema, unchecked !== true && check !== 'object-or-list');
}

/** `demands` tells the members that objects must have; of records that are shown, it would say nothing about what is sent. */
function wordsOf(schema: TSchema | object, demands: boolean): Record<string, unknown> {
  const source = schema as Record<string, unknown>;
  const shown: Record<string, unknown> = {};
  for (const word of shownWords) if (word in source) shown[word] = deeper(word, source[word], demands);
  const demanded = demands ? demandedBy(source) : [];
  return demanded.length > 0 ? { ...shown, required: demanded } : shown;
}

/** The members an object must have, but for those that say so themselves. */
function demandedBy({ required = [], properties = {} }: { required?: string[]; properties?: Parameters }): string[] {
  return required.filter((name) => properties[name] === undefined || !notesOf(properties[name]).needed);
}

function deeper(word: string, value: unknown, demands: boolean): unknown {
  if (value === null || typeof value !== 'object' || word === 'default' || word === 'enum') return value;
  if (word === 'properties')
    return Object.fromEntries(Object.entries(value).map(([name, schema]) => [name, fieldOf(schema, demands)]));
  if (word === 'anyOf' || word === 'oneOf') return (value as object[]).map((each) => wordsOf(each, demands));
  return word === 'items' || word === 'additionalProperties' ? wordsOf(value, demands) : value;
}

const fieldOf = (schema: TSchema, demands = false): object => ({
  ...wordsOf(schema, demands),
  ...(notesOf(schema).needed ? { required: true } : {}),
});

/** Bounds that are not reached themselves: a number in the JSON schema of today, a mark beside the bound in draft 4. */
function inDraftFour({ exclusiveMinimum, exclusiveMaximum, ...words }: Record<string, unknown>): object & {
  readonly context?: unknown;
  readonly readonly?: unknown;
} {
  return {
    ...words,
    ...(exclusiveMinimum !== undefined && { minimum: exclusiveMinimum, exclusiveMinimum: true }),
    ...(exclusiveMaximum !== undefined && { maximum: exclusiveMaximum, exclusiveMaximum: true }),
  };
}

/** The JSON schema of a resource (draft 4), with what callers may do by its links. */
export function schemaOf(resource: Resource, rest: string): object {
  const links = [...resource.links, ...(resource.toldLinks ?? [])].flatMap(({ rel, href, action }) =>
    action
      ? [
          {
            rel: `${rest}/docs/relations/${rel.slice(rel.indexOf(':') + 1)}`,
            title: action.title,
            href: rest + href,
            targetSchema: { type: 'object', properties: action.properties },
          },
        ]
      : [],
  );
  return {
    $schema: 'http://json-schema.org/draft-04/schema#',
    title: resource.title,
    ...(resource.description !== undefined && { description: resource.description }),
    type: 'object',
    properties: Object.fromEntries(listed(resource.fields).map(([name, schema]) => [name, fieldOf(schema)])),
    ...(links.length > 0 ? { links } : {}),
  };
}
