// Determines the URL of the site icon (protocol.md §11, site_icon_url).
import { haveSameRatio } from '../../media-processing/sizes.ts';
import type { EntryDeps } from '../entries/deps.ts';
import { encodePath, fileUrl, folderUrl } from './details.ts';
import { filesOf } from './image-element.ts';
import { findMediaItem } from './store.ts';

/** Minimum width and height of an icon, in pixels. */
const minIconPx = 512;

/**
 * Returns the URL of the smallest file that is large enough for an icon and has the aspect ratio of the image; the URL of the
 * main file if there is no such file. Returns an empty string if there is no image with this ID.
 */
export async function iconUrl({ database, site }: Pick<EntryDeps, 'database' | 'site'>, id: number): Promise<string> {
  const row = id > 0 ? await findMediaItem(database.read, id) : undefined;
  if (!row?.media) return '';
  const { media } = row;
  const { uploads } = site.urls;
  const { width, height } = media.details;
  if (!width || !height) return '';
  const smallest = filesOf(media)
    .filter((each) => each.width >= minIconPx && each.height >= minIconPx && haveSameRatio(each, { width, height }))
    .sort((a, b) => a.width - b.width)[0];
  return smallest ? folderUrl(uploads, media.file) + encodePath(smallest.file) : fileUrl(uploads, media.file);
}
