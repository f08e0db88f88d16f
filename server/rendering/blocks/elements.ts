import { fnv1aHash } from './fnv1a-hash.ts';
import { type Block, isRecord } from './parse.ts';
import { addClassesToTag, tagsOf } from './tags.ts';

/** Colors of elements inside a block, and the class that applies them. */
export interface BlockElements {
  readonly className: string;
  /** The attributes `style.elements`. */
  readonly elements: Readonly<Record<string, unknown>>;
}

/**
 * Returns the elements that a block styles, with a class that is computed from their styles, so that CSS rules can apply them
 * (rendering.md §4 "Layout"). Returns undefined if there are none.
 */
export function elementsOfBlock({ attributes }: Block): BlockElements | undefined {
  const style = isRecord(attributes.style) ? attributes.style : {};
  const { elements } = style;
  return isRecord(elements) ? { className: `wp-elements-${fnv1aHash(JSON.stringify(elements))}`, elements } : undefined;
}

/**
 * Returns the inner content of a block. If its attributes set colors of inner links, headings or buttons, the first tag gets the
 * class of these colors.
 */
export function addElementsClass(block: Block): Block['innerContent'] {
  const styled = elementsOfBlock(block);
  if (!styled) return block.innerContent;
  return addClassesToTag(block.innerContent, (html) => tagsOf(html).find(({ isClosing }) => !isClosing), [
    styled.className,
  ]);
}
