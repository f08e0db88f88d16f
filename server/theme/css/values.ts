// Checks the values of theme.json and splits them by color scheme. Values are written by users and authors of themes.
import { isRecord } from '../../rendering/blocks/parse.ts';
import type { Configuration } from '../theme.ts';
import { isLoadableUrl, isUrlArgument, type Token, tokensOf } from './tokens.ts';

/** Settings and styles, merged from all their origins. */
export interface ThemeConfiguration {
  readonly settings: Configuration;
  readonly styles: Configuration;
}

/** A safe value of a property. `dark` differs from `light` if the value contains `light-dark(…)`. */
export interface CssValue {
  readonly light: string;
  readonly dark: string;
}

/** Returns the object at a path, such as `color.palette`; an empty object if there is none. */
export function objectAt(root: unknown, path: string): Configuration {
  const found = valueAt(root, path);
  return isRecord(found) ? found : {};
}

/** Returns the value at a path, such as `color.palette`; undefined if there is none. */
export function valueAt(root: unknown, path: string): unknown {
  let found: unknown = root;
  for (const name of path.split('.')) found = isRecord(found) && Object.hasOwn(found, name) ? found[name] : undefined;
  return found;
}

/** Converts a slug or a key to the form that it has in names of classes and custom properties: lowercase words and numbers. */
export const toCssName = (slug: string): string =>
  slug
    .replace(/([a-z0-9])([A-Z])/g, '$1-$2')
    .replace(/([A-Z])([A-Z][a-z])/g, '$1-$2')
    .replace(/([0-9])([a-zA-Z])/g, '$1-$2')
    .replace(/([a-zA-Z])([0-9])/g, '$1-$2')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');

/**
 * Converts a value to CSS: numbers to text, `var:preset|color|x` to `var(--wp--preset--color--x)`, and `{ "ref": "styles.color.text" }`
 * to the value at that path. Returns undefined if it is neither of them nor a string. The result is not yet checked.
 */
export function resolveValue(value: unknown, configuration: ThemeConfiguration): string | undefined {
  if (isRecord(value)) {
    const target = typeof value.ref === 'string' ? valueAt(configuration, value.ref) : undefined;
    return isRecord(target) ? undefined : resolveValue(target, configuration);
  }
  if (typeof value === 'number') return Number.isFinite(value) ? String(value) : undefined;
  if (typeof value !== 'string') return undefined;
  if (value.startsWith('var:')) return `var(--wp--${value.slice('var:'.length).split('|').map(toCssName).join('--')})`;
  return value.replace(
    /--wp--preset--([a-z-]{1,60})--([\w-]+)/g,
    (_, kind, slug) => `--wp--preset--${kind}--${toCssName(slug)}`,
  );
}

/**
 * Returns a value that is safe in a declaration. Returns undefined if it is empty or could end the declaration, the rule or the style
 * sheet: unbalanced quotes or brackets, `;`, braces, comments, escapes outside of strings, `<`, and URLs with a protocol other than
 * `http`, `https` and `data`.
 */
export function parseValue(text: string): CssValue | undefined {
  const tokens = tokensOf(text.trim());
  if (tokens.length === 0 || text.includes('<') || !tokens.every(isSafe) || !endsProperly(tokens)) return undefined;
  const light = serialize(tokens, 0);
  if (light === undefined || light === '') return undefined;
  const hasSchemes = tokens.some(({ kind, value }) => kind === 'function' && value === schemeFunction);
  const dark = hasSchemes ? serialize(tokens, 1) : light;
  return dark === undefined || dark === '' ? undefined : { light, dark };
}

/** The function with a value for each color scheme. */
const schemeFunction = 'light-dark';

const delimiters = new Set(['(', ')', '[', ']', ',', '/', '+', '*', '%', '.', '!']);

function isSafe({ kind, text, value }: Token, at: number, tokens: readonly Token[]): boolean {
  if (kind === 'space') return true;
  if (kind === 'url') return isLoadableUrl(value) && !text.includes('\\');
  if (kind === 'string') return !isUrlArgument(tokens, at) || isLoadableUrl(value);
  if (kind === 'other') return delimiters.has(text);
  return (kind === 'name' || kind === 'function') && !text.includes('\\');
}

/** Whether `!` occurs only in `!important` at the end. */
function endsProperly(tokens: readonly Token[]): boolean {
  const mark = tokens.findIndex(({ text }) => text === '!');
  return mark < 0 || (tokens[mark + 1]?.value === 'important' && mark + 2 === tokens.length);
}

/** A function or a bracket that is open, with the number of commas so far. */
interface OpenBracket {
  readonly closing: string;
  readonly isScheme: boolean;
  commas: number;
}

/**
 * Returns the text of a value in a color scheme (0 is light), with the least whitespace. Returns undefined if brackets are unbalanced,
 * or `light-dark` does not have two arguments.
 */
function serialize(tokens: readonly Token[], scheme: 0 | 1): string | undefined {
  const open: OpenBracket[] = [];
  const writer = new ValueWriter();
  let omitted = 0;
  for (const token of tokens) {
    const inner = open.at(-1);
    const isScheme = token.kind === 'function' && token.value === schemeFunction;
    const isClosing = token.text === ')' || token.text === ']';
    if (token.kind === 'function' || token.text === '(' || token.text === '[') {
      open.push({ closing: token.text === '[' ? ']' : ')', isScheme, commas: 0 });
      if (isScheme && scheme === 1) omitted += 1;
    } else if (isClosing) {
      if (inner?.closing !== token.text || (inner.isScheme && inner.commas !== 1)) return undefined;
      open.pop();
      if (inner.isScheme && scheme === 0) omitted -= 1;
    } else if (token.text === ',' && inner) {
      inner.commas += 1;
      if (inner.isScheme && inner.commas === 1) omitted += scheme === 0 ? 1 : -1;
    }
    const isPartOfScheme = isScheme || (inner?.isScheme === true && (isClosing || token.text === ','));
    if (omitted === 0 && !isPartOfScheme) writer.add(token);
  }
  return open.length === 0 ? writer.text() : undefined;
}

/** Joins tokens without comments. Whitespace becomes a space, and is omitted next to commas and inside parentheses. */
class ValueWriter {
  readonly #out: string[] = [];
  #hasSpace = false;

  add({ kind, text }: Token): void {
    if (kind === 'space' || kind === 'comment') {
      this.#hasSpace = true;
      return;
    }
    const last = this.#out.at(-1) ?? '';
    if (this.#hasSpace && last !== '' && last !== ',' && !last.endsWith('(') && text !== ',' && text !== ')')
      this.#out.push(' ');
    this.#out.push(text);
    this.#hasSpace = false;
  }

  text(): string {
    return this.#out.join('');
  }
}
