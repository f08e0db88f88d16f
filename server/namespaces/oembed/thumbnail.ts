// The picture that stands for an entry (media-fonts-and-oembed.md, C1, Thumbnail).
import { addressOfPath, folderOf } from '../../cms-v2/media/details.ts';
import type { MediaFile } from '../../cms-v2/media/rows.ts';
import { filesOf } from '../../cms-v2/media/shown-picture.ts';
import { sameRatio } from '../../pictures/sizes.ts';

export interface Thumbnail {
  readonly thumbnail_url: string;
  readonly thumbnail_width: number;
  readonly thumbnail_height: number;
}

/**
 * The smallest file of a picture that is at least so many pixels wide and has its shape, or else the main file; told as it is
 * shown in that width, never enlarged. Undefined for a picture whose size is not known.
 */
export function thumbnailOf(media: Pick<MediaFile, 'details' | 'file'>, width: number, uploads: string) {
  const files = filesOf(media);
  const whole = files.at(-1);
  if (!whole || !media.details.width) return undefined;
  const [fitting = whole] = files
    .filter((each) => each.width >= width && sameRatio(each, whole))
    .sort((one, other) => one.width - other.width);
  const shown = Math.min(width, fitting.width);
  return {
    thumbnail_url: `${uploads}/${addressOfPath(folderOf(media.file) + fitting.file)}`,
    thumbnail_width: shown,
    thumbnail_height: Math.max(1, Math.round((fitting.height * shown) / fitting.width)),
  } satisfies Thumbnail;
}
