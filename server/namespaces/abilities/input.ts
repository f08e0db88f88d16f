// What an ability takes, as a JSON schema: the parameters of its route, those of the address among them.
import type { Ability } from '../../../contract/grammar/ability.ts';
import { isRequired } from '../../../contract/grammar/parameter.ts';
import { notesOf, type TSchema } from '../../../contract/grammar/schema.ts';
import { bodySchema } from '../../http/open-api/schema.ts';
import type { BoundEndpoint, BoundRoute } from '../../http/routes.ts';
import { membersOf } from './output.ts';

type Schema = Readonly<Record<string, unknown>>;

/** The names that stand in an address for its parameters. */
export const pathNames = (path: string): string[] => [...path.matchAll(/<(\w+)>/g)].map(([, name = '']) => name);

/** The member that narrows what is given, where the route has no parameter of this name. */
export const narrowing = 'fields';

/** Whether what an ability gives can be narrowed, and to which members. */
export function narrowedBy(ability: Ability, route: BoundRoute, endpoint: BoundEndpoint): readonly string[] {
  return narrowing in endpoint.parameters ? [] : membersOf(ability, route);
}

/** The schema of what an ability takes: an object of the parameters that are told of the route, and no others. */
export function inputOf(ability: Ability, route: BoundRoute, endpoint: BoundEndpoint): Schema {
  const { always = {}, takes, needs = [] } = ability;
  const inPath = pathNames(route.declared.path);
  const taken = Object.entries(endpoint.parameters).filter(
    ([name, schema]) =>
      !(name in always) && takes?.includes(name) !== false && (inPath.includes(name) || !notesOf(schema).unlisted),
  );
  const required = taken
    .filter(([name, schema]) => inPath.includes(name) || needs.includes(name) || isRequired(schema))
    .map(([name]) => name);
  const members = narrowedBy(ability, route, endpoint);
  return {
    type: 'object',
    properties: {
      ...Object.fromEntries(taken.map(([name, schema]) => [name, bodySchema(notesOf(schema).json ?? schema)] as const)),
      ...(members.length > 0 && { [narrowing]: fieldsSchema(members) }),
    },
    ...(required.length > 0 ? { required } : { default: {} }),
    additionalProperties: false,
  };
}

const fieldsSchema = (members: readonly string[]): Schema => ({
  description: 'Only these members of what is given.',
  type: 'array',
  items: { type: 'string', enum: members },
});

/** A value of the input as the route takes it. */
export const sentAs = (schema: TSchema | undefined, value: unknown): unknown =>
  schema && notesOf(schema).json ? JSON.stringify(value) : value;
