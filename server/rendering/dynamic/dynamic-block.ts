// What a dynamic block consists of. Each is a small file in blocks/ (docs/rendering.md tells how to add one).
import type { Block } from '../blocks/grammar.ts';
import type { EntryQuery, Found, Need, TermQuery } from './needs.ts';
import type { ShownComment, ShownEntry, ShownTerm } from './shown.ts';

/** Where a block stands. */
export interface Context {
  /** The entry whose content it is in, or the one that a loop has come to. */
  readonly entry: ShownEntry;
  /** The entries whose contents are around it, so that none is shown within itself. */
  readonly within: readonly number[];
  /** What tells it from other blocks, for ids: a word that no other block in the same contents has. */
  readonly mark: string;
  /** The query around it. */
  readonly query?: { readonly number: string; readonly query: EntryQuery; readonly pages: number };
  /** The query for terms around it, and the terms of it that are shown. */
  readonly termQuery?: { readonly query: TermQuery; readonly ids: readonly number[]; readonly isNested: boolean };
  /** The term that a loop has come to. */
  readonly term?: ShownTerm;
  /** The comment that a loop has come to. */
  readonly comment?: ShownComment;
  /** The template parts and the patterns that are around it, so that none is shown within itself. */
  readonly parts?: readonly string[];
  readonly patterns?: readonly string[];
  /** Whether it is an item of a navigation. */
  readonly inNavigation?: true;
}

/** Blocks and HTML as they are stored, to be shown in a context. */
export interface Inner {
  readonly pieces: Block['pieces'];
  readonly context: Context;
}

/** A content that `renderContent` has made, to be shown in a context. */
export interface Whole {
  readonly stored: string;
  readonly context: Context;
}

/** What a block shows: HTML that is ready, and what is shown in its turn. */
export type Shown = string | readonly (string | Inner | Whole)[];

/**
 * A dynamic block: which data it shows, and how.
 *
 * `needs` tells what is to be loaded; `render` makes HTML of it, and reads nothing else. Everything in the attributes was
 * chosen by an author, and titles and names may hold any markup: `render` writes them through text.ts.
 */
export interface DynamicBlock {
  /** With its namespace: `core/latest-posts`. */
  readonly name: string;
  /**
   * What stands in its place where a limit is reached. Nothing for most; a block that shows words which the author wrote
   * may not lose them.
   */
  plain?(block: Block): string;
  needs?(block: Block, context: Context): readonly Need[];
  render(block: Block, context: Context, found: Found): Shown;
}
