// A picture of the library as an element of HTML (media-fonts-and-oembed.md, A2).
import { sameRatio } from '../../pictures/sizes.ts';
import { addressOfFolder, addressOfPath, mainName } from './details.ts';
import type { MediaFile } from './rows.ts';

/** One file of a picture. */
export interface PictureFile {
  readonly file: string;
  readonly width: number;
  readonly height: number;
}

/** The widest picture that is offered beside the one that is shown. Pixels. */
const widest = 2048;

/** Pictures above this are not offered as `medium`: they are shown whole. */
export function filesOf({ details, file }: Pick<MediaFile, 'details' | 'file'>): PictureFile[] {
  const { width, height, sizes } = details;
  const whole = width && height ? [{ file: mainName(file), width, height }] : [];
  return [...Object.values(sizes), ...whole];
}

/** The picture in a size; one that has no such size, whole. */
export function fileOfSize({ details, file }: Pick<MediaFile, 'details' | 'file'>, size: string): PictureFile {
  const { width = 0, height = 0, sizes } = details;
  return (Object.hasOwn(sizes, size) ? sizes[size] : undefined) ?? { file: mainName(file), width, height };
}

/** The files of a picture's ratio, the shown one first: `URL 300w, …`; undefined where there is but one. */
export function sourceSet(media: Pick<MediaFile, 'details' | 'file'>, shown: PictureFile, uploads: string) {
  const folder = addressOfFolder(uploads, media.file);
  const files = new Map([[shown.width, shown]]);
  for (const each of filesOf(media))
    if (each.width <= widest && sameRatio(each, shown) && !files.has(each.width)) files.set(each.width, each);
  if (files.size < 2) return undefined;
  return [...files.values()].map(({ file, width }) => `${folder}${addressOfPath(file)} ${width}w`).join(', ');
}

/** What a browser is told of the width a picture is shown in. */
export const sizesAttribute = (width: number): string => `auto, (max-width: ${width}px) 100vw, ${width}px`;

const escapes: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#039;',
};

/** Text as the value of an attribute. */
export const attribute = (text: string): string => text.replace(/[&<>"']/g, (character) => escapes[character] ?? '');

/** The element that shows a picture in a size; whole, where it has no such size. `describedBy`: an id, or `''`. */
export function pictureElement(
  media: Pick<MediaFile, 'details' | 'file' | 'alt_text'>,
  uploads: string,
  named = 'medium',
  describedBy = '',
): string {
  const shown = fileOfSize(media, named);
  const source = addressOfFolder(uploads, media.file) + addressOfPath(shown.file);
  const set = sourceSet(media, shown, uploads);
  const sizes = set ? ` srcset="${attribute(set)}" sizes="${sizesAttribute(shown.width)}"` : '';
  const described = describedBy === '' ? '' : ` aria-describedby="${attribute(describedBy)}"`;
  const size = shown.width > 0 ? ` width="${shown.width}" height="${shown.height}"` : '';
  return `<img loading="lazy" decoding="async"${size} src="${attribute(source)}" class="attachment-${named} size-${named}" alt="${attribute(media.alt_text)}"${described}${sizes} />`;
}
