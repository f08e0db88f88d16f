// Declares the settings of the service for user interfaces: the values of all settings of the site, the groups with labels and help in which
// they are displayed together with those of extensions, and the configuration, which only operators can change. They are an addition to the
// specification, whose settings route has fewer settings and no labels.

import { type SettingForm, settingControls, settingForms } from '../cms-v2/setting-forms.ts';
import { declaredSettings, type SettingValue } from '../cms-v2/settings.ts';
import { declareEndpoints, type ModuleDeclaration } from '../grammar/module.ts';
import { type FieldsOf, optional } from '../grammar/parameter.ts';
import type { Resource } from '../grammar/resource.ts';
import { anyObject, enumOf, type TSchema, Type } from '../grammar/schema.ts';
import { octavoNamespace } from '../namespaces/site-index.ts';

type SettingName = keyof typeof declaredSettings;

const text = (description: string) => Type.String({ description });
const nullableText = (description: string) => Type.Unsafe<string | null>({ type: ['string', 'null'], description });

/** Returns the schema of a setting with the limits and the choices of its form. */
function strictSchema(name: SettingName): TSchema {
  const { type, format, enum: values } = declaredSettings[name].schema as Readonly<Record<string, unknown>>;
  const { choices, control, help, label, minimum, maximum }: SettingForm = settingForms[name];
  const min = minimum ?? (control === 'page' || control === 'category' || control === 'image' ? 0 : undefined);
  return {
    ...{ type, title: label, description: help },
    ...(format !== undefined && { format }),
    ...(choices ? { enum: choices.map(([value]) => value) } : values !== undefined && { enum: values }),
    ...(min !== undefined && { minimum: min }),
    ...(maximum !== undefined && { maximum }),
  } as TSchema;
}

const settingNames = Object.keys(declaredSettings) as SettingName[];

type SettingSchemas = { readonly [Name in SettingName]: ReturnType<typeof Type.Unsafe<SettingValue<Name>>> };

/** The schemas of all settings of the site. They accept fewer values than those of `/cms/v2/settings`. */
export const strictSettings = Object.fromEntries(
  settingNames.map((name) => [name, strictSchema(name)]),
) as unknown as SettingSchemas;

const parameters = Object.fromEntries(
  settingNames.map((name) => [name, optional({ ...(strictSettings[name] as TSchema), first: true } as TSchema)]),
) as unknown as FieldsOf<SettingSchemas>;

/** Returns the schema of a value in a response: a setting may have no value. */
function presentedSchema(schema: TSchema): TSchema {
  const { type, enum: values, ...rest } = schema as { readonly type: string; readonly enum?: readonly unknown[] };
  return { ...rest, type: [type, 'null'], ...(values && { enum: [...values, null] }) } as unknown as TSchema;
}

const presentedSettings = Object.fromEntries(
  settingNames.map((name) => [name, presentedSchema(strictSettings[name] as TSchema)]),
);

const settingValues = Type.Unsafe<Readonly<Record<string, unknown>>>({
  ...Type.Object(presentedSettings, {
    description: 'The values, keyed by the name of the setting; null for no value.',
  }),
});

const choice = Type.Object({
  value: Type.Unsafe<string | number>({ type: ['string', 'integer'], description: 'The value.' }),
  label: text('The label of the value.'),
});

const describedSetting = Type.Object({
  name: Type.String({ description: 'The name of the setting.', isName: true }),
  label: text('The label.'),
  help: text('What the setting does.'),
  schema: anyObject({ description: 'The JSON Schema of the values.' }),
  control: Type.Unsafe<(typeof settingControls)[number] | null>({
    type: ['string', 'null'],
    enum: [...settingControls, null],
    description: 'The control that the value needs, if the schema does not describe it.',
  }),
  choices: Type.Array(choice, { description: 'The only values, with labels; empty if others are possible.' }),
  suggestions: Type.Array(Type.String(), { description: 'Common values.' }),
  option: nullableText('The option of the configuration that determines the value, if requests cannot change it.'),
});

/** The schema of a group of settings. */
export const settingGroup = Type.Object({
  name: Type.String({ description: 'The name of the group, or of the extension.', isName: true }),
  title: text('The title.'),
  description: text('A description; empty if the title says everything.'),
  path: text('The path of the route that reads and changes the settings, below the REST root.'),
  settings: Type.Array(describedSetting, { description: 'The settings.' }),
});

/** The schema of an option of the configuration. */
export const configuredOption = Type.Object({
  option: text('The option of the command line, such as `--home`.'),
  variable: text('The environment variable.'),
  description: text('What the option does.'),
  value: nullableText('The value in effect, without passwords; null for none.'),
  source: enumOf(['option', 'environment', 'file', 'default'], {
    description:
      'Where the value is set: on the command line (`option`), in the environment or `.env` (`environment`), in `octavo.config.ts` (`file`), or nowhere (`default`).',
  }),
});

const manage = { permission: 'manage-settings', parameters: {} } as const;

const endpoints = declareEndpoints({
  'get-site-settings': {
    ...manage,
    description: 'Returns the values of all settings of the site.',
    answers: 'object',
    response: settingValues,
  },
  'update-site-settings': {
    description:
      'Updates the submitted settings, or none if a value is invalid, and returns all values. Null resets a setting to its default.',
    answers: 'object',
    response: settingValues,
    permission: 'manage-settings',
    parameters,
  },
  'list-setting-groups': {
    ...manage,
    description: 'Returns the settings of the site and of extensions in groups, with labels, help and schemas.',
    answers: 'object',
    response: Type.Object({ groups: Type.Array(settingGroup, { description: 'The groups.' }) }),
  },
  'list-configuration': {
    ...manage,
    description: 'Returns the options of the configuration with the values in effect, and where they are set.',
    answers: 'object',
    response: Type.Object({ options: Type.Array(configuredOption, { description: 'The options.' }) }),
  },
});
export type SiteSettingsEndpoints = typeof endpoints;

/** The module with the code of these endpoints. */
export const siteSettingsModule: ModuleDeclaration<SiteSettingsEndpoints> = { name: 'site-settings' };

/** The path of the settings of the site. */
export const siteSettingsPath = '/octavo/v1/settings';

export const siteSettings: Resource = {
  title: 'site-settings',
  namespace: octavoNamespace,
  module: siteSettingsModule,
  fields: {},
  links: [],
  routes: [
    {
      path: siteSettingsPath,
      parameters: {},
      endpoints: [endpoints['get-site-settings'], endpoints['update-site-settings']],
    },
    { path: '/octavo/v1/setting-groups', parameters: {}, endpoints: [endpoints['list-setting-groups']] },
    { path: '/octavo/v1/configuration', parameters: {}, endpoints: [endpoints['list-configuration']] },
  ],
};
