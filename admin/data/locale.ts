// Loads the translation of the admin: only for users whose language has one, and only the one that they use.
import { isRTL, setLocaleData } from '@wordpress/i18n';
import { adminPath } from './page.ts';
import { mirrorStyles } from './styles.ts';

/** The names of the catalogues by their languages, which the build inserts. */
declare const CATALOGUE_NAMES: Readonly<Record<string, string>>;

/** The parameter of the URL that overrides the language of the user, to look at a translation. */
const parameter = 'locale';

/**
 * Loads the catalogue of the first of some languages that has one, such as `pt_BR` or `pt-BR`. English has none. If the catalogue cannot be
 * loaded, the admin stays in English.
 */
export async function loadLocale(languages: readonly string[]): Promise<void> {
  const requested = new URLSearchParams(location.search).get(parameter) ?? '';
  const language = [requested, ...languages].map(findLanguage).find((found) => found !== undefined);
  if (language === undefined) return;
  try {
    const response = await fetch(`${adminPath}/assets/${CATALOGUE_NAMES[language]}`);
    setLocaleData(await response.json());
    document.documentElement.lang = language;
    if (!isRTL()) return;
    document.documentElement.dir = 'rtl';
    await mirrorStyles();
  } catch (error) {
    console.error('The translation could not be loaded.', error);
  }
}

/** Returns the language of a catalogue for a language of the API; undefined if there is none. */
function findLanguage(language: string): string | undefined {
  const name = language.replaceAll('_', '-').toLowerCase();
  const names = Object.keys(CATALOGUE_NAMES);
  return (
    names.find((each) => each.toLowerCase() === name) ??
    names.find((each) => each.toLowerCase() === name.split('-', 1)[0])
  );
}
