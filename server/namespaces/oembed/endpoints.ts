// Implements the oEmbed endpoints: embeds of the site's entries, and a proxy for embeds of other sites
// (media-fonts-and-oembed.md, part C).
import { oembedModule } from '../../../contract/oembed-1.0/oembed.ts';
import { anonymous } from '../../access/actor.ts';
import { randomSecret } from '../../access/secrets.ts';
import { ApiError } from '../../api-error.ts';
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
import type { ReadHandle } from '../../database/handle.ts';
import { type Slots, statement } from '../../database/statement.ts';
import { cachedResponse } from '../../fetch/response-cache-store.ts';
import { implement } from '../../http/implement.ts';
import { type Module, type ParameterCheckFactory, publicAccess } from '../../http/module.ts';
import { haveSameRatio } from '../../media-processing/sizes.ts';
import { escapeLiteral } from '../../rendering/blocks/text.ts';
import { type EmbedCodeOptions, renderEmbedCode } from '../../rendering/embed-code.ts';
import { type EmbedRequest, type OembedDeps, requestEmbed } from './request-embed.ts';

const findAuthorStatement = statement((q, p: Slots<{ id: number }>) =>
  q.selectFrom('users').select(['name', 'slug']).where('id', '=', p.id),
);

/** Returns the public properties of an author, or undefined if there is no user with this ID. */
const findAuthor = (read: ReadHandle, id: number): Promise<{ name: string; slug: string } | undefined> =>
  read.first(findAuthorStatement, { id });

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
async function findPublicEntry(deps: ResolveDeps, requestedUrl: string): Promise<ResolvedEntry | undefined> {
  const url = parseOwnUrl(deps, requestedUrl);
  const found = url && (await resolveUrl(deps, url));
  return found && isPubliclyReadable(found) ? found : undefined;
}

/** Returns the embed of an entry. It is `maxwidth` pixels wide, clamped to the allowed range. */
async function embedEntry(deps: ResolveDeps, found: ResolvedEntry, maxwidth: number): Promise<object> {
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

// GET /oembed/1.0/embed: returns the embed of an entry of this site (media-fonts-and-oembed.md, C1).

/** Returns the error for a URL that cannot be embedded. */
const noEmbed = () => new ApiError('oembed_invalid_url', 404, 'No embed is available for this URL.');

// Creates players for URLs that end with the extension of an audio or video file (media-fonts-and-oembed.md, C2, 3).

const audioPattern = /^https?:\/\/.+?\.(?:mp3|ogg|flac|m4a|wav)$/i;
const videoPattern = /^https?:\/\/.+?\.(?:mp4|m4v|webm|ogv|flv)$/i;

/** Returns an embed with the shortcode of a player; undefined if the URL has no known extension. */
function playerFor({ url, maxwidth, maxheight }: Pick<EmbedRequest, 'url' | 'maxwidth' | 'maxheight'>) {
  const source = `src="${url.replace(/["[\]<>]/g, encodeURIComponent)}" /]`;
  const size = maxwidth && maxheight ? `width="${maxwidth}" height="${maxheight}" ` : '';
  if (audioPattern.test(url)) return player(`[audio ${source}`);
  return videoPattern.test(url) ? player(`[video ${size} ${source}`) : undefined;
}

const player = (html: string) => ({ provider_name: 'Embed Handler', html, scripts: [] });

// GET /oembed/1.0/proxy: returns the embed of a URL of this site or of another site (media-fonts-and-oembed.md, C2).

/** Time for which embeds from other sites are cached, in seconds. */
const cacheSeconds = 24 * 3600;

async function remoteEmbed(deps: OembedDeps, request: EmbedRequest): Promise<object | undefined> {
  if (!/^https?:\/\//i.test(request.url)) return undefined;
  const { url, format, maxwidth, maxheight = null, discover } = request;
  const cacheKey = ['oembed', url, format, maxwidth, maxheight, discover];
  const now = Math.floor(deps.site.clock() / 1000);
  return cachedResponse(deps.database, now, cacheSeconds, cacheKey, () => requestEmbed(deps, request));
}

const forbiddenError = { code: 'rest_forbidden', message: 'You are not allowed to request embeds from other sites.' };

/** Returns a check that accepts any value and converts it to a number: its leading digits without a sign, or 0. */
const leadingDigits: ParameterCheckFactory = () => (value) => {
  // Lists and objects are not converted to strings, so they have no digits.
  const text = typeof value === 'number' ? String(Math.trunc(value)) : typeof value === 'string' ? value : '';
  const digits = /^\s*[-+]?(\d+)/.exec(text)?.[1];
  return { value: Math.min(Number(digits ?? 0), 100_000) };
};

/** Returns the module of oEmbed. */
export function oembedEndpoints(deps: OembedDeps): Module {
  return implement(oembedModule, {
    permissions: {
      'read-embed': publicAccess,
      'use-proxy': { permit: ({ actor }) => (actor.can('edit_posts') ? undefined : forbiddenError) },
    },
    operations: {
      /**
       * Responds with the embed of a public entry. Throws ApiError 404 `oembed_invalid_url` if there is none at the URL,
       * regardless of the caller's permissions.
       */
      'get-embed': {
        async run({ args }) {
          const found = await findPublicEntry(deps, args.url);
          if (!found) throw noEmbed();
          return { kind: 'value', value: await embedEntry(deps, found, args.maxwidth) };
        },
      },

      /** Responds with the embed of a URL. Throws ApiError 404 `oembed_invalid_url` if there is none. */
      'get-proxied': {
        async run({ args: request }) {
          const siteEntry = await findPublicEntry(deps, request.url);
          if (siteEntry) return { kind: 'value', value: await embedEntry(deps, siteEntry, request.maxwidth) };
          const value = (await remoteEmbed(deps, request)) ?? playerFor(request);
          if (!value) throw noEmbed();
          return { kind: 'value', value };
        },
      },
    },
    checks: { 'leading-digits': leadingDigits },
  });
}
