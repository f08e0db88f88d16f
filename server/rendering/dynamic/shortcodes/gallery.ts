import type { Block } from '../../blocks/grammar.ts';
import type { Context, DynamicBlock } from '../dynamic-block.ts';
import type { Found, Need } from '../needs.ts';
import type { ShownPicture } from '../shown.ts';
import { textOf, wholeNumber, word } from '../text.ts';
import { filesToShow, holderOf, namedFiles } from './files.ts';

/**
 * The shortcode `gallery` (rendering.md §5): pictures of the library named by `ids`, or those that belong to the entry,
 * each in a figure with its caption; nothing where there are none. `number` tells it from the other galleries of a content.
 */
export const gallery: DynamicBlock = { name: 'shortcode/gallery', needs, render };

function needs(block: Block, context: Context): Need[] {
  const ids = namedFiles(block);
  if (ids.length > 0) return ids.map((id) => ({ kind: 'picture', id }));
  return [{ kind: 'pictures of entry', id: holderOf(block, context) }];
}

function render(block: Block, context: Context, found: Found): string {
  const { attributes } = block;
  const pictures = picturesOf(block, context, found);
  if (pictures.length === 0) return '';
  const selector = `gallery-${wholeNumber(attributes.number, 1, 1, 9999)}`;
  const columns = wholeNumber(attributes.columns, 3, 0, 99);
  const size = word(attributes.size, 'thumbnail');
  const classes = `gallery galleryid-${holderOf(block, context)} gallery-columns-${columns} gallery-size-${size}`;
  const figures = pictures.map((picture) => figure(picture, size, attributes.link, selector));
  return `<div id='${selector}' class='${classes}'>${figures.join('')}\n\t\t</div>\n`;
}

function picturesOf(block: Block, context: Context, found: Found): readonly ShownPicture[] {
  const ids = namedFiles(block);
  const all =
    ids.length > 0 ? ids.flatMap((id) => found.picture(id) ?? []) : found.picturesOf(holderOf(block, context));
  return filesToShow(block, context, all);
}

function figure(picture: ShownPicture, size: string, link: unknown, selector: string): string {
  const id = `${selector}-${picture.id}`;
  const caption = textOf(picture.caption);
  const element = picture.elementIn(size, caption === '' ? '' : id);
  const address = link === 'file' ? picture.file : picture.address;
  const shown = link === 'none' ? element : `<a href='${address}'>${element}</a>`;
  const below =
    caption === ''
      ? ''
      : `\n\t\t\t\t<figcaption class='wp-caption-text gallery-caption' id='${id}'>\n\t\t\t\t${caption}\n\t\t\t\t</figcaption>`;
  return `<figure class='gallery-item'>\n\t\t\t<div class='gallery-icon ${picture.isUpright ? 'portrait' : 'landscape'}'>\n\t\t\t\t${shown}\n\t\t\t</div>${below}</figure>`;
}
