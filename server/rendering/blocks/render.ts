import type { BlockRenderer, BlockRenderers } from './block-renderer.ts';
import { withElementsClass } from './elements.ts';
import { type Block, isRecord } from './grammar.ts';
import { hasLayout, withLayoutClasses } from './layout.ts';
import { staticRenderers } from './static-blocks.ts';

/**
 * Renders blocks to HTML (rendering.md §4 "On read"): comments vanish, inner HTML stays with its line ends, hidden
 * blocks give nothing, classes are added where the block asks for them. Unknown blocks, and dynamic ones without a
 * renderer, are shown by their saved HTML. `renderers` adds to the ones for static blocks or takes their place.
 */
export function renderStaticBlocks(
  blocks: readonly (string | Block)[],
  renderers: BlockRenderers = new Map<string, BlockRenderer>(),
): string {
  const out: string[] = [];
  const waiting: (string | Block)[] = blocks.toReversed();
  for (let piece = waiting.pop(); piece !== undefined; piece = waiting.pop()) {
    if (typeof piece === 'string') out.push(piece);
    else if (!isHidden(piece)) {
      const pieces = piecesOf(piece, renderers);
      for (let at = pieces.length - 1; at >= 0; at--) waiting.push(pieces[at] ?? '');
    }
  }
  return out.join('');
}

function piecesOf(block: Block, renderers: BlockRenderers): Block['pieces'] {
  if (block.name === null) return block.pieces;
  const renderer = renderers.get(block.name) ?? staticRenderers.get(block.name);
  const shown = renderer ? renderer(block) : block.pieces;
  const coloured = { ...block, pieces: withElementsClass({ ...block, pieces: shown }) };
  return hasLayout(block.name) ? withLayoutClasses(coloured) : coloured.pieces;
}

/** Whether a block is marked as not to be shown, inner blocks included (rendering.md §4 "Hidden"). */
export function isHidden({ attributes }: Block): boolean {
  const metadata = attributes.metadata;
  return isRecord(metadata) && metadata.blockVisibility === false;
}
