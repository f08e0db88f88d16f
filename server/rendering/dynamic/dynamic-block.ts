// Types of dynamic blocks. Each block is a small file in blocks/ (docs/rendering.md describes how to add one).
import type { Block } from '../blocks/parse.ts';
import type { EntryQuery, LoadedData, Need, TermQuery } from './needs.ts';
import type { CommentView, EntryView, TermView } from './views.ts';

/** The context of a block. */
export interface BlockContext {
  /** The entry that contains the block, or the current entry of a loop. */
  readonly entry: EntryView;
  /** IDs of the entries that contain the block, in order to prevent recursion. */
  readonly enclosingIds: readonly number[];
  /** Unique key of the block in the contents that are rendered together, for element IDs. */
  readonly key: string;
  /** The enclosing query. */
  readonly query?: { readonly number: string; readonly query: EntryQuery; readonly pages: number };
  /** The enclosing terms query and its results. */
  readonly termQuery?: { readonly query: TermQuery; readonly ids: readonly number[]; readonly isNested: boolean };
  /** The current term of a loop. */
  readonly term?: TermView;
  /** The current comment of a loop. */
  readonly comment?: CommentView;
  /** The template parts and patterns that contain the block, in order to prevent recursion. */
  readonly enclosingParts?: readonly string[];
  readonly enclosingPatterns?: readonly string[];
  /** Whether the block is an item of a navigation. */
  readonly inNavigation?: true;
}

/** Stored blocks and HTML, to be rendered in a context. */
export interface InnerBlocks {
  readonly innerContent: Block['innerContent'];
  readonly context: BlockContext;
}

/** A result of `renderContent`, to be filled in in a context. */
export interface InnerContent {
  readonly stored: string;
  readonly context: BlockContext;
}

/** The result of rendering a block: final HTML, and contents that are rendered next. */
export type RenderedBlock = string | readonly (string | InnerBlocks | InnerContent)[];

/**
 * A dynamic block: its data and its renderer.
 *
 * `needs` declares the data to be loaded; `render` converts it to HTML and reads nothing else. Attributes are author input, and
 * titles and names may contain any markup: `render` must escape them with the functions of text.ts.
 */
export interface DynamicBlock {
  /** Name with namespace: `core/latest-posts`. */
  readonly name: string;
  /**
   * Renders the fallback when a limit is reached; default is nothing. Blocks with text of the author need one, so that it is
   * not lost.
   */
  renderFallback?(block: Block): string;
  needs?(block: Block, context: BlockContext): readonly Need[];
  render(block: Block, context: BlockContext, found: LoadedData): RenderedBlock;
}
