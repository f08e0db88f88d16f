import type { Block } from '../../blocks/parse.ts';
import { attributes, escapeLiteral, keywordOr, textOf } from '../../blocks/text.ts';
import type { BlockContext, DynamicBlock } from '../dynamic-block.ts';
import type { LoadedData, Need } from '../needs.ts';
import type { TrackView } from '../views.ts';
import { listedFileIds, ownerEntryId, selectFiles } from './files.ts';
import { jsonScript } from './script-data.ts';

/**
 * The shortcode `playlist` (rendering.md §5). It renders the audio files listed in `ids`, or those attached to the entry; with
 * `type="video"`, it renders video files. Every track has a player and a link, so that the list needs no script. The list is followed
 * by JSON data for front ends with custom players, with the property names of the reference service.
 */
export const playlist: DynamicBlock = { name: 'shortcode/playlist', needs, render };

/** Display width of videos in the reference service, in pixels. */
const displayWidth = 640;

const playlistMedium = ({ attributes: own }: Block): TrackView['medium'] =>
  own.type === undefined || own.type === 'audio' ? 'audio' : 'video';

/** Whether a feature is enabled. All features are, unless their attribute is `false`, `0` or empty. */
const isEnabled = ({ attributes: own }: Block, name: string): boolean =>
  !['false', '0', ''].includes(String(own[name] ?? 'true').toLowerCase());

function needs(block: Block, context: BlockContext): Need[] {
  const ids = listedFileIds(block);
  if (ids.length > 0) return ids.map((id) => ({ kind: 'track', id }));
  return [{ kind: 'tracks of entry', id: ownerEntryId(block, context), medium: playlistMedium(block) }];
}

/** JSON data of a track for front ends. Texts contain character references but no tags; URLs are not escaped. */
interface TrackData {
  readonly src: string;
  readonly type: string;
  readonly title: string;
  readonly caption: string;
  readonly description: string;
  readonly meta: Readonly<Record<string, string>>;
  readonly dimensions?: object;
  readonly image?: ImageSource;
  readonly thumb?: ImageSource;
}

interface ImageSource {
  readonly src: string;
  readonly width: number;
  readonly height: number;
}

function render(block: Block, context: BlockContext, found: LoadedData): string {
  const medium = playlistMedium(block);
  const ids = listedFileIds(block);
  const all =
    ids.length > 0 ? ids.flatMap((id) => found.track(id) ?? []) : found.tracksOf(ownerEntryId(block, context), medium);
  const tracks = selectFiles(block, context, all).filter((track) => track.medium === medium);
  if (tracks.length === 0) return '';
  const features = {
    tracklist: isEnabled(block, 'tracklist'),
    tracknumbers: isEnabled(block, 'tracknumbers'),
    images: isEnabled(block, 'images'),
    artists: isEnabled(block, 'artists'),
  };
  const trackData = tracks.map((track) => ({
    track,
    data: toTrackData(track, features.images ? coverOf(track, context, found) : {}),
  }));
  const items = trackData.map(({ track, data }) => {
    const line = features.tracklist ? trackLine(track, data, features.artists) : '';
    return `<li class="wp-playlist-item">${line}${trackPlayer(track, data)}</li>\n`;
  });
  const list = features.tracknumbers ? 'ol' : 'ul';
  const style = keywordOr(block.attributes.style, 'light');
  const data = { type: medium, ...features, tracks: trackData.map((each) => each.data) };
  return (
    `<div class="wp-playlist wp-${medium}-playlist wp-playlist-${style}">\n` +
    `<${list} class="wp-playlist-tracks">\n${items.join('')}</${list}>\n` +
    `${jsonScript('wp-playlist-script', data)}\n</div>\n`
  );
}

type Cover = Pick<TrackData, 'image' | 'thumb'>;

/** Returns the cover image of a track if it is public or attached to the entry; otherwise an empty object. */
function coverOf({ cover }: TrackView, { entry }: BlockContext, found: LoadedData): Cover {
  const image = cover > 0 ? found.image(cover) : undefined;
  if (!image || !(image.isPublic || image.parent === entry.id)) return {};
  return { image: image.fileOfSize('full'), thumb: image.fileOfSize('thumbnail') };
}

function toTrackData(track: TrackView, cover: Cover): TrackData {
  const trackData = Object.entries({ artist: track.artist, album: track.album, length_formatted: track.length });
  return {
    src: track.rawFileUrl,
    type: escapeLiteral(track.type),
    title: textOf(track.title),
    caption: textOf(track.caption),
    description: textOf(track.description),
    meta: Object.fromEntries(
      trackData.filter(([, text]) => text !== '').map(([name, text]) => [name, escapeLiteral(text)]),
    ),
    ...(track.width > 0 && track.height > 0 ? { dimensions: dimensionsOf(track) } : {}),
    ...cover,
  };
}

function dimensionsOf({ width, height }: TrackView): object {
  const displayedWidth = Math.min(width, displayWidth);
  const resized = { width: displayedWidth, height: Math.max(1, Math.round((height * displayedWidth) / width)) };
  return { original: { width, height }, resized };
}

/** Renders the line of a track, with its caption (or its title and artist) and its duration. */
function trackLine({ fileUrl }: TrackView, { title, caption, meta, thumb }: TrackData, artists: boolean): string {
  const titleHtml = `<span class="wp-playlist-item-title">${title || '(no title)'}</span>`;
  const artistHtml =
    artists && meta.artist ? ` <span class="wp-playlist-item-artist">&#8212; ${meta.artist}</span>` : '';
  const durationHtml = meta.length_formatted
    ? ` <span class="wp-playlist-item-length">${meta.length_formatted}</span>`
    : '';
  const link = `<a class="wp-playlist-caption" href="${fileUrl}">${caption || titleHtml + artistHtml}</a>`;
  return `${thumb ? coverImageHtml(thumb) : ''}${link}${durationHtml}\n`;
}

const coverImageHtml = ({ src, width, height }: ImageSource): string => {
  const size = width > 0 ? ` width="${width}" height="${height}"` : '';
  return `<img loading="lazy" decoding="async"${size} src="${escapeLiteral(src)}" class="wp-playlist-item-image" alt="" /> `;
};

function trackPlayer({ medium, fileUrl, width, height }: TrackView, { title, image }: TrackData): string {
  const size = medium === 'video' && width > 0 ? { width: String(width), height: String(height) } : {};
  const poster = medium === 'video' && image ? { poster: escapeLiteral(image.src) } : {};
  const attributesHtml = attributes({
    ...size,
    ...poster,
    preload: 'none',
    controls: 'controls',
    src: fileUrl,
    'aria-label': title,
  });
  return `<${medium} class="wp-${medium}-shortcode"${attributesHtml}></${medium}>`;
}
