// Reads, checks and writes the catalogues of the admin: the translations of its own messages and of those of its packages.
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { findMessages, keyOf, type Message } from './admin-messages.ts';
import type { PackageMessage } from './admin-package-messages.ts';
import { listServiceMessages } from './service-messages.ts';

const root = path.resolve(import.meta.dirname, '..');
const admin = path.join(root, 'admin');
const locales = path.join(admin, 'locales');
const packageMessagesFile = path.join(admin, 'build/package-messages.json');

/** A message, and whether screens without the editor need it. */
export type ExpectedMessage = Message & { readonly isLight: boolean };

/** The header of a catalogue. */
interface Header {
  readonly domain: string;
  readonly lang: string;
  readonly plural_forms: string;
}

/** The forms of translations by the keys of messages. */
export type Translations = Readonly<Record<string, readonly string[]>>;

/** The translations into a language. */
export interface Catalogue {
  readonly header: Header;
  readonly translations: Translations;
}

/** The result of comparing a catalogue with the messages: those without a translation, unused translations, and other problems. */
export interface CatalogueReport {
  readonly missing: readonly ExpectedMessage[];
  readonly surplus: readonly string[];
  readonly problems: readonly string[];
}

/** Returns all messages of the admin by their keys: its own, those of the service that it displays, and those of its packages. */
export async function listExpectedMessages(): Promise<ReadonlyMap<string, ExpectedMessage>> {
  const own = [...findMessages(admin).messages, ...(await listServiceMessages())].map((message) => ({
    ...message,
    isLight: true,
  }));
  const found = new Map<string, ExpectedMessage>();
  for (const message of [...readPackageMessages(), ...own]) {
    const key = keyOf(message);
    const known = found.get(key);
    found.set(key, { ...known, ...message, isLight: message.isLight || known?.isLight === true });
  }
  return found;
}

/** Returns the list of the messages of the packages, which `npm run translations` writes. */
export const readPackageMessages = (): PackageMessage[] => JSON.parse(readFileSync(packageMessagesFile, 'utf8'));

/** Writes the list of the messages of the packages, one in each line. */
export const writePackageMessages = (messages: readonly PackageMessage[]): void =>
  writeFileSync(
    packageMessagesFile,
    linesOf(
      messages.map((message) => JSON.stringify(message)),
      '[]',
    ),
  );

const linesOf = (lines: readonly string[], [open = '', close = '']: string): string =>
  `${open}\n${lines.join(',\n')}\n${close}\n`;

/** Returns the languages that have a catalogue. */
export const listLanguages = (): string[] =>
  existsSync(locales)
    ? readdirSync(locales).flatMap((file) => (/^[\w-]+\.json$/.test(file) ? [path.basename(file, '.json')] : []))
    : [];

/** The files of a language: for all screens, and for the editor only. */
const filesOf = (language: string) =>
  [`${language}.json`, `${language}.editor.json`].map((file) => path.join(locales, file));

/** Returns the translations into a language from both files. Throws an error if there is no catalogue. */
export function readCatalogue(language: string): Catalogue {
  const { '': header, ...translations } = Object.assign(
    {},
    ...filesOf(language).map((file) => JSON.parse(readFileSync(file, 'utf8'))),
  );
  return { header, translations };
}

/** Writes the translations into a language in the files that need them. Those of unknown messages are omitted. */
export function writeCatalogue(
  language: string,
  { header, translations }: Catalogue,
  messages: ReadonlyMap<string, ExpectedMessage>,
): void {
  const keys = Object.keys(translations).sort();
  for (const [file, isLight] of filesOf(language).map((file, index) => [file, index === 0] as const)) {
    const lines = keys
      .filter((key) => messages.get(key)?.isLight === isLight)
      .map((key) => `${JSON.stringify(key)}: ${JSON.stringify(translations[key])}`);
    writeFileSync(file, linesOf([`"": ${JSON.stringify(header)}`, ...lines], '{}'));
  }
}

/** Compares a catalogue with the messages that it should translate. */
export function checkCatalogue(
  { header, translations }: Catalogue,
  messages: ReadonlyMap<string, ExpectedMessage>,
): CatalogueReport {
  const pluralForms = Number(/^nplurals=(\d+);/.exec(header.plural_forms)?.[1] ?? 0);
  const missing = [...messages].flatMap(([key, message]) => (translations[key] ? [] : [message]));
  const surplus = Object.keys(translations).filter((key) => !messages.has(key));
  const problems = [...messages].flatMap(([key, message]) => {
    const forms = translations[key];
    return forms ? findProblems(message, forms, pluralForms).map((problem) => `"${message.text}": ${problem}`) : [];
  });
  return { missing, surplus, problems };
}

function findProblems({ text, plural }: Message, forms: readonly string[], pluralForms: number): string[] {
  const expected = plural === undefined ? 1 : pluralForms;
  if (forms.length !== expected) return [`${forms.length} forms instead of ${expected}`];
  const allowed = [text, plural ?? text].map(placeholdersIn);
  return forms.flatMap((form) => {
    if (form.trim() === '') return ['an empty translation'];
    const found = placeholdersIn(form);
    return allowed.includes(found)
      ? []
      : [`the placeholders are ${found || 'none'} instead of ${allowed[1] || 'none'}`];
  });
}

/** Returns the placeholders of a text, such as `%s` and `%1$d`, and its tags, such as `<a>`, in a fixed order. */
const placeholdersIn = (text: string): string =>
  (text.match(/%(?:\d+\$)?[sd]|%%|<\/?[a-z]+\d*\s*\/?>/gi) ?? []).sort().join(' ');
