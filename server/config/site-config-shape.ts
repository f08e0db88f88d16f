// Validates the shape of octavo.config.ts: its keys and their types. The contract checks the meaning of the values.
import Type from 'typebox';
import { Value } from 'typebox/value';
import { features } from '../../contract/grammar/content-type.ts';
import { contexts } from '../../contract/grammar/schema.ts';

const stringType = Type.String();
const stringArray = Type.Array(stringType);
const { Optional } = Type;

const strictObject = <P extends Type.TProperties>(properties: P) =>
  Type.Object(properties, { additionalProperties: false });
const stringProperties = (...keys: string[]) => strictObject(Object.fromEntries(keys.map((key) => [key, stringType])));

const jsonTypes = Type.Enum(['string', 'integer', 'number', 'boolean', 'array', 'object', 'null']);

const entryRights = strictObject({
  edit: stringType,
  editOthers: stringType,
  editPublished: stringType,
  editPrivate: stringType,
  publish: stringType,
  readPrivate: stringType,
  delete: stringType,
  deleteOthers: stringType,
  deletePublished: stringType,
  deletePrivate: stringType,
  create: stringType,
  read: Optional(stringType),
});

const schemas = Type.Record(
  stringType,
  Type.Object({ type: Optional(Type.Union([jsonTypes, Type.Array(jsonTypes)])) }),
);

const labels = Type.Record(stringType, Type.Union([stringType, Type.Null()]));
const flagsOf = (...keys: string[]) => strictObject(Object.fromEntries(keys.map((key) => [key, Type.Boolean()])));

const typeDescription = strictObject({
  description: Optional(stringType),
  labels: Optional(labels),
  icon: Optional(Type.Union([stringType, Type.Null()])),
  visibility: Optional(flagsOf('show_in_nav_menus', 'show_ui')),
  supports: Optional(Type.Record(stringType, Type.Union([Type.Literal(true), Type.Array(Type.Object({}))]))),
  capabilities: Optional(Type.Record(stringType, stringType)),
  template: Optional(Type.Array(Type.Unknown())),
  template_lock: Optional(Type.Union([Type.Enum(['all', 'insert', 'contentOnly']), Type.Literal(false)])),
});

const taxonomyDescription = strictObject({
  description: Optional(stringType),
  labels: Optional(labels),
  show_cloud: Optional(Type.Boolean()),
  visibility: Optional(
    flagsOf('public', 'publicly_queryable', 'show_admin_column', 'show_in_nav_menus', 'show_in_quick_edit', 'show_ui'),
  ),
  capabilities: Optional(stringProperties('manage_terms', 'edit_terms', 'delete_terms', 'assign_terms')),
});

const type = strictObject({
  name: stringType,
  restBase: stringType,
  restNamespace: Optional(stringType),
  noun: stringProperties('one', 'many'),
  hierarchical: Optional(Type.Boolean()),
  viewable: Optional(Type.Boolean()),
  hasPages: Optional(Type.Boolean()),
  supports: Optional(Type.Array(Type.Enum([...features]))),
  taxonomies: Optional(stringArray),
  rights: Optional(Type.Union([stringType, entryRights])),
  discussion: Optional(Type.Enum(['closed', 'setting'])),
  mayBeEmpty: Optional(Type.Boolean()),
  revisionsKept: Optional(Type.Number()),
  meta: Optional(schemas),
  metaBeside: Optional(schemas),
  shown: Optional(Type.Record(stringType, Type.Array(Type.Enum([...contexts])))),
  address: Optional(stringProperties('published', 'other', 'slugMark')),
  searched: Optional(Type.Boolean()),
  listed: Optional(Type.Boolean()),
  description: Optional(typeDescription),
});

const taxonomy = strictObject({
  name: stringType,
  restBase: stringType,
  restNamespace: Optional(stringType),
  noun: stringProperties('one', 'many'),
  hierarchical: Optional(Type.Boolean()),
  types: stringArray,
  rights: Optional(stringProperties('manage', 'edit', 'delete', 'assign')),
  address: Optional(stringType),
  cssPrefix: Optional(stringType),
  hasPages: Optional(Type.Boolean()),
  description: Optional(taxonomyDescription),
});

const derivedRole = strictObject({ like: stringType, with: Optional(stringArray), without: Optional(stringArray) });

const fontCollection = strictObject({
  slug: stringType,
  name: stringType,
  description: Optional(stringType),
  font_families: Type.Array(strictObject({ font_family_settings: Type.Object({}), categories: Optional(stringArray) })),
  categories: Optional(Type.Array(stringProperties('name', 'slug'))),
});

const shape = strictObject({
  types: Optional(Type.Array(type)),
  taxonomies: Optional(Type.Array(taxonomy)),
  revisionsKept: Optional(Type.Record(stringType, Type.Number())),
  roles: Optional(Type.Record(stringType, Type.Union([stringArray, derivedRole]))),
  capabilities: Optional(stringArray),
  templates: Optional(Type.Record(stringType, stringArray)),
  extensions: Optional(Type.Array(Type.Union([stringType, Type.Object({ name: stringType, namespace: stringType })]))),
  menuLocations: Optional(Type.Record(stringType, stringType)),
  mail: Optional(strictObject({ server: Optional(stringType), from: Optional(stringType) })),
  fontCollections: Optional(Type.Array(fontCollection)),
});

/** Returns an error message that names the invalid key of a site's declarations, or undefined when their shape is valid. */
export function validateShape(declared: unknown): string | undefined {
  const errors = Value.Errors(shape, declared);
  const found = keywordPriority
    .map((keyword) => errors.find((error) => error.keyword === keyword))
    .find((each) => each);
  const first = found ?? errors[0];
  if (!first) return undefined;
  // For a value of a union type, an error inside the value is more specific than that of the union.
  const nestedError = errors.find(({ instancePath }) => instancePath.startsWith(`${first.instancePath}/`));
  const error = first.keyword === 'anyOf' && nestedError ? nestedError : first;
  const keys = error.instancePath.split('/').slice(1).map(unescaped);
  const params = error.params as Params;
  const location = describeLocation(keys, declared);
  if (error.keyword === 'additionalProperties')
    return `${location} has the unknown key ${joinNames(params.additionalProperties)}`;
  if (error.keyword === 'required') return `${location} is missing the key ${joinNames(params.requiredProperties)}`;
  if (error.keyword === 'enum') return `${location} must be one of ${joinNames(params.allowedValues)}`;
  if (error.keyword === 'type') return `${location} must be ${typeName(params.type)}`;
  const typeErrors = errors.filter(
    ({ keyword, instancePath }) => keyword === 'type' && instancePath === error.instancePath,
  );
  if (typeErrors.length === 0) return `${location} has an invalid value`;
  return `${location} must be ${typeErrors.map(({ params }) => typeName((params as Params).type)).join(' or ')}`;
}

/** Keywords of errors that are more specific than others, by priority. */
const keywordPriority = ['additionalProperties', 'required', 'enum', 'anyOf'];

const typeNames: Readonly<Record<string, string>> = {
  string: 'a string',
  array: 'an array',
  object: 'an object',
  boolean: 'true or false',
};

type Params = { readonly [name: string]: readonly string[] | string | undefined };

const typeName = (type: Params[string]): string => typeNames[String(type)] ?? String(type);

const joinNames = (names: readonly string[] | string | undefined): string => [names ?? []].flat().join(', ');

/** Returns a key from its form in a JSON Pointer. */
const unescaped = (key: string): string => key.replaceAll('~1', '/').replaceAll('~0', '~');

/** Describes the location of a key: `roles.reviewer`; inside a type or taxonomy `the type recipe: noun.one`. */
function describeLocation([list = '', at = '', ...inside]: readonly string[], declared: unknown): string {
  if (list === '') return 'the default export';
  const kind = { types: 'type', taxonomies: 'taxonomy' }[list];
  if (kind === undefined || at === '') return [list, at, ...inside].filter((key) => key !== '').join('.');
  const { name } = ((declared as Record<string, unknown[]>)[list]?.[Number(at)] ?? {}) as { name?: unknown };
  const called = typeof name === 'string' && name !== '' ? `the ${kind} ${name}` : `${list}[${at}]`;
  return inside.length === 0 ? called : `${called}: ${inside.join('.')}`;
}
