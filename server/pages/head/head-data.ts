// Declares the data of the heads of pages. All texts are plain, and all URLs are absolute and not escaped.
import type { ApiRoot } from '../../page-layout/page.ts';

/** Properties of the site that the heads of all pages contain. */
export interface HeadSite {
  readonly title: string;
  /** The tagline; empty if there is none. */
  readonly description: string;
  /** Language tag, such as `en-US`. */
  readonly language: string;
  /** URL of the home page, with a slash at its end. */
  readonly home: string;
  readonly feeds: readonly HeadFeed[];
  /** Files of the site icon; none if the site has no icon. */
  readonly icons: readonly HeadIcon[];
  /** Roots of the service's APIs. */
  readonly roots: readonly ApiRoot[];
}

export interface HeadFeed {
  readonly title: string;
  readonly url: string;
  /** MIME type, such as `application/rss+xml`. */
  readonly type: string;
}

/** A file of the site icon. */
export interface HeadIcon {
  readonly url: string;
  /** MIME type, such as `image/png`. */
  readonly type: string;
  /** Width and height, in pixels. */
  readonly width: number;
  readonly height: number;
}

/** A name with the URL of a page about it. */
export interface HeadLink {
  readonly name: string;
  readonly url: string;
}

export interface HeadImage {
  readonly url: string;
  readonly altText: string;
  /** Width and height, in pixels; 0 if they are unknown. */
  readonly width: number;
  readonly height: number;
}

/** A public entry. */
export interface HeadEntry {
  readonly kind: 'post' | 'page' | 'image';
  readonly title: string;
  /** The excerpt; empty if there is none. */
  readonly description: string;
  readonly link: string;
  /** Timestamps in UTC, such as `2026-11-23T12:00:00Z`; undefined if they are unknown. */
  readonly published: string | undefined;
  readonly modified: string | undefined;
  readonly author: HeadLink | undefined;
  /** The featured image; the image itself if the entry is one. */
  readonly image: HeadImage | undefined;
  readonly categories: readonly HeadLink[];
  /** Names of the tags. */
  readonly tags: readonly string[];
  /** The parent, if it is public. */
  readonly parent: HeadLink | undefined;
  readonly urls: HeadEntryUrls;
}

/** URLs of other representations of an entry. */
export interface HeadEntryUrls {
  /** The record of the entry in the API. */
  readonly api: string;
  /** The short URL that redirects to the entry. */
  readonly short: string;
  /** The oEmbed response as JSON. */
  readonly oembed: string;
  /** The RSS feed of its comments; undefined if its type has no comments. */
  readonly comments: string | undefined;
}

/** The position of a page in a list or in an entry with several pages. */
export interface HeadPaging {
  /** Number of the page, from 1. */
  readonly number: number;
  /** Canonical URLs of this page and of its neighbors. */
  readonly url: string;
  readonly previous?: string;
  readonly next?: string;
}

/** The subject of a page. */
export type HeadPage =
  /** The latest posts of the site. */
  | { readonly kind: 'home' }
  /** An entry; `isFront` is whether it is the static front page. */
  | { readonly kind: 'entry'; readonly entry: HeadEntry; readonly isFront?: boolean }
  | HeadArchive
  /** The results of a search. */
  | { readonly kind: 'search'; readonly title: string; readonly feed: HeadFeed | undefined }
  /** A page that must not be indexed: an error, a password form, protected content, a preview, or an embed. `link` is that of the entry. */
  | { readonly kind: 'message'; readonly title: string; readonly link?: string };

/** An archive: the posts of a term, an author or a period. */
export interface HeadArchive {
  readonly kind: 'archive';
  readonly title: string;
  readonly description: string;
  readonly link: string;
  /** The feed of its entries; undefined if it has none of its own. */
  readonly feed: HeadFeed | undefined;
  /** Whether the archive is that of an author, whose name is the title. */
  readonly isAuthor?: boolean;
}

/** The data of the head of a page. */
export interface HeadData {
  readonly site: HeadSite;
  readonly page: HeadPage;
  /** Absent if the list or entry has a single page. */
  readonly paging?: HeadPaging;
}
