// Links to profiles elsewhere. They depend on their own attributes alone, so they are made when the entry is written.
import { addressIn, attributes, ownAttributes, textIn, word } from '../dynamic/text.ts';
import type { BlockRenderer } from './block-renderer.ts';

/** What a service is called, where that is more than its word with a capital letter. */
const names: ReadonlyMap<string, string> = new Map([
  ['chain', 'Link'],
  ['deviantart', 'DeviantArt'],
  ['feed', 'RSS Feed'],
  ['fivehundredpx', '500px'],
  ['github', 'GitHub'],
  ['gravatar', 'Gravatar'],
  ['lastfm', 'Last.fm'],
  ['linkedin', 'LinkedIn'],
  ['pocket', 'Pocket'],
  ['soundcloud', 'SoundCloud'],
  ['tiktok', 'TikTok'],
  ['tumblr', 'Tumblr'],
  ['vk', 'VK'],
  ['whatsapp', 'WhatsApp'],
  ['wordpress', 'WordPress'],
  ['youtube', 'YouTube'],
]);

/** The list tells each of its links whether names are shown and where links open. */
export const socialLinks: BlockRenderer = ({ attributes: own, pieces }) =>
  pieces.map((piece) => {
    if (typeof piece === 'string') return piece;
    const { openInNewTab, showLabels } = own;
    return { ...piece, attributes: { ...piece.attributes, openInNewTab, showLabels } };
  });

/** One link; nothing without an address. The name of the service is there for screen readers also where it is not shown. */
export const socialLink: BlockRenderer = (block) => {
  const { url, service, label, rel, openInNewTab, showLabels } = block.attributes;
  const name = word(service, 'chain');
  const isMail = typeof url === 'string' && /^[^\s@:/?#]+@[^\s@:/?#]+$/.test(url.trim());
  const address = addressIn(isMail ? `mailto:${url.trim()}` : url);
  if (address === '') return [];
  const shown = textIn(label, names.get(name) ?? name.charAt(0).toUpperCase() + name.slice(1));
  const relations = ['nofollow', 'noopener', ...(typeof rel === 'string' ? [textIn(rel)] : [])].join(' ').trim();
  const link = attributes({
    class: 'wp-block-social-link-anchor',
    href: address,
    rel: relations,
    target: openInNewTab === true ? '_blank' : '',
  });
  const hidden = showLabels === true ? '' : ' screen-reader-text';
  return [
    `<li${ownAttributes(block, ['wp-social-link', `wp-social-link-${name}`])}><a${link}>` +
      `<span class="wp-block-social-link-label${hidden}">${shown}</span></a></li>`,
  ];
};
