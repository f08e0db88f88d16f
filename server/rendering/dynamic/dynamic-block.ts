// Declares the types of dynamic blocks. Each block is a small file in blocks/ (docs/rendering.md describes how to add one).
import type { Block } from '../blocks/parse.ts';
import type { EntryQuery, LoadedData, Need, TermQuery } from './needs.ts';
import type { PageList, PageView } from './page-view.ts';
import type { CommentView, EntryView, TermView } from './views.ts';

/** A query of entries, and the page of its results that is rendered. */
export interface QueryContext {
  /** Number of the query among those of the content. */
  readonly number: string;
  /** The query of this page. */
  readonly query: EntryQuery;
  /** Number of this page, from 1. */
  readonly page: number;
  /** Number of entries that are skipped before the first page. */
  readonly skipped: number;
  /** Maximum number of pages; 0 for no limit. */
  readonly pages: number;
  /** The list of the page of the site, which replaces the results of the query. */
  readonly list?: PageList;
}

/** The context in which a block is rendered. */
export interface BlockContext {
  /** The entry that contains the block, or the current entry of a loop. */
  readonly entry: EntryView;
  /** IDs of the entries that contain the block. They are used to prevent recursion. */
  readonly enclosingIds: readonly number[];
  /** Key for element IDs. It is unique among the blocks of all entries that are rendered together. */
  readonly key: string;
  /** The page of the site on which the block is rendered; absent in content that the API returns. */
  readonly page?: PageView;
  /** The enclosing query. */
  readonly query?: QueryContext;
  /** The enclosing terms query and its results. */
  readonly termQuery?: { readonly query: TermQuery; readonly ids: readonly number[]; readonly isNested: boolean };
  /** The current term of a loop. */
  readonly term?: TermView;
  /** The current comment of a loop, with its nesting depth, from 1. */
  readonly comment?: CommentView & { readonly depth: number };
  /** The template parts and patterns that contain the block. They are used to prevent recursion. */
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

/** A result of `renderContent`, whose placeholders are filled in a context. */
export interface InnerContent {
  readonly stored: string;
  readonly context: BlockContext;
}

/** The result of rendering a block: final HTML, and inner blocks and content that are rendered next. */
export type RenderedBlock = string | readonly (string | InnerBlocks | InnerContent)[];

/**
 * A dynamic block.
 *
 * `needs` declares the data to be loaded, and `render` converts it to HTML without reading any other data. Attributes are written by
 * authors, and titles and names may contain any markup, so `render` must escape them with the functions of blocks/text.ts.
 */
export interface DynamicBlock {
  /** Name with namespace, such as `core/latest-posts`. */
  readonly name: string;
  /**
   * Renders a fallback for a block beyond a limit. The default is an empty string. Blocks with text of an author need a fallback, so
   * that the text is not lost.
   */
  renderFallback?(block: Block): string;
  needs?(block: Block, context: BlockContext): readonly Need[];
  render(block: Block, context: BlockContext, found: LoadedData): RenderedBlock;
}
