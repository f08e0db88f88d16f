import type { Block } from '../../blocks/grammar.ts';
import type { Context, DynamicBlock } from '../dynamic-block.ts';
import type { Found, Need } from '../needs.ts';
import type { ShownTrack } from '../shown.ts';
import { attributes, literal, textOf, word } from '../text.ts';
import { filesToShow, holderOf, namedFiles } from './files.ts';
import { scriptOf } from './script-data.ts';

/**
 * The shortcode `playlist` (rendering.md §5): sounds of the library named by `ids`, or those that belong to the entry; with
 * `type="video"` films. Every track has a player and a link of its own, so that the list needs no script. What front ends
 * make players of their own from is told beside it, as data under the names that the reference service uses.
 */
export const playlist: DynamicBlock = { name: 'shortcode/playlist', needs, render };

/** How wide the reference service shows films. Pixels. */
const widest = 640;

const mediumOf = ({ attributes: own }: Block): ShownTrack['medium'] =>
  own.type === undefined || own.type === 'audio' ? 'audio' : 'video';

/** Whether something is shown; it is unless an author says no. */
const shows = ({ attributes: own }: Block, name: string): boolean =>
  !['false', '0', ''].includes(String(own[name] ?? 'true').toLowerCase());

function needs(block: Block, context: Context): Need[] {
  const ids = namedFiles(block);
  if (ids.length > 0) return ids.map((id) => ({ kind: 'track', id }));
  return [{ kind: 'tracks of entry', id: holderOf(block, context), medium: mediumOf(block) }];
}

/** A track as front ends are told of it. Texts hold references and no tags; addresses are as they are. */
interface ToldTrack {
  readonly src: string;
  readonly type: string;
  readonly title: string;
  readonly caption: string;
  readonly description: string;
  readonly meta: Readonly<Record<string, string>>;
  readonly dimensions?: object;
  readonly image?: ShownImage;
  readonly thumb?: ShownImage;
}

interface ShownImage {
  readonly src: string;
  readonly width: number;
  readonly height: number;
}

function render(block: Block, context: Context, found: Found): string {
  const medium = mediumOf(block);
  const ids = namedFiles(block);
  const all =
    ids.length > 0 ? ids.flatMap((id) => found.track(id) ?? []) : found.tracksOf(holderOf(block, context), medium);
  const tracks = filesToShow(block, context, all).filter((track) => track.medium === medium);
  if (tracks.length === 0) return '';
  const parts = {
    tracklist: shows(block, 'tracklist'),
    tracknumbers: shows(block, 'tracknumbers'),
    images: shows(block, 'images'),
    artists: shows(block, 'artists'),
  };
  const told = tracks.map((track) => ({
    track,
    data: tell(track, parts.images ? coverOf(track, context, found) : {}),
  }));
  const items = told.map(({ track, data }) => {
    const line = parts.tracklist ? lineOf(track, data, parts.artists) : '';
    return `<li class="wp-playlist-item">${line}${playerOf(track, data)}</li>\n`;
  });
  const list = parts.tracknumbers ? 'ol' : 'ul';
  const style = word(block.attributes.style, 'light');
  const data = { type: medium, ...parts, tracks: told.map((each) => each.data) };
  return (
    `<div class="wp-playlist wp-${medium}-playlist wp-playlist-${style}">\n` +
    `<${list} class="wp-playlist-tracks">\n${items.join('')}</${list}>\n` +
    `${scriptOf('wp-playlist-script', data)}\n</div>\n`
  );
}

type Cover = Pick<ToldTrack, 'image' | 'thumb'>;

/** The picture that stands for a track, where a reader of the entry may see it. */
function coverOf({ cover }: ShownTrack, { entry }: Context, found: Found): Cover {
  const picture = cover > 0 ? found.picture(cover) : undefined;
  if (!picture || !(picture.isPublic || picture.parent === entry.id)) return {};
  return { image: picture.fileIn('full'), thumb: picture.fileIn('thumbnail') };
}

function tell(track: ShownTrack, cover: Cover): ToldTrack {
  const told = Object.entries({ artist: track.artist, album: track.album, length_formatted: track.length });
  return {
    src: track.source,
    type: literal(track.type),
    title: textOf(track.title),
    caption: textOf(track.caption),
    description: textOf(track.description),
    meta: Object.fromEntries(told.filter(([, text]) => text !== '').map(([name, text]) => [name, literal(text)])),
    ...(track.width > 0 && track.height > 0 ? { dimensions: dimensionsOf(track) } : {}),
    ...cover,
  };
}

function dimensionsOf({ width, height }: ShownTrack): object {
  const drawn = Math.min(width, widest);
  const resized = { width: drawn, height: Math.max(1, Math.round((height * drawn) / width)) };
  return { original: { width, height }, resized };
}

/** What a list says of a track: its caption, or its title and who made it; how long it lasts. */
function lineOf({ file }: ShownTrack, { title, caption, meta, thumb }: ToldTrack, artists: boolean): string {
  const named = `<span class="wp-playlist-item-title">${title || '(no title)'}</span>`;
  const by = artists && meta.artist ? ` <span class="wp-playlist-item-artist">&#8212; ${meta.artist}</span>` : '';
  const lasts = meta.length_formatted ? ` <span class="wp-playlist-item-length">${meta.length_formatted}</span>` : '';
  const link = `<a class="wp-playlist-caption" href="${file}">${caption || named + by}</a>`;
  return `${thumb ? imageOf(thumb) : ''}${link}${lasts}\n`;
}

const imageOf = ({ src, width, height }: ShownImage): string => {
  const size = width > 0 ? ` width="${width}" height="${height}"` : '';
  return `<img loading="lazy" decoding="async"${size} src="${literal(src)}" class="wp-playlist-item-image" alt="" /> `;
};

function playerOf({ medium, file, width, height }: ShownTrack, { title, image }: ToldTrack): string {
  const size = medium === 'video' && width > 0 ? { width: String(width), height: String(height) } : {};
  const poster = medium === 'video' && image ? { poster: literal(image.src) } : {};
  const own = attributes({ ...size, ...poster, preload: 'none', controls: 'controls', src: file, 'aria-label': title });
  return `<${medium} class="wp-${medium}-shortcode"${own}></${medium}>`;
}
