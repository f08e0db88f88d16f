// Declares the page of the site on which blocks are rendered. Content that the API returns is rendered without a page.
import type { PageComments } from './comment-form.ts';
import type { TermView } from './views.ts';

/** A page of the site. URLs are escaped for attributes. */
export interface PageView {
  /** URL of the page, without a page number. */
  readonly url: string;
  /** The title of an archive, such as `Category` and the name of the term as HTML; absent for other pages. */
  readonly heading?: { readonly label: string; readonly name: string };
  /** The description of an archive as HTML; empty if there is none. */
  readonly description: string;
  /** The term whose entries the page lists. */
  readonly term?: TermView;
  /** The searched text; absent if the page does not show the results of a search. */
  readonly search?: string;
  /** The entries that the page lists, for queries that inherit from the page. */
  readonly list?: PageList;
  /** The entry that the page shows. */
  readonly entry?: PageEntry;
  /** The requested pages of other queries, by the number of the query. */
  readonly queryPages: ReadonlyMap<string, number>;
}

/** One page of a list of entries. */
export interface PageList {
  /** IDs of the entries on this page, in their order. */
  readonly ids: readonly number[];
  /** Number of entries on all pages. */
  readonly total: number;
  /** Maximum number of entries per page. */
  readonly perPage: number;
  /** Number of this page, from 1. */
  readonly page: number;
  /** Returns the URL of a page of the list. */
  urlOf(page: number): string;
}

/** The entry that a page shows. */
export interface PageEntry {
  readonly id: number;
  /** The content as HTML: that of one page, if the entry has several. */
  readonly content: string;
  /** Number of this page of the entry, from 1, and the number of its pages. */
  readonly page: number;
  readonly pages: number;
  /** Returns the URL of a page of the entry. */
  urlOf(page: number): string;
  /** The comments of the entry; absent if the entry is not public. */
  readonly comments?: PageComments;
}
