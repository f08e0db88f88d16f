// Creates players for URLs that end with the extension of an audio or video file (media-fonts-and-oembed.md, C2, 3).
import type { EmbedRequest } from './request-embed.ts';

const audioPattern = /^https?:\/\/.+?\.(?:mp3|ogg|flac|m4a|wav)$/i;
const videoPattern = /^https?:\/\/.+?\.(?:mp4|m4v|webm|ogv|flv)$/i;

/** Returns an embed with the shortcode of a player; undefined if the URL has no known extension. */
export function playerFor({ url, maxwidth, maxheight }: Pick<EmbedRequest, 'url' | 'maxwidth' | 'maxheight'>) {
  const source = `src="${url.replace(/["[\]<>]/g, encodeURIComponent)}" /]`;
  const size = maxwidth && maxheight ? `width="${maxwidth}" height="${maxheight}" ` : '';
  if (audioPattern.test(url)) return player(`[audio ${source}`);
  return videoPattern.test(url) ? player(`[video ${size} ${source}`) : undefined;
}

const player = (html: string) => ({ provider_name: 'Embed Handler', html, scripts: [] });
