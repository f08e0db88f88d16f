// Describes routes for the index and OPTIONS (protocol.md §11, §13).
import { isRequired, type Parameters } from '../../contract/grammar/parameter.ts';
import type { Resource } from '../../contract/grammar/resource.ts';
import { schemaAnnotationsOf, type TSchema } from '../../contract/grammar/schema.ts';
import { type BoundRoute, methodsOf } from './routes.ts';

export interface RouteEntry {
  namespace: string;
  methods: string[];
  endpoints: object[];
  schema?: object;
  _links?: { self: { href: string }[] };
}

/** Keywords that limit numbers, and the lengths of strings, lists and objects. */
export const limitingKeywords = [
  ...['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf', 'minLength', 'maxLength'],
  ...['minItems', 'maxItems', 'uniqueItems', 'minProperties', 'maxProperties'],
] as const;

/** Keywords of published schemas. All others are internal annotations. */
const publicKeywords = [
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
  ...limitingKeywords,
  'anyOf',
  'oneOf',
  'context',
  'readonly',
] as const;

/**
 * Returns the description of a route. `includeSchema` adds the schema of its resource. Only routes without path parameters have a self
 * link.
 */
export function describeRoute(route: BoundRoute, rest: string, includeSchema: boolean): RouteEntry {
  const entry: RouteEntry = {
    namespace: route.namespace,
    methods: methodsOf(route),
    endpoints: route.endpoints.map(({ declared, parameters }) => ({
      methods: declared.methods,
      ...(declared.batch === undefined ? {} : { allow_batch: { v1: declared.batch } }),
      args: argumentsOf(parameters),
    })),
  };
  if (includeSchema && Object.keys(route.resource.fields).length > 0) entry.schema = schemaOf(route.resource, rest);
  if (!route.declared.path.includes('<')) entry._links = { self: [{ href: rest + route.declared.path }] };
  return entry;
}

const listed = (schemas: Parameters) =>
  Object.entries(schemas).filter(([, schema]) => !schemaAnnotationsOf(schema).unlisted);

function argumentsOf(parameters: Parameters): object {
  return Object.fromEntries(
    listed(parameters).map(([name, schema]) => {
      const { context: _context, readonly: _readonly, ...argument } = toDraftFour(publicArgumentSchema(schema));
      const { toldType: type, toldRequired } = schemaAnnotationsOf(schema);
      return [name, { ...argument, ...(type && { type }), required: isRequired(schema) || toldRequired === true }];
    }),
  );
}

/**
 * Returns the schema of a parameter without internal annotations, with `required` if the properties of objects are validated. Meta fields
 * can be submitted separately; each one that is submitted is validated.
 */
function publicArgumentSchema(schema: TSchema): Record<string, unknown> {
  const { unchecked, check } = schemaAnnotationsOf(schema);
  const { required, ...keywords } = publicKeywordsOf(schema, unchecked !== true);
  return check === 'object-or-list' || required === undefined ? keywords : { ...keywords, required };
}

/** Returns the public keywords. `includeRequired` adds `required` to objects, which applies to submitted values, not to records. */
function publicKeywordsOf(schema: TSchema | object, includeRequired: boolean): Record<string, unknown> {
  const source = schema as Record<string, unknown>;
  const output: Record<string, unknown> = {};
  for (const keyword of publicKeywords)
    if (keyword in source) output[keyword] = convertKeyword(keyword, source[keyword], includeRequired);
  const required = includeRequired ? requiredProperties(source) : [];
  return required.length > 0 ? { ...output, required } : output;
}

/** Returns the required properties of an object, except those whose schema contains `required: true` (draft 4). */
function requiredProperties({
  required = [],
  properties = {},
}: {
  required?: string[];
  properties?: Parameters;
}): string[] {
  return required.filter((name) => properties[name] === undefined || !schemaAnnotationsOf(properties[name]).needed);
}

function convertKeyword(keyword: string, value: unknown, includeRequired: boolean): unknown {
  if (value === null || typeof value !== 'object' || keyword === 'default' || keyword === 'enum') return value;
  if (keyword === 'properties')
    return Object.fromEntries(Object.entries(value).map(([name, schema]) => [name, fieldOf(schema, includeRequired)]));
  if (keyword === 'anyOf' || keyword === 'oneOf')
    return (value as object[]).map((each) => publicKeywordsOf(each, includeRequired));
  return keyword === 'items' || keyword === 'additionalProperties' ? publicKeywordsOf(value, includeRequired) : value;
}

const fieldOf = (schema: TSchema, includeRequired = false): object => ({
  ...publicKeywordsOf(schema, includeRequired),
  ...(schemaAnnotationsOf(schema).needed ? { required: true } : {}),
});

/** Converts exclusive bounds, which are numbers in current JSON Schema, to draft 4, where a flag makes a bound exclusive. */
function toDraftFour({ exclusiveMinimum, exclusiveMaximum, ...keywords }: Record<string, unknown>): object & {
  readonly context?: unknown;
  readonly readonly?: unknown;
} {
  return {
    ...keywords,
    ...(exclusiveMinimum !== undefined && { minimum: exclusiveMinimum, exclusiveMinimum: true }),
    ...(exclusiveMaximum !== undefined && { maximum: exclusiveMaximum, exclusiveMaximum: true }),
  };
}

/** Returns the JSON Schema of a resource (draft 4), with the actions of its links. */
function schemaOf(resource: Resource, rest: string): object {
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
