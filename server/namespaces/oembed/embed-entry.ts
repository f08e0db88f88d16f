// Creates the oEmbed responses for entries of the site (media-fonts-and-oembed.md, C1).
import { anonymous } from '../../access/actor.ts';
import { randomSecret } from '../../access/secrets.ts';
import { embedIframeUrl, embedTitle } from '../../cms-v2/entry-urls/embed-frame.ts';
import {
  isPubliclyReadable,
  parseOwnUrl,
  type ResolveDeps,
  type ResolvedEntry,
  resolveUrl,
} from '../../cms-v2/entry-urls/resolve-url.ts';
import { encodePath, folderOf } from '../../cms-v2/media/details.ts';
import { filesOf } from '../../cms-v2/media/image-element.ts';
import { readableMedia } from '../../cms-v2/media/readable.ts';
import type { MediaFile } from '../../cms-v2/media/rows.ts';
import { findMediaItem, mediaType } from '../../cms-v2/media/store.ts';
import { haveSameRatio } from '../../media-processing/sizes.ts';
import { escapeLiteral } from '../../rendering/blocks/text.ts';
import { type EmbedCodeOptions, renderEmbedCode } from '../../rendering/embed-code.ts';
import { findAuthor } from './store.ts';

// Creates the markup with which other sites embed an entry: a link as fallback, the iframe, and a script that resizes the iframe
// (media-fonts-and-oembed.md, C1, html).

/** Script that handles messages from the iframe with its secret: sets the iframe's height and follows links to the iframe's host. */
const messageScript = `(function(){
if(window.octavoFrames)return;window.octavoFrames=true;
addEventListener('message',function(event){
var told=event.data;if(!told||typeof told.secret!=='string'||!/^[A-Za-z0-9]+$/.test(told.secret))return;
var each=document.querySelectorAll('iframe[data-secret="'+told.secret+'"]');
for(var at=0;at<each.length;at++){var frame=each[at];if(frame.contentWindow!==event.source)continue;
if(told.message==='height'){frame.height=Math.min(1000,Math.max(200,parseInt(told.value,10)||200));frame.removeAttribute('style');
var quote=document.querySelector('blockquote[data-secret="'+told.secret+'"]');if(quote)quote.style.display='none';}
if(told.message==='link'&&document.activeElement===frame){var to=document.createElement('a');to.href=told.value;
var own=document.createElement('a');own.href=frame.src;if(to.host===own.host&&/^https?:$/.test(to.protocol))window.top.location.href=to.href;}
}});})();`.replaceAll('\n', '');

/** Returns the HTML with which other sites embed an entry. */
const frameMarkup = (options: EmbedCodeOptions): string =>
  `${renderEmbedCode(options)}<script>${messageScript}</script>`;

// Selects the thumbnail of an embed (media-fonts-and-oembed.md, C1, Thumbnail).

/** Thumbnail properties of an oEmbed response; dimensions are in pixels. */
interface Thumbnail {
  readonly thumbnail_url: string;
  readonly thumbnail_width: number;
  readonly thumbnail_height: number;
}

/**
 * Returns the smallest file that has the aspect ratio of the image and at least the given width; if there is none, the main file.
 * The returned dimensions are scaled down to the given width. Returns undefined for an image of unknown size.
 */
function thumbnailOf(media: Pick<MediaFile, 'details' | 'file'>, width: number, uploads: string) {
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

/** Minimum width of an embed, in pixels. */
const minWidth = 200;

/** Maximum width of an embed, in pixels. */
const maxWidth = 600;

/** Minimum height of an embed, in pixels. */
const minHeight = 200;

/** Returns the public entry at a URL of the site; undefined if there is none. */
export async function findPublicEntry(deps: ResolveDeps, requestedUrl: string): Promise<ResolvedEntry | undefined> {
  const url = parseOwnUrl(deps, requestedUrl);
  const found = url && (await resolveUrl(deps, url));
  return found && isPubliclyReadable(found) ? found : undefined;
}

/** Returns the embed of an entry. It is `maxwidth` pixels wide, clamped to the allowed range. */
export async function embedEntry(deps: ResolveDeps, found: ResolvedEntry, maxwidth: number): Promise<object> {
  const { row, media, link } = found;
  const { database } = deps;
  const { urls, settings } = deps.site;
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
    provider_url: urls.front,
    author_name: author?.name ?? name,
    author_url: author ? `${urls.front}/author/${author.slug}/` : urls.front,
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
    ...(image && thumbnailOf(image.media, width, urls.uploads)),
  };
}

/** Returns the entry itself if it is an image, otherwise its featured image if that is public; undefined if there is none. */
async function findImage({ contract, database }: ResolveDeps, { row, media }: ResolvedEntry) {
  if (media?.format.startsWith('image/')) return media;
  const readable = await readableMedia(database.read, contract.types.get(mediaType), anonymous, [row]);
  const featured = readable.has(row.featured_media)
    ? await findMediaItem(database.read, row.featured_media)
    : undefined;
  return featured?.format.startsWith('image/') ? featured : undefined;
}
