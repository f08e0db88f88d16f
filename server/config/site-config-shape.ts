// The shape of octavo.config.ts: which keys there are and what each takes. What the values mean together is the contract's.
import Type from 'typebox';
import { Value } from 'typebox/value';
import { features } from '../../contract/grammar/content-type.ts';
import { contexts } from '../../contract/grammar/schema.ts';

const text = Type.String();
const texts = Type.Array(text);
const { Optional } = Type;

const exact = <P extends Type.TProperties>(properties: P) => Type.Object(properties, { additionalProperties: false });
const textsOf = (...keys: string[]) => exact(Object.fromEntries(keys.map((key) => [key, text])));

const jsonTypes = Type.Enum(['string', 'integer', 'number', 'boolean', 'array', 'object', 'null']);

const entryRights = exact({
  edit: text,
  editOthers: text,
  editPublished: text,
  editPrivate: text,
  publish: text,
  readPrivate: text,
  delete: text,
  deleteOthers: text,
  deletePublished: text,
  deletePrivate: text,
  create: text,
  read: Optional(text),
});

const schemas = Type.Record(text, Type.Object({ type: Optional(Type.Union([jsonTypes, Type.Array(jsonTypes)])) }));

const labels = Type.Record(text, Type.Union([text, Type.Null()]));
const flagsOf = (...keys: string[]) => exact(Object.fromEntries(keys.map((key) => [key, Type.Boolean()])));

const typeDescription = exact({
  description: Optional(text),
  labels: Optional(labels),
  icon: Optional(Type.Union([text, Type.Null()])),
  visibility: Optional(flagsOf('show_in_nav_menus', 'show_ui')),
  supports: Optional(Type.Record(text, Type.Union([Type.Literal(true), Type.Array(Type.Object({}))]))),
  capabilities: Optional(Type.Record(text, text)),
  template: Optional(Type.Array(Type.Unknown())),
  template_lock: Optional(Type.Union([Type.Enum(['all', 'insert', 'contentOnly']), Type.Literal(false)])),
});

const taxonomyDescription = exact({
  description: Optional(text),
  labels: Optional(labels),
  show_cloud: Optional(Type.Boolean()),
  visibility: Optional(
    flagsOf('public', 'publicly_queryable', 'show_admin_column', 'show_in_nav_menus', 'show_in_quick_edit', 'show_ui'),
  ),
  capabilities: Optional(textsOf('manage_terms', 'edit_terms', 'delete_terms', 'assign_terms')),
});

const type = exact({
  name: text,
  restBase: text,
  restNamespace: Optional(text),
  noun: textsOf('one', 'many'),
  hierarchical: Optional(Type.Boolean()),
  viewable: Optional(Type.Boolean()),
  hasPages: Optional(Type.Boolean()),
  supports: Optional(Type.Array(Type.Enum([...features]))),
  taxonomies: Optional(texts),
  rights: Optional(Type.Union([text, entryRights])),
  discussion: Optional(Type.Enum(['closed', 'setting'])),
  mayBeEmpty: Optional(Type.Boolean()),
  revisionsKept: Optional(Type.Number()),
  meta: Optional(schemas),
  metaBeside: Optional(schemas),
  shown: Optional(Type.Record(text, Type.Array(Type.Enum([...contexts])))),
  address: Optional(textsOf('published', 'other', 'slugMark')),
  searched: Optional(Type.Boolean()),
  listed: Optional(Type.Boolean()),
  description: Optional(typeDescription),
});

const taxonomy = exact({
  name: text,
  restBase: text,
  restNamespace: Optional(text),
  noun: textsOf('one', 'many'),
  hierarchical: Optional(Type.Boolean()),
  types: texts,
  rights: Optional(textsOf('manage', 'edit', 'delete', 'assign')),
  address: Optional(text),
  cssPrefix: Optional(text),
  hasPages: Optional(Type.Boolean()),
  description: Optional(taxonomyDescription),
});

const modelled = exact({ like: text, with: Optional(texts), without: Optional(texts) });

const fontCollection = exact({
  slug: text,
  name: text,
  description: Optional(text),
  font_families: Type.Array(exact({ font_family_settings: Type.Object({}), categories: Optional(texts) })),
  categories: Optional(Type.Array(textsOf('name', 'slug'))),
});

const shape = exact({
  types: Optional(Type.Array(type)),
  taxonomies: Optional(Type.Array(taxonomy)),
  revisionsKept: Optional(Type.Record(text, Type.Number())),
  roles: Optional(Type.Record(text, Type.Union([texts, modelled]))),
  capabilities: Optional(texts),
  templates: Optional(Type.Record(text, texts)),
  extensions: Optional(Type.Array(Type.Union([text, Type.Object({ name: text, namespace: text })]))),
  menuLocations: Optional(Type.Record(text, text)),
  mail: Optional(exact({ server: Optional(text), from: Optional(text) })),
  fontCollections: Optional(Type.Array(fontCollection)),
});

/** What is wrong with the shape of a site's declarations, in words that name the key; undefined where nothing is. */
export function faultOfShape(declared: unknown): string | undefined {
  const errors = Value.Errors(shape, declared);
  const found = tellingFirst.map((keyword) => errors.find((error) => error.keyword === keyword)).find((each) => each);
  const first = found ?? errors[0];
  if (!first) return undefined;
  // Where a value may be of several kinds, what is wrong inside it says more than that it is of none of them.
  const inside = errors.find(({ instancePath }) => instancePath.startsWith(`${first.instancePath}/`));
  const error = first.keyword === 'anyOf' && inside ? inside : first;
  const keys = error.instancePath.split('/').slice(1).map(unescaped);
  const params = error.params as Params;
  const place = placeOf(keys, declared);
  if (error.keyword === 'additionalProperties')
    return `${place} has the unknown key ${listed(params.additionalProperties)}`;
  if (error.keyword === 'required') return `${place} lacks the key ${listed(params.requiredProperties)}`;
  if (error.keyword === 'enum') return `${place} must be one of ${listed(params.allowedValues)}`;
  if (error.keyword === 'type') return `${place} must be ${wordOfType(params.type)}`;
  const kinds = errors.filter(({ keyword, instancePath }) => keyword === 'type' && instancePath === error.instancePath);
  if (kinds.length === 0) return `${place} has a value that it cannot have`;
  return `${place} must be ${kinds.map(({ params }) => wordOfType((params as Params).type)).join(' or ')}`;
}

/** What says more than that a value fits nothing. */
const tellingFirst = ['additionalProperties', 'required', 'enum', 'anyOf'];

const wordsOfTypes: Readonly<Record<string, string>> = {
  string: 'text',
  array: 'a list',
  object: 'an object',
  boolean: 'true or false',
};

type Params = { readonly [name: string]: readonly string[] | string | undefined };

const wordOfType = (type: Params[string]): string => wordsOfTypes[String(type)] ?? String(type);

const listed = (names: readonly string[] | string | undefined): string => [names ?? []].flat().join(', ');

/** A key as a JSON pointer spells it. */
const unescaped = (key: string): string => key.replaceAll('~1', '/').replaceAll('~0', '~');

/** `roles.reviewer`; inside a type or taxonomy `the type recipe: noun.one`. */
function placeOf([list = '', at = '', ...inside]: readonly string[], declared: unknown): string {
  if (list === '') return 'the default export';
  const kind = { types: 'type', taxonomies: 'taxonomy' }[list];
  if (kind === undefined || at === '') return [list, at, ...inside].filter((key) => key !== '').join('.');
  const { name } = ((declared as Record<string, unknown[]>)[list]?.[Number(at)] ?? {}) as { name?: unknown };
  const called = typeof name === 'string' && name !== '' ? `the ${kind} ${name}` : `${list}[${at}]`;
  return inside.length === 0 ? called : `${called}: ${inside.join('.')}`;
}
