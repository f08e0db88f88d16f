// Reads and validates the details of an attachment's file from the meta fields `_wp_attachment_metadata` (a serialized PHP array) and
// `_wp_attached_file`.
import type { MediaDetails, SizeDetails } from '../cms-v2/media/details.ts';
import { contentTypeOfName } from '../files/file-types.ts';
import { isStorePath } from '../files/store.ts';
import { emptyImageMeta, type ImageMeta } from '../media-processing/image-meta.ts';
import { metaValue } from './meta.ts';
import { type PhpArray, type PhpValue, readPhpArray } from './php-values.ts';
import type { WxrItem } from './wxr/records.ts';

/** Maximum width and height of an image, in pixels. */
const maxPixels = 1_000_000;

/** Maximum number of sizes that are read per image; an export may list any number. */
const maxSizes = 100;

/** Returns the details of a file on the old site; missing and invalid values are omitted. */
export function readExportedDetails(item: WxrItem, type: string): MediaDetails {
  const metadata = readPhpArray(metaValue(item, '_wp_attachment_metadata') ?? '');
  const width = pixels(metadata.get('width'));
  const height = pixels(metadata.get('height'));
  const file = attachedFile(item, metadata);
  const original = fileName(metadata.get('original_image'));
  const filesize = bytes(metadata.get('filesize'));
  const known = {
    ...(width && height && { width, height }),
    ...(file !== undefined && { file }),
    ...(filesize !== undefined && { filesize }),
  };
  if (!type.startsWith('image/')) return { ...audioPropertiesOf(metadata), ...known, sizes: {} };
  return {
    ...known,
    sizes: sizesOf(metadata.get('sizes')),
    image_meta: imageMetaOf(metadata.get('image_meta')),
    ...(original !== undefined && { original_image: original }),
  };
}

/** Returns the path of the file relative to the uploads folder, such as `2026/01/name.jpg`; undefined if it is invalid. */
function attachedFile(item: WxrItem, metadata: PhpArray): string | undefined {
  const path = metaValue(item, '_wp_attached_file') ?? metadata.get('file');
  return typeof path === 'string' && isStorePath(path) ? path : undefined;
}

function sizesOf(value: PhpValue | undefined): Record<string, SizeDetails> {
  const sizes = value instanceof Map ? [...(value as PhpArray)].slice(0, maxSizes) : [];
  return Object.fromEntries(
    sizes.flatMap(([name, sizeData]) => {
      const size = sizeData instanceof Map ? sizeOf(sizeData) : undefined;
      return size && /^[\w-]{1,100}$/.test(name) && name !== '__proto__' ? [[name, size]] : [];
    }),
  );
}

function sizeOf(sizeData: PhpArray): SizeDetails | undefined {
  const file = fileName(sizeData.get('file'));
  const [width, height] = [pixels(sizeData.get('width')), pixels(sizeData.get('height'))];
  const mime_type = file && contentTypeOfName(file);
  if (!file || !width || !height || !mime_type?.startsWith('image/')) return undefined;
  return { file, width, height, filesize: bytes(sizeData.get('filesize')) ?? 0, mime_type };
}

/** Returns the embedded metadata of an image (EXIF, IPTC), reduced to the properties that the API presents. */
function imageMetaOf(value: PhpValue | undefined): ImageMeta {
  if (!(value instanceof Map)) return emptyImageMeta;
  const metadata = value as PhpArray;
  const strings = Object.keys(emptyImageMeta).flatMap((name) => {
    const text = metadata.get(name);
    const isText = typeof text === 'string' || typeof text === 'number';
    return isText && name !== 'keywords' ? [[name, String(text)]] : [];
  });
  const list = metadata.get('keywords');
  const keywords = list instanceof Map ? [...list.values()].filter((word) => typeof word === 'string') : [];
  return { ...emptyImageMeta, ...Object.fromEntries(strings), keywords };
}

const audioPropertyNames = [
  ...['dataformat', 'bitrate_mode', 'channels', 'sample_rate', 'bitrate', 'bits_per_sample', 'lossless', 'channelmode'],
  ...['compression_ratio', 'fileformat', 'mime_type', 'length', 'length_formatted', 'title', 'artist', 'album'],
];

/** Returns the audio and video properties of a file. Exports use the same names as `MediaDetails`. */
const audioPropertiesOf = (metadata: PhpArray): Record<string, string | number | boolean> =>
  Object.fromEntries(
    audioPropertyNames.flatMap((name) => {
      const value = metadata.get(name);
      return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
        ? [[name, value]]
        : [];
    }),
  );

function positiveInteger(value: PhpValue | undefined, max: number): number | undefined {
  const number = typeof value === 'string' && /^\d+$/.test(value) ? Number(value) : value;
  return typeof number === 'number' && Number.isInteger(number) && number > 0 && number <= max ? number : undefined;
}

const pixels = (value: PhpValue | undefined) => positiveInteger(value, maxPixels);
const bytes = (value: PhpValue | undefined) => positiveInteger(value, Number.MAX_SAFE_INTEGER);

/** Returns the value if it is a valid file name without a folder; otherwise undefined. */
const fileName = (value: PhpValue | undefined): string | undefined =>
  typeof value === 'string' && isStorePath(value) && !value.includes('/') ? value : undefined;
