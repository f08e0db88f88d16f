// Images of the library that stand for something: the logo of the site, the featured image of an entry.
import type { Block } from '../../blocks/grammar.ts';
import type { Context, DynamicBlock } from '../dynamic-block.ts';
import type { Found } from '../needs.ts';
import { linkAttributes, ownAttributes, word } from '../text.ts';

/** The logo of the site, as a link to its front page unless the block says otherwise. Nothing where the site has none. */
export const siteLogo: DynamicBlock = {
  name: 'core/site-logo',
  needs: () => [{ kind: 'site logo' }],
  render: logo,
};

/** The featured image of an entry; nothing where it has none. */
export const featuredImage: DynamicBlock = {
  name: 'core/post-featured-image',
  needs: (_, { entry }) => (entry.featuredMedia > 0 ? [{ kind: 'picture', id: entry.featuredMedia }] : []),
  render: featured,
};

function logo(block: Block, _: Context, { site, picture }: Found): string {
  const image = picture(site.logo);
  if (!image?.isPublic) return '';
  const element = image.elementIn('full', '');
  const link = `<a class="custom-logo-link" rel="home"${linkAttributes(`${site.front}/`, { ...block, attributes: { ...block.attributes, rel: '' } })}>${element}</a>`;
  return `<div${ownAttributes(block)}>${block.attributes.isLink === false ? element : link}</div>`;
}

function featured(block: Block, { entry }: Context, { picture }: Found): string {
  const image = picture(entry.featuredMedia);
  if (!image || !(image.isPublic || image.parent === entry.id)) return '';
  const element = image.elementIn(word(block.attributes.sizeSlug, 'full'), '');
  const link = `<a${linkAttributes(entry.address, block)}>${element}</a>`;
  return `<figure${ownAttributes(block)}>${block.attributes.isLink === true ? link : element}</figure>`;
}
