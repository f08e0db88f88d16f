// The address of the picture that is the site's icon (protocol.md §11, site_icon_url).
import { sameRatio } from '../../pictures/sizes.ts';
import { addressOfFile, addressOfFolder, addressOfPath } from './details.ts';
import type { MediaParts } from './parts.ts';
import { filesOf } from './shown-picture.ts';
import { findMediaItem } from './store.ts';

/** How wide an icon is where it is shown largest. Pixels. */
const largest = 512;

/**
 * The address of the file that serves as an icon: the smallest of the picture's own ratio that is large enough, else the
 * whole. Empty where there is no picture of that number.
 */
export async function iconAddress({ database, site }: MediaParts, id: number): Promise<string> {
  const row = id > 0 ? await findMediaItem(database.read, id) : undefined;
  if (!row?.media) return '';
  const { media } = row;
  const { width, height } = media.details;
  if (!width || !height) return '';
  const fitting = filesOf(media)
    .filter((each) => each.width >= largest && each.height >= largest && sameRatio(each, { width, height }))
    .sort((a, b) => a.width - b.width)[0];
  return fitting
    ? addressOfFolder(site.uploads, media.file) + addressOfPath(fitting.file)
    : addressOfFile(site.uploads, media.file);
}
