// Lists the texts of the service that the admin displays, from the declarations and the sources: settings, options, labels of types and
// taxonomies, health tests, reports of imports, errors, and names in themes. The API is in English, so the admin translates them.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { parse } from '@babel/parser';
import type { CallExpression, Node } from '@babel/types';
import { makeContract } from '../contract/contract.ts';
import { taxonomyLabels, typeLabels } from '../contract/grammar/labels.ts';
import { eventDescriptions } from '../contract/octavo-v1/event-kinds.ts';
import { browserName } from '../server/access/browser-name.ts';
import { chooseExtensions, withExtensions } from '../server/config/choose-extensions.ts';
import { dataOptions, serveOptions } from '../server/config/options.ts';
import { describeSettingGroups } from '../server/namespaces/site-settings/setting-groups.ts';
import type { Message } from './admin-messages.ts';

const root = path.resolve(import.meta.dirname, '..');

/** The contexts of labels of types and taxonomies, and of the other texts; the same as in `admin/ui/service-text.ts`. */
type Context = 'label' | 'service';

/** Sources whose texts with several words are displayed, apart from texts in calls of these functions. */
const sources = [
  ...['finding', 'health-tests'].map((name) => `server/namespaces/site-health/${name}.ts`),
  ...[
    ...[
      'authors',
      'comments',
      'compose',
      'entries',
      'entry-parents',
      'fetch-attachments',
      'menu-items',
      'meta',
      'report',
    ],
    ...['resolve-references', 'site-settings', 'skipped-items', 'statuses', 'term-parents', 'terms', 'welcome-post'],
  ].map((name) => `server/import/${name}.ts`),
  ...['compatibility', 'inspect-backup'].map((name) => `server/backup/${name}.ts`),
  ...['alternatives', 'check', 'formats', 'text-length', 'validation-error'].map(
    (name) => `server/http/parameters/${name}.ts`,
  ),
  ...['server/cms-v2/view-config/design-lists.ts', 'server/fetch/guarded-fetch.ts', 'server/mail/problem.ts'],
  'server/theme/standard-templates.ts',
];

/** Sources whose sentences are displayed: descriptions of jobs, and problems of emails and webhooks. Names of log events are no sentences. */
const sentenceSources = [
  ...['command-line/maintenance', 'command-line/start-webhooks', 'mail/connection', 'mail/mail', 'mail/mail-queue'],
  'webhooks/webhook-dispatcher',
]
  .map((name) => `server/${name}.ts`)
  .concat(...['connections', 'transport'].map((name) => `extensions/mail-smtp/${name}.ts`));

/** A sentence, which can begin or end with a value that the service inserts, such as a sentence about the reason. */
const sentence = /^(?:\p{Lu}|%\d\$s\s).*(?:\.|%\d\$s)$/u;

/** Texts in these sources that are not displayed: names of records in the database, addresses, content and schemes. */
const internalText = / awaiting |^entry in its menu$|^octavo setting |@imported|^<!--|^Hello$|^Octavo$|^http https /;

/** The end of a text that the admin does not display, because it is a command. */
const commandEnd = ' (to use it: %4$s)';

/** Returns the texts. Values that the service inserts are placeholders, such as `%1$s`. */
export async function listServiceMessages(): Promise<Message[]> {
  const extensions = await chooseExtensions();
  const texts = [
    ...describeSettingGroups(extensions).flatMap(({ title, description, settings }) => [
      ...[title, description],
      ...settings.flatMap(({ label, help, choices, schema }) => [
        ...[label, help, ...choices.map((choice) => choice.label)],
        ...textsOfSchema(schema),
      ]),
    ]),
    ...[...serveOptions, ...dataOptions].map(({ help }) => help),
    unknownBrowser,
    ...Object.values(eventDescriptions),
    ...sources.flatMap((file) => textsInSource(readFileSync(path.join(root, file), 'utf8'))),
    ...sentenceSources
      .flatMap((file) => textsInSource(readFileSync(path.join(root, file), 'utf8')))
      .filter((text) => sentence.test(text)),
    ...errorTexts(readFileSync(path.join(root, 'docs/errors.md'), 'utf8')),
    ...namesInTheme(JSON.parse(readFileSync(path.join(root, 'themes/quarto/theme.json'), 'utf8'))),
  ];
  const labels = labelTexts(makeContract(withExtensions({}, extensions)));
  return [...messagesOf(texts, 'service'), ...messagesOf(labels, 'label')];
}

/** Returns the titles, descriptions and labels of values in a schema and in those inside. */
function textsOfSchema(schema: object): string[] {
  const { title, description, enumLabels = {}, properties = {}, items, additionalProperties } = schema as SchemaTexts;
  const inside = [...Object.values(properties), items, additionalProperties].filter(
    (each) => typeof each === 'object' && each !== null,
  );
  const texts = [title, description, ...Object.values(enumLabels)].filter((text) => text !== undefined);
  return [...texts, ...inside.flatMap(textsOfSchema)];
}

/** The parts of a schema that contain texts. */
interface SchemaTexts {
  readonly title?: string;
  readonly description?: string;
  readonly enumLabels?: Readonly<Record<string, string>>;
  readonly properties?: Readonly<Record<string, object>>;
  readonly items?: object;
  readonly additionalProperties?: object | boolean;
}

const messagesOf = (texts: readonly string[], context: Context): Message[] =>
  [...new Set(texts)].filter((text) => /\p{L}{2}/u.test(text)).map((text) => ({ text, context }));

/** The name of a session whose browser is not known. */
const unknownBrowser = browserName('');

/** A noun for the labels of types that a site declares, whose nouns have no translation. */
const anyNoun = { one: '%1$s', many: '%1$s' };

/** Returns the labels and nouns of types and taxonomies. */
function labelTexts({ types, taxonomies }: ReturnType<typeof makeContract>): string[] {
  const known = [...types.values(), ...taxonomies.values()].flatMap(({ noun, description }) => [
    ...[noun.one, noun.many, description.description],
    ...Object.values(description.labels),
  ]);
  const others = [true, false].flatMap((isTree) => [
    ...Object.values(typeLabels(anyNoun, isTree)),
    ...Object.values(taxonomyLabels(anyNoun, isTree)),
  ]);
  return [...known, ...others].filter((label) => label !== null);
}

/** Returns the texts in a source file that have several words. */
function textsInSource(code: string): string[] {
  const texts: string[] = [];
  visit(parse(code, { sourceType: 'module', plugins: ['typescript'] }).program);
  return texts;

  function visit(node: Node): void {
    if (node.type === 'ImportDeclaration') return;
    if (node.type === 'StringLiteral') addText(node.value);
    if (node.type === 'ObjectProperty' && 'name' in node.key && node.key.name === 'matchedBy') addWord(node.value);
    if (isCount(node)) addWord(node.arguments[0]);
    if (node.type === 'TemplateLiteral') addText(withPlaceholders(node.quasis.map(({ value }) => value.cooked ?? '')));
    for (const [name, value] of Object.entries(node))
      if (name !== 'loc' && !name.endsWith('omments'))
        for (const child of [value].flat()) if (isNode(child)) visit(child);
  }

  function addWord(node: Node | undefined): void {
    if (node?.type === 'StringLiteral') texts.push(node.value);
  }

  function addText(text: string): void {
    const isText = /\p{L}{2,}.*\s.*\p{L}{2,}|^\p{Lu}\p{Ll}+$/u.test(text) && !internalText.test(text);
    if (isText) texts.push(text.replace(commandEnd, ''));
  }
}

/** Whether a node counts records of a kind in the report of an import. */
const isCount = (node: Node): node is CallExpression =>
  node.type === 'CallExpression' &&
  node.callee.type === 'MemberExpression' &&
  node.callee.property.type === 'Identifier' &&
  node.callee.property.name === 'count';

/** Returns the parts of a template with placeholders between them. */
const withPlaceholders = (parts: readonly string[]): string =>
  parts.reduce((text, part, index) => `${text}%${index}$s${part}`);

/** Returns the messages of errors in the generated page, in the third column of its table. */
const errorTexts = (page: string): string[] =>
  page.split('\n').flatMap((line) => {
    const [, code = '', , messages = ''] = line.split(/(?<!\\)\|/).map((cell) => cell.trim());
    if (!code.startsWith('`')) return [];
    return messages
      .replaceAll('\\|', '|')
      .split('<br>')
      .map((message) => withPlaceholders(message.split(/\{[^{}]*\}/)));
  });

/** Returns the names of presets and other parts of a theme; the titles of parts that have both. */
function namesInTheme(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, each]) => {
    if (typeof each !== 'string') return namesInTheme(each);
    return key === 'title' || (key === 'name' && !('title' in value)) ? [each] : [];
  });
}

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string';
