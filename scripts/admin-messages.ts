// Reads the messages of the admin from its sources: those that can be translated, and texts that users see but that cannot.
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { parse } from '@babel/parser';
import type { CallExpression, JSXAttribute, Node, StringLiteral, TemplateLiteral } from '@babel/types';

/** A message in the sources. */
export interface Message {
  readonly text: string;
  /** The plural form, if there is one. */
  readonly plural?: string;
  /** Distinguishes messages with the same text. */
  readonly context?: string;
}

/** Returns the key of a message in a catalogue. */
export const keyOf = ({ text, context }: Pick<Message, 'text' | 'context'>): string =>
  context === undefined ? text : `${context}\u0004${text}`;

/** The messages of a file, and the problems in it, each with its line. */
export interface FoundMessages {
  readonly messages: readonly Message[];
  readonly problems: readonly string[];
}

/** The folders of the admin with sources that run in browsers. */
const folders = ['actions', 'app', 'data', 'screens', 'ui'];

/** The functions that translate, with the positions of text, plural and context in their arguments. */
const translators: Readonly<Record<string, { readonly plural?: number; readonly context?: number }>> = {
  __: {},
  _x: { context: 1 },
  _n: { plural: 1 },
  _nx: { plural: 1, context: 3 },
};

/** Attributes and properties whose strings users see. */
const labels = [
  'alt',
  'aria-description',
  'aria-label',
  'aria-roledescription',
  'label',
  'placeholder',
  'text',
  'title',
];

/** Returns the messages of all sources of the admin. Problems begin with the path of the file. */
export function findMessages(root: string): FoundMessages {
  const files = globSync(`{${folders.join()}}/**/*.{ts,tsx}`, { cwd: root })
    .filter((file) => !/\.(test|d)\.ts$/.test(file))
    .sort();
  const found = files.map((file) => ({ file, ...messagesIn(readFileSync(path.join(root, file), 'utf8')) }));
  return {
    messages: found.flatMap(({ messages }) => messages),
    problems: found.flatMap(({ file, problems }) => problems.map((problem) => `${file}:${problem}`)),
  };
}

/** Returns the messages in the text of a file. */
export function messagesIn(text: string): FoundMessages {
  const { program } = parse(text, { sourceType: 'module', plugins: ['typescript', 'jsx'] });
  const messages: Message[] = [];
  const problems: string[] = [];
  // Errors that are thrown with a text say that the program is wrong.
  let isInError = false;
  const report = ({ loc }: Node, problem: string) => {
    if (!isInError) problems.push(`${loc?.start.line ?? 0}: ${problem}`);
  };
  visit(program);
  return { messages, problems };

  function visit(node: Node): void {
    if (node.type === 'CallExpression') {
      const name = node.callee.type === 'Identifier' ? node.callee.name : '';
      if (Object.hasOwn(translators, name)) {
        readMessage(name, node);
        return;
      }
      if (isForDevelopers(node)) return;
    }
    if (node.type === 'ThrowStatement' && node.argument.type === 'NewExpression' && !isInError) {
      isInError = true;
      visit(node.argument);
      isInError = false;
      return;
    }
    if (/^(Import|Export(All|Named)|TS)/.test(node.type) && !('declaration' in node && node.declaration)) {
      if (!isExpressionWithType(node)) return;
    }
    if (node.type === 'JSXText' && hasWord(node.value))
      report(node, `The text "${node.value.trim()}" is not translated.`);
    if (isLabel(node)) checkLabel(node);
    if (isText(node) && isSentence(textIn(node))) report(node, `The text "${textIn(node)}" is not translated.`);
    for (const child of childrenOf(node)) visit(child);
  }

  function readMessage(name: string, call: CallExpression): void {
    const { plural: pluralAt, context: contextAt } = translators[name] ?? {};
    const stringAt = (at: number | undefined) => (at === undefined ? undefined : literal(call, at));
    const [singular, plural, context] = [literal(call, 0), stringAt(pluralAt), stringAt(contextAt)];
    const isComplete =
      singular !== undefined &&
      (pluralAt === undefined || plural !== undefined) &&
      (contextAt === undefined || context !== undefined);
    if (!isComplete) {
      report(call, `The arguments of ${name} are not literal strings.`);
      return;
    }
    messages.push({
      text: singular,
      ...(plural !== undefined && { plural }),
      ...(context !== undefined && { context }),
    });
  }

  function checkLabel(node: Node): void {
    const value = labelValue(node);
    // Labels with one word are not recognized as sentences.
    if (value && isText(value) && isLabelText(textIn(value)) && !isSentence(textIn(value)))
      report(value, `The label "${textIn(value)}" is not translated.`);
  }
}

const literal = ({ arguments: all }: CallExpression, at: number): string | undefined => {
  const argument = all[at];
  if (argument?.type === 'TemplateLiteral' && argument.expressions.length === 0) return textIn(argument);
  return argument?.type === 'StringLiteral' ? argument.value : undefined;
};

/** Whether a call writes to the console. */
const isForDevelopers = ({ callee }: CallExpression): boolean =>
  callee.type === 'MemberExpression' && callee.object.type === 'Identifier' && callee.object.name === 'console';

const isExpressionWithType = ({ type }: Node): boolean =>
  ['TSAsExpression', 'TSSatisfiesExpression', 'TSNonNullExpression'].includes(type);

const isText = (node: Node): node is StringLiteral | TemplateLiteral =>
  node.type === 'StringLiteral' || node.type === 'TemplateLiteral';

const textIn = (node: StringLiteral | TemplateLiteral): string =>
  node.type === 'StringLiteral' ? node.value : node.quasis.map(({ value }) => value.cooked ?? '').join('…');

/** Whether a text has a word that is neither a placeholder nor a part of one. */
const hasWord = (text: string): boolean => /\p{L}{2}/u.test(text);

/** Whether a string looks like a label: names in the program begin with small letters. */
const isLabelText = (text: string): boolean => /^\p{Lu}/u.test(text) && hasWord(text);

/** Whether a string looks like a text for users: it begins with a capital letter, and has several words. */
const isSentence = (text: string): boolean => /^\p{Lu}\p{Ll}+[,:]?\s+[\p{L}…]/u.test(text.trim());

const isLabel = (node: Node): boolean =>
  (node.type === 'JSXAttribute' && labels.includes(attributeName(node))) ||
  (node.type === 'ObjectProperty' && node.key.type === 'Identifier' && labels.includes(node.key.name));

const attributeName = ({ name }: JSXAttribute): string => (name.type === 'JSXIdentifier' ? name.name : name.name.name);

function labelValue(node: Node): Node | undefined {
  if (node.type === 'ObjectProperty') return node.value;
  if (node.type !== 'JSXAttribute' || !node.value) return undefined;
  return node.value.type === 'JSXExpressionContainer' ? node.value.expression : node.value;
}

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string';

const childrenOf = (node: Node): Node[] =>
  Object.entries(node).flatMap(([key, value]) =>
    key === 'loc' || key.endsWith('omments') ? [] : [value].flat().filter(isNode),
  );
