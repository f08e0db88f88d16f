// npm run terms: checks names, comments, messages and documents against docs/terms.md. Prints each finding with its location,
// and exits with 1 if there are any.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { parse } from '@babel/parser';
import type { Comment, Node } from '@babel/types';

/** A word or phrase that is no longer used, and where it must not appear. */
interface RetiredWord {
  readonly word: string;
  readonly replacement: string;
  readonly inNames: boolean;
  readonly inProse: boolean;
}

/** An allowed use of a retired word. */
interface Exception {
  readonly word: string;
  /** Path of a file, path of a folder with a trailing slash, or `everywhere`. */
  readonly path: string;
}

interface Finding {
  readonly path: string;
  readonly line: number;
  readonly message: string;
}

const page = 'docs/terms.md';

/** Paths that are not checked: generated and copied files, and migrations, which must not change. */
const skipped = [
  'docs/contract/',
  'docs/performance.json',
  'docs/performance.svg',
  'docs/routes.md',
  'docs/sanitising.md',
  'server/database/migrations/',
  'test/fixtures/',
  page,
];

/** A pattern that matches the first word of a comment that begins with a noun clause (docs/terms.md, rule 3). */
const nounPhrase = /^(What|Who|Whose|How|Where|Whoever|Whatever|Wherever|Those|So many|As many|As much|So much)\b/;

/** Types of syntax nodes that declare a name, with the property that contains it. */
const declarations: Readonly<Record<string, 'id' | 'key'>> = {
  VariableDeclarator: 'id',
  FunctionDeclaration: 'id',
  ClassDeclaration: 'id',
  TSInterfaceDeclaration: 'id',
  TSTypeAliasDeclaration: 'id',
  TSPropertySignature: 'key',
  TSMethodSignature: 'key',
  ClassProperty: 'key',
  ClassMethod: 'key',
  ClassPrivateProperty: 'key',
  ClassPrivateMethod: 'key',
};

const findings: Finding[] = [];
const words = tableOf('Retired words').map(
  ([word = '', replacement = '', scope = '']): RetiredWord => ({
    word,
    replacement,
    inNames: scope.includes('names'),
    inProse: scope.includes('prose'),
  }),
);
const exceptions = tableOf('Exceptions').map(([word = '', path = '']): Exception => ({ word, path: unquoted(path) }));
const usedExceptions = new Set<Exception>();
let commentLines = 0;
let nounPhrases = 0;

const nameWords = new Map(words.filter(({ inNames }) => inNames).map((each) => [each.word, each]));
const prosePatterns = words
  .filter(({ inProse }) => inProse)
  .map((each) => ({ ...each, pattern: new RegExp(`(?<![\\w-])${each.word}(?![\\w-])`, 'giu') }));

const paths = execFileSync('git', ['ls-files', '*.ts', '*.js', '*.md'], { encoding: 'utf8' }).trim().split('\n');
for (const path of paths) {
  if (skipped.some((start) => path.startsWith(start))) continue;
  const text = readFileSync(path, 'utf8');
  if (path.endsWith('.md')) checkDocument(path, text);
  else checkCode(path, text);
}
for (const exception of exceptions) {
  if (usedExceptions.has(exception)) continue;
  findings.push({
    path: page,
    line: 1,
    message: `The exception "${exception.word}" in ${exception.path} is not needed.`,
  });
}

for (const { path, line, message } of findings) console.log(`${path}:${line}: ${message}`);
const share = ((nounPhrases / commentLines) * 100).toFixed(2);
console.log(`${commentLines} comment lines, ${share}% begin with a noun clause; ${findings.length} findings.`);
process.exitCode = findings.length > 0 ? 1 : 0;

/** Returns the rows of the Markdown table below a heading, each as a list of cells. */
function tableOf(heading: string): string[][] {
  const section =
    readFileSync(page, 'utf8')
      .split(/^## /m)
      .find((each) => each.startsWith(`${heading}\n`)) ?? '';
  const rows = section.split('\n').filter((line) => line.startsWith('| '));
  return rows.slice(1).map((row) =>
    row
      .slice(1, -1)
      .split('|')
      .map((cell) => cell.trim()),
  );
}

function unquoted(text: string): string {
  return text.replace(/^`|`$/g, '');
}

function report(path: string, line: number, word: string, message: string): void {
  const exception = exceptions.find((each) => each.word === word && matches(each, path));
  if (exception) usedExceptions.add(exception);
  else findings.push({ path, line, message });
}

function matches({ path }: Exception, of: string): boolean {
  return path === of || path === 'everywhere' || (path.endsWith('/') && of.startsWith(path));
}

/** Checks the prose of a document. Code blocks and code spans are not checked. */
function checkDocument(path: string, text: string): void {
  const prose = text
    .replace(/^```[\s\S]*?^```/gm, (block) => block.replace(/[^\n]/g, ' '))
    .replace(/`[^`\n]*`/g, (span) => ' '.repeat(span.length))
    .replace(/\]\([^)\n]*\)/g, (link) => ' '.repeat(link.length));
  checkProse(path, 1, prose);
}

function checkProse(path: string, firstLine: number, text: string): void {
  for (const { word, replacement, pattern } of prosePatterns) {
    for (const { index, 0: found } of text.matchAll(pattern)) {
      const line = firstLine + text.slice(0, index).split('\n').length - 1;
      report(path, line, word, `"${found}" is a retired term; use ${replacement}.`);
    }
  }
}

function checkCode(path: string, text: string): void {
  const file = parse(text, {
    sourceType: 'module',
    plugins: ['typescript', 'explicitResourceManagement', 'importAttributes'],
    errorRecovery: true,
  });
  for (const comment of blocksOf(file.comments ?? [])) checkComment(path, comment);
  checkNode(path, file.program);
}

/** The text of a comment. Adjacent line comments form one block. */
interface CommentBlock {
  readonly line: number;
  readonly lines: readonly string[];
}

function blocksOf(comments: readonly Comment[]): CommentBlock[] {
  const blocks: { line: number; lines: string[]; end: number }[] = [];
  for (const { type, value, loc } of comments) {
    if (!loc) continue;
    const lines = value.split('\n').map((line) => line.replace(/^\s*\*? ?/, '').trim());
    const last = blocks.at(-1);
    if (type === 'CommentLine' && last?.end === loc.start.line - 1) {
      last.lines.push(...lines);
      last.end = loc.end.line;
    } else blocks.push({ line: loc.start.line, lines, end: type === 'CommentLine' ? loc.end.line : -1 });
  }
  return blocks;
}

function checkComment(path: string, { line, lines }: CommentBlock): void {
  commentLines += lines.filter((each) => each !== '').length;
  const start = lines.find((each) => each !== '') ?? '';
  if (nounPhrase.test(start)) {
    nounPhrases += 1;
    report(path, line, 'noun phrase', `A comment begins with a noun clause: "${start}".`);
  }
  const prose = lines.join('\n').replace(/`[^`]*`/g, (span) => span.replace(/[^\n]/g, ' '));
  checkProse(path, line, prose);
}

type Visited = Node & Record<string, unknown>;

/**
 * Checks the names that a syntax node and its children declare, and the strings in them that have at least three words and
 * are not SQL.
 */
function checkNode(path: string, node: Node): void {
  const declared = nameOf(node as Visited);
  if (declared) checkName(path, declared);
  if (node.type === 'StringLiteral') checkString(path, node, node.value);
  if (node.type === 'TemplateLiteral')
    checkString(path, node, node.quasis.map(({ value }) => value.cooked ?? '').join(' … '));
  for (const child of childrenOf(node as Visited)) checkNode(path, child);
}

function checkString(path: string, { loc }: Node, text: string): void {
  const isProse =
    /^[^<{]*\p{L}+ [\p{L}…]+ [\p{L}…]+/u.test(text) && !/^\s*(select|insert|update|delete|with|create)\b/i.test(text);
  if (isProse) checkProse(path, loc?.start.line ?? 0, text);
}

function childrenOf(node: Visited): Node[] {
  return Object.entries(node).flatMap(([key, value]) => {
    if (key === 'loc' || key.endsWith('omments') || value === null || typeof value !== 'object') return [];
    const children = (Array.isArray(value) ? value : [value]) as unknown[];
    return children.filter(
      (child): child is Node => typeof child === 'object' && child !== null && typeof (child as Node).type === 'string',
    );
  });
}

interface DeclaredName {
  readonly name: string;
  readonly line: number;
}

function nameOf(node: Visited): DeclaredName | undefined {
  const key = declarations[node.type];
  const target = key && (node[key] as Visited | null | undefined);
  const identifier = target?.type === 'PrivateName' ? (target.id as Visited) : target;
  if (identifier?.type !== 'Identifier') return undefined;
  return { name: identifier.name as string, line: identifier.loc?.start.line ?? 0 };
}

/** Checks a name word by word. Names in snake case belong to the contract or the database and are skipped. */
function checkName(path: string, { name, line }: DeclaredName): void {
  if (name.includes('_') && name !== name.toUpperCase()) return;
  for (const word of name.split(/(?<=[a-z0-9])(?=[A-Z])|_/).map((each) => each.toLowerCase())) {
    const retired = nameWords.get(word);
    if (retired)
      report(path, line, word, `The name ${name} contains the retired word "${word}"; use ${retired.replacement}.`);
  }
}
