// Translates declarations of the contract to the spelling of a mount, once at startup. The mount uses them for its index, for routing and
// for validation.
import type { Abilities, Ability } from '../grammar/ability.ts';
import type { Link } from '../grammar/link.ts';
import type { Parameters } from '../grammar/parameter.ts';
import type { Resource } from '../grammar/resource.ts';
import type { Endpoint, Route } from '../grammar/route.ts';
import { schemaAnnotationsOf, type TSchema, Type } from '../grammar/schema.ts';
import { converterOf } from './convert.ts';
import type { Spelling } from './spelling.ts';

type Keywords = Readonly<Record<string, unknown>>;

/** Returns a schema in the given spelling; the same object if no name differs. */
function spellSchema(schema: TSchema, spelling: Spelling): TSchema {
  if (spelling.isNative) return schema;
  const keywords = schema as unknown as Keywords;
  const spelled: Record<string, unknown> = {};
  for (const [keyword, value] of Object.entries(keywords)) {
    const other = spellKeyword(keyword, value, schema, spelling);
    if (other !== value) spelled[keyword] = other;
  }
  const convert = converterOf(schema, spelling);
  if (convert) spelled.convert = convert;
  if (Object.keys(spelled).length === 0) return schema;
  const spelledSchema = { ...keywords, ...spelled } as unknown as TSchema;
  return Type.IsOptional(schema) ? Type.Optional(spelledSchema) : spelledSchema;
}

/** Returns the value of a keyword in the given spelling; the same value if no name differs. */
function spellKeyword(keyword: string, value: unknown, schema: TSchema, spelling: Spelling): unknown {
  switch (keyword) {
    case 'properties':
      return spellParameters(value as Parameters, spelling);
    case 'items':
    case 'additionalProperties':
      return typeof value === 'object' && value !== null ? spellSchema(value as TSchema, spelling) : value;
    case 'anyOf':
    case 'oneOf':
      return mapUnlessSame(value as TSchema[], (each) => spellSchema(each, spelling));
    case 'required':
      return Array.isArray(value) ? mapUnlessSame(value as string[], spelling.name) : value;
    case 'enum':
    case 'const':
    case 'alsoShown':
      return schemaAnnotationsOf(schema).isName ? spellNames(value, spelling) : value;
    case 'default':
      return converterOf(schema, spelling)?.(value) ?? value;
    default:
      return value;
  }
}

const spellNames = (value: unknown, spelling: Spelling): unknown =>
  Array.isArray(value)
    ? mapUnlessSame(value, (each) => (typeof each === 'string' ? spelling.name(each) : each))
    : typeof value === 'string'
      ? spelling.name(value)
      : value;

/** Maps a list. Returns the same list if no item changes, so that callers can compare by identity. */
function mapUnlessSame<T>(list: readonly T[], change: (item: T) => T): readonly T[] {
  const changed = list.map(change);
  return changed.some((item, at) => item !== list[at]) ? changed : list;
}

/** Returns fields or parameters in the given spelling; the same object if no name differs. */
function spellParameters<P extends Parameters>(parameters: P, spelling: Spelling): P {
  const entries = Object.entries(parameters);
  const spelled = entries.map(([name, schema]) => [spelling.name(name), spellSchema(schema, spelling)] as const);
  const isSame = spelled.every(([name, schema], at) => name === entries[at]?.[0] && schema === entries[at]?.[1]);
  return isSame ? parameters : (Object.fromEntries(spelled) as P);
}

/** Returns a route in the given spelling. */
export const spellRoute = (route: Route, spelling: Spelling): Route =>
  spelling.isNative
    ? route
    : {
        path: spelling.path(route.path),
        parameters: spellParameters(route.parameters, spelling),
        endpoints: route.endpoints.map((endpoint) => spellEndpoint(endpoint, spelling)),
      };

const spellEndpoint = (endpoint: Endpoint, spelling: Spelling): Endpoint => ({
  ...endpoint,
  parameters: spellParameters(endpoint.parameters, spelling),
  ...(endpoint.response && { response: spellSchema(endpoint.response, spelling) }),
  ...(endpoint.changes?.startsWith('/') && { changes: spelling.path(endpoint.changes) as `/${string}` }),
});

/** Returns a resource in the given spelling, with its fields, links and routes. */
export function spellResource(resource: Resource, spelling: Spelling): Resource {
  if (spelling.isNative) return resource;
  return {
    ...resource,
    title: spellTitle(resource.title, spelling),
    namespace: spelling.name(resource.namespace),
    fields: spellParameters(resource.fields, spelling),
    links: resource.links.map((link) => spellLink(link, spelling)),
    ...(resource.toldLinks && {
      toldLinks: resource.toldLinks.map(({ rel, href, action }) => ({
        rel: spelling.relation(rel),
        href: spelling.path(href),
        action: spellAction(action, spelling),
      })),
    }),
    routes: resource.routes.map((route) => spellRoute(route, spelling)),
  };
}

/** Returns a title in the given spelling. Its hyphen-separated parts are translated separately: `cms_block-revision`. */
const spellTitle = (title: string, { name }: Spelling): string => title.split('-').map(name).join('-');

/** Returns a link in the given spelling. The values of its placeholders are translated later, when a record is presented. */
const spellLink = (link: Link, spelling: Spelling): Link => ({
  ...link,
  rel: spelling.relation(link.rel),
  href: spelling.path(link.href),
  ...(link.members && {
    members: Object.fromEntries(Object.entries(link.members).map(([name, text]) => [name, spelling.name(text)])),
  }),
  ...(link.action && { action: spellAction(link.action, spelling) }),
});

const spellAction = ({ title, properties }: NonNullable<Link['action']>, spelling: Spelling) => ({
  title,
  properties: Object.fromEntries(Object.entries(properties).map(([name, each]) => [spelling.name(name), each])),
});

/** Returns abilities in the given spelling, so that they match the routes of the mount. */
export const spellAbilities = ({ abilities, categories }: Abilities, spelling: Spelling): Abilities => ({
  categories,
  abilities: spelling.isNative ? abilities : abilities.map((each) => spellAbility(each, spelling)),
});

/** Returns an ability in the given spelling, including the values of its fixed parameters. */
function spellAbility(ability: Ability, spelling: Spelling): Ability {
  const { request, always, takes, needs, shows, links, output } = ability;
  const { name, path, relation } = spelling;
  const value = (each: unknown) => (typeof each === 'string' ? name(each) : each);
  return {
    ...ability,
    request: { ...request, path: path(request.path) },
    ...(always && {
      always: Object.fromEntries(Object.entries(always).map(([key, each]) => [name(key), value(each)])),
    }),
    ...(takes && { takes: takes.map(name) }),
    ...(needs && { needs: needs.map(name) }),
    ...(shows && { shows: Object.fromEntries(Object.entries(shows).map(([key, each]) => [key, name(each)])) }),
    ...(links && { links: links.map(relation) }),
    ...(output && { output: spellSchema(output, spelling) }),
  };
}
