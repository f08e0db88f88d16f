// npm run translations: lists what the translations of the admin lack. Exits with 1 if one is not complete.
//
// --missing LANGUAGE FILE  writes the messages without a translation to a file in JSON, with an empty "translation" to fill in: a text, or
//                          a list of the plural forms of the language
// --add LANGUAGE FILE      adds the translations in such a file to the catalogue, and deletes those of messages that do not exist any more
// --check                  changes nothing; also fails if the list of the messages of the packages is out of date
import { readFileSync, writeFileSync } from 'node:fs';
import { isDeepStrictEqual, parseArgs } from 'node:util';
import {
  checkCatalogue,
  listExpectedMessages,
  listLanguages,
  readCatalogue,
  readPackageMessages,
  writeCatalogue,
  writePackageMessages,
} from './admin-catalogues.ts';
import { keyOf, type Message } from './admin-messages.ts';
import { findPackageMessages } from './admin-package-messages.ts';

/** A message in a file with translations to add. */
type Translated = Message & { readonly translation: string | readonly string[] };

const { values: options, positionals } = parseArgs({
  options: { missing: { type: 'boolean' }, add: { type: 'boolean' }, check: { type: 'boolean' } },
  allowPositionals: true,
});
const [language = '', file = ''] = positionals;

if (options.add) await add();
else await compare();

/** Adds translations. */
async function add(): Promise<void> {
  const added: readonly Translated[] = JSON.parse(readFileSync(file, 'utf8'));
  const { header, translations } = readCatalogue(language);
  const forms = added
    .filter(({ translation }) => [translation].flat().every((form) => form !== ''))
    .map((message) => [keyOf(message), [message.translation].flat()] as const);
  writeCatalogue(
    language,
    { header, translations: { ...translations, ...Object.fromEntries(forms) } },
    await listExpectedMessages(),
  );
  console.log(`${forms.length} translations were added.`);
}

/** Lists what the catalogues lack. */
async function compare(): Promise<void> {
  const ofPackages = findPackageMessages();
  if (!options.check) writePackageMessages(ofPackages);
  else if (!isDeepStrictEqual(ofPackages, readPackageMessages())) fail('The packages have other messages.');
  const messages = await listExpectedMessages();
  if (options.missing) {
    const { missing } = checkCatalogue(readCatalogue(language), messages);
    const toFillIn = missing.map(({ isLight: _, ...message }) => ({
      ...message,
      translation: message.plural === undefined ? '' : ['', ''],
    }));
    writeFileSync(file, `${JSON.stringify(toFillIn, null, 2)}\n`);
    console.log(`${file}: ${missing.length} messages`);
    return;
  }
  for (const each of listLanguages()) {
    const { missing, surplus, problems } = checkCatalogue(readCatalogue(each), messages);
    for (const message of missing) console.log(`${each}: "${message.text}" is missing.`);
    for (const key of surplus) console.log(`${each}: ${JSON.stringify(key)} is not used.`);
    for (const problem of problems) console.log(`${each}: ${problem}`);
    console.log(`${each}: ${messages.size} messages, ${missing.length} missing, ${surplus.length} not used`);
    if (missing.length + surplus.length + problems.length > 0) fail(`The catalogue ${each} is not complete.`);
  }
}

function fail(message: string): void {
  console.error(message);
  process.exitCode = 1;
}
