// Reads the language in which users work. The field `locale` of the specification can only be English, so other languages are a
// preference.
import { isObject } from '../../http/parameters/conversions.ts';
import type { UserRow } from './store.ts';
import { readMeta } from './user-args.ts';

/** The scope of the preferences of the admin, and the name of the language in it. */
const scope = 'octavo/admin';
const name = 'language';

/** Maximum length of a language, in characters. Longer values are no languages. */
const maxLength = 35;

/**
 * Returns the language that a user has chosen, such as `de`: the preference `language` in the scope `octavo/admin`, otherwise the field
 * `locale`. An empty string stands for the language of the site.
 */
export function preferredLanguage({ meta, locale }: Pick<UserRow, 'meta' | 'locale'>): string {
  const preferences = readMeta(meta).persisted_preferences;
  const ofAdmin = isObject(preferences) ? preferences[scope] : undefined;
  const language = isObject(ofAdmin) ? ofAdmin[name] : undefined;
  return typeof language === 'string' && isLanguage(language) ? language : locale;
}

/** Whether a text looks like a language tag, such as `de` or `pt_BR`. */
const isLanguage = (text: string): boolean =>
  text.length <= maxLength && /^[a-z]{2,8}(?:[-_][a-z0-9]{2,8})*$/i.test(text);
