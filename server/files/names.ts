// The names of stored files (media-fonts-and-oembed.md, A4, Stored names).
import { isTaken } from './kinds.ts';

/** A name in two parts; the extension without its dot. */
export interface FileName {
  readonly stem: string;
  readonly extension: string;
}

/** The longest name without its extension. Room is left for what derived files put behind it. Bytes. */
const longestStem = 180;

/** A name in its two parts, the extension in lower case; one without an extension has an empty one. */
export function splitName(name: string): FileName {
  const at = name.lastIndexOf('.');
  return at < 0
    ? { stem: name, extension: '' }
    : { stem: name.slice(0, at), extension: name.slice(at + 1).toLowerCase() };
}

/** The name that `splitName` has split. */
export const joinName = ({ stem, extension }: FileName): string => (extension === '' ? stem : `${stem}.${extension}`);

const letters: Readonly<Record<string, string>> = {
  ß: 'ss', æ: 'ae', Æ: 'AE', ø: 'o', Ø: 'O', œ: 'oe', Œ: 'OE', ð: 'd', Ð: 'D', þ: 'th', Þ: 'TH', ł: 'l', Ł: 'L',
  đ: 'd', Đ: 'D', ħ: 'h', Ħ: 'H', ı: 'i', ŧ: 't', Ŧ: 'T',
}; // biome-ignore format: a table

/** Characters that are dropped: those with a meaning to shells, addresses or file systems, quotes, and what is not seen. */
const dropped =
  /[?[\]/\\=<>:;,'"&$#*()|~`!{}%+’‘“”«»„‚‹›\u0000-\u001f\u007f-\u009f\u00ad\u061c\u180e\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff\ufff0-\uffff]/gu;

/**
 * A name as files are stored under it, without regard to other files (steps 1 to 4). Which inner extensions are marked hangs on
 * what is taken from the sender; `anyHtml`: they may post any HTML.
 */
export function cleanName(sent: string, anyHtml: boolean): string {
  const plain = sent
    .toWellFormed()
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replace(/[^\u0000-\u007f]/gu, (letter) => letters[letter] ?? letter)
    .normalize('NFC')
    .replace(dropped, '')
    .replace(/[\s-]+/gu, '-')
    .replace(/\.+/g, '.');
  const bare = plain.replace(/^[.\-_]+|[.\-_]+$/g, '');
  const { stem, extension } = splitName(
    /^\.[^.]+$/.test(plain) && isTaken(bare, anyHtml) ? `unnamed-file.${bare}` : bare,
  );
  return joinName({ stem: cut(guardInner(stem, anyHtml)), extension });
}

/** A middle part that servers could take for an extension is marked. */
function guardInner(stem: string, anyHtml: boolean): string {
  const [first = '', ...inner] = stem.split('.');
  const guarded = inner.map((part) => (/^[a-z]{2,5}\d?$/i.test(part) && !isTaken(part, anyHtml) ? `${part}_` : part));
  return [first, ...guarded].join('.');
}

function cut(stem: string): string {
  let short = stem;
  while (Buffer.byteLength(short) > longestStem) short = [...short].slice(0, -1).join('');
  return short;
}

/** Endings of derived files (step 5). */
const derived = /-(?:\d+x\d+|scaled|rotated)$/;

const devices = /^(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$)/i;

/**
 * The names to try for a new file, the wish first: `-1`, `-2` … behind those that are taken, and always behind one that
 * looks like a derived file.
 */
export function* candidates({ stem, extension }: FileName, first = needsNumber(stem) ? 1 : 0): Iterable<string> {
  for (let n = first; ; n += 1) yield joinName({ stem: n === 0 ? stem : `${stem}-${n}`, extension });
}

const needsNumber = (stem: string) => derived.test(stem) || devices.test(stem);

/** Whether a name is taken where these files are: by itself, or by files derived from it (step 6). */
export function isNameTaken(name: string, there: ReadonlySet<string>): boolean {
  if (there.has(name)) return true;
  const { stem, extension } = splitName(name);
  for (const other of there) {
    if (!other.startsWith(`${stem}-`)) continue;
    const { stem: longer, extension: its } = splitName(other);
    if (its === extension && /^-(?:\d+x\d+|scaled|rotated)$/.test(longer.slice(stem.length))) return true;
  }
  return false;
}

/** The name of a raw upload in a `Content-Disposition`; undefined where it names none (A3, File name of a raw upload). */
export function nameInDisposition(header: string): string | undefined {
  const at = header.indexOf(';');
  if (at < 0) return undefined;
  for (const piece of header.slice(at + 1).split(';')) {
    const equals = piece.indexOf('=');
    if (equals < 0 || piece.slice(0, equals).trim() !== 'filename') continue;
    const value = piece.slice(equals + 1).trim();
    const name = /^".*"$/s.test(value) && value.length > 1 ? value.slice(1, -1) : value;
    if (name !== '') return name;
  }
  return undefined;
}

/** The last part of a path, whichever slashes it has. */
export const lastPart = (path: string): string =>
  path.slice(Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1);
