// What dynamic blocks say they need. Needs are plain data, so that equal ones are loaded once and all of one kind together.
import type {
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
  readonly orderBy: 'name' | 'count';
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
  | { readonly kind: 'pictures of entry'; readonly id: number }
  | { readonly kind: 'track'; readonly id: number }
  | { readonly kind: 'tracks of entry'; readonly id: number; readonly medium: ShownTrack['medium'] }
  /** What a public address of the site shows; that of another site is not there. */
  | { readonly kind: 'addressed'; readonly address: string }
  | { readonly kind: 'periods'; readonly unit: Unit };

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
}

/** What makes two needs the same. */
export const keyOf = (need: Need): string =>
  need.kind === 'entries' ? JSON.stringify([need.kind, need.query]) : JSON.stringify(need);

/** Needs that are lists, each of which costs the database about as much as a list of the API. */
export const isList = ({ kind }: Need): boolean =>
  kind === 'entries' || kind === 'total' || kind === 'terms' || kind === 'periods';

/** The longest list that a block shows. */
export const mostEntries = 100;

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
