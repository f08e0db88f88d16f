import { stripTags } from './markup.ts';

const MAX_SLUG_BYTES = 200;

/** Maximum length of the processed text, in characters. It is much longer than a slug, because characters are removed. */
const MAX_TEXT_LENGTH = 20_000;
/** Maximum length of the HTML from which tags are removed first, in characters. */
const MAX_HTML_LENGTH = 5 * MAX_TEXT_LENGTH;

/** Replacements for symbols, and for Latin letters that Unicode does not decompose into a base letter and a mark. */
const letterReplacements: ReadonlyMap<string, string> = new Map(
  Object.entries({
    ß: 's',
    ẞ: 'S',
    Æ: 'AE',
    æ: 'ae',
    Œ: 'OE',
    œ: 'oe',
    Ø: 'O',
    ø: 'o',
    Ł: 'L',
    ł: 'l',
    Đ: 'D',
    đ: 'd',
    Ð: 'D',
    ð: 'd',
    Þ: 'TH',
    þ: 'th',
    Ħ: 'H',
    ħ: 'h',
    ı: 'i',
    Ĳ: 'IJ',
    ĳ: 'ij',
    ĸ: 'k',
    Ŀ: 'L',
    ŀ: 'l',
    ŉ: 'n',
    Ŋ: 'N',
    ŋ: 'n',
    Ŧ: 'T',
    ŧ: 't',
    ſ: 's',
    ª: 'a',
    º: 'o',
    '€': 'E',
    '£': '',
  }),
);

const beyondAscii = /[^\u0000-\u007f]/;
const latin = /\p{Script=Latin}/u;
const combiningMarks = /[\u0300-\u036f]/g;
const octet = /%[0-9a-f]{2}/i;

/** Dashes and special spaces, which separate words. */
const wordSeparators = /[\u00a0\u1680\u2000-\u200a\u2010-\u2015\u2028\u2029\u202f\u205f\u3000]/g;
/** Quotation marks, symbols and zero-width characters, which are removed. */
const removedCharacters =
  /[\u00a1\u00a9\u00ab\u00ad\u00ae\u00b0\u00b4\u00bb\u00bf\u02ca\u02cb\u02c8\u02cc\u200b-\u200f\u2018-\u201f\u2022\u2026\u202a-\u202e\u2032\u2033\u2039\u203a\u2060\u2122\ufeff]|[\ufe00-\ufe0f]/g;

/**
 * Returns the slug for a title, a submitted slug or the name of a term (rendering.md §11, posts-and-pages.md §9). It consists of
 * lowercase ASCII letters, digits, `_` and `-`; letters of other scripts are percent-encoded in lower case. It is truncated to 200
 * bytes of the encoded form, but never inside the octets of a letter. Returns `''` for text without a usable character.
 */
export function toSlug(text: string): string {
  const asciiText = replaceLetters(stripTags(text.slice(0, MAX_HTML_LENGTH)).slice(0, MAX_TEXT_LENGTH)).toLowerCase();
  return percentEncode(asciiText)
    .replace(/%c2%a0/g, '-')
    .replace(/&[^;]+;/g, '')
    .replace(/[./]/g, '-')
    .replace(/[^%a-z0-9 _\-\s]/g, '')
    .replace(/[\s-]+/g, '-')
    .replace(/^-/, '')
    .replace(/-$/, '');
}

/**
 * Returns the slug for a submitted value; undefined if it is absent or the slug is `0` (rendering.md §11). Clients submit
 * `''` to have the slug generated again.
 */
export function parseSubmittedSlug(text: string | undefined): string | undefined {
  if (text === undefined) return undefined;
  const slug = toSlug(text);
  return slug === '0' ? undefined : slug;
}

/**
 * Shortens a slug to at most `bytes` bytes, to leave space for a suffix (posts-and-pages.md §9 "cut before a suffix"). The octets
 * of a letter are never separated, and a trailing hyphen is removed.
 */
export function truncateSlug(slug: string, bytes: number): string {
  if (slug.length <= bytes) return slug;
  let end = 0;
  while (end < slug.length) {
    const next = end + letterLength(slug, end);
    if (next > bytes) break;
    end = next;
  }
  return slug.slice(0, end).replace(/-+$/, '');
}

function replaceLetters(text: string): string {
  if (!beyondAscii.test(text)) return text;
  let out = '';
  for (const letter of usableBeginning(text)
    .normalize('NFC')
    .replace(removedCharacters, '')
    .replace(wordSeparators, '-')) {
    out += letter < '\u0080' ? letter : replaceLetter(letter);
  }
  return out.replace(combiningMarks, '');
}

/** Maximum number of letters, which suffices for the longest slug, and of consecutive marks, which are slow to normalize. */
const MAX_LETTERS = 2 * MAX_SLUG_BYTES;
const MAX_CONSECUTIVE_MARKS = 30;
const unusableCharacter = /[\p{M}\p{Cs}%£]/u;
const combining = /\p{M}/u;

/** Returns the beginning of a string, as much as a slug can use. Characters that are removed later are not counted. */
function usableBeginning(text: string): string {
  let out = '';
  let counted = 0;
  let run = 0;
  for (const letter of text) {
    run = combining.test(letter) ? run + 1 : 0;
    if (run <= MAX_CONSECUTIVE_MARKS) out += letter;
    removedCharacters.lastIndex = 0;
    if (!unusableCharacter.test(letter) && !removedCharacters.test(letter) && ++counted >= MAX_LETTERS) break;
  }
  return out;
}

function replaceLetter(letter: string): string {
  const known = letterReplacements.get(letter);
  if (known !== undefined) return known;
  if (letter === '×') return 'x';
  return latin.test(letter)
    ? [...letter.normalize('NFD')].map((part) => letterReplacements.get(part) ?? part).join('')
    : letter;
}

/** Percent-encodes non-ASCII characters and keeps octets such as `%41`; other `%` are removed. Stops at 200 bytes. */
function percentEncode(text: string): string {
  let out = '';
  for (let at = 0; at < text.length && out.length < MAX_SLUG_BYTES; ) {
    const letter = String.fromCodePoint(text.codePointAt(at) ?? 0);
    at += letter.length;
    if (letter === '%' && !octet.test(text.slice(at - 1, at + 2))) continue;
    const encoded = letter < '\u0080' ? letter : encodeLetter(letter);
    if (out.length + encoded.length > MAX_SLUG_BYTES) break;
    out += encoded;
  }
  return out.endsWith('%') ? out.slice(0, -1) : out.replace(/%[0-9a-f]$/i, '');
}

function encodeLetter(letter: string): string {
  return encodeURIComponent(letter.isWellFormed() ? letter : '').toLowerCase();
}

function letterLength(slug: string, at: number): number {
  const first = /^%([0-9a-f]{2})/.exec(slug.slice(at, at + 3));
  const byte = first?.[1] === undefined ? 0 : Number.parseInt(first[1], 16);
  if (!first) return 1;
  return byte >= 0xf0 ? 12 : byte >= 0xe0 ? 9 : byte >= 0xc0 ? 6 : 3;
}
