import { fnv1aHash } from './fnv1a-hash.ts';
import { type Block, isRecord } from './parse.ts';
import { addClassesToTag, tagsOf } from './tags.ts';

/**
 * Returns the contents of a block with a unique class on the first tag when its attributes set colours of inner links, headings
 * or buttons (rendering.md §4 "Layout"), so that CSS rules can address them.
 */
export function addElementsClass(block: Block): Block['innerContent'] {
  const style = isRecord(block.attributes.style) ? block.attributes.style : {};
  if (!isRecord(style.elements)) return block.innerContent;
  const name = `wp-elements-${fnv1aHash(JSON.stringify(style.elements))}`;
  return addClassesToTag(block.innerContent, (html) => tagsOf(html).find(({ isClosing }) => !isClosing), [name]);
}
