import { type AllowedMarkup, commentMarkup, descriptionMarkup, entryMarkup, titleMarkup } from './allowed-markup.ts';

/** Sanitizing rules of a text field. */
export interface FieldFilter {
  /** Name in the documentation. */
  label: string;
  /** Allowed markup; undefined for plain text. */
  markup: AllowedMarkup | undefined;
  /** Capability that exempts users; undefined when all users are sanitized. */
  exemptCapability: 'unfiltered_html' | undefined;
}

/**
 * The sanitized fields (rendering.md §10), for the code and for the generated docs/sanitising.md. Names are plain text, see
 * `sanitizeName`.
 */
export const fieldFilters = {
  title: { label: 'title of an entry', markup: titleMarkup, exemptCapability: 'unfiltered_html' },
  content: { label: 'content of an entry', markup: entryMarkup, exemptCapability: 'unfiltered_html' },
  excerpt: { label: 'excerpt of an entry', markup: entryMarkup, exemptCapability: 'unfiltered_html' },
  footnotes: { label: 'footnotes (`meta.footnotes`)', markup: entryMarkup, exemptCapability: 'unfiltered_html' },
  comment: { label: 'comment', markup: commentMarkup, exemptCapability: 'unfiltered_html' },
  termDescription: { label: 'description of a term', markup: descriptionMarkup, exemptCapability: undefined },
  userDescription: { label: 'description of a user', markup: descriptionMarkup, exemptCapability: undefined },
  names: { label: 'names of terms and users', markup: undefined, exemptCapability: undefined },
} as const satisfies Record<string, FieldFilter>;

/** Fields with markup. */
export type MarkupField = Exclude<keyof typeof fieldFilters, 'names'>;
