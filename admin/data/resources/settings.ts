// Reads and changes the settings of the site and of extensions, as the API describes them.
import { serviceText } from '../../ui/service-text.ts';
import { send } from '../client.ts';
import type { FieldSchema } from './schemas.ts';

/** The value of a setting: any JSON value. */
export type SettingValue = unknown;

/** Values by the names of the settings. */
export type SettingValues = Readonly<Record<string, SettingValue>>;

/** A control for values that a schema does not describe. */
export type SettingControl =
  | 'timezone'
  | 'date-format'
  | 'time-format'
  | 'lines'
  | 'permalink'
  | 'page'
  | 'category'
  | 'image'
  | 'terms';

/** A setting. */
export interface Setting {
  readonly name: string;
  readonly label: string;
  readonly help: string;
  readonly schema: FieldSchema & { readonly default?: unknown };
  readonly control: SettingControl | null;
  /** The only values; empty if others are possible. */
  readonly choices: readonly { readonly value: string | number; readonly label: string }[];
  readonly suggestions: readonly string[];
  /** The option of the configuration that determines the value; null if the user can change it. */
  readonly option: string | null;
}

/** A group of settings that one route reads and changes. */
export interface SettingGroup {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  /** The route. */
  readonly path: string;
  readonly settings: readonly Setting[];
}

/** Values with their version. */
export interface SettingsRecord {
  readonly values: SettingValues;
  readonly etag: string | undefined;
}

/** An option of the configuration, which only operators can change. */
export interface ConfiguredOption {
  readonly option: string;
  readonly variable: string;
  readonly description: string;
  readonly value: string | null;
  readonly source: 'option' | 'environment' | 'file' | 'default';
}

/** The route of the settings of the site. */
export const siteSettingsPath = '/octavo/v1/settings';

/** Reads the groups of all settings, with texts in the language of the admin. Throws ApiError. */
async function readSettingGroups(): Promise<readonly SettingGroup[]> {
  const { data } = await send<{ readonly groups: readonly SettingGroup[] }>('/octavo/v1/setting-groups');
  return data.groups.map(({ title, description, settings, ...group }) => ({
    ...group,
    title: serviceText(title),
    description: serviceText(description),
    settings: settings.map(({ label, help, choices, schema, ...setting }) => ({
      ...setting,
      schema: translateSchema(schema),
      label: serviceText(label),
      help: serviceText(help),
      choices: choices.map((choice) => ({ ...choice, label: serviceText(choice.label) })),
    })),
  }));
}

/** The query of the groups of all settings, which change only when the service is restarted. Its error is an ApiError. */
export const settingGroupsQuery = { queryKey: ['setting-groups'], queryFn: readSettingGroups, staleTime: 300_000 };

/** Returns a schema with its titles, descriptions and labels of values in the language of the admin, also those of schemas inside. */
function translateSchema(schema: FieldSchema): FieldSchema {
  const { title, description, enumLabels, properties, items, additionalProperties, ...others } = schema;
  const labels = enumLabels && Object.entries(enumLabels).map(([value, label]) => [value, serviceText(label)] as const);
  const inside = properties && Object.entries(properties).map(([name, each]) => [name, translateSchema(each)] as const);
  return {
    ...others,
    ...(title !== undefined && { title: serviceText(title) }),
    ...(description !== undefined && { description: serviceText(description) }),
    ...(labels && { enumLabels: Object.fromEntries(labels) }),
    ...(inside && { properties: Object.fromEntries(inside) }),
    ...(items && { items: translateSchema(items) }),
    ...(additionalProperties && { additionalProperties: translateSchema(additionalProperties) }),
  };
}

/** Reads the values at a route. Throws ApiError. */
export async function readSettings(path: string): Promise<SettingsRecord> {
  const { data, headers } = await send<SettingValues>(path);
  return { values: data, etag: headers.get('ETag') ?? undefined };
}

/** Changes settings at a route, and resolves with all values. Throws ApiError; 412 if they were changed since they were read. */
export async function changeSettings(path: string, changes: SettingValues, etag?: string): Promise<SettingsRecord> {
  const { data, headers } = await send<SettingValues>(path, {
    ...{ method: 'POST', body: changes },
    ...(etag !== undefined && { ifMatch: etag }),
  });
  return { values: data, etag: headers.get('ETag') ?? undefined };
}

/** Reads the options of the configuration, with descriptions in the language of the admin. Throws ApiError. */
export async function readConfiguration(): Promise<readonly ConfiguredOption[]> {
  const { data } = await send<{ readonly options: readonly ConfiguredOption[] }>('/octavo/v1/configuration');
  return data.options.map((option) => ({ ...option, description: serviceText(option.description) }));
}
