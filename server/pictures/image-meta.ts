// What a picture tells of itself: press data first, then camera data (media-fonts-and-oembed.md, A6, A7).
import { pressFields } from './press-fields.ts';
import { type TiffValue, textOf, tiffFields } from './tiff-fields.ts';

/** As `media_details.image_meta` shows it: texts, except what is set upright by us, whose orientation is the number 1. */
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

export const noMeta: ImageMeta = {
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

/** The blocks of a picture's file. */
export interface MetaBlocks {
  readonly exif?: Uint8Array | undefined;
  readonly iptc?: Uint8Array | undefined;
  readonly xmp?: Uint8Array | undefined;
}

/** A caption that may serve as a title is shorter than this. Bytes. */
const longestTitle = 80;
const isTitle = (text: string) => text !== '' && Buffer.byteLength(text) < longestTitle;

/** Markup is no part of these texts. */
const plain = (text: string) => text.replace(/<[^<>]*>/g, '').trim();

/** What is read from the blocks of a picture. */
export function imageMeta({ exif, iptc, xmp }: MetaBlocks): ImageMeta {
  const press = iptc ? fromPress(iptc) : {};
  const camera = exif ? fromCamera(exif, press) : {};
  return { ...noMeta, ...camera, ...press, alt: xmp ? altOf(xmp) : '' };
}

type Read = { -readonly [K in keyof ImageMeta]?: ImageMeta[K] };

function fromPress(bytes: Uint8Array): Read {
  const fields = pressFields(bytes);
  const first = (...numbers: number[]) =>
    numbers.map((n) => plain(fields.get(n)?.[0] ?? '')).find((text) => text !== '');
  const caption = first(120);
  const title = first(105, 5) ?? (caption && isTitle(caption) ? caption : undefined);
  const [date, time] = [first(55), first(60)];
  const created = date ? momentOf(`${date}${time ?? '000000'}`) : undefined;
  const keywords = (fields.get(25) ?? []).map(plain).filter((word) => word !== '');
  return compact({
    title,
    caption,
    credit: first(110, 80),
    copyright: first(116),
    created_timestamp: created,
    keywords: keywords.length > 0 ? keywords : undefined,
  });
}

/** The fields of camera data, each for what press data has not told. */
function fromCamera(bytes: Uint8Array, known: Read): Read {
  const fields = tiffFields(bytes);
  const text = (tag: number) => {
    const value = fields.get(tag);
    return typeof value === 'string' ? plain(value) : '';
  };
  const number = (tag: number) => {
    const value = fields.get(tag);
    return Array.isArray(value) ? (value[0] as number | undefined) : undefined;
  };
  const description = text(0x010e);
  const comment = commentOf(fields.get(0x9286));
  const entitles = known.title === undefined && isTitle(description);
  const caption = comment === '' ? description : entitles || description === '' ? comment : `${description} ${comment}`;
  const aperture = number(0x829d);
  return compact({
    title: entitles ? description : undefined,
    caption: caption || undefined,
    credit: text(0x013b) || undefined,
    copyright: text(0x8298) || undefined,
    camera: text(0x0110) || undefined,
    aperture: aperture === undefined ? undefined : String(Math.round(aperture * 100) / 100),
    created_timestamp: momentOf(text(0x9004)),
    focal_length: shown(number(0x920a)),
    iso: shown(number(0x8827)),
    shutter_speed: shown(number(0x829a)),
    orientation: shown(number(0x0112)),
  });
}

const shown = (value: number | undefined) => (value === undefined ? undefined : String(value));

/** A user comment names its encoding in its first eight bytes. */
function commentOf(value: TiffValue | undefined): string {
  if (typeof value === 'string') return plain(value);
  if (!(value instanceof Uint8Array)) return '';
  const encoding = Buffer.from(value.subarray(0, 8)).toString('latin1');
  const named = /^(?:ASCII|UNICODE|JIS)\0|^\0{8}/.test(encoding);
  const bytes = named ? value.subarray(8) : value;
  if (encoding.startsWith('UNICODE')) return plain(Buffer.from(bytes).toString('utf16le').replace(/\0+$/, ''));
  return plain(textOf(bytes));
}

/** Seconds since 1970 of the digits of a date and a time, read as UTC. */
function momentOf(text: string): string | undefined {
  const digits = text.replace(/\D/g, '');
  const parts = /^(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)/.exec(digits);
  if (!parts) return undefined;
  const [, year, month, day, hour, minute, second] = parts.map(Number);
  const time = Date.UTC(year ?? 0, (month ?? 1) - 1, day, hour, minute, second);
  return Number.isFinite(time) ? String(Math.floor(time / 1000)) : undefined;
}

function compact(read: { readonly [K in keyof ImageMeta]?: ImageMeta[K] | undefined }): Read {
  return Object.fromEntries(Object.entries(read).filter(([, value]) => value !== undefined)) as Read;
}

const longestBlock = 256 * 1024;

/** The alternative text of the XMP block, in its default language. The one element is looked for; nothing is expanded. */
function altOf(bytes: Uint8Array): string {
  const block = Buffer.from(bytes.subarray(0, longestBlock)).toString('utf8');
  const start = block.indexOf('<Iptc4xmpCore:AltTextAccessibility');
  const end = block.indexOf('</Iptc4xmpCore:AltTextAccessibility', start);
  if (start < 0 || end < 0) return '';
  const items = [...block.slice(start, end).matchAll(/<rdf:li([^<>]*)>([^<]*)<\/rdf:li>/g)];
  const wanted = items.find(([, attributes = '']) => attributes.includes('x-default')) ?? items[0];
  return unescaped(wanted?.[2] ?? '').trim();
}

const named: Readonly<Record<string, string>> = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'" };
const unescaped = (text: string) => text.replace(/&(lt|gt|amp|quot|apos);/g, (_all, name: string) => named[name] ?? '');
