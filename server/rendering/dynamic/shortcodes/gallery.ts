import type { Block } from '../../blocks/parse.ts';
import { integerInRange, keywordOr, textOf } from '../../blocks/text.ts';
import type { BlockContext, DynamicBlock } from '../dynamic-block.ts';
import type { LoadedData, Need } from '../needs.ts';
import type { ImageView } from '../views.ts';
import { listedFileIds, ownerEntryId, selectFiles } from './files.ts';

/**
 * The shortcode `gallery` (rendering.md §5). It renders the images listed in `ids`, or those attached to the entry, each in a figure
 * with its caption. `number` distinguishes the galleries of an entry.
 */
export const gallery: DynamicBlock = { name: 'shortcode/gallery', needs, render };

function needs(block: Block, context: BlockContext): Need[] {
  const ids = listedFileIds(block);
  if (ids.length > 0) return ids.map((id) => ({ kind: 'image', id }));
  return [{ kind: 'images of entry', id: ownerEntryId(block, context) }];
}

function render(block: Block, context: BlockContext, found: LoadedData): string {
  const { attributes } = block;
  const images = imagesOf(block, context, found);
  if (images.length === 0) return '';
  const selector = `gallery-${integerInRange(attributes.number, 1, 1, 9999)}`;
  const columns = integerInRange(attributes.columns, 3, 0, 99);
  const size = keywordOr(attributes.size, 'thumbnail');
  const classes = `gallery galleryid-${ownerEntryId(block, context)} gallery-columns-${columns} gallery-size-${size}`;
  const figures = images.map((image) => figure(image, size, attributes.link, selector));
  return `<div id='${selector}' class='${classes}'>${figures.join('')}\n\t\t</div>\n`;
}

function imagesOf(block: Block, context: BlockContext, found: LoadedData): readonly ImageView[] {
  const ids = listedFileIds(block);
  const all =
    ids.length > 0 ? ids.flatMap((id) => found.image(id) ?? []) : found.imagesOf(ownerEntryId(block, context));
  return selectFiles(block, context, all);
}

function figure(image: ImageView, size: string, link: unknown, selector: string): string {
  const id = `${selector}-${image.id}`;
  const caption = textOf(image.caption);
  const element = image.imgOfSize(size, caption === '' ? '' : id);
  const href = link === 'file' ? image.fileUrl : image.url;
  const imageHtml = link === 'none' ? element : `<a href='${href}'>${element}</a>`;
  const captionHtml =
    caption === ''
      ? ''
      : `\n\t\t\t\t<figcaption class='wp-caption-text gallery-caption' id='${id}'>\n\t\t\t\t${caption}\n\t\t\t\t</figcaption>`;
  return `<figure class='gallery-item'>\n\t\t\t<div class='gallery-icon ${image.isPortrait ? 'portrait' : 'landscape'}'>\n\t\t\t\t${imageHtml}\n\t\t\t</div>${captionHtml}</figure>`;
}
