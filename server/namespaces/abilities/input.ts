// Derives the JSON schema of an ability's input from the query, body and path parameters of its route.
import type { Ability } from '../../../contract/grammar/ability.ts';
import { isRequired } from '../../../contract/grammar/parameter.ts';
import { schemaAnnotationsOf, type TSchema } from '../../../contract/grammar/schema.ts';
import { bodySchema, type Schema } from '../../http/open-api/schema.ts';
import type { BoundEndpoint, BoundRoute } from '../../http/routes.ts';
import { outputProperties } from './output.ts';

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
