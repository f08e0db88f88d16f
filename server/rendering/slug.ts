import { stripTags } from './markup.ts';

const longest = 200;

/** What of a text is looked at for its slug: many times what fits, however much of it has no place in a slug. Characters. */
const longestText = 20_000;
/** What of a text is looked at for tags before that. Characters. */
const longestMarkup = 5 * longestText;

/** Latin letters that do not come apart into a plain letter and a mark, and signs that have a letter of their own. */
const plain: ReadonlyMap<string, string> = new Map(
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
const mark = /[\u0300-\u036f]/g;
const octet = /%[0-9a-f]{2}/i;

/** Dashes, wide and no-break spaces: they part words. */
const parting = /[\u00a0\u1680\u2000-\u200a\u2010-\u2015\u2028\u2029\u202f\u205f\u3000]/g;
/** Quotation marks, signs and zero-width characters: they vanish. */
const vanishing =
  /[\u00a1\u00a9\u00ab\u00ad\u00ae\u00b0\u00b4\u00bb\u00bf\u02ca\u02cb\u02c8\u02cc\u200b-\u200f\u2018-\u201f\u2022\u2026\u202a-\u202e\u2032\u2033\u2039\u203a\u2060\u2122\ufeff]|[\ufe00-\ufe0f]/g;

/**
 * The slug of a title, of a sent slug or of a term's name (rendering.md §11, posts-and-pages.md §9): plain lower-case
 * letters, digits, `_` and `-`, letters of other scripts percent-encoded in lower case. Cut at 200 bytes of the
 * encoded form, never inside a letter's octets. Text without a usable character gives `''`.
 */
export function toSlug(text: string): string {
  const bare = plainLetters(stripTags(text.slice(0, longestMarkup)).slice(0, longestText)).toLowerCase();
  return encode(bare)
    .replace(/%c2%a0/g, '-')
    .replace(/&[^;]+;/g, '')
    .replace(/[./]/g, '-')
    .replace(/[^%a-z0-9 _\-\s]/g, '')
    .replace(/[\s-]+/g, '-')
    .replace(/^-/, '')
    .replace(/-$/, '');
}

/**
 * The slug that a caller asks for; undefined where none was sent, as which a slug `0` counts (rendering.md §11). `''` is
 * sent to have it made anew.
 */
export function sentSlug(text: string | undefined): string | undefined {
  if (text === undefined) return undefined;
  const slug = toSlug(text);
  return slug === '0' ? undefined : slug;
}

/**
 * Shortens a slug to at most `bytes` bytes, to make room for a suffix (posts-and-pages.md §9 "cut before a suffix").
 * Octets that belong to one letter stay or go together; a hyphen left at the end goes.
 */
export function cutSlug(slug: string, bytes: number): string {
  if (slug.length <= bytes) return slug;
  let end = 0;
  while (end < slug.length) {
    const next = end + letterLength(slug, end);
    if (next > bytes) break;
    end = next;
  }
  return slug.slice(0, end).replace(/-+$/, '');
}

function plainLetters(text: string): string {
  if (!beyondAscii.test(text)) return text;
  let out = '';
  for (const letter of beginning(text).normalize('NFC').replace(vanishing, '').replace(parting, '-')) {
    out += letter < '\u0080' ? letter : plainLetter(letter);
  }
  return out.replace(mark, '');
}

/** Enough letters for the longest slug, and no longer run of marks than any word has: normalising one takes its time. */
const letters = 2 * longest;
const marksInRow = 30;
const nothing = /[\p{M}\p{Cs}%£]/u;
const combining = /\p{M}/u;

/** As much of a text as a slug can be made of. What may vanish is not counted. */
function beginning(text: string): string {
  let out = '';
  let counted = 0;
  let run = 0;
  for (const letter of text) {
    run = combining.test(letter) ? run + 1 : 0;
    if (run <= marksInRow) out += letter;
    vanishing.lastIndex = 0;
    if (!nothing.test(letter) && !vanishing.test(letter) && ++counted >= letters) break;
  }
  return out;
}

function plainLetter(letter: string): string {
  const known = plain.get(letter);
  if (known !== undefined) return known;
  if (letter === '×') return 'x';
  return latin.test(letter) ? [...letter.normalize('NFD')].map((part) => plain.get(part) ?? part).join('') : letter;
}

/** Percent-encodes what is not ASCII and keeps `%41`-like octets; other `%` go. Stops at 200 bytes. */
function encode(text: string): string {
  let out = '';
  for (let at = 0; at < text.length && out.length < longest; ) {
    const letter = String.fromCodePoint(text.codePointAt(at) ?? 0);
    at += letter.length;
    if (letter === '%' && !octet.test(text.slice(at - 1, at + 2))) continue;
    const encoded = letter < '\u0080' ? letter : encodeLetter(letter);
    if (out.length + encoded.length > longest) break;
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
