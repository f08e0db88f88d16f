// Derives the names and types of the site's settings from their declarations
// (contract/cms-v2/settings.ts), and normalizes values for storage.
import { declaredSettings, type Setting, type SettingValue } from '../../contract/cms-v2/settings.ts';
import { escapeValue } from '../rendering/entities.ts';
import { stripTags } from '../rendering/markup.ts';
import { isZone } from '../time/zone.ts';
import { findPermalinkStructureError } from './permalink-structure.ts';

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

/** Whether a stored value is still valid. An earlier version may have stored a value that is no longer valid. */
export function isValidSetting<K extends SettingName>(name: K, value: unknown): value is SettingValues[K] {
  if (name === 'permalink_structure' && (typeof value !== 'string' || findPermalinkStructureError(value) !== undefined))
    return false;
  const { type, enum: allowed } = declaredSetting(name).schema as { type?: string; enum?: readonly unknown[] };
  if (allowed) return allowed.includes(value);
  return type === 'integer' ? Number.isSafeInteger(value) : typeof value === type;
}

// Normalizes valid settings for storage (protocol.md §19, "Stored as / rule").

type Normalizers = { readonly [K in SettingName]?: (value: SettingValues[K]) => SettingValues[K] | undefined };

/** The supported languages. An empty string stands for the first one. */
const languages = ['en_US', 'de_DE', ''];

/** Escapes text for HTML, including attributes. */
const escapeHtml = (value: string): string => escapeValue(value).replaceAll("'", '&#039;');

/** Returns whether a name is empty or the name of a time zone such as `Europe/Berlin`, not of a fixed offset. */
const isNamedZone = (name: string): boolean => name === '' || (isZone(name) && !/^[+-]/.test(name));

const normalizers: Normalizers = {
  title: escapeHtml,
  description: escapeHtml,
  timezone: (name) => (isNamedZone(name) ? name : undefined),
  date_format: stripTags,
  time_format: stripTags,
  start_of_week: Math.abs,
  language: (name) => (languages.includes(name) ? name : undefined),
  default_category: Math.abs,
  posts_per_page: (n) => (n === -1 ? n : Math.abs(n) || 1),
  page_on_front: Math.abs,
  page_for_posts: Math.abs,
};

/** Returns the value to store for a valid setting; undefined if the value must be ignored. */
export function normalizeSetting<K extends SettingName>(
  name: K,
  value: SettingValues[K],
): SettingValues[K] | undefined {
  const normalizer = normalizers[name];
  // NUL characters are never valid in text.
  const plain = typeof value === 'string' ? (value.replaceAll('\0', '') as SettingValues[K]) : value;
  return normalizer ? normalizer(plain) : plain;
}
