import type { BlockRenderer, BlockRenderers } from './block-renderer.ts';
import { addElementsClass } from './elements.ts';
import { addLayoutClasses, hasLayout } from './layout.ts';
import { type Block, isRecord } from './parse.ts';
import { staticRenderers } from './static-blocks.ts';

/**
 * Renders blocks to HTML (rendering.md §4 "On read"). Block comments are removed, inner HTML is kept with its line ends, hidden blocks
 * are omitted, and classes are added. Unknown blocks, and dynamic blocks without a renderer, are rendered as their saved HTML.
 * `renderers` extends or overrides the renderers of static blocks.
 */
export function renderStaticBlocks(
  blocks: readonly (string | Block)[],
  renderers: BlockRenderers = new Map<string, BlockRenderer>(),
): string {
  const out: string[] = [];
  const stack: (string | Block)[] = blocks.toReversed();
  for (let part = stack.pop(); part !== undefined; part = stack.pop()) {
    if (typeof part === 'string') out.push(part);
    else if (!isHidden(part)) {
      const innerContent = renderBlockContent(part, renderers);
      for (let at = innerContent.length - 1; at >= 0; at--) stack.push(innerContent[at] ?? '');
    }
  }
  return out.join('');
}

function renderBlockContent(block: Block, renderers: BlockRenderers): Block['innerContent'] {
  if (block.name === null) return block.innerContent;
  const renderer = renderers.get(block.name) ?? staticRenderers.get(block.name);
  const renderedContent = renderer ? renderer(block) : block.innerContent;
  const withElements = { ...block, innerContent: addElementsClass({ ...block, innerContent: renderedContent }) };
  return hasLayout(block.name) ? addLayoutClasses(withElements) : withElements.innerContent;
}

/** Whether a block is hidden, including its inner blocks (rendering.md §4 "Hidden"). */
export function isHidden({ attributes }: Block): boolean {
  const metadata = attributes.metadata;
  return isRecord(metadata) && metadata.blockVisibility === false;
}
