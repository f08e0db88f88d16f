// What is told of an entry of the site (media-fonts-and-oembed.md, C1).

import { anonymous } from '../../access/actor.ts';
import { randomSecret } from '../../access/secrets.ts';
import { frameAddress, titleForOthers } from '../../cms-v2/addressed/embedded.ts';
import { type Addressed, findAddressed, isPublic, ownAddress } from '../../cms-v2/addressed/find-addressed.ts';
import type { EntryParts } from '../../cms-v2/entries/parts.ts';
import { readableMedia } from '../../cms-v2/media/readable.ts';
import { findMediaItem, mediaType } from '../../cms-v2/media/store.ts';
import { literal } from '../../rendering/dynamic/text.ts';
import { frameMarkup } from './frame-markup.ts';
import { findAuthor } from './store.ts';
import { thumbnailOf } from './thumbnail.ts';

const narrowest = 200;
const widest = 600;
const lowest = 200;

/** The entry that everybody may see at an address of the site; undefined where there is none. */
export async function findTold(parts: EntryParts, address: string): Promise<Addressed | undefined> {
  const url = ownAddress(parts, address);
  const found = url && (await findAddressed(parts, url));
  return found && isPublic(found) ? found : undefined;
}

/** What is told of an entry, `maxwidth` pixels wide where that can be. */
export async function tellEntry(parts: EntryParts, found: Addressed, maxwidth: number): Promise<object> {
  const { row, media, link } = found;
  const { site, settings, database } = parts;
  const width = Math.min(widest, Math.max(narrowest, maxwidth));
  const height = Math.max(lowest, Math.ceil((width * 9) / 16));
  const author = await findAuthor(database.read, row.author);
  const title = titleForOthers(row);
  const picture = await pictureOf(parts, found);
  const name = settings.values.title;
  const secret = randomSecret(10);
  return {
    version: '1.0',
    provider_name: name,
    provider_url: site.front,
    author_name: author?.name ?? name,
    author_url: author ? `${site.front}/author/${author.slug}/` : site.front,
    title,
    type: media?.format.startsWith('video/') ? 'video' : 'rich',
    width,
    height,
    html: frameMarkup({
      link: literal(link),
      frame: literal(frameAddress(parts, link)),
      title,
      site: name,
      width,
      height,
      secret,
    }),
    ...(picture && thumbnailOf(picture.media, width, site.uploads)),
  };
}

/** The picture itself, or the featured one as far as everybody may see it. */
async function pictureOf({ contract, database }: EntryParts, { row, media }: Addressed) {
  if (media?.format.startsWith('image/')) return media;
  const seen = await readableMedia(database.read, contract.types.get(mediaType), anonymous, [row]);
  const featured = seen.has(row.featured_media) ? await findMediaItem(database.read, row.featured_media) : undefined;
  return featured?.format.startsWith('image/') ? featured : undefined;
}
