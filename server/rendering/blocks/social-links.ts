// Renders social links. They depend only on their attributes, so they are rendered when the entry is saved.

import type { BlockRenderer } from './block-renderer.ts';
import { attributes, keywordOr, safeUrl, textOr, wrapperAttributes } from './text.ts';

/** Labels of services, where they differ from the capitalized name. */
const serviceLabels: ReadonlyMap<string, string> = new Map([
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

/** Renders the list. It passes the visibility of labels and the link target to its links. */
export const socialLinks: BlockRenderer = ({ attributes: listAttributes, innerContent }) =>
  innerContent.map((part) => {
    if (typeof part === 'string') return part;
    const { openInNewTab, showLabels } = listAttributes;
    return { ...part, attributes: { ...part.attributes, openInNewTab, showLabels } };
  });

/** Renders a link, or an empty string if it has no URL. A hidden label is still available to screen readers. */
export const socialLink: BlockRenderer = (block) => {
  const { url, service, label, rel, openInNewTab, showLabels } = block.attributes;
  const name = keywordOr(service, 'chain');
  const isMail = typeof url === 'string' && /^[^\s@:/?#]+@[^\s@:/?#]+$/.test(url.trim());
  const href = safeUrl(isMail ? `mailto:${url.trim()}` : url);
  if (href === '') return [];
  const labelText = textOr(label, serviceLabels.get(name) ?? name.charAt(0).toUpperCase() + name.slice(1));
  const relations = ['nofollow', 'noopener', ...(typeof rel === 'string' ? [textOr(rel)] : [])].join(' ').trim();
  const link = attributes({
    class: 'wp-block-social-link-anchor',
    href: href,
    rel: relations,
    target: openInNewTab === true ? '_blank' : '',
  });
  const hidden = showLabels === true ? '' : ' screen-reader-text';
  return [
    `<li${wrapperAttributes(block, ['wp-social-link', `wp-social-link-${name}`])}><a${link}>` +
      `<span class="wp-block-social-link-label${hidden}">${labelText}</span></a></li>`,
  ];
};
