import { escapeLooseAmpersands, type Piece, splitMarkup } from './markup.ts';
import { curlQuotes } from './quotes.ts';
import { findShortcodes } from './shortcodes.ts';

/** Inside these nothing is changed. Lower-case names only: `<CODE>` is not one of them (rendering.md §2). */
const literal: ReadonlySet<string> = new Set(['pre', 'code', 'kbd', 'style', 'script', 'tt']);

const signs = /\.\.\.|``|''| \(tm\)/g;
const signOf: ReadonlyMap<string, string> = new Map([
  ['...', '&#8230;'],
  ['``', '&#8220;'],
  ["''", '&#8221;'],
  [' (tm)', ' &#8482;'],
]);
const shortened = /'(?:tain't|twere|twas|tis|twill|til|bout|nuff|round|cause|em)(?![A-Za-z])/g;
const dashes = /---|--|-/g;
const edge = /[ \t\r\n\u00a0]/;
const codeBracket = /\[(\/?)code[^\]<>]{0,200}\]/g;

/**
 * Sets the quotes, dashes, dots and signs of stored HTML as numeric entities (rendering.md §2): text between tags is
 * changed piece by piece, tags and comments stay but for a loose `&` inside a tag, which becomes `&#038;`. Left alone
 * are `pre code kbd style script tt`, the brackets of known shortcodes and `[code]…[/code]`.
 */
export function typographic(html: string): string {
  const open: string[] = [];
  const quiet = { code: false };
  let out = '';
  for (const piece of splitMarkup(html)) {
    if (piece.kind === 'comment') out += piece.text;
    else if (piece.kind === 'tag') {
      follow(piece, open);
      out += escapeLooseAmpersands(piece.text);
    } else out += open.length > 0 ? piece.text : setAroundShortcodes(piece.text, quiet);
  }
  return out;
}

/** Remembers which literal elements are open. A closing tag counts only for the innermost of them. */
function follow(piece: Piece, open: string[]): void {
  if (!literal.has(piece.name)) return;
  if (!piece.closes) open.push(piece.name);
  else if (open.at(-1) === piece.name) open.pop();
}

function setAroundShortcodes(text: string, quiet: { code: boolean }): string {
  if (!text.includes('[')) return quiet.code ? text : setText(text);
  let out = '';
  let at = 0;
  for (const [start, end] of bracketsOf(text)) {
    out += quiet.code ? text.slice(at, start) : setText(text.slice(at, start));
    const bracket = text.slice(start, end);
    if (/^\[\/?code/.test(bracket)) quiet.code = bracket[1] !== '/';
    out += bracket;
    at = end;
  }
  return out + (quiet.code ? text.slice(at) : setText(text.slice(at)));
}

/** The places of shortcode brackets, opening and closing ones, in order. What they enclose is text like any other. */
function bracketsOf(text: string): [number, number][] {
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

function setText(text: string): string {
  if (!/[^\s]/.test(text)) return text;
  let set = text.includes("'")
    ? text.replace(shortened, (word) => `&#8217;${word.slice(1).replace("'", '&#8217;')}`)
    : text;
  set = set.replace(signs, (sign) => signOf.get(sign) ?? sign);
  set = curlQuotes(set);
  if (set.includes('-')) set = set.replace(dashes, setDash);
  if (set.includes('x')) set = setMultiplication(set);
  return escapeLooseAmpersands(set);
}

function setDash(dash: string, at: number, text: string): string {
  if (dash === '---') return '&#8212;';
  const free = isEdge(text, at - 1, at) && isEdge(text, at + dash.length, at + dash.length);
  if (dash === '--') return free ? '&#8212;' : text.startsWith('xn', at - 2) && at > 1 ? dash : '&#8211;';
  return free ? '&#8211;' : dash;
}

/** Whether there is nothing, or a space, at a place: the character there, or `&nbsp;` that ends or begins at `mark`. */
function isEdge(text: string, at: number, mark: number): boolean {
  const neighbour = text[at];
  if (neighbour === undefined || edge.test(neighbour)) return true;
  return text.startsWith('&nbsp;', at < mark ? mark - 6 : mark);
}

const times = /x(?=[0-9])/g;
const figure = /[0-9.,]/;
const isDigit = (character: string | undefined): boolean => /[0-9]/.test(character ?? '');
const wordCharacter = /[A-Za-z0-9_]/;

/** `9x9` as a whole word becomes a product; `0x99` is a number in another notation, `1920x1080px` a size. */
function setMultiplication(text: string): string {
  let out = '';
  let at = 0;
  for (const { index } of text.matchAll(times)) {
    const end = endOfFigure(text, index + 1);
    if (index < at || end < 0 || !startsFigure(text, index, at)) continue;
    out += `${text.slice(at, index)}&#215;${text.slice(index + 1, end)}`;
    at = end;
  }
  return out + text.slice(at);
}

/** Whether a figure that begins a word ends here, with a digit; a nought alone is none. */
function startsFigure(text: string, end: number, from: number): boolean {
  if (!isDigit(text[end - 1])) return false;
  for (let start = end - 1; start >= from && figure.test(text[start] ?? ''); start--) {
    const isWhole = isDigit(text[start]) && !wordCharacter.test(text[start - 1] ?? '');
    if (isWhole && (text[start] !== '0' || start + 1 < end)) return true;
  }
  return false;
}

/** Where the longest figure that ends a word ends, negative where none does: in `4.25cm` the word ends with the point. */
function endOfFigure(text: string, start: number): number {
  let end = start;
  while (figure.test(text[end] ?? '')) end++;
  while (end > start && isInsideWord(text, end)) end--;
  return end > start ? end : -1;
}

const isInsideWord = (text: string, at: number): boolean =>
  wordCharacter.test(text[at - 1] ?? '') === wordCharacter.test(text[at] ?? '');
