// What an export tells of an attachment's file: `_wp_attachment_metadata`, serialised by PHP, as far as it can be believed.
import type { MediaDetails, SizeDetails } from '../cms-v2/media/details.ts';
import { typeOfName } from '../files/kinds.ts';
import { isStorePath } from '../files/store.ts';
import { type ImageMeta, noMeta } from '../pictures/image-meta.ts';
import { metaValue } from './meta.ts';
import { type PhpArray, type PhpValue, readPhpArray } from './php-values.ts';
import type { WxrItem } from './wxr/records.ts';

/** No picture is wider or higher. Pixels. */
const widest = 1_000_000;

/** How many sizes a picture may have. */
const mostSizes = 100;

/** The facts of a file that is elsewhere; what is not told or makes no sense is left out. */
export function toldDetails(item: WxrItem, type: string): MediaDetails {
  const told = readPhpArray(metaValue(item, '_wp_attachment_metadata') ?? '');
  const width = pixels(told.get('width'));
  const height = pixels(told.get('height'));
  const file = attachedFile(item, told);
  const original = fileName(told.get('original_image'));
  const filesize = bytes(told.get('filesize'));
  const known = {
    ...(width && height && { width, height }),
    ...(file !== undefined && { file }),
    ...(filesize !== undefined && { filesize }),
  };
  if (!type.startsWith('image/')) return { ...soundFacts(told), ...known, sizes: {} };
  return {
    ...known,
    sizes: sizesOf(told.get('sizes')),
    image_meta: imageMetaOf(told.get('image_meta')),
    ...(original !== undefined && { original_image: original }),
  };
}

/** Where the file was among the uploads: `2026/01/name.jpg`. */
function attachedFile(item: WxrItem, told: PhpArray): string | undefined {
  const path = metaValue(item, '_wp_attached_file') ?? told.get('file');
  return typeof path === 'string' && isStorePath(path) ? path : undefined;
}

function sizesOf(value: PhpValue | undefined): Record<string, SizeDetails> {
  const sizes = value instanceof Map ? [...(value as PhpArray)].slice(0, mostSizes) : [];
  return Object.fromEntries(
    sizes.flatMap(([name, told]) => {
      const size = told instanceof Map ? sizeOf(told) : undefined;
      return size && /^[\w-]{1,100}$/.test(name) && name !== '__proto__' ? [[name, size]] : [];
    }),
  );
}

function sizeOf(told: PhpArray): SizeDetails | undefined {
  const file = fileName(told.get('file'));
  const [width, height] = [pixels(told.get('width')), pixels(told.get('height'))];
  const mime_type = file && typeOfName(file);
  if (!file || !width || !height || !mime_type?.startsWith('image/')) return undefined;
  return { file, width, height, filesize: bytes(told.get('filesize')) ?? 0, mime_type };
}

/** The texts of the picture's own data, as they are shown. */
function imageMetaOf(value: PhpValue | undefined): ImageMeta {
  if (!(value instanceof Map)) return noMeta;
  const told = value as PhpArray;
  const texts = Object.keys(noMeta).flatMap((name) => {
    const text = told.get(name);
    const isText = typeof text === 'string' || typeof text === 'number';
    return isText && name !== 'keywords' ? [[name, String(text)]] : [];
  });
  const list = told.get('keywords');
  const keywords = list instanceof Map ? [...list.values()].filter((word) => typeof word === 'string') : [];
  return { ...noMeta, ...Object.fromEntries(texts), keywords };
}

const soundNames = [
  ...['dataformat', 'bitrate_mode', 'channels', 'sample_rate', 'bitrate', 'bits_per_sample', 'lossless', 'channelmode'],
  ...['compression_ratio', 'fileformat', 'mime_type', 'length', 'length_formatted', 'title', 'artist', 'album'],
];

/** What is told of sounds and films is told here under the same names. */
const soundFacts = (told: PhpArray): Record<string, string | number | boolean> =>
  Object.fromEntries(
    soundNames.flatMap((name) => {
      const value = told.get(name);
      return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
        ? [[name, value]]
        : [];
    }),
  );

function whole(value: PhpValue | undefined, most: number): number | undefined {
  const number = typeof value === 'string' && /^\d+$/.test(value) ? Number(value) : value;
  return typeof number === 'number' && Number.isInteger(number) && number > 0 && number <= most ? number : undefined;
}

const pixels = (value: PhpValue | undefined) => whole(value, widest);
const bytes = (value: PhpValue | undefined) => whole(value, Number.MAX_SAFE_INTEGER);

/** The name of a file that stands beside the main one. */
const fileName = (value: PhpValue | undefined): string | undefined =>
  typeof value === 'string' && isStorePath(value) && !value.includes('/') ? value : undefined;
