// HTML elements for images of the media library (media-fonts-and-oembed.md, A2).
import { haveSameRatio } from '../../media-processing/sizes.ts';
import { encodePath, folderUrl, mainName } from './details.ts';
import type { MediaFile } from './rows.ts';

/** One file of an image. */
export interface ImageFile {
  readonly file: string;
  readonly width: number;
  readonly height: number;
}

/** Maximum width of the alternatives offered for an image, in pixels. */
const maxSourceWidth = 2048;

/** Returns all files of an image: its sizes, and the main file if its dimensions are known. */
export function filesOf({ details, file }: Pick<MediaFile, 'details' | 'file'>): ImageFile[] {
  const { width, height, sizes } = details;
  const whole = width && height ? [{ file: mainName(file), width, height }] : [];
  return [...Object.values(sizes), ...whole];
}

/** Returns the file for a size, or the main file if the image does not have the size. */
export function fileOfSize({ details, file }: Pick<MediaFile, 'details' | 'file'>, size: string): ImageFile {
  const { width = 0, height = 0, sizes } = details;
  return (Object.hasOwn(sizes, size) ? sizes[size] : undefined) ?? { file: mainName(file), width, height };
}

/** Returns the `srcset` of an image: files with its aspect ratio, the displayed one first. Undefined if there is only one. */
export function sourceSet(media: Pick<MediaFile, 'details' | 'file'>, displayed: ImageFile, uploads: string) {
  const folder = folderUrl(uploads, media.file);
  const files = new Map([[displayed.width, displayed]]);
  for (const each of filesOf(media))
    if (each.width <= maxSourceWidth && haveSameRatio(each, displayed) && !files.has(each.width))
      files.set(each.width, each);
  if (files.size < 2) return undefined;
  return [...files.values()].map(({ file, width }) => `${folder}${encodePath(file)} ${width}w`).join(', ');
}

/** Returns the `sizes` attribute for an image that is displayed in this width. */
export const sizesAttribute = (width: number): string => `auto, (max-width: ${width}px) 100vw, ${width}px`;

const escapes: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#039;',
};

/** Returns a text escaped as the value of an attribute. */
export const escapeAttributeValue = (text: string): string =>
  text.replace(/[&<>"']/g, (character) => escapes[character] ?? '');

/** Returns the element of an image in a size, or of the main file if it does not have the size. `describedBy` is an ID or empty. */
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
