// Declares the content that other modules add to entries when they are read (read-time-content.ts).
import type { Actor } from '../../access/actor.ts';
import type { RenderBudget } from './rendered-texts.ts';
import type { EntryRow } from './rows.ts';

/** Content that `renderContent` has rendered, with placeholders for dynamic blocks, and the entry to which the content belongs. */
export interface RowWithPlaceholders {
  /** The key of the content in the result; by default the ID of the entry. */
  readonly id?: number;
  readonly row: EntryRow;
  readonly stored: string;
}

/** Functions that add content of other modules to presented entries. */
export interface AddedContent {
  /**
   * Returns the content of rows with rendered dynamic blocks, by key or entry ID. Rows whose type is not registered are omitted. The data
   * for all rows is loaded together.
   */
  fillPlaceholders(budget: RenderBudget, rows: readonly RowWithPlaceholders[]): Promise<ReadonlyMap<number, string>>;
  /** Returns a function that adds dimensions and sizes to the library images in HTML, for HTML that contains some of these texts. */
  addImageSizes(texts: readonly string[]): Promise<(html: string) => string>;
  /** Returns the IDs of the featured images of rows that the actor may read. */
  findReadableImages(actor: Actor, rows: readonly { readonly featured_media: number }[]): Promise<ReadonlySet<number>>;
}
