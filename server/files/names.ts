// Cleans the names of uploaded files, and finds free names for stored files (media-fonts-and-oembed.md, A4, Stored names).
import { isAllowedExtension } from './file-types.ts';

/** A file name, split into the stem and the extension (without the dot). */
export interface FileName {
  readonly stem: string;
  readonly extension: string;
}

/** Maximum length of a stem, in bytes. It leaves space for the suffixes of derived files. */
const maxStemBytes = 180;

/** Splits a name at its last dot. The extension is returned in lower case, and is empty if the name has none. */
export function splitName(name: string): FileName {
  const at = name.lastIndexOf('.');
  return at < 0
    ? { stem: name, extension: '' }
    : { stem: name.slice(0, at), extension: name.slice(at + 1).toLowerCase() };
}

/** Returns the file name with a stem and an extension. */
const joinName = ({ stem, extension }: FileName): string => (extension === '' ? stem : `${stem}.${extension}`);

const letterReplacements: Readonly<Record<string, string>> = {
  ß: 'ss', æ: 'ae', Æ: 'AE', ø: 'o', Ø: 'O', œ: 'oe', Œ: 'OE', ð: 'd', Ð: 'D', þ: 'th', Þ: 'TH', ł: 'l', Ł: 'L',
  đ: 'd', Đ: 'D', ħ: 'h', Ħ: 'H', ı: 'i', ŧ: 't', Ŧ: 'T',
}; // biome-ignore format: a table

/** Characters that are removed: those with a meaning in shells, URLs or file systems, quotation marks, and invisible characters. */
const removedCharacters =
  /[?[\]/\\=<>:;,'"&$#*()|~`!{}%+’‘“”«»„‚‹›\u0000-\u001f\u007f-\u009f\u00ad\u061c\u180e\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff\ufff0-\uffff]/gu;

/**
 * Cleans a submitted file name (steps 1 to 4 of media-fonts-and-oembed.md, A4, Stored names). Existing files are not considered. An
 * underscore is appended to each inner extension that the user may not upload. `anyHtml` is true if the user may post unrestricted
 * HTML.
 */
export function cleanName(submittedName: string, anyHtml: boolean): string {
  const plain = submittedName
    .toWellFormed()
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replace(/[^\u0000-\u007f]/gu, (letter) => letterReplacements[letter] ?? letter)
    .normalize('NFC')
    .replace(removedCharacters, '')
    .replace(/[\s-]+/gu, '-')
    .replace(/\.+/g, '.');
  const trimmed = plain.replace(/^[.\-_]+|[.\-_]+$/g, '');
  const { stem, extension } = splitName(
    /^\.[^.]+$/.test(plain) && isAllowedExtension(trimmed, anyHtml) ? `unnamed-file.${trimmed}` : trimmed,
  );
  return joinName({ stem: truncateStem(guardInnerExtensions(stem, anyHtml)), extension });
}

/** Appends an underscore to each inner part of a stem that a web server could interpret as an extension, unless it is allowed. */
function guardInnerExtensions(stem: string, anyHtml: boolean): string {
  const [first = '', ...inner] = stem.split('.');
  const guarded = inner.map((part) =>
    /^[a-z]{2,5}\d?$/i.test(part) && !isAllowedExtension(part, anyHtml) ? `${part}_` : part,
  );
  return [first, ...guarded].join('.');
}

function truncateStem(stem: string): string {
  let short = stem;
  while (Buffer.byteLength(short) > maxStemBytes) short = [...short].slice(0, -1).join('');
  return short;
}

/** A pattern that matches the suffix of the stem of a derived file (A4, Stored names, step 5). */
const derivedSuffix = /-(?:\d+x\d+|scaled|rotated)$/;

const reservedDeviceNames = /^(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$)/i;

/**
 * Yields the names to try for a new file: the name itself, then the name with the suffixes `-1`, `-2` and so on. A name that looks
 * like that of a derived file, or that is reserved for a device, is not tried without a suffix.
 */
export function* candidateNames({ stem, extension }: FileName, first = needsSuffix(stem) ? 1 : 0): Iterable<string> {
  for (let n = first; ; n += 1) yield joinName({ stem: n === 0 ? stem : `${stem}-${n}`, extension });
}

const needsSuffix = (stem: string) => derivedSuffix.test(stem) || reservedDeviceNames.test(stem);

/**
 * Returns whether a name is taken: either a file has this name, or the name of a file looks as if the file were derived from one with
 * this name (A4, Stored names, step 6).
 */
export function isNameTaken(name: string, existingNames: ReadonlySet<string>): boolean {
  if (existingNames.has(name)) return true;
  const { stem, extension } = splitName(name);
  for (const other of existingNames) {
    if (!other.startsWith(`${stem}-`)) continue;
    const { stem: otherStem, extension: otherExtension } = splitName(other);
    if (otherExtension === extension && /^-(?:\d+x\d+|scaled|rotated)$/.test(otherStem.slice(stem.length))) return true;
  }
  return false;
}

/** Returns the file name in a `Content-Disposition` header; undefined if it contains none (A3, File name of a raw upload). */
export function nameInDisposition(header: string): string | undefined {
  const at = header.indexOf(';');
  if (at < 0) return undefined;
  for (const parameter of header.slice(at + 1).split(';')) {
    const equals = parameter.indexOf('=');
    if (equals < 0 || parameter.slice(0, equals).trim() !== 'filename') continue;
    const value = parameter.slice(equals + 1).trim();
    const name = /^".*"$/s.test(value) && value.length > 1 ? value.slice(1, -1) : value;
    if (name !== '') return name;
  }
  return undefined;
}

/** Returns the last segment of a path whose separators are slashes or backslashes. */
export const lastPathSegment = (path: string): string =>
  path.slice(Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1);
