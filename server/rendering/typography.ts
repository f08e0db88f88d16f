import { escapeLooseAmpersands, type MarkupToken, tokenizeMarkup } from './markup.ts';
import { curlQuotes } from './quotes.ts';
import { findShortcodes } from './shortcodes.ts';

/** Elements whose content is unchanged. Only lowercase names are recognized: `<CODE>` is not (rendering.md §2). */
const literalElements: ReadonlySet<string> = new Set(['pre', 'code', 'kbd', 'style', 'script', 'tt']);

const symbolPattern = /\.\.\.|``|''| \(tm\)/g;
const symbolEntities: ReadonlyMap<string, string> = new Map([
  ['...', '&#8230;'],
  ['``', '&#8220;'],
  ["''", '&#8221;'],
  [' (tm)', ' &#8482;'],
]);
const contractions = /'(?:tain't|twere|twas|tis|twill|til|bout|nuff|round|cause|em)(?![A-Za-z])/g;
const dashes = /---|--|-/g;
const edge = /[ \t\r\n\u00a0]/;
const codeBracket = /\[(\/?)code[^\]<>]{0,200}\]/g;

/**
 * Replaces quotes, dashes, dots and symbols in stored HTML with typographic characters, as numeric entities (rendering.md §2). Text
 * between tags is processed token by token. Tags and comments are unchanged, except that a loose `&` inside a tag becomes `&#038;`.
 * The content of `pre code kbd style script tt`, the tags of known shortcodes, and `[code]…[/code]` are unchanged.
 */
export function applyTypography(html: string): string {
  const open: string[] = [];
  const codeState = { code: false };
  let out = '';
  for (const token of tokenizeMarkup(html)) {
    if (token.kind === 'comment') out += token.text;
    else if (token.kind === 'tag') {
      trackLiteralElements(token, open);
      out += escapeLooseAmpersands(token.text);
    } else out += open.length > 0 ? token.text : typesetAroundShortcodes(token.text, codeState);
  }
  return out;
}

/** Tracks the open literal elements. An end tag closes only the innermost one. */
function trackLiteralElements(token: MarkupToken, open: string[]): void {
  if (!literalElements.has(token.name)) return;
  if (!token.isClosing) open.push(token.name);
  else if (open.at(-1) === token.name) open.pop();
}

function typesetAroundShortcodes(text: string, codeState: { code: boolean }): string {
  if (!text.includes('[')) return codeState.code ? text : typesetText(text);
  let out = '';
  let at = 0;
  for (const [start, end] of shortcodeBracketRanges(text)) {
    out += codeState.code ? text.slice(at, start) : typesetText(text.slice(at, start));
    const bracket = text.slice(start, end);
    if (/^\[\/?code/.test(bracket)) codeState.code = bracket[1] !== '/';
    out += bracket;
    at = end;
  }
  return out + (codeState.code ? text.slice(at) : typesetText(text.slice(at)));
}

/**
 * Returns the ranges of opening and closing shortcode tags, such as `[gallery ids="1"]`, in order. The content between them is processed as
 * text. `[code]` tags are included even if they are not part of a shortcode.
 */
function shortcodeBracketRanges(text: string): [number, number][] {
  const found: [number, number][] = [...text.matchAll(codeBracket)].map((mark) => [
    mark.index,
    mark.index + mark[0].length,
  ]);
  for (const { name, start, end, inner, escaped } of findShortcodes(text)) {
    const closing =
      inner || text.slice(start, end).endsWith(`[/${name}]`) ? `[/${name}]`.length + (escaped ? 1 : 0) : 0;
    const innerStart = end - closing - inner.length;
    found.push([start, innerStart]);
    if (closing > 0) found.push([end - closing, end]);
  }
  found.sort((one, other) => one[0] - other[0]);
  return found.filter(([start], index) => start >= (found[index - 1]?.[1] ?? 0));
}

function typesetText(text: string): string {
  if (!/[^\s]/.test(text)) return text;
  let set = text.includes("'")
    ? text.replace(contractions, (word) => `&#8217;${word.slice(1).replace("'", '&#8217;')}`)
    : text;
  set = set.replace(symbolPattern, (sign) => symbolEntities.get(sign) ?? sign);
  set = curlQuotes(set);
  if (set.includes('-')) set = set.replace(dashes, typesetDash);
  if (set.includes('x')) set = typesetMultiplication(set);
  return escapeLooseAmpersands(set);
}

function typesetDash(dash: string, at: number, text: string): string {
  if (dash === '---') return '&#8212;';
  const isSpaced = isEdge(text, at - 1, at) && isEdge(text, at + dash.length, at + dash.length);
  if (dash === '--') return isSpaced ? '&#8212;' : text.startsWith('xn', at - 2) && at > 1 ? dash : '&#8211;';
  return isSpaced ? '&#8211;' : dash;
}

/** Whether a position is outside of the text, at whitespace, or next to a `&nbsp;` that ends or begins at `mark`. */
function isEdge(text: string, at: number, mark: number): boolean {
  const neighbour = text[at];
  if (neighbour === undefined || edge.test(neighbour)) return true;
  return text.startsWith('&nbsp;', at < mark ? mark - 6 : mark);
}

const multiplicationSign = /x(?=[0-9])/g;
const numberCharacter = /[0-9.,]/;
const isDigit = (character: string | undefined): boolean => /[0-9]/.test(character ?? '');
const wordCharacter = /[A-Za-z0-9_]/;

/** Replaces the `x` of products such as `9x9` with a multiplication sign. `0x99` (hexadecimal) and `1920x1080px` are unchanged. */
function typesetMultiplication(text: string): string {
  let out = '';
  let at = 0;
  for (const { index } of text.matchAll(multiplicationSign)) {
    const end = endOfNumber(text, index + 1);
    if (index < at || end < 0 || !beginsWithNumber(text, index, at)) continue;
    out += `${text.slice(at, index)}&#215;${text.slice(index + 1, end)}`;
    at = end;
  }
  return out + text.slice(at);
}

/** Whether a number that begins a word ends at a position; a single zero does not count. */
function beginsWithNumber(text: string, end: number, from: number): boolean {
  if (!isDigit(text[end - 1])) return false;
  for (let start = end - 1; start >= from && numberCharacter.test(text[start] ?? ''); start--) {
    const isWhole = isDigit(text[start]) && !wordCharacter.test(text[start - 1] ?? '');
    if (isWhole && (text[start] !== '0' || start + 1 < end)) return true;
  }
  return false;
}

/** Returns the end of the longest number that ends a word; -1 when there is none. In `4.25cm`, it is the position after the point. */
function endOfNumber(text: string, start: number): number {
  let end = start;
  while (numberCharacter.test(text[end] ?? '')) end++;
  while (end > start && isInsideWord(text, end)) end--;
  return end > start ? end : -1;
}

const isInsideWord = (text: string, at: number): boolean =>
  wordCharacter.test(text[at - 1] ?? '') === wordCharacter.test(text[at] ?? '');
