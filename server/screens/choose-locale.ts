// Chooses the language of a page: that of the user, of the site, or of the browser.
import { preferredLanguage } from '../cms-v2/users/preferred-language.ts';
import type { SiteStorage } from '../settings/settings.ts';
import { findLanguageColumns } from './account-store.ts';
import { findLanguage, type Locale, loadLocale, negotiateLanguage } from './locale.ts';
import type { ScreenRequest } from './types.ts';

/**
 * Returns the language for an anonymous visitor: the one that the browser prefers. If the browser accepts none, or the screens do not have
 * it, this is the language of the site, and otherwise English.
 */
export const localeOfBrowser = ({ settings }: SiteStorage, { headers }: ScreenRequest): Promise<Locale> =>
  loadLocale(negotiateLanguage(headers['accept-language']) ?? findLanguage(settings.values.language) ?? 'en');

/**
 * Returns the language for a signed-in user: the one that the user has chosen, as in the admin, otherwise that of the site. If the screens
 * do not have it, this is the language for an anonymous visitor.
 */
export async function localeOfUser(storage: SiteStorage, request: ScreenRequest, userId: number): Promise<Locale> {
  const user = await findLanguageColumns(storage.database.read, userId);
  const chosen = user && findLanguage(preferredLanguage(user));
  const language = chosen ?? findLanguage(storage.settings.values.language);
  return language === undefined ? localeOfBrowser(storage, request) : loadLocale(language);
}
