import { fnv1aHash } from './fnv1a-hash.ts';
import { type Block, isRecord } from './parse.ts';
import { addClassesToTag, tagsOf } from './tags.ts';

/**
 * Returns the inner content of a block. If its attributes set colors of inner links, headings or buttons, the first tag gets a
 * class that is computed from these colors, so that CSS rules can apply them (rendering.md §4 "Layout").
 */
export function addElementsClass(block: Block): Block['innerContent'] {
  const style = isRecord(block.attributes.style) ? block.attributes.style : {};
  if (!isRecord(style.elements)) return block.innerContent;
  const name = `wp-elements-${fnv1aHash(JSON.stringify(style.elements))}`;
  return addClassesToTag(block.innerContent, (html) => tagsOf(html).find(({ isClosing }) => !isClosing), [name]);
}
