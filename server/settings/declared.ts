// Derives the names and types of the site's settings from their declarations (contract/cms-v2/settings.ts).
import { declaredSettings, type Setting, type SettingValue } from '../../contract/cms-v2/settings.ts';

/** The name of a setting. */
export type SettingName = keyof typeof declaredSettings;

/** The effective values of all settings. */
export type SettingValues = { readonly [K in SettingName]: SettingValue<K> };

/** The settings as the API presents them; null for a setting without a valid value or default. */
export type PresentedSettings = { readonly [K in SettingName]: SettingValue<K> | null };

/** Changes to settings; null resets a setting. */
export type SettingChanges = { readonly [K in SettingName]?: SettingValue<K> | null };

/** Returns whether a setting with this name exists. */
export const isSetting = (name: string): name is SettingName => Object.hasOwn(declaredSettings, name);

/** The names of all settings, in the order of their declarations. */
export const settingNames = Object.keys(declaredSettings) as readonly SettingName[];

const declarations: { readonly [K in SettingName]: Setting<SettingValues[K]> } = declaredSettings;

/** Returns the declaration of a setting. */
export const declaredSetting = <K extends SettingName>(name: K): Setting<SettingValues[K]> => declarations[name];

/** Returns whether a stored value is still valid. An earlier version may have stored a value that is no longer valid. */
export function isValidSetting<K extends SettingName>(name: K, value: unknown): value is SettingValues[K] {
  const { type, enum: allowed } = declaredSetting(name).schema as { type?: string; enum?: readonly unknown[] };
  if (allowed) return allowed.includes(value);
  return type === 'integer' ? Number.isSafeInteger(value) : typeof value === type;
}
