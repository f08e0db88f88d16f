import type { Block } from '../../blocks/parse.ts';
import { attributes, safeUrl, textOr, wrapperAttributes } from '../../blocks/text.ts';
import type { DynamicBlock } from '../dynamic-block.ts';

/** A track of a playlist, with a player and its details. The surrounding list is the saved HTML of `core/playlist`. */
export const playlistTrack: DynamicBlock = { name: 'core/playlist-track', render };

function render(block: Block): string {
  const { src, title, artist, album, length } = block.attributes;
  const url = safeUrl(src);
  if (url === '') return '';
  const className = 'wp-block-playlist-track';
  const details = {
    title: textOr(title, 'Track'),
    artist: textOr(artist),
    album: textOr(album),
    length: textOr(length),
  };
  const spans = Object.entries(details).map(
    ([name, text]) => text && `<span class="${className}__${name}">${text}</span>`,
  );
  const player = `<audio${attributes({ src: url, preload: 'none', 'aria-label': details.title })} controls></audio>`;
  return `<li${wrapperAttributes(block)}>${spans.filter((span) => span !== '').join(' ')} ${player}</li>`;
}
