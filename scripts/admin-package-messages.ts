// Reads the messages of the packages that the admin contains: those of the modules whose code is in the build.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parse } from '@babel/parser';
import type { Node } from '@babel/types';
import { keyOf, type Message, messagesIn } from './admin-messages.ts';

/** The description of a build that esbuild writes: its files, and the code in them. */
interface Metafile {
  readonly outputs: Readonly<
    Record<
      string,
      {
        readonly entryPoint?: string;
        readonly imports: readonly { readonly path: string }[];
        readonly inputs: Readonly<Record<string, { readonly bytesInOutput: number }>>;
      }
    >
  >;
}

/** A message of a package, and whether screens without the editor contain it. */
export interface PackageMessage extends Message {
  readonly isLight: boolean;
}

const root = path.resolve(import.meta.dirname, '../admin');

/** The texts of the file block.json that are translated, with their contexts; the same as in `i18n-block.json` of the packages. */
const blockTexts = {
  title: 'block title',
  description: 'block description',
  keywords: 'block keyword',
  styles: { label: 'block style label' },
  variations: {
    title: 'block variation title',
    description: 'block variation description',
    keywords: 'block variation keyword',
  },
} as const;

/** Contexts by the names of properties, also those of objects in lists. */
type BlockTexts = { readonly [name: string]: string | BlockTexts };

/** Returns the messages of the bundled packages, in the order of their keys. Throws an error if the admin cannot be built. */
export function findPackageMessages(): PackageMessage[] {
  const folder = mkdtempSync(path.join(tmpdir(), 'octavo-admin-scripts-'));
  try {
    const { status } = spawnSync(process.execPath, [path.join(root, 'build/write-scripts.ts'), folder], {
      stdio: ['ignore', 'ignore', 'inherit'],
    });
    if (status !== 0) throw new Error('The admin could not be built.');
    return messagesOfScripts(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function messagesOfScripts(folder: string): PackageMessage[] {
  const read = (name: string) => readFileSync(path.join(folder, name), 'utf8');
  const { outputs }: Metafile = JSON.parse(read('metafile.json'));
  const lightOutputs = findLightOutputs(outputs);
  const found = new Map<string, PackageMessage>();
  for (const [output, { inputs }] of Object.entries(outputs)) {
    const isLight = lightOutputs.has(output);
    const strings = stringsIn(read(path.basename(output)));
    for (const [input, { bytesInOutput }] of Object.entries(inputs)) {
      if (bytesInOutput === 0 || !/^node_modules\/.*\.(m?js|json)$/.test(input)) continue;
      for (const message of messagesOfModule(input)) {
        // Functions that the bundler has removed from a module have messages, too.
        if (!strings.has(message.text)) continue;
        const key = keyOf(message);
        const known = found.get(key);
        found.set(key, { ...known, ...message, isLight: isLight || (known?.isLight ?? false) });
      }
    }
  }
  return [...found].sort(([one], [other]) => (one < other ? -1 : 1)).map(([, message]) => message);
}

/** The screens that are not loaded with others: the editors, with their packages. */
const editorScreens: readonly string[] = ['screens/editor/screen.tsx', 'screens/site-editor/screen.tsx'];

/** Returns the paths of the scripts that the admin loads without the editors. Throws an error if one of these does not exist. */
function findLightOutputs(outputs: Metafile['outputs']): ReadonlySet<string> {
  const editors = editorScreens.map((screen) => {
    const [editor] = Object.entries(outputs).find(([, { entryPoint }]) => entryPoint === screen) ?? [];
    if (editor === undefined) throw new Error(`There is no file for ${screen}.`);
    return editor;
  });
  const found = new Set(
    Object.entries(outputs).flatMap(([output, { entryPoint }]) => (entryPoint === 'app/main.tsx' ? [output] : [])),
  );
  for (const output of found)
    for (const { path: imported } of outputs[output]?.imports ?? [])
      if (!editors.includes(imported) && outputs[imported]) found.add(imported);
  return found;
}

const messagesByModule = new Map<string, readonly Message[]>();

function messagesOfModule(input: string): readonly Message[] {
  const file = path.join(root, input);
  let messages = messagesByModule.get(file);
  if (!messages) {
    const text = readFileSync(file, 'utf8');
    messages = input.endsWith('.json') ? messagesOfBlock(input, JSON.parse(text)) : messagesInCode(text);
    messagesByModule.set(file, messages);
  }
  return messages;
}

const messagesInCode = (text: string): readonly Message[] =>
  /\b_(?:_|x|n|nx)\b/.test(text) ? messagesIn(text).messages.filter((message) => message.text !== '') : [];

const messagesOfBlock = (input: string, value: unknown): Message[] =>
  path.basename(input) === 'block.json' ? textsOf(value, blockTexts) : [];

/** Returns the texts of an object, or of the objects of a list. */
function textsOf(value: unknown, texts: string | BlockTexts): Message[] {
  if (Array.isArray(value)) return value.flatMap((each) => textsOf(each, texts));
  if (typeof texts === 'string')
    return typeof value === 'string' && value !== '' ? [{ text: value, context: texts }] : [];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, each]) => (texts[name] ? textsOf(each, texts[name]) : []));
}

/** Returns the values of all strings in the code of a script. */
function stringsIn(code: string): ReadonlySet<string> {
  const strings = new Set<string>();
  const { program } = parse(code, { sourceType: 'module' });
  const nodes: unknown[] = [program];
  while (nodes.length > 0) {
    const node = nodes.pop();
    if (!isNode(node)) continue;
    if (node.type === 'StringLiteral') strings.add(node.value);
    if (node.type === 'TemplateElement') strings.add(node.value.cooked ?? '');
    for (const [name, value] of Object.entries(node)) if (name !== 'loc') nodes.push(...[value].flat());
  }
  return strings;
}

const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && 'type' in value;
