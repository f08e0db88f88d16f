// Declares changes of the design that replace what is stored while a page is rendered. They are used by previews of unsaved changes.
import type { WholeEntry } from './rows.ts';

/** The texts of a changed record, as they would be stored. */
export type ChangedContent = Pick<WholeEntry, 'content' | 'content_rendered' | 'renderer'>;

/**
 * Changes of the design. They replace only the contents of records that pages display anyway: records that are not public stay invisible.
 */
export interface DesignOverrides {
  /** Changed templates and template parts by type and ID, in the form of `templateKey`. */
  readonly templates: ReadonlyMap<string, ChangedContent>;
  /** Changed patterns and navigations by the ID of their entry. */
  readonly contents: ReadonlyMap<number, ChangedContent>;
  /** The changed global styles of a theme, in the form in which they are stored. */
  readonly globalStyles: { readonly theme: string; readonly content: string } | undefined;
}

/** Returns the key of a template or template part in `DesignOverrides`. `id` has the form `theme//slug`. */
export const templateKey = (type: string, id: string): string => `${type} ${id}`;
