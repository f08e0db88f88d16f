// The names and values of a site's settings, as they are declared (contract/cms-v2/settings.ts).
import { declaredSettings, type Setting } from '../../contract/cms-v2/settings.ts';

export type SettingName = keyof typeof declaredSettings;

type ValueOf<K extends SettingName> = (typeof declaredSettings)[K] extends Setting<infer V> ? V : never;

/** What holds at present: nothing is missing. */
export type SettingValues = { readonly [K in SettingName]: ValueOf<K> };

/** What was set: null where it was taken back, or where nothing was ever set. */
export type ShownSettings = { readonly [K in SettingName]: ValueOf<K> | null };

/** What is to be set; null takes back. */
export type SettingChanges = { readonly [K in SettingName]?: ValueOf<K> | null };

/** Whether there is a setting of this name. */
export const isSetting = (name: string): name is SettingName => Object.hasOwn(declaredSettings, name);

/** All names, in declared order. */
export const settingNames = Object.keys(declaredSettings) as readonly SettingName[];

/** What is declared of a setting. */
export const declaredSetting = (name: SettingName): Setting<unknown> => declaredSettings[name] as Setting<unknown>;

/** Whether a stored value fits what is declared today; an earlier version may have stored another. */
export function fitsSetting(name: SettingName, value: unknown): boolean {
  const { type, enum: allowed } = declaredSetting(name).schema as { type?: string; enum?: readonly unknown[] };
  if (allowed) return allowed.includes(value);
  return type === 'integer' ? Number.isSafeInteger(value) : typeof value === type;
}
