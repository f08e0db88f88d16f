// Normalizes valid settings for storage (protocol.md §19, "Stored as / rule").

import { escapeValue } from '../rendering/entities.ts';
import { stripTags } from '../rendering/markup.ts';
import { isZone } from '../time/zone.ts';
import type { SettingName, SettingValues } from './declared.ts';

type Normalizers = { readonly [K in SettingName]?: (value: SettingValues[K]) => SettingValues[K] | undefined };

/** The supported languages. An empty string stands for the first one. */
const languages = ['en_US', ''];

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
