// The language of a page: which one a visitor gets, and the texts in it. English texts are in the code, and are the names of those in other
// languages, which are loaded when the first page needs them.
import { type HtmlValue, html, type Markup } from './html.ts';
import type { german } from './messages.de.ts';

/** A text of the screens in English. A text without a translation is a type error. */
export type Message = keyof typeof german;

/** The names in braces in a text. */
type PlaceholderOf<Text extends string> = Text extends `${string}{${infer Name}}${infer Rest}`
  ? Name | PlaceholderOf<Rest>
  : never;

/** A text without placeholders. */
export type PlainMessage = { [Text in Message]: [PlaceholderOf<Text>] extends [never] ? Text : never }[Message];

/** Translates the texts of a page. */
interface Translate {
  /** Returns a text in the language of the page. */
  (message: PlainMessage): string;
  /** Returns a text in the language of the page as HTML, with the values inserted, which are escaped unless they are `Markup`. */
  <Text extends Exclude<Message, PlainMessage>>(
    message: Text,
    values: Readonly<Record<PlaceholderOf<Text>, HtmlValue>>,
  ): Markup;
}

/** The language of a page and its texts. */
export interface Locale {
  /** The language tag, for the attribute `lang` and for dates. */
  readonly language: Language;
  readonly t: Translate;
}

/** The languages of the screens. */
export const languages = ['en', 'de'] as const;

/** A language of the screens. */
export type Language = (typeof languages)[number];

type Texts = Readonly<Record<Message, string>>;

/** Loads the texts of the languages other than English. */
const loaders: Readonly<Record<Exclude<Language, 'en'>, () => Promise<Texts>>> = {
  de: async () => (await import('./messages.de.ts')).german,
};

const locales = new Map<Language, Promise<Locale>>();

/** Returns a language with its texts, which are loaded once. The promise rejects if the texts cannot be loaded; those in English always can. */
export function loadLocale(language: Language): Promise<Locale> {
  const known = locales.get(language);
  if (known) return known;
  const locale = makeLocale(language);
  locales.set(language, locale);
  // If the texts could not be loaded, the next page tries again.
  locale.catch(() => locales.delete(language));
  return locale;
}

async function makeLocale(language: Language): Promise<Locale> {
  const texts: Partial<Texts> = language === 'en' ? {} : await loaders[language]();
  const t = (message: Message, values?: Readonly<Record<string, HtmlValue>>): string | Markup => {
    const text = texts[message] ?? message;
    return values === undefined ? text : fill(text, values);
  };
  return { language, t: t as Translate };
}

/** Returns a text as HTML, with the values in place of their names in braces. */
const fill = (text: string, values: Readonly<Record<string, HtmlValue>>): Markup =>
  html`${text.split(/\{(\w+)\}/).map((part, at) => (at % 2 === 0 ? part : values[part]))}`;

/** Returns the language of the screens for a language tag, such as `de_DE` or `de-AT`; undefined if they do not have it. */
export function findLanguage(tag: string): Language | undefined {
  const [primary] = tag.toLowerCase().split(/[-_]/, 1);
  return languages.find((language) => language === primary);
}

/** Maximum length of an Accept-Language header that is read, in characters. */
const maxHeaderLength = 1000;

/**
 * Returns the language of the screens that an Accept-Language header prefers: the one with the highest weight, and the first one among
 * equals. Returns undefined if the header accepts none by its name, is missing, or is longer than 1000 characters; parts that are not valid
 * are ignored.
 */
export function negotiateLanguage(header: string | undefined): Language | undefined {
  if (header === undefined || header.length > maxHeaderLength) return undefined;
  let preferred: { readonly language: Language; readonly weight: number } | undefined;
  for (const range of header.split(',')) {
    const [, tag = '', quality = '1'] = rangePattern.exec(range.trim()) ?? [];
    const language = findLanguage(tag);
    const weight = Number(quality);
    if (language !== undefined && weight > (preferred?.weight ?? 0)) preferred = { language, weight };
  }
  return preferred?.language;
}

/** A language range with an optional weight (RFC 9110, 12.4.2 and 12.5.4). */
const rangePattern = /^([a-z]{1,8}(?:-[a-z0-9]{1,8})*)(?:[ \t]*;[ \t]*q=(0(?:\.\d{0,3})?|1(?:\.0{0,3})?))?$/i;
