import type { Block } from '../../blocks/grammar.ts';
import type { DynamicBlock } from '../dynamic-block.ts';
import { addressIn, attributes, ownAttributes, textIn } from '../text.ts';

/** A track of a playlist: a player, with what is told of it. The list around it is the saved HTML of `core/playlist`. */
export const playlistTrack: DynamicBlock = { name: 'core/playlist-track', render };

function render(block: Block): string {
  const { src, title, artist, album, length } = block.attributes;
  const address = addressIn(src);
  if (address === '') return '';
  const own = 'wp-block-playlist-track';
  const told = { title: textIn(title, 'Track'), artist: textIn(artist), album: textIn(album), length: textIn(length) };
  const spans = Object.entries(told).map(([name, text]) => text && `<span class="${own}__${name}">${text}</span>`);
  const player = `<audio${attributes({ src: address, preload: 'none', 'aria-label': told.title })} controls></audio>`;
  return `<li${ownAttributes(block)}>${spans.filter((span) => span !== '').join(' ')} ${player}</li>`;
}
