// What is stored of a setting that fits its declaration (protocol.md §19, "Stored as / rule").
import { stripTags } from '../rendering/markup.ts';
import { escapeValue } from '../rendering/sanitise/entities.ts';
import { isZone } from '../time/zone.ts';
import type { SettingName, SettingValues } from './declared.ts';

type Rules = { readonly [K in SettingName]?: (value: SettingValues[K]) => SettingValues[K] | undefined };

/** The languages that the service speaks; the empty one is the first. */
const languages = ['en_US', ''];

/** Text as it stands in HTML, in attributes too. */
const escaped = (value: string): string => escapeValue(value).replaceAll("'", '&#039;');

/** The name of a zone, which knows its summer time; a mere distance from GMT is none. */
const isNamedZone = (name: string): boolean => name === '' || (isZone(name) && !/^[+-]/.test(name));

const rules: Rules = {
  title: escaped,
  description: escaped,
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

/** The value as it is stored; undefined where it leaves the setting as it is. */
export function storedSetting<K extends SettingName>(name: K, value: SettingValues[K]): SettingValues[K] | undefined {
  const rule = rules[name] as ((value: SettingValues[K]) => SettingValues[K] | undefined) | undefined;
  // NUL is no character of any text that is shown.
  const plain = typeof value === 'string' ? (value.replaceAll('\0', '') as SettingValues[K]) : value;
  return rule ? rule(plain) : plain;
}
