// Loads the translation of the admin: only for users whose language has one, and only the one that they use.
import { isRTL, setLocaleData } from '@wordpress/i18n';
import { adminPath } from './page.ts';
import { mirrorStyles } from './styles.ts';

/** The names of the catalogues, which the build inserts: `de` for all screens, and `de.editor` for the editor only. */
declare const CATALOGUE_NAMES: Readonly<Record<string, string>>;

/** The parameter of the URL that overrides the language of the user, to look at a translation. */
const parameter = 'locale';

/** The key in the storage of the browser with the language of the last visit; absent for English. */
const storageKey = 'octavo-admin-language';

/** The language in which the texts of the packages are. */
const english = 'en';

/** The languages that the admin has: English, and those with a catalogue. */
export const languages: readonly string[] = [
  english,
  ...Object.keys(CATALOGUE_NAMES).filter((name) => !name.includes('.')),
];

/** The language of the admin. */
let current = english;

/** Returns the language of the admin, such as `de`. It does not change after the first screen is displayed. */
export const currentLanguage = (): string => current;

/**
 * Loads the catalogue of the language of the last visit. Modules of the packages translate texts when they are loaded, so that the language
 * should be known before.
 */
export async function loadExpectedLocale(): Promise<void> {
  await setLanguage(findLanguage(requestedLanguage()) ?? findLanguage(rememberedLanguage() ?? '') ?? english);
}

/**
 * Changes the language of the admin to the first of some languages that it has, such as `pt_BR` or `pt-BR`; otherwise to English. If the
 * admin has another language now, the page is loaded again, and the promise is never resolved.
 */
export async function loadLocale(preferred: readonly string[]): Promise<void> {
  const requested = findLanguage(requestedLanguage());
  const language = requested ?? preferred.map(findLanguage).find((found) => found !== undefined) ?? english;
  const isRemembered = requested === undefined && remember(language);
  if (language === current) return;
  if (isRemembered) {
    location.reload();
    await new Promise(() => {});
  }
  // The texts of modules that are loaded already stay in the other language.
  await setLanguage(language);
}

/** Loads the messages of the editor. Its modules translate texts when they are loaded. */
export const loadEditorLocale = (): Promise<void> => loadCatalogue(`${current}.editor`);

async function setLanguage(language: string): Promise<void> {
  await loadCatalogue(language);
  current = language;
  document.documentElement.lang = language;
  document.documentElement.dir = isRTL() ? 'rtl' : 'ltr';
  if (isRTL())
    await mirrorStyles().catch((error: unknown) => console.error('The styles could not be mirrored.', error));
}

/** Loads a catalogue, if there is one. If that fails, the texts stay in English. */
async function loadCatalogue(name: string): Promise<void> {
  const file = CATALOGUE_NAMES[name];
  if (file === undefined) return;
  try {
    const response = await fetch(`${adminPath}/assets/${file}`);
    setLocaleData(await response.json());
  } catch (error) {
    console.error('The translation could not be loaded.', error);
  }
}

const requestedLanguage = (): string => new URLSearchParams(location.search).get(parameter) ?? '';

/** Returns the language of the admin for a language of the API; undefined if it has none. */
export function findLanguage(language: string): string | undefined {
  const name = language.replaceAll('_', '-').toLowerCase();
  return (
    languages.find((each) => each.toLowerCase() === name) ??
    languages.find((each) => each.toLowerCase() === name.split('-', 1)[0])
  );
}

function rememberedLanguage(): string | undefined {
  try {
    return localStorage.getItem(storageKey) ?? undefined;
  } catch {
    return undefined;
  }
}

/** Stores the language for the next visit. Returns whether the browser has stored it. */
function remember(language: string): boolean {
  try {
    if (language === english) localStorage.removeItem(storageKey);
    else localStorage.setItem(storageKey, language);
    return true;
  } catch {
    return false;
  }
}
