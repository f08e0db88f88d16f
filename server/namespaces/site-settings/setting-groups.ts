// Describes the settings of the site and of extensions in groups, for user interfaces that display them without knowing them.

import { type SettingForm, settingForms, settingGroups } from '../../../contract/cms-v2/setting-forms.ts';
import { declaredSettings } from '../../../contract/cms-v2/settings.ts';
import { isRequired, type Parameters } from '../../../contract/grammar/parameter.ts';
import type { Resource } from '../../../contract/grammar/resource.ts';
import type { Endpoint, Route } from '../../../contract/grammar/route.ts';
import type { Static, TSchema } from '../../../contract/grammar/schema.ts';
import { adminSettingsOf, extensionSettingsPath } from '../../../contract/octavo-v1/extension-settings.ts';
import { type settingGroup, siteSettingsPath, strictSettings } from '../../../contract/octavo-v1/site-settings.ts';
import type { settingNames } from '../../settings/declared.ts';

/** A group of settings. Its path has the native spelling. */
export type SettingGroup = Static<typeof settingGroup>;

type DescribedSetting = SettingGroup['settings'][number];

/** The declaration of an extension, as far as it concerns settings. */
export interface ExtensionWithSettings {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly resources: readonly Resource[];
  readonly settings?: Parameters;
  readonly adminSettings?: readonly string[];
}

/** Returns the groups of the site, and one group for each extension whose settings can be read and changed. */
export const describeSettingGroups = (extensions: readonly ExtensionWithSettings[]): SettingGroup[] => [
  ...describeSite(),
  ...extensions.flatMap((extension) => describeExtension(extension) ?? []),
];

const describeSite = (): SettingGroup[] =>
  Object.entries(settingGroups).map(([name, title]) => {
    const settings = (Object.keys(settingForms) as (keyof typeof settingForms)[]).flatMap((each) =>
      settingForms[each].group === name ? describeSiteSetting(each) : [],
    );
    return {
      name,
      title,
      description: '',
      path: siteSettingsPath,
      settings: name === 'general' ? withUrl(settings) : settings,
    };
  });

function describeSiteSetting(name: (typeof settingNames)[number]): DescribedSetting {
  const { label, help, control, choices = [], suggestions = [] }: SettingForm = settingForms[name];
  const { default: defaultValue } = declaredSettings[name].schema as { readonly default?: unknown };
  return {
    ...{ name, label, help, control: control ?? null, suggestions: [...suggestions], option: null },
    schema: { ...publicSchema(strictSettings[name]), default: defaultValue ?? null },
    choices: choices.map(([value, text]) => ({ value, label: text })),
  };
}

/** Returns the settings with the URL of the site, which only the configuration determines, after the tagline. */
const withUrl = ([title, description, ...more]: DescribedSetting[]): DescribedSetting[] => [
  ...(title ? [title] : []),
  ...(description ? [description] : []),
  {
    ...{ name: 'url', label: 'Site URL', help: 'The URL at which the service is reached.', control: null },
    ...{ choices: [], suggestions: [], option: '--home', schema: { type: 'string', format: 'uri' } },
  },
  ...more,
];

/**
 * Returns the group of an extension: its settings for administrators, or else the settings that one of its routes, without placeholders in
 * its path, reads and changes; undefined if there are none. Other settings are the extension's own state.
 */
function describeExtension(extension: ExtensionWithSettings): SettingGroup | undefined {
  const { name, title, description, resources, settings = {}, adminSettings = [] } = extension;
  if (adminSettings.length > 0) {
    const described = Object.entries(adminSettingsOf(extension)).map((each) => describeSchema(...each));
    return { name, title, description, path: extensionSettingsPath(name), settings: described };
  }
  for (const { routes } of resources)
    for (const route of routes) {
      const changed = changedSettings(route, settings);
      if (changed.length > 0)
        return { name, title, description, path: route.path, settings: changed.map((each) => describeSchema(...each)) };
    }
  return undefined;
}

/** Returns the settings that a route changes, if it also reads them and all parameters of both endpoints are optional settings. */
function changedSettings({ path, endpoints }: Route, settings: Parameters): (readonly [string, TSchema])[] {
  const endpointOf = (method: 'GET' | 'POST'): Endpoint | undefined =>
    endpoints.find(({ methods }) => methods.includes(method));
  const [read, update] = [endpointOf('GET'), endpointOf('POST')];
  if (!read || !update || path.includes('<') || Object.keys(read.parameters).length > 0) return [];
  const names = Object.keys(update.parameters);
  if (Object.values(update.parameters).some(isRequired)) return [];
  const schemas = names.flatMap((name) => {
    const schema = Object.hasOwn(settings, name) ? settings[name] : undefined;
    return schema ? [[name, schema] as const] : [];
  });
  return schemas.length === names.length ? schemas : [];
}

interface Described {
  readonly title?: string;
  readonly description?: string;
  readonly enum?: readonly (string | number)[];
  readonly enumLabels?: Readonly<Record<string, string>>;
  readonly control?: 'terms';
  readonly items?: TSchema;
  readonly properties?: Parameters;
}

function describeSchema(name: string, schema: TSchema): DescribedSetting {
  const { title, description = '', enum: values = [], enumLabels = {}, control = null } = schema as Described;
  return {
    ...{ name, label: title ?? toLabel(name), help: description, control, suggestions: [], option: null },
    schema: publicSchema(schema),
    choices: values.map((value) => ({ value, label: enumLabels[value] ?? toLabel(String(value)) })),
  };
}

/** Returns a name as a label: `cookie_days` → `Cookie days`. */
function toLabel(name: string): string {
  const words = name.replaceAll(/[-_]+/g, ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}

const publicKeywords: ReadonlySet<string> = new Set([
  ...['type', 'format', 'enum', 'default', 'minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf'],
  ...['minLength', 'maxLength', 'pattern', 'minItems', 'maxItems', 'uniqueItems', 'required', 'maxProperties'],
  ...['writeOnly', 'boundTo'],
]);

/** Returns the keywords of a schema that validate values, the default, and the schemas of items and properties. */
function publicSchema(schema: TSchema): Record<string, unknown> {
  const { items, properties = {} } = schema as Described;
  const { additionalProperties: others } = schema as { readonly additionalProperties?: unknown };
  return {
    ...Object.fromEntries(Object.entries(schema).filter(([keyword]) => publicKeywords.has(keyword))),
    ...(items && { items: publicPart(items) }),
    ...(Object.keys(properties).length > 0 && {
      properties: Object.fromEntries(
        Object.entries(properties).map(([name, each]) => [name, { title: toLabel(name), ...publicPart(each) }]),
      ),
    }),
    ...(typeof others === 'object' && others !== null && { additionalProperties: publicPart(others as TSchema) }),
  };
}

/** Returns the schema of a part of a value, with its label and help, and with the labels of the only values. */
function publicPart(schema: TSchema): Record<string, unknown> {
  const { title, description, enum: values, enumLabels = {} } = schema as Described;
  return {
    ...publicSchema(schema),
    ...(title !== undefined && { title }),
    ...(description !== undefined && { description }),
    ...(values && {
      enumLabels: Object.fromEntries(values.map((value) => [value, enumLabels[value] ?? toLabel(String(value))])),
    }),
  };
}
