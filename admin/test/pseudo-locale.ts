// A translation that tests generate from the sources: texts are longer and have accents, so that untranslated texts and narrow layouts
// become visible.
import { spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { findMessages, type Message } from '../../scripts/admin-messages.ts';

const root = path.resolve(import.meta.dirname, '..');

/** The language of the translation, which is reserved for this purpose. */
export const pseudoLanguage = 'en-XA';

/** The language of the same translation with text from right to left. */
export const rtlPseudoLanguage = 'en-XB';

const accents: Readonly<Record<string, string>> = { a: 'á', c: 'ç', e: 'é', i: 'í', n: 'ñ', o: 'ö', u: 'ü', y: 'ý' };

/** Translates a text. Placeholders such as `%1$s` remain. */
export function pseudoText(text: string): string {
  const translated = text.replace(/%(?:\d+\$)?[sd]|[aceinouy]/g, (found) => accents[found] ?? found);
  // Translations are up to 40 percent longer.
  return `⟦${translated} ${'ẍẍẍ '.repeat(Math.ceil((text.length * 0.4) / 4)).trim()}⟧`;
}

/** Returns the catalogue of some messages. The text with the context `text direction` is how the packages find out the direction. */
function pseudoCatalogue(messages: readonly Message[], direction: 'ltr' | 'rtl'): object {
  const entries = messages.map(({ text, plural, context }) => [
    context === undefined ? text : `${context}\u0004${text}`,
    [text, ...(plural === undefined ? [] : [plural])].map(pseudoText),
  ]);
  return {
    '': { lang: pseudoLanguage, plural_forms: 'nplurals=2; plural=(n != 1);' },
    ...Object.fromEntries(entries),
    'text direction\u0004ltr': [direction],
  };
}

/** Builds the admin with both translations, and installs it in a data folder. */
export async function installPseudoLocale(data: string): Promise<void> {
  const folder = path.join(data, 'node_modules/octavo-admin');
  const locales = path.join(data, 'locales');
  for (const each of [folder, locales]) mkdirSync(each, { recursive: true });
  writeFileSync(path.join(folder, 'package.json'), '{"name":"octavo-admin"}');
  const { messages } = findMessages(root);
  for (const [language, direction] of [
    [pseudoLanguage, 'ltr'],
    [rtlPseudoLanguage, 'rtl'],
  ] as const)
    writeFileSync(path.join(locales, `${language}.json`), JSON.stringify(pseudoCatalogue(messages, direction)));
  const program = path.join(root, 'build/build.ts');
  const args = [program, '--output', path.join(folder, 'dist'), '--locales', locales];
  const { status, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8' });
  if (status !== 0) throw new Error(`The admin could not be built: ${stderr}`);
}
