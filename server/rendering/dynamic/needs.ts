// Declares the data requirements of dynamic blocks. Equal requirements are loaded once, and all requirements of a kind together.
import type { FormView } from './form-view.ts';
import type {
  CommentCountsView,
  CommentsView,
  CommentView,
  ContentView,
  EmbedView,
  EntryView,
  ImageView,
  PeriodView,
  SiteView,
  TermView,
  TrackView,
  UserView,
} from './views.ts';

/** A query of published entries. */
export interface EntryQuery {
  readonly type: string;
  readonly orderBy: 'date' | 'title' | 'modified' | 'menu_order' | 'author' | 'id';
  readonly order: 'asc' | 'desc';
  readonly limit: number;
  readonly offset: number;
  /** Conditions on terms. Entries must have at least one of the terms, or none of them if `without` is set. */
  readonly terms: readonly { readonly taxonomy: string; readonly ids: readonly number[]; readonly without?: true }[];
  readonly authors: readonly number[];
  readonly without: readonly number[];
  readonly parents: readonly number[];
  readonly search: string;
  readonly sticky: 'only' | 'without' | 'both';
}

/** A query of terms. */
export interface TermQuery {
  readonly taxonomy: string;
  /** Sort order. Names are ascending and counts descending, unless `reversed` is set. */
  readonly orderBy: 'name' | 'count';
  readonly reversed?: true;
  /** Whether terms without published entries are included. */
  readonly empty: boolean;
  readonly limit: number;
}

export type Unit = 'year' | 'month' | 'day';

/** A data requirement of a block. */
export type Need =
  /** Entries, with their authors if `authors` is set. */
  | { readonly kind: 'entries'; readonly query: EntryQuery; readonly authors?: boolean }
  /** The number of results of a query without its limit. */
  | { readonly kind: 'total'; readonly query: EntryQuery }
  | { readonly kind: 'entry'; readonly id: number }
  | { readonly kind: 'content'; readonly id: number }
  | { readonly kind: 'terms'; readonly query: TermQuery }
  | { readonly kind: 'terms of entry'; readonly id: number }
  | { readonly kind: 'user'; readonly id: number }
  | { readonly kind: 'image'; readonly id: number }
  | { readonly kind: 'site logo' }
  /** The navigation that was published last. */
  | { readonly kind: 'site navigation' }
  | { readonly kind: 'images of entry'; readonly id: number }
  | { readonly kind: 'track'; readonly id: number }
  | { readonly kind: 'tracks of entry'; readonly id: number; readonly medium: TrackView['medium'] }
  /** The public entry at a URL; undefined for URLs of other sites. */
  | { readonly kind: 'entry at URL'; readonly url: string }
  | { readonly kind: 'periods'; readonly unit: Unit }
  /** The days of a month (`2026-11`) on which posts were published; `''` means the newest month with posts. */
  | { readonly kind: 'days'; readonly month: string }
  /** The latest comments of the site. */
  | { readonly kind: 'comments'; readonly limit: number }
  /** Comments of an entry: the oldest ones or, if `page` is set, those of the threads on this page, from 1. */
  | { readonly kind: 'comments of entry'; readonly id: number; readonly page?: number }
  /** The numbers of comments of an entry. */
  | { readonly kind: 'comment counts'; readonly id: number }
  /** The ancestors of an entry. Each of them is then available as `entry(id)`. */
  | { readonly kind: 'ancestors'; readonly parent: number }
  /** The entries of the same type that were published before and after an entry. */
  | { readonly kind: 'neighbors of entry'; readonly id: number }
  /** A published form. */
  | { readonly kind: 'form'; readonly id: number }
  /** A template part of the active theme. */
  | { readonly kind: 'template part'; readonly slug: string };

/** The data requirement of a given kind. */
export type NeedOf<K extends Need['kind']> = Extract<Need, { kind: K }>;

/** The loaded data. Data that a block does not declare as a need may be missing. */
export interface LoadedData {
  readonly site: SiteView;
  entries(query: EntryQuery): readonly EntryView[];
  total(query: EntryQuery): number;
  entry(id: number): EntryView | undefined;
  content(id: number): ContentView | undefined;
  terms(query: TermQuery): readonly TermView[];
  /** Terms of an entry in a taxonomy, by name. */
  termsOf(entry: number, taxonomy: string): readonly TermView[];
  user(id: number): UserView | undefined;
  image(id: number): ImageView | undefined;
  /** Images attached to an entry, in menu order. */
  imagesOf(entry: number): readonly ImageView[];
  /** An audio or video file. Its cover image is available as `image(cover)`. */
  track(id: number): TrackView | undefined;
  /** Audio or video files attached to an entry, in menu order. */
  tracksOf(entry: number, medium: TrackView['medium']): readonly TrackView[];
  /** The public entry at a URL. */
  entryAtUrl(url: string): EmbedView | undefined;
  /** Periods with posts, newest first. */
  periods(unit: Unit): readonly PeriodView[];
  /** Days with posts, newest first. */
  days(month: string): readonly PeriodView[];
  /** Latest comments, newest first, at most `limit`. */
  comments(limit: number): readonly CommentView[];
  commentsOf(entry: number, page?: number): CommentsView;
  commentCounts(entry: number): CommentCountsView;
  neighborsOf(entry: number): Partial<Record<'previous' | 'next', EntryView>>;
  form(id: number): FormView | undefined;
  templatePart(slug: string): ContentView | undefined;
  siteNavigation(): ContentView | undefined;
  /** Stored blocks of a pattern of the active theme, such as `quarto/hero`. They are available without a need. */
  pattern(name: string): string | undefined;
}

/** Returns a key that is the same for equal needs. */
export const keyOf = (need: Need): string =>
  need.kind === 'entries' ? JSON.stringify([need.kind, need.query]) : JSON.stringify(need);

/** Whether a need is a list. A list costs the database about as much as a list request to the API. */
export const isList = ({ kind }: Need): boolean =>
  ['entries', 'total', 'terms', 'periods', 'days', 'comments', 'comments of entry'].includes(kind);

/** Maximum number of items that attributes can request. Blocks without such an attribute have other limits. */
export const maxListItems = 100;

/** Maximum number of comments of an entry that are rendered in content. */
export const maxCommentsOfEntry = 100;

/** Number of top-level comments on a page of comments. */
export const threadsPerPage = 50;

/** Maximum number of comments on a page of comments, with replies. Further replies are omitted. */
export const maxCommentsPerPage = 250;

/** Returns a query of published posts, newest first, with overrides. */
export const createEntryQuery = (overrides: Partial<EntryQuery>): EntryQuery => ({
  type: 'post',
  orderBy: 'date',
  order: 'desc',
  limit: 10,
  offset: 0,
  terms: [],
  authors: [],
  without: [],
  parents: [],
  search: '',
  sticky: 'both',
  ...overrides,
});
