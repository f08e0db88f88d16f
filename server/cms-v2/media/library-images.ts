// Adds dimensions and alternative sizes to the media library images in rendered HTML (rendering.md §6). The images are looked up
// when the HTML is read, because they can change independently of it.
import type { ReadHandle } from '../../database/handle.ts';
import { haveSameRatio } from '../../media-processing/sizes.ts';
import { addLoadingHints } from '../../rendering/loading-hints.ts';
import { tokenizeMarkup } from '../../rendering/markup.ts';
import { libraryImageIds } from '../entries/library-image-ids.ts';
import { encodePath, folderUrl } from './details.ts';
import { escapeAttributeValue, filesOf, type ImageFile, sizesAttribute, sourceSet } from './image-element.ts';
import type { MediaFile } from './rows.ts';
import { findMedia } from './store.ts';

const imageClass = /\bwp-image-(\d{1,15})\b/g;

type DisplaySize = Pick<ImageFile, 'width' | 'height'>;

/** File data of images, keyed by the IDs of their media items. */
export type LibraryImages = ReadonlyMap<number, MediaFile>;

/** Returns the media library images to which the texts refer. Runs no statement if there are none. */
export async function findLibraryImages(read: ReadHandle, texts: readonly string[]): Promise<LibraryImages> {
  const rows = await findMedia(read, libraryImageIds(texts));
  return new Map(rows.filter(({ format }) => format.startsWith('image/')).map(({ id, media }) => [id, media]));
}

/** Adds the dimensions and alternative sizes of media library images to HTML. */
export function withLibraryImages(html: string, images: LibraryImages, uploads: string): string {
  if (images.size === 0 || !html.includes('wp-image-')) return html;
  return tokenizeMarkup(html)
    .map(({ kind, name, isClosing, text }) =>
      kind === 'tag' && name === 'img' && !isClosing ? withImageData(text, images, uploads) : text,
    )
    .join('');
}

const source = /\ssrc="([^"]*)"/;
const dimensionAttribute = /\s(?:width|height)=/;

/**
 * Returns an image tag with its dimensions and sources. The loading hints from the renderer are removed and added again,
 * because they depend on the dimensions.
 */
function withImageData(tag: string, images: LibraryImages, uploads: string): string {
  const classNames = /\sclass="([^"]*)"/.exec(tag)?.[1] ?? '';
  const media = images.get(Number([...classNames.matchAll(imageClass)][0]?.[1] ?? 0));
  const used = media && usedFile(media, source.exec(tag)?.[1] ?? '', uploads);
  if (!media || !used) return tag;
  const tagWithoutHints = tag.replace(/^<img(?: loading="lazy")? decoding="async"/, '<img');
  const dimensions = dimensionAttribute.test(tagWithoutHints) ? '' : ` width="${used.width}" height="${used.height}"`;
  return withSources(addLoadingHints(`<img${dimensions}${tagWithoutHints.slice('<img'.length)}`), media, used, uploads);
}

/** Returns the file of an image to which a URL refers, regardless of the host and the query of the URL. */
function usedFile(media: MediaFile, url: string, uploads: string): ImageFile | undefined {
  const [path = ''] = url.split(/[?#]/, 1);
  const folder = new URL(folderUrl(uploads, media.file)).pathname;
  return filesOf(media).find(({ file }) => path.endsWith(folder + encodePath(file)));
}

function withSources(tag: string, media: MediaFile, used: ImageFile, uploads: string): string {
  if (/\ssrcset=/.test(tag)) return tag;
  const displayed = displaySize(tag) ?? used;
  const set = haveSameRatio(used, displayed) ? sourceSet(media, used, uploads) : undefined;
  if (!set) return tag;
  const isLazy = /\sloading="lazy"/.test(tag);
  const sizesMatch = /\ssizes="([^"]*)"/.exec(tag);
  const sourceAttributes = ` srcset="${escapeAttributeValue(set)}"${sizesMatch ? '' : ` sizes="${sizesOf(displayed, isLazy)}"`}`;
  const tagWithSizes =
    sizesMatch && isLazy && !sizesMatch[1]?.startsWith('auto')
      ? tag.replace(sizesMatch[0], ` sizes="auto, ${sizesMatch[1]}"`)
      : tag;
  return `${tagWithSizes.replace(/\s*\/?>$/, '')}${sourceAttributes} />`;
}

/** Returns the display size that a tag specifies, in pixels; undefined unless both dimensions are set. */
function displaySize(tag: string): DisplaySize | undefined {
  const width = Number(/\swidth="(\d{1,6})"/.exec(tag)?.[1] ?? 0);
  const height = Number(/\sheight="(\d{1,6})"/.exec(tag)?.[1] ?? 0);
  return width > 0 && height > 0 ? { width, height } : undefined;
}

const sizesOf = ({ width }: DisplaySize, isLazy: boolean): string =>
  isLazy ? sizesAttribute(width) : sizesAttribute(width).replace(/^auto, /, '');
