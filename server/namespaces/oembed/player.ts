// Players for sounds and films that an address names by its ending (media-fonts-and-oembed.md, C2, 3).
import type { Question } from './ask-provider.ts';

const sounds = /^https?:\/\/.+?\.(?:mp3|ogg|flac|m4a|wav)$/i;
const films = /^https?:\/\/.+?\.(?:mp4|m4v|webm|ogv|flv)$/i;

/** The shortcode of a player; undefined for an address that ends otherwise. */
export function playerOf({ url, maxwidth, maxheight }: Pick<Question, 'url' | 'maxwidth' | 'maxheight'>) {
  const source = `src="${url.replace(/["[\]<>]/g, encodeURIComponent)}" /]`;
  const size = maxwidth && maxheight ? `width="${maxwidth}" height="${maxheight}" ` : '';
  if (sounds.test(url)) return player(`[audio ${source}`);
  return films.test(url) ? player(`[video ${size} ${source}`) : undefined;
}

const player = (html: string) => ({ provider_name: 'Embed Handler', html, scripts: [] });
