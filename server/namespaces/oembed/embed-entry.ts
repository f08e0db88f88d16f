// Creates the oEmbed responses for entries of the site (media-fonts-and-oembed.md, C1).

import { anonymous } from '../../access/actor.ts';
import { randomSecret } from '../../access/secrets.ts';
import type { EntryDeps } from '../../cms-v2/entries/deps.ts';
import { embedIframeUrl, embedTitle } from '../../cms-v2/entry-urls/embed-frame.ts';
import {
  isPubliclyReadable,
  parseOwnUrl,
  type ResolvedEntry,
  resolveUrl,
} from '../../cms-v2/entry-urls/resolve-url.ts';
import { readableMedia } from '../../cms-v2/media/readable.ts';
import { findMediaItem, mediaType } from '../../cms-v2/media/store.ts';
import { escapeLiteral } from '../../rendering/blocks/text.ts';
import { frameMarkup } from './frame-markup.ts';
import { findAuthor } from './store.ts';
import { thumbnailOf } from './thumbnail.ts';

/** Minimum width of an embed, in pixels. */
const minWidth = 200;

/** Maximum width of an embed, in pixels. */
const maxWidth = 600;

/** Minimum height of an embed, in pixels. */
const minHeight = 200;

/** Returns the public entry at a URL of the site; undefined if there is none. */
export async function findPublicEntry(deps: EntryDeps, requestedUrl: string): Promise<ResolvedEntry | undefined> {
  const url = parseOwnUrl(deps, requestedUrl);
  const found = url && (await resolveUrl(deps, url));
  return found && isPubliclyReadable(found) ? found : undefined;
}

/** Returns the embed of an entry. It is `maxwidth` pixels wide, clamped to the allowed range. */
export async function embedEntry(deps: EntryDeps, found: ResolvedEntry, maxwidth: number): Promise<object> {
  const { row, media, link } = found;
  const { site, settings, database } = deps;
  const width = Math.min(maxWidth, Math.max(minWidth, maxwidth));
  const height = Math.max(minHeight, Math.ceil((width * 9) / 16));
  const author = await findAuthor(database.read, row.author);
  const title = embedTitle(row);
  const image = await findImage(deps, found);
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
      link: escapeLiteral(link),
      frameUrl: escapeLiteral(embedIframeUrl(deps, link)),
      title,
      site: name,
      width,
      height,
      secret,
    }),
    ...(image && thumbnailOf(image.media, width, site.uploads)),
  };
}

/** Returns the entry itself if it is an image, otherwise its featured image if that is public; undefined if there is none. */
async function findImage({ contract, database }: EntryDeps, { row, media }: ResolvedEntry) {
  if (media?.format.startsWith('image/')) return media;
  const readable = await readableMedia(database.read, contract.types.get(mediaType), anonymous, [row]);
  const featured = readable.has(row.featured_media)
    ? await findMediaItem(database.read, row.featured_media)
    : undefined;
  return featured?.format.startsWith('image/') ? featured : undefined;
}
