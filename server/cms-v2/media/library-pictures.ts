// Pictures of the library in texts: their dimensions and the other sizes a browser may choose from (rendering.md §6). They
// are looked up when a text is read, for pictures change without it.
import type { ReadHandle } from '../../database/handle.ts';
import { sameRatio } from '../../pictures/sizes.ts';
import { loadLazily } from '../../rendering/images.ts';
import { splitMarkup } from '../../rendering/markup.ts';
import { addressOfFolder, addressOfPath } from './details.ts';
import type { MediaFile } from './rows.ts';
import { attribute, filesOf, type PictureFile, sizesAttribute, sourceSet } from './shown-picture.ts';
import { findMedia } from './store.ts';

const mark = /\bwp-image-(\d{1,15})\b/g;

type Edges = Pick<PictureFile, 'width' | 'height'>;

/** The files of pictures, by the numbers of their items. */
export type LibraryPictures = ReadonlyMap<number, MediaFile>;

/** The pictures that texts name; no statement where they name none. */
export async function picturesIn(read: ReadHandle, texts: readonly string[]): Promise<LibraryPictures> {
  const ids = texts.flatMap((text) =>
    text.includes('wp-image-') ? [...text.matchAll(mark)].map(([, id]) => Number(id)) : [],
  );
  const rows = await findMedia(read, [...new Set(ids)]);
  return new Map(rows.filter(({ format }) => format.startsWith('image/')).map(({ id, media }) => [id, media]));
}

/** A text whose pictures of the library tell their dimensions and other sizes. */
export function withLibraryPictures(html: string, pictures: LibraryPictures, uploads: string): string {
  if (pictures.size === 0 || !html.includes('wp-image-')) return html;
  return splitMarkup(html)
    .map(({ kind, name, closes, text }) =>
      kind === 'tag' && name === 'img' && !closes ? shown(text, pictures, uploads) : text,
    )
    .join('');
}

const source = /\ssrc="([^"]*)"/;
const sized = /\s(?:width|height)=/;

/** The tag of one picture. What stands right behind its name was put there by the renderer, and is put there again. */
function shown(tag: string, pictures: LibraryPictures, uploads: string): string {
  const names = /\sclass="([^"]*)"/.exec(tag)?.[1] ?? '';
  const media = pictures.get(Number([...names.matchAll(mark)][0]?.[1] ?? 0));
  const used = media && usedFile(media, source.exec(tag)?.[1] ?? '', uploads);
  if (!media || !used) return tag;
  const plain = tag.replace(/^<img(?: loading="lazy")? decoding="async"/, '<img');
  const dimensions = sized.test(plain) ? '' : ` width="${used.width}" height="${used.height}"`;
  return withSources(loadLazily(`<img${dimensions}${plain.slice('<img'.length)}`), media, used, uploads);
}

/** The file of a picture that an address names, whatever its host and query. */
function usedFile(media: MediaFile, address: string, uploads: string): PictureFile | undefined {
  const [path = ''] = address.split(/[?#]/, 1);
  const folder = new URL(addressOfFolder(uploads, media.file)).pathname;
  return filesOf(media).find(({ file }) => path.endsWith(folder + addressOfPath(file)));
}

function withSources(tag: string, media: MediaFile, used: PictureFile, uploads: string): string {
  if (/\ssrcset=/.test(tag)) return tag;
  const drawn = drawnSize(tag) ?? used;
  const set = sameRatio(used, drawn) ? sourceSet(media, used, uploads) : undefined;
  if (!set) return tag;
  const isLazy = /\sloading="lazy"/.test(tag);
  const own = /\ssizes="([^"]*)"/.exec(tag);
  const after = ` srcset="${attribute(set)}"${own ? '' : ` sizes="${sizesOf(drawn, isLazy)}"`}`;
  const kept = own && isLazy && !own[1]?.startsWith('auto') ? tag.replace(own[0], ` sizes="auto, ${own[1]}"`) : tag;
  return `${kept.replace(/\s*\/?>$/, '')}${after} />`;
}

/** The size that a tag says it is drawn in; undefined where it does not tell both edges. */
function drawnSize(tag: string): Edges | undefined {
  const width = Number(/\swidth="(\d{1,6})"/.exec(tag)?.[1] ?? 0);
  const height = Number(/\sheight="(\d{1,6})"/.exec(tag)?.[1] ?? 0);
  return width > 0 && height > 0 ? { width, height } : undefined;
}

const sizesOf = ({ width }: Edges, isLazy: boolean): string =>
  isLazy ? sizesAttribute(width) : sizesAttribute(width).replace(/^auto, /, '');
