// Blocks that render the site logo and the featured image of an entry.
import type { Block } from '../../blocks/parse.ts';
import { keywordOr, linkAttributes, wrapperAttributes } from '../../blocks/text.ts';
import type { BlockContext, DynamicBlock } from '../dynamic-block.ts';
import type { LoadedData } from '../needs.ts';

/** The site logo, linked to the front page by default; empty if the site has none. */
export const siteLogo: DynamicBlock = {
  name: 'core/site-logo',
  needs: () => [{ kind: 'site logo' }],
  render: renderSiteLogo,
};

/** The featured image of an entry; empty if the entry has none. */
export const featuredImage: DynamicBlock = {
  name: 'core/post-featured-image',
  needs: (_, { entry }) => (entry.featuredMedia > 0 ? [{ kind: 'image', id: entry.featuredMedia }] : []),
  render: renderFeaturedImage,
};

function renderSiteLogo(block: Block, _: BlockContext, { site, image }: LoadedData): string {
  const logoImage = image(site.logo);
  if (!logoImage?.isPublic) return '';
  const element = logoImage.imgOfSize('full', '');
  const link = `<a class="custom-logo-link" rel="home"${linkAttributes(`${site.front}/`, { ...block, attributes: { ...block.attributes, rel: '' } })}>${element}</a>`;
  return `<div${wrapperAttributes(block)}>${block.attributes.isLink === false ? element : link}</div>`;
}

function renderFeaturedImage(block: Block, { entry }: BlockContext, { image }: LoadedData): string {
  const found = image(entry.featuredMedia);
  if (!found || !(found.isPublic || found.parent === entry.id)) return '';
  const element = found.imgOfSize(keywordOr(block.attributes.sizeSlug, 'full'), '');
  const link = `<a${linkAttributes(entry.url, block)}>${element}</a>`;
  return `<figure${wrapperAttributes(block)}>${block.attributes.isLink === true ? link : element}</figure>`;
}
