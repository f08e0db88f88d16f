// Reads the metadata of an image. IPTC takes precedence over EXIF (media-fonts-and-oembed.md, A6, A7).

import { decodeText, readTiffFields, type TiffValue } from './exif-fields.ts';
import { readIptcFields } from './iptc-fields.ts';

/** The value of `media_details.image_meta`. Numbers are strings, except the orientation 1 of an image that was rotated. */
export interface ImageMeta {
  readonly aperture: string;
  readonly credit: string;
  readonly camera: string;
  readonly caption: string;
  readonly created_timestamp: string;
  readonly copyright: string;
  readonly focal_length: string;
  readonly iso: string;
  readonly shutter_speed: string;
  readonly title: string;
  readonly orientation: string | 1;
  readonly keywords: readonly string[];
  readonly alt: string;
}

export const emptyImageMeta: ImageMeta = {
  aperture: '0',
  credit: '',
  camera: '',
  caption: '',
  created_timestamp: '0',
  copyright: '',
  focal_length: '0',
  iso: '0',
  shutter_speed: '0',
  title: '',
  orientation: '0',
  keywords: [],
  alt: '',
};

/** The metadata blocks of an image file. */
export interface MetaBlocks {
  readonly exif?: Uint8Array | undefined;
  readonly iptc?: Uint8Array | undefined;
  readonly xmp?: Uint8Array | undefined;
}

/** Length, in bytes of UTF-8, from which a caption is not used as the title. */
const titleLimitBytes = 80;
const isTitle = (text: string) => text !== '' && Buffer.byteLength(text) < titleLimitBytes;

/** Removes HTML tags and surrounding whitespace from a string. */
const stripMarkup = (text: string) => text.replace(/<[^<>]*>/g, '').trim();

/** Returns the metadata in the metadata blocks of an image, with defaults for missing values. */
export function readImageMeta({ exif, iptc, xmp }: MetaBlocks): ImageMeta {
  const iptcMeta = iptc ? readIptc(iptc) : {};
  const exifMeta = exif ? readExif(exif, iptcMeta) : {};
  return { ...emptyImageMeta, ...exifMeta, ...iptcMeta, alt: xmp ? readAltText(xmp) : '' };
}

type PartialImageMeta = { -readonly [K in keyof ImageMeta]?: ImageMeta[K] };

function readIptc(bytes: Uint8Array): PartialImageMeta {
  const fields = readIptcFields(bytes);
  const first = (...fieldNumbers: number[]) =>
    fieldNumbers.map((n) => stripMarkup(fields.get(n)?.[0] ?? '')).find((text) => text !== '');
  const caption = first(120);
  const title = first(105, 5) ?? (caption && isTitle(caption) ? caption : undefined);
  const [date, time] = [first(55), first(60)];
  const created = date ? parseTimestamp(`${date}${time ?? '000000'}`) : undefined;
  const keywords = (fields.get(25) ?? []).map(stripMarkup).filter((word) => word !== '');
  return omitUndefined({
    title,
    caption,
    credit: first(110, 80),
    copyright: first(116),
    created_timestamp: created,
    keywords: keywords.length > 0 ? keywords : undefined,
  });
}

/** Returns the EXIF metadata. The description is used as the title only if the IPTC metadata has no title. */
function readExif(bytes: Uint8Array, iptcMeta: PartialImageMeta): PartialImageMeta {
  const fields = readTiffFields(bytes);
  const text = (tag: number) => {
    const value = fields.get(tag);
    return typeof value === 'string' ? stripMarkup(value) : '';
  };
  const number = (tag: number) => {
    const value = fields.get(tag);
    return Array.isArray(value) ? (value[0] as number | undefined) : undefined;
  };
  const description = text(0x010e);
  const comment = decodeUserComment(fields.get(0x9286));
  const isDescriptionTitle = iptcMeta.title === undefined && isTitle(description);
  const caption =
    comment === '' ? description : isDescriptionTitle || description === '' ? comment : `${description} ${comment}`;
  const aperture = number(0x829d);
  return omitUndefined({
    title: isDescriptionTitle ? description : undefined,
    caption: caption || undefined,
    credit: text(0x013b) || undefined,
    copyright: text(0x8298) || undefined,
    camera: text(0x0110) || undefined,
    aperture: aperture === undefined ? undefined : String(Math.round(aperture * 100) / 100),
    created_timestamp: parseTimestamp(text(0x9004)),
    focal_length: stringOrUndefined(number(0x920a)),
    iso: stringOrUndefined(number(0x8827)),
    shutter_speed: stringOrUndefined(number(0x829a)),
    orientation: stringOrUndefined(number(0x0112)),
  });
}

const stringOrUndefined = (value: number | undefined) => (value === undefined ? undefined : String(value));

/** Returns the text of the EXIF field UserComment, whose first eight bytes name the encoding. */
function decodeUserComment(value: TiffValue | undefined): string {
  if (typeof value === 'string') return stripMarkup(value);
  if (!(value instanceof Uint8Array)) return '';
  const encoding = Buffer.from(value.subarray(0, 8)).toString('latin1');
  const named = /^(?:ASCII|UNICODE|JIS)\0|^\0{8}/.test(encoding);
  const bytes = named ? value.subarray(8) : value;
  if (encoding.startsWith('UNICODE')) return stripMarkup(Buffer.from(bytes).toString('utf16le').replace(/\0+$/, ''));
  return stripMarkup(decodeText(bytes));
}

/** Parses a date and time, interpreted as UTC, to seconds since 1970. Only digits count; returns undefined if there are too few. */
function parseTimestamp(text: string): string | undefined {
  const dateDigits = text.replace(/\D/g, '');
  const parts = /^(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)/.exec(dateDigits);
  if (!parts) return undefined;
  const [, year, month, day, hour, minute, second] = parts.map(Number);
  const time = Date.UTC(year ?? 0, (month ?? 1) - 1, day, hour, minute, second);
  return Number.isFinite(time) ? String(Math.floor(time / 1000)) : undefined;
}

function omitUndefined(read: { readonly [K in keyof ImageMeta]?: ImageMeta[K] | undefined }): PartialImageMeta {
  return Object.fromEntries(Object.entries(read).filter(([, value]) => value !== undefined)) as PartialImageMeta;
}

const maxXmpBytes = 256 * 1024;

/**
 * Returns the alternative text in an XMP block, preferably that in the default language. The block is searched as text, so that no
 * XML entities are expanded.
 */
function readAltText(bytes: Uint8Array): string {
  const block = Buffer.from(bytes.subarray(0, maxXmpBytes)).toString('utf8');
  const start = block.indexOf('<Iptc4xmpCore:AltTextAccessibility');
  const end = block.indexOf('</Iptc4xmpCore:AltTextAccessibility', start);
  if (start < 0 || end < 0) return '';
  const items = [...block.slice(start, end).matchAll(/<rdf:li([^<>]*)>([^<]*)<\/rdf:li>/g)];
  const defaultItem = items.find(([, attributes = '']) => attributes.includes('x-default')) ?? items[0];
  return decodeXmlEntities(defaultItem?.[2] ?? '').trim();
}

const named: Readonly<Record<string, string>> = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'" };
const decodeXmlEntities = (text: string) =>
  text.replace(/&(lt|gt|amp|quot|apos);/g, (_all, name: string) => named[name] ?? '');
