import { type AllowedMarkup, commentMarkup, descriptionMarkup, entryMarkup, titleMarkup } from './allowed-markup.ts';

/** What a field of text is filtered by when it is stored. */
export interface FieldFilter {
  /** For people. */
  label: string;
  /** What may stay; undefined for fields of plain text. */
  markup: AllowedMarkup | undefined;
  /** The capability whose holders may store anything; undefined where everybody is filtered. */
  sparing: 'unfiltered_html' | undefined;
}

/**
 * The fields that are filtered (rendering.md §10): what the code goes by, and what docs/sanitising.md is made of. Names are
 * plain text, see `escapedName`.
 */
export const fieldFilters = {
  title: { label: 'title of an entry', markup: titleMarkup, sparing: 'unfiltered_html' },
  content: { label: 'content of an entry', markup: entryMarkup, sparing: 'unfiltered_html' },
  excerpt: { label: 'excerpt of an entry', markup: entryMarkup, sparing: 'unfiltered_html' },
  footnotes: { label: 'footnotes (`meta.footnotes`)', markup: entryMarkup, sparing: 'unfiltered_html' },
  comment: { label: 'comment', markup: commentMarkup, sparing: 'unfiltered_html' },
  termDescription: { label: 'description of a term', markup: descriptionMarkup, sparing: undefined },
  userDescription: { label: 'description of a user', markup: descriptionMarkup, sparing: undefined },
  names: { label: 'names of terms and users', markup: undefined, sparing: undefined },
} as const satisfies Record<string, FieldFilter>;

/** The fields that may hold markup. */
export type MarkupField = Exclude<keyof typeof fieldFilters, 'names'>;
