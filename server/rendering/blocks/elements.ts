import { type Block, isRecord } from './grammar.ts';
import { shortName } from './short-name.ts';
import { classOnTag, tagsOf } from './tags.ts';

/**
 * The pieces of a block with a class of its own on the first tag where its attributes give colours to the links, headings
 * or buttons in it (rendering.md §4 "Layout"), so that rules can be written for them.
 */
export function withElementsClass(block: Block): Block['pieces'] {
  const style = isRecord(block.attributes.style) ? block.attributes.style : {};
  if (!isRecord(style.elements)) return block.pieces;
  const name = `wp-elements-${shortName(JSON.stringify(style.elements))}`;
  return classOnTag(block.pieces, (html) => tagsOf(html).find(({ closes }) => !closes), [name]);
}
