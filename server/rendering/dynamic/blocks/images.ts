// Blocks that render the site logo and the featured image of an entry.
import type { Block } from '../../blocks/parse.ts';
import {
  integerInRange,
  keywordOr,
  linkAttributes,
  textOf,
  titleOf,
  wrapperAttributes,
  attributes as written,
} from '../../blocks/text.ts';
import type { BlockContext, DynamicBlock } from '../dynamic-block.ts';
import type { LoadedData } from '../needs.ts';
import type { ImageView } from '../views.ts';

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

function renderSiteLogo(block: Block, { page }: BlockContext, { site, image }: LoadedData): string {
  const logoImage = image(site.logo);
  if (!logoImage?.isPublic) return '';
  const width = integerInRange(block.attributes.width, 0, 0, 5000);
  const style = page && width > 0 ? written({ style: `width:${width}px;height:auto` }) : '';
  const element = withStyle(withPriority(logoImage.imgOfSize('full', ''), page !== undefined), style);
  const name = page ? written({ 'aria-label': textOf(site.title) }) : '';
  const link = `<a class="custom-logo-link" rel="home"${linkAttributes(`${site.front}/`, { ...block, attributes: { ...block.attributes, rel: '' } })}${name}>${element}</a>`;
  return `<div${wrapperAttributes(block)}>${block.attributes.isLink === false ? element : link}</div>`;
}

function renderFeaturedImage(block: Block, context: BlockContext, { image }: LoadedData): string {
  const { entry, page } = context;
  const found = image(entry.featuredMedia);
  if (!found || !(found.isPublic || found.parent === entry.id)) return '';
  const element = found.imgOfSize(keywordOr(block.attributes.sizeSlug, 'full'), '');
  if (page) return pageFigure(block, context, found, element);
  const link = `<a${linkAttributes(entry.url, block)}>${element}</a>`;
  return `<figure${wrapperAttributes(block)}>${block.attributes.isLink === true ? link : element}</figure>`;
}

/**
 * Renders a featured image on a page of the site. Links are named after the entry, because the image may have no text alternative. The
 * image of the entry that the page shows has its caption.
 */
function pageFigure(block: Block, { entry, page }: BlockContext, image: ImageView, element: string): string {
  const isOfPage = page?.entry?.id === entry.id;
  const isAtTop = isOfPage || page?.list?.ids[0] === entry.id;
  const img = withStyle(withPriority(element, isAtTop), written({ style: boxStyle(block) }));
  const link = `<a${linkAttributes(entry.url, block)}${written({ 'aria-label': titleOf(entry) })}>${img}</a>`;
  const caption = isOfPage ? textOf(image.caption) : '';
  const captionHtml = caption && `<figcaption class="wp-element-caption">${caption}</figcaption>`;
  return `<figure${wrapperAttributes(block)}>${block.attributes.isLink === true ? link : img}${captionHtml}</figure>`;
}

/** Returns an image that is loaded at once if it is at the top of a page. Other images are loaded when they come into view. */
const withPriority = (img: string, isAtTop: boolean): string =>
  isAtTop ? img.replace(' loading="lazy"', '').replace(' sizes="auto, ', ' sizes="') : img;

/** Adds an attribute, such as ` style="…"`, to an image. */
const withStyle = (img: string, attribute: string): string => img.replace(/^<img\b/, (tag) => tag + attribute);

/** A CSS length, and the ratio of a width and a height. */
const length = /^\d{1,4}(?:\.\d{1,4})?(?:px|em|rem|vw|vh|%)$/;
const ratio = /^\d{1,4}(?:\.\d{1,4})?(?:\s?\/\s?\d{1,4}(?:\.\d{1,4})?)?$/;

/** Returns the CSS of the size and the aspect ratio that the attributes set. Invalid values are omitted. */
function boxStyle({ attributes }: Block): string {
  const declare = (property: string, value: unknown, pattern: RegExp) =>
    typeof value === 'string' && pattern.test(value) ? [`${property}:${value}`] : [];
  const box = [
    ...declare('aspect-ratio', attributes.aspectRatio, ratio),
    ...declare('width', attributes.width, length),
    ...declare('height', attributes.height, length),
  ];
  return box.length === 0
    ? ''
    : [...box, ...declare('object-fit', attributes.scale ?? 'cover', /^(?:cover|contain|fill)$/)].join(';');
}
