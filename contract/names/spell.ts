// Declarations of the contract in another spelling: what a mount announces, matches and checks. Compiled once at the start.
import type { Abilities } from '../cms-abilities-v1/collection-abilities.ts';
import type { Ability } from '../grammar/ability.ts';
import type { Link } from '../grammar/link.ts';
import type { Parameters } from '../grammar/parameter.ts';
import type { Resource } from '../grammar/resource.ts';
import type { Endpoint, Route } from '../grammar/route.ts';
import { notesOf, type TSchema, Type } from '../grammar/schema.ts';
import { converterOf } from './convert.ts';
import type { Spelling } from './spelling.ts';

type Words = Readonly<Record<string, unknown>>;

/** Returns a schema in a spelling; the same object where nothing differs. */
export function spellSchema(schema: TSchema, spelling: Spelling): TSchema {
  if (spelling.isNative) return schema;
  const words = schema as unknown as Words;
  const spelled: Record<string, unknown> = {};
  for (const [word, value] of Object.entries(words)) {
    const other = spellWord(word, value, schema, spelling);
    if (other !== value) spelled[word] = other;
  }
  const convert = converterOf(schema, spelling);
  if (convert) spelled.convert = convert;
  if (Object.keys(spelled).length === 0) return schema;
  const made = { ...words, ...spelled } as unknown as TSchema;
  return Type.IsOptional(schema) ? Type.Optional(made) : made;
}

/** A word of a schema; the value itself where nothing differs. */
function spellWord(word: string, value: unknown, schema: TSchema, spelling: Spelling): unknown {
  switch (word) {
    case 'properties':
      return spellParameters(value as Parameters, spelling);
    case 'items':
    case 'additionalProperties':
      return typeof value === 'object' && value !== null ? spellSchema(value as TSchema, spelling) : value;
    case 'anyOf':
    case 'oneOf':
      return unlessSame(value as TSchema[], (each) => spellSchema(each, spelling));
    case 'required':
      return Array.isArray(value) ? unlessSame(value as string[], spelling.name) : value;
    case 'enum':
    case 'const':
    case 'alsoShown':
      return notesOf(schema).isName ? spellNames(value, spelling) : value;
    case 'default':
      return converterOf(schema, spelling)?.(value) ?? value;
    default:
      return value;
  }
}

const spellNames = (value: unknown, spelling: Spelling): unknown =>
  Array.isArray(value)
    ? unlessSame(value, (each) => (typeof each === 'string' ? spelling.name(each) : each))
    : typeof value === 'string'
      ? spelling.name(value)
      : value;

/** A list with every item changed; the list itself where none is. */
function unlessSame<T>(list: readonly T[], change: (item: T) => T): readonly T[] {
  const changed = list.map(change);
  return changed.some((item, at) => item !== list[at]) ? changed : list;
}

/** Returns fields or parameters, by their names in a spelling; the same object where nothing differs. */
export function spellParameters<P extends Parameters>(parameters: P, spelling: Spelling): P {
  const entries = Object.entries(parameters);
  const spelled = entries.map(([name, schema]) => [spelling.name(name), spellSchema(schema, spelling)] as const);
  const isSame = spelled.every(([name, schema], at) => name === entries[at]?.[0] && schema === entries[at]?.[1]);
  return isSame ? parameters : (Object.fromEntries(spelled) as P);
}

/** Returns a route in a spelling. */
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
});

/** Returns a resource in a spelling, with its links, routes and fields. */
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

/** The title of a schema is a name, alone or with what belongs to it: `cms_block-revision`. */
const spellTitle = (title: string, { name }: Spelling): string => title.split('-').map(name).join('-');

/** Spells a link: its static texts belong to the contract, and it declares which of its facts are names. */
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

/** Returns abilities in a spelling, as the routes that they ask are spelled. */
export const spellAbilities = ({ abilities, categories }: Abilities, spelling: Spelling): Abilities => ({
  categories,
  abilities: spelling.isNative ? abilities : abilities.map((each) => spellAbility(each, spelling)),
});

/** Spells an ability: all its texts belong to the contract, the values of its parameters too. */
function spellAbility(ability: Ability, spelling: Spelling): Ability {
  const { asks, always, takes, needs, shows, links, output } = ability;
  const { name, path, relation } = spelling;
  const value = (each: unknown) => (typeof each === 'string' ? name(each) : each);
  return {
    ...ability,
    asks: { ...asks, path: path(asks.path) },
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
