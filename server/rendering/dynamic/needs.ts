// What dynamic blocks say they need. Needs are plain data, so that equal ones are loaded once and all of one kind together.
import type {
  ShownComment,
  ShownComments,
  ShownContent,
  ShownEntry,
  ShownFrame,
  ShownPeriod,
  ShownPicture,
  ShownSite,
  ShownTerm,
  ShownTrack,
  ShownUser,
} from './shown.ts';

/** Which published entries a list shows. */
export interface EntryQuery {
  readonly type: string;
  readonly orderBy: 'date' | 'title' | 'modified' | 'menu_order' | 'author' | 'id';
  readonly order: 'asc' | 'desc';
  readonly limit: number;
  readonly offset: number;
  /** Entries that carry any of these terms, or none of them, for each taxonomy named. */
  readonly terms: readonly { readonly taxonomy: string; readonly ids: readonly number[]; readonly without?: true }[];
  readonly authors: readonly number[];
  readonly without: readonly number[];
  readonly parents: readonly number[];
  readonly search: string;
  readonly sticky: 'only' | 'without' | 'both';
}

/** Which terms a list shows. */
export interface TermQuery {
  readonly taxonomy: string;
  /** By name ascending, by count descending, unless `reversed`. */
  readonly orderBy: 'name' | 'count';
  readonly reversed?: true;
  /** Also those that no published entry carries. */
  readonly empty: boolean;
  readonly limit: number;
}

export type Unit = 'year' | 'month' | 'day';

/** One thing that a block needs. */
export type Need =
  /** `authors`: also the users who wrote them. */
  | { readonly kind: 'entries'; readonly query: EntryQuery; readonly authors?: boolean }
  /** How many entries a query gives without its limit. */
  | { readonly kind: 'total'; readonly query: EntryQuery }
  | { readonly kind: 'entry'; readonly id: number }
  | { readonly kind: 'content'; readonly id: number }
  | { readonly kind: 'terms'; readonly query: TermQuery }
  | { readonly kind: 'terms of entry'; readonly id: number }
  | { readonly kind: 'user'; readonly id: number }
  | { readonly kind: 'picture'; readonly id: number }
  | { readonly kind: 'site logo' }
  | { readonly kind: 'pictures of entry'; readonly id: number }
  | { readonly kind: 'track'; readonly id: number }
  | { readonly kind: 'tracks of entry'; readonly id: number; readonly medium: ShownTrack['medium'] }
  /** What a public address of the site shows; that of another site is not there. */
  | { readonly kind: 'addressed'; readonly address: string }
  | { readonly kind: 'periods'; readonly unit: Unit }
  /** The days of a month (`2026-11`) on which posts were published; `''`: of the newest month that has any. */
  | { readonly kind: 'days'; readonly month: string }
  /** The newest comments of the site. */
  | { readonly kind: 'comments'; readonly limit: number }
  | { readonly kind: 'comments of entry'; readonly id: number }
  /** The entries above an entry, each of which is then found as `entry(id)`. */
  | { readonly kind: 'ancestors'; readonly parent: number }
  /** A template part of the active theme. */
  | { readonly kind: 'template part'; readonly slug: string };

/** The needs of a kind. */
export type NeedOf<K extends Need['kind']> = Extract<Need, { kind: K }>;

/** What was loaded. What a block did not say it needs is not there, or not reliably. */
export interface Found {
  readonly site: ShownSite;
  entries(query: EntryQuery): readonly ShownEntry[];
  total(query: EntryQuery): number;
  entry(id: number): ShownEntry | undefined;
  content(id: number): ShownContent | undefined;
  terms(query: TermQuery): readonly ShownTerm[];
  /** Of one taxonomy, by name. */
  termsOf(entry: number, taxonomy: string): readonly ShownTerm[];
  user(id: number): ShownUser | undefined;
  picture(id: number): ShownPicture | undefined;
  /** The pictures that belong to an entry, in their own order. */
  picturesOf(entry: number): readonly ShownPicture[];
  /** A sound or film; with the picture that stands for it, as `picture(cover)`. */
  track(id: number): ShownTrack | undefined;
  /** The sounds or films that belong to an entry, in their own order. */
  tracksOf(entry: number, medium: ShownTrack['medium']): readonly ShownTrack[];
  /** The entry that everybody may see at an address. */
  addressed(address: string): ShownFrame | undefined;
  /** The newest first. */
  periods(unit: Unit): readonly ShownPeriod[];
  /** The newest first. */
  days(month: string): readonly ShownPeriod[];
  /** The newest first, at most `limit`. */
  comments(limit: number): readonly ShownComment[];
  commentsOf(entry: number): ShownComments;
  templatePart(slug: string): ShownContent | undefined;
  /** The blocks of a pattern of the active theme (`quarto/hero`), as they are stored. Needs nothing to be loaded. */
  pattern(name: string): string | undefined;
}

/** What makes two needs the same. */
export const keyOf = (need: Need): string =>
  need.kind === 'entries' ? JSON.stringify([need.kind, need.query]) : JSON.stringify(need);

/** Needs that are lists, each of which costs the database about as much as a list of the API. */
export const isList = ({ kind }: Need): boolean =>
  ['entries', 'total', 'terms', 'periods', 'days', 'comments', 'comments of entry'].includes(kind);

/** The longest list that a block shows. */
export const mostEntries = 100;

/** The most comments of an entry that are shown. */
export const maxCommentsOfEntry = 100;

/** A query of published posts, newest first, but for what is said otherwise. */
export const entryQuery = (own: Partial<EntryQuery>): EntryQuery => ({
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
  ...own,
});
