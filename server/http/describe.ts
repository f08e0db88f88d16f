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
      const { context: _context, readonly: _readonly, ...argument } = schemaWords(schema);
      return [name, { ...argument, required: isRequired(schema) }];
    }),
  );
}

/** A schema without our own notes, at every depth. */
export function schemaWords(schema: TSchema | object): Record<string, unknown> {
  const source = schema as Record<string, unknown>;
  const shown: Record<string, unknown> = {};
  for (const word of shownWords) if (word in source) shown[word] = deeper(word, source[word]);
  return shown;
}

function deeper(word: string, value: unknown): unknown {
  if (value === null || typeof value !== 'object' || word === 'default' || word === 'enum') return value;
  if (word === 'properties')
    return Object.fromEntries(Object.entries(value).map(([name, schema]) => [name, fieldOf(schema)]));
  if (word === 'anyOf' || word === 'oneOf') return (value as object[]).map((each) => schemaWords(each));
  return word === 'items' || word === 'additionalProperties' ? schemaWords(value) : value;
}

const fieldOf = (schema: TSchema): object => ({
  ...schemaWords(schema),
  ...(notesOf(schema).needed ? { required: true } : {}),
});

/** The JSON schema of a resource (draft 4), with what callers may do by its links. */
export function schemaOf(resource: Resource, rest: string): object {
  const links = resource.links.flatMap(({ rel, href, action }) =>
    action
      ? [
          {
            rel: `${rest}/docs/relations/${rel.slice('cms:'.length)}`,
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
    type: 'object',
    properties: Object.fromEntries(listed(resource.fields).map(([name, schema]) => [name, fieldOf(schema)])),
    ...(links.length > 0 ? { links } : {}),
  };
}
