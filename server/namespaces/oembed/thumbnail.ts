// Selects the thumbnail of an embed (media-fonts-and-oembed.md, C1, Thumbnail).
import { encodePath, folderOf } from '../../cms-v2/media/details.ts';
import { filesOf } from '../../cms-v2/media/image-element.ts';
import type { MediaFile } from '../../cms-v2/media/rows.ts';
import { haveSameRatio } from '../../media-processing/sizes.ts';

/** Thumbnail properties of an oEmbed response; dimensions are in pixels. */
export interface Thumbnail {
  readonly thumbnail_url: string;
  readonly thumbnail_width: number;
  readonly thumbnail_height: number;
}

/**
 * Returns the smallest file that has the aspect ratio of the image and at least the given width; if there is none, the main file.
 * The returned dimensions are scaled down to the given width. Returns undefined for an image of unknown size.
 */
export function thumbnailOf(media: Pick<MediaFile, 'details' | 'file'>, width: number, uploads: string) {
  const files = filesOf(media);
  const mainFile = files.at(-1);
  if (!mainFile || !media.details.width) return undefined;
  const [best = mainFile] = files
    .filter((each) => each.width >= width && haveSameRatio(each, mainFile))
    .sort((one, other) => one.width - other.width);
  const scaledWidth = Math.min(width, best.width);
  return {
    thumbnail_url: `${uploads}/${encodePath(folderOf(media.file) + best.file)}`,
    thumbnail_width: scaledWidth,
    thumbnail_height: Math.max(1, Math.round((best.height * scaledWidth) / best.width)),
  } satisfies Thumbnail;
}
