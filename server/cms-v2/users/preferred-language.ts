// Reads the language in which users work. The field `locale` of the specification can only be English, so other languages are a
// preference.
import { adminPreference } from './admin-preferences.ts';
import type { UserRow } from './store.ts';

/** Maximum length of a language, in characters. Longer values are no languages. */
const maxLength = 35;

/**
 * Returns the language that a user has chosen, such as `de`: the preference `language` in the scope `octavo/admin`, otherwise the field
 * `locale`. An empty string stands for the language of the site.
 */
export function preferredLanguage({ meta, locale }: Pick<UserRow, 'meta' | 'locale'>): string {
  const language = adminPreference({ meta }, 'language');
  return typeof language === 'string' && isLanguage(language) ? language : locale;
}

/** Whether a text looks like a language tag, such as `de` or `pt_BR`. */
const isLanguage = (text: string): boolean =>
  text.length <= maxLength && /^[a-z]{2,8}(?:[-_][a-z0-9]{2,8})*$/i.test(text);
