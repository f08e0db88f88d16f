// The names and types of the site's settings, from their declarations (contract/cms-v2/settings.ts).
import { declaredSettings, type Setting } from '../../contract/cms-v2/settings.ts';

export type SettingName = keyof typeof declaredSettings;

type ValueOf<K extends SettingName> = (typeof declaredSettings)[K] extends Setting<infer V> ? V : never;

/** The effective settings, all of which have a value. */
export type SettingValues = { readonly [K in SettingName]: ValueOf<K> };

/** The settings as presented: null for a setting that was reset or never set. */
export type PresentedSettings = { readonly [K in SettingName]: ValueOf<K> | null };

/** Changes of settings; null resets a setting. */
export type SettingChanges = { readonly [K in SettingName]?: ValueOf<K> | null };

/** Returns whether a setting with this name exists. */
export const isSetting = (name: string): name is SettingName => Object.hasOwn(declaredSettings, name);

/** All names in the order of their declarations. */
export const settingNames = Object.keys(declaredSettings) as readonly SettingName[];

/** Returns the declaration of a setting. */
export const declaredSetting = (name: SettingName): Setting<unknown> => declaredSettings[name] as Setting<unknown>;

/** Returns whether a stored value is valid today; an earlier version may have stored another one. */
export function isValidSetting(name: SettingName, value: unknown): boolean {
  const { type, enum: allowed } = declaredSetting(name).schema as { type?: string; enum?: readonly unknown[] };
  if (allowed) return allowed.includes(value);
  return type === 'integer' ? Number.isSafeInteger(value) : typeof value === type;
}
