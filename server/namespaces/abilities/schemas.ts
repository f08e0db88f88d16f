// Derives the JSON schemas of the input and the output of abilities from the routes that they call, and converts values.
import type { Ability } from '../../../contract/grammar/ability.ts';
import { isRequired } from '../../../contract/grammar/parameter.ts';
import type { Resource } from '../../../contract/grammar/resource.ts';
import { schemaAnnotationsOf, type TSchema } from '../../../contract/grammar/schema.ts';
import { propertiesIn } from '../../http/json-scan.ts';
import { joinProperties, SerializedJson } from '../../http/json-text.ts';
import { fieldSchemas } from '../../http/open-api/records.ts';
import { bodySchema, receivedSchema, type Schema } from '../../http/open-api/schema.ts';
import type { BoundEndpoint, BoundRoute } from '../../http/routes.ts';

// Derives the JSON schema of an ability's output from its route, and converts responses to outputs. An output is always an object.

/** The shape of a response, which determines the shape of the output. */
type ResponseKind = 'list' | 'keyed' | 'deleted' | 'record';

/** Returns the kind of an endpoint's response, derived from its declaration. */
function responseKindOf({ declared: { operation, answers } }: BoundEndpoint): ResponseKind {
  if (answers === 'keyed') return 'keyed';
  if (answers === 'list' || operation.startsWith('list-')) return 'list';
  return operation.startsWith('delete-') ? 'deleted' : 'record';
}

/** Returns the names of the properties of an ability's output, without links; empty if none are declared. */
const outputProperties = ({ shows }: Ability, { resource }: BoundRoute): string[] =>
  Object.keys(shows ?? resource.fields);

/** Returns the output schema of an ability. */
export function outputOf(ability: Ability, route: BoundRoute, endpoint: BoundEndpoint): Schema {
  const { shows, output, links = [] } = ability;
  const kind = responseKindOf(endpoint);
  const record = output ? receivedSchema(output) : recordWith(route.resource, links);
  if (shows) return renamed(record, shows);
  switch (kind) {
    case 'list':
      return {
        type: 'object',
        properties: {
          items: { type: 'array', items: record },
          total: { type: 'integer', description: 'Total number of matching items.' },
          total_pages: { type: 'integer', description: 'Number of pages.' },
        },
        required: ['items'],
      };
    case 'keyed':
      return { type: 'object', additionalProperties: record };
    case 'deleted':
      // The response is the record if it was moved to the trash, otherwise an object with `deleted` and `previous`.
      return {
        ...record,
        properties: {
          ...(record.properties as Schema),
          deleted: { type: 'boolean', description: 'Whether the object was permanently deleted.' },
          previous: { ...record, description: 'The deleted object.' },
        },
      };
    case 'record':
      return record;
  }
}

/** Returns the schema of a record with the given links. No property is required, because the input can select properties. */
function recordWith(resource: Resource, relations: readonly string[]): Schema {
  const properties = Object.fromEntries(relations.map((relation) => [relation, linkSchema]));
  return {
    type: 'object',
    properties: { ...fieldSchemas(resource), ...(relations.length > 0 && { _links: { type: 'object', properties } }) },
  };
}

const linkSchema: Schema = {
  type: 'array',
  items: { type: 'object', properties: { href: { type: 'string', description: 'The URL.' } } },
};

function renamed(record: Schema, shows: Readonly<Record<string, string>>): Schema {
  const properties = record.properties as Schema;
  return {
    type: 'object',
    properties: Object.fromEntries(Object.entries(shows).map(([name, property]) => [name, properties[property] ?? {}])),
  };
}

/** Converts a JSON response to the output of the ability without parsing it. */
export function toOutput({ shows }: Ability, json: string, headers: Readonly<Record<string, string>>): SerializedJson {
  if (json.startsWith('[')) {
    const { 'X-CMS-Total': total, 'X-CMS-TotalPages': pages } = headers;
    return new SerializedJson(joinProperties({ items: json, total, total_pages: pages }));
  }
  if (!shows) return new SerializedJson(json.startsWith('{') ? json : joinProperties({ value: json }));
  const propertyMap = new Map(propertiesIn(json));
  return new SerializedJson(
    joinProperties(
      Object.fromEntries(Object.entries(shows).map(([name, property]) => [name, propertyMap.get(property)])),
    ),
  );
}

/** Returns the values of `_fields` for the given output properties, including the declared links and the result of a deletion. */
export const requestedProperties = (
  { shows, links = [] }: Ability,
  endpoint: BoundEndpoint,
  names: readonly string[],
): string[] => [
  ...names.map((name) => shows?.[name] ?? name),
  ...links.map((relation) => `_links.${relation}`),
  ...(responseKindOf(endpoint) === 'deleted' ? ['deleted', 'previous'] : []),
];

// Derives the JSON schema of an ability's input from the query, body and path parameters of its route.

/** Returns the names of the path parameters of a route. */
export const pathNames = (path: string): string[] => [...path.matchAll(/<(\w+)>/g)].map(([, name = '']) => name);

/** Name of the input property that selects output properties, unless the route has a parameter with this name. */
export const selectionProperty = 'fields';

/** Returns the output properties that the input can select; empty if the route has a parameter named `fields`. */
export function selectableProperties(ability: Ability, route: BoundRoute, endpoint: BoundEndpoint): readonly string[] {
  return selectionProperty in endpoint.parameters ? [] : outputProperties(ability, route);
}

/** Returns the input schema of an ability: an object with the parameters of the route that the ability accepts, and `fields`. */
export function inputOf(ability: Ability, route: BoundRoute, endpoint: BoundEndpoint): Schema {
  const { always = {}, takes, needs = [] } = ability;
  const inPath = pathNames(route.declared.path);
  const listedParameters = Object.entries(endpoint.parameters).filter(
    ([name, schema]) =>
      !(name in always) &&
      takes?.includes(name) !== false &&
      (inPath.includes(name) || !schemaAnnotationsOf(schema).unlisted),
  );
  const required = listedParameters
    .filter(([name, schema]) => inPath.includes(name) || needs.includes(name) || isRequired(schema))
    .map(([name]) => name);
  const selectable = selectableProperties(ability, route, endpoint);
  return {
    type: 'object',
    properties: {
      ...Object.fromEntries(
        listedParameters.map(
          ([name, schema]) => [name, bodySchema(schemaAnnotationsOf(schema).json ?? schema)] as const,
        ),
      ),
      ...(selectable.length > 0 && { [selectionProperty]: fieldsSchema(selectable) }),
    },
    ...(required.length > 0 ? { required } : { default: {} }),
    additionalProperties: false,
  };
}

const fieldsSchema = (selectable: readonly string[]): Schema => ({
  description: 'Limits the result to these properties.',
  type: 'array',
  items: { type: 'string', enum: selectable },
});

/** Returns an input value as the route accepts it: serialized for a parameter that takes JSON text, otherwise unchanged. */
export const toRouteValue = (schema: TSchema | undefined, value: unknown): unknown =>
  schema && schemaAnnotationsOf(schema).json ? JSON.stringify(value) : value;

// Removes unnecessary escapes from regular expressions in schemas, so that all JSON schema validators accept them.

/**
 * Returns a copy of a schema without unnecessary backslashes in its patterns, at any depth. REST schemas keep these backslashes for
 * compatibility, but JSON Schema validators that compile patterns with the Unicode flag reject them.
 */
export function withPlainPatterns<T>(schema: T): T {
  if (Array.isArray(schema)) return schema.map(withPlainPatterns) as T;
  if (typeof schema !== 'object' || schema === null) return schema;
  return Object.fromEntries(
    Object.entries(schema).map(([key, value]) => [
      key,
      key === 'pattern' && typeof value === 'string' ? withoutUnnecessaryEscapes(value) : withPlainPatterns(value),
    ]),
  ) as T;
}

const withoutUnnecessaryEscapes = (pattern: string): string => pattern.replace(/\\([^\w^$\\.*+?()[\]{}|/-])/g, '$1');
