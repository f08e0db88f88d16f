// Declares the routes of the settings that extensions declare for administrators. They are an addition to the specification: an extension
// needs no routes of its own for its settings, and secrets are handled in one place.
import { declareEndpoints, type ModuleDeclaration } from '../grammar/module.ts';
import { optional, type Parameters } from '../grammar/parameter.ts';
import type { Resource } from '../grammar/resource.ts';
import type { SchemaAnnotations, TSchema } from '../grammar/schema.ts';
import { Type } from '../grammar/schema.ts';
import { octavoNamespace } from '../namespaces/site-index.ts';

/** The declaration of an extension, as far as it concerns settings for administrators. */
export interface ExtensionWithAdminSettings {
  readonly name: string;
  readonly title: string;
  readonly settings?: Parameters;
  readonly adminSettings?: readonly string[];
}

/** The keywords of schemas that concern secrets and objects. */
interface Keywords extends SchemaAnnotations {
  readonly description?: string;
  readonly type?: unknown;
  readonly writeOnly?: boolean;
  readonly properties?: Parameters;
  readonly default?: unknown;
  readonly required?: readonly string[];
}

const keywordsOf = (schema: TSchema): Keywords => schema as Keywords;

/** Whether a setting, or a property of one, is a secret: responses contain only whether it is set. */
export const isSecret = (schema: TSchema): boolean => keywordsOf(schema).writeOnly === true;

/** The names of the settings that must not change while the secret is set, unless it is submitted too: those next to it in the declaration. */
export const boundNamesOf = (schema: TSchema): readonly string[] => keywordsOf(schema).boundTo ?? [];

/** Returns the schemas of the properties of an object; undefined for other values, and for objects whose properties are not declared. */
export function propertiesOf(schema: TSchema): Parameters | undefined {
  const { type, properties = {} } = keywordsOf(schema);
  return type === 'object' && Object.keys(properties).length > 0 ? properties : undefined;
}

/** The name of the property of responses that says whether a secret is set. */
export const isSetName = (name: string): string => `${name}_set`;

/** Returns the schemas of the settings for administrators, keyed by name. */
export const adminSettingsOf = ({ settings = {}, adminSettings = [] }: ExtensionWithAdminSettings): Parameters =>
  Object.fromEntries(adminSettings.flatMap((name) => (settings[name] ? [[name, settings[name]]] : [])));

/**
 * Returns what is wrong with the declaration of the settings for administrators, as the end of a sentence about the extension; undefined if
 * it is valid.
 */
export function findAdminSettingsError(extension: ExtensionWithAdminSettings): string | undefined {
  const { settings = {}, adminSettings = [] } = extension;
  const unknown = adminSettings.find((name) => !Object.hasOwn(settings, name));
  if (unknown !== undefined) return `lists ${unknown} in adminSettings, which is not one of its settings`;
  for (const [name, schema] of Object.entries(adminSettingsOf(extension))) {
    const error = findSecretError(name, schema, settings);
    if (error !== undefined) return error;
  }
  return undefined;
}

function findSecretError(name: string, schema: TSchema, siblings: Parameters): string | undefined {
  if (isSecret(schema)) {
    const { type, default: defaultValue = '' } = keywordsOf(schema);
    if (type !== 'string' || defaultValue !== '')
      return `declares the secret ${name}, which is not a string with the default ''`;
    if (Object.hasOwn(siblings, isSetName(name))) return `declares both ${name} and ${isSetName(name)}`;
    const unknown = boundNamesOf(schema).find((each) => !Object.hasOwn(siblings, each));
    return unknown === undefined ? undefined : `binds the secret ${name} to ${unknown}, which does not exist`;
  }
  const properties = propertiesOf(schema);
  for (const [property, each] of Object.entries(properties ?? {})) {
    const error = isSecret(each)
      ? findSecretError(property, each, properties ?? {})
      : containsSecret(each) && `has a secret in ${name}[${property}], where it cannot be preserved`;
    if (error) return error;
  }
  const { properties: _properties, ...others } = keywordsOf(schema);
  return containsSecret(properties ? others : schema)
    ? `has a secret in ${name} that is not a property of an object, and cannot be preserved there`
    : undefined;
}

/** The keywords whose values are data, not schemas. */
const dataKeywords: ReadonlySet<string> = new Set(['const', 'default', 'enum', 'example', 'examples']);

/** The keywords whose values are objects of schemas, keyed by names that are not keywords. */
const objectKeywords: ReadonlySet<string> = new Set(['$defs', 'patternProperties', 'properties']);

/** Whether a schema, or a list of schemas, contains a secret in any keyword. */
function containsSecret(schema: unknown): boolean {
  if (typeof schema !== 'object' || schema === null) return false;
  if (keywordsOf(schema as TSchema).writeOnly === true) return true;
  return Object.entries(schema).some(([keyword, value]: [string, unknown]) => {
    if (dataKeywords.has(keyword)) return false;
    return objectKeywords.has(keyword) ? Object.values(value ?? {}).some(containsSecret) : containsSecret(value);
  });
}

/** Returns an optional parameter for a setting. A submitted object may lack properties, which then keep their values. */
function toParameter(schema: TSchema): TSchema {
  const { default: _default, required: _required, ...rest } = schema as Keywords & TSchema;
  return optional({
    ...rest,
    ...(propertiesOf(schema) ? {} : _required && { required: _required }),
  } as unknown as TSchema);
}

/** Returns the schemas of values in responses, in which booleans such as `password_set` replace secrets. */
const presentedSchemas = (schemas: Parameters): Parameters =>
  Object.fromEntries(
    Object.entries(schemas).map(([name, schema]) => {
      if (isSecret(schema)) return [isSetName(name), Type.Boolean({ description: `Whether ${name} is set.` })];
      const properties = propertiesOf(schema);
      if (!properties) return [name, schema];
      const { description = '' } = keywordsOf(schema);
      return [name, Type.Object(presentedSchemas(properties), { description })];
    }),
  );

const declared = (schemas: Parameters, title: string) => {
  const response = Type.Unsafe<Readonly<Record<string, unknown>>>(Type.Object(presentedSchemas(schemas)));
  return declareEndpoints({
    'get-extension-settings': {
      methods: ['GET'],
      description: `Returns the settings of the extension ${title} without secrets, of which it contains only whether they are set.`,
      permission: 'manage-extension-settings',
      answers: 'object',
      response,
      parameters: {},
    },
    'update-extension-settings': {
      methods: ['POST', 'PUT', 'PATCH'],
      description: `Updates the submitted settings of the extension ${title}, or none if a value is invalid. Properties that a submitted object lacks keep their values. An empty string deletes a secret, and null resets a setting to its default.`,
      permission: 'manage-extension-settings',
      answers: 'object',
      response,
      refuses: [409],
      parameters: Object.fromEntries(
        Object.entries(schemas).map(([name, schema]) => [name, toParameter(schema)]),
      ) as Parameters,
    },
  });
};
export type ExtensionSettingsEndpoints = ReturnType<typeof declared>;

/** The module with the code of these endpoints. Each extension has a copy of the declaration, because its code has its own dependencies. */
export const extensionSettingsModule: ModuleDeclaration<ExtensionSettingsEndpoints> = { name: 'extension-settings' };

/** The resource with the settings of an extension, and the module that implements it. */
export interface DeclaredExtensionSettings {
  readonly resource: Resource;
  readonly module: ModuleDeclaration<ExtensionSettingsEndpoints>;
}

/** The path of the settings of an extension. */
export const extensionSettingsPath = (extension: string): string =>
  `/${octavoNamespace}/extension-settings/${extension}`;

/** The contract and the modules of a site refer to the same declarations. */
const known = new WeakMap<ExtensionWithAdminSettings, DeclaredExtensionSettings>();

/** Returns the declaration of the settings of an extension, always the same one; undefined if it has no settings for administrators. */
export function declareExtensionSettings(extension: ExtensionWithAdminSettings): DeclaredExtensionSettings | undefined {
  const { name, title, adminSettings = [] } = extension;
  if (adminSettings.length === 0) return undefined;
  const existing = known.get(extension);
  if (existing) return existing;
  const endpoints = declared(adminSettingsOf(extension), title);
  const module = { ...extensionSettingsModule };
  const resource: Resource = {
    ...{ title: `extension-settings-${name}`, namespace: octavoNamespace, module, fields: {}, links: [] },
    routes: [
      {
        path: extensionSettingsPath(name),
        parameters: {},
        endpoints: [endpoints['get-extension-settings'], endpoints['update-extension-settings']],
      },
    ],
  };
  const made = { resource, module };
  known.set(extension, made);
  return made;
}
