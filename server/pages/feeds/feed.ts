// Declares feeds, independently of their formats.

/** The formats, by the names in URLs. `rss` and `rdf` are older names that existing clients request. */
export const feedFormats = {
  rss2: 'application/rss+xml',
  atom: 'application/atom+xml',
  json: 'application/feed+json',
} as const;

export type FeedFormat = keyof typeof feedFormats;

export interface Feed {
  /** Plain text, like the description. */
  readonly title: string;
  readonly description: string;
  /** URL of the page with the same content. */
  readonly link: string;
  /** URL of the feed in a format. */
  readonly urlOf: (format: FeedFormat) => string;
  /** Language tag, such as `en-US`. */
  readonly language: string;
  readonly items: readonly FeedItem[];
}

export interface FeedItem {
  /** A permanent identifier, which is a URI. */
  readonly id: string;
  /** Plain text. */
  readonly title: string;
  readonly link: string;
  /** HTML. */
  readonly content: string;
  /** HTML; empty if there is none. */
  readonly summary: string;
  /** Names of the author; empty if it is unknown. */
  readonly author: string;
  readonly published: Date;
  readonly updated: Date;
  /** Names of the terms. */
  readonly terms: readonly string[];
}
