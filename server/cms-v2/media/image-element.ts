// Creates HTML elements for images of the media library (media-fonts-and-oembed.md, A2).
import { haveSameRatio } from '../../media-processing/sizes.ts';
import { encodePath, folderUrl, mainName } from './details.ts';
import type { MediaFile } from './rows.ts';

/** A file of an image. Its dimensions are in pixels. */
export interface ImageFile {
  readonly file: string;
  readonly width: number;
  readonly height: number;
}

/** Maximum width of the files in `srcset` other than the displayed file, in pixels. */
const maxSourceWidth = 2048;

/** Returns all files of an image: its sizes, and the main file if its dimensions are known. */
export function filesOf({ details, file }: Pick<MediaFile, 'details' | 'file'>): ImageFile[] {
  const { width, height, sizes } = details;
  const mainFile = width && height ? [{ file: mainName(file), width, height }] : [];
  return [...Object.values(sizes), ...mainFile];
}

/** Returns the file for a size; the main file if the image does not have this size. */
export function fileOfSize({ details, file }: Pick<MediaFile, 'details' | 'file'>, size: string): ImageFile {
  const { width = 0, height = 0, sizes } = details;
  return (Object.hasOwn(sizes, size) ? sizes[size] : undefined) ?? { file: mainName(file), width, height };
}

/**
 * Returns the `srcset` of an image: the displayed file, followed by the other files with the same aspect ratio. Undefined if there
 * are no such other files.
 */
export function sourceSet(media: Pick<MediaFile, 'details' | 'file'>, displayed: ImageFile, uploads: string) {
  const folder = folderUrl(uploads, media.file);
  const files = new Map([[displayed.width, displayed]]);
  for (const each of filesOf(media))
    if (each.width <= maxSourceWidth && haveSameRatio(each, displayed) && !files.has(each.width))
      files.set(each.width, each);
  if (files.size < 2) return undefined;
  return [...files.values()].map(({ file, width }) => `${folder}${encodePath(file)} ${width}w`).join(', ');
}

/** Returns the `sizes` attribute for an image that is displayed at this width, in pixels. */
export const sizesAttribute = (width: number): string => `auto, (max-width: ${width}px) 100vw, ${width}px`;

const escapes: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#039;',
};

/** Escapes a string for use as an attribute value. */
export const escapeAttributeValue = (text: string): string =>
  text.replace(/[&<>"']/g, (character) => escapes[character] ?? '');

/**
 * Returns the `img` element for a size of an image, or for its main file if it does not have this size. `describedBy` is the ID
 * of the element that describes the image, or empty.
 */
export function imageElement(
  media: Pick<MediaFile, 'details' | 'file' | 'alt_text'>,
  uploads: string,
  sizeName = 'medium',
  describedBy = '',
): string {
  const displayed = fileOfSize(media, sizeName);
  const source = folderUrl(uploads, media.file) + encodePath(displayed.file);
  const set = sourceSet(media, displayed, uploads);
  const sizes = set ? ` srcset="${escapeAttributeValue(set)}" sizes="${sizesAttribute(displayed.width)}"` : '';
  const described = describedBy === '' ? '' : ` aria-describedby="${escapeAttributeValue(describedBy)}"`;
  const size = displayed.width > 0 ? ` width="${displayed.width}" height="${displayed.height}"` : '';
  return `<img loading="lazy" decoding="async"${size} src="${escapeAttributeValue(source)}" class="attachment-${sizeName} size-${sizeName}" alt="${escapeAttributeValue(media.alt_text)}"${described}${sizes} />`;
}
