// Declares the data that dynamic blocks present. It contains only data that is public. URLs are escaped for attributes
// unless stated otherwise.

/** An entry as presented by dynamic blocks. */
export interface EntryView {
  readonly id: number;
  readonly type: string;
  /** Title as HTML. */
  readonly title: string;
  /** Excerpt as HTML; empty if the entry is password-protected. */
  readonly excerpt: string;
  readonly url: string;
  /** Timestamp in site time, `YYYY-MM-DDTHH:MM:SS`. */
  readonly date: string;
  readonly modified: string;
  /** ID of the author. */
  readonly author: number;
  readonly parent: number;
  readonly menuOrder: number;
  /** Declared meta fields as a JSON object. */
  readonly meta: string;
  /** Sort key of the title. */
  readonly titleKey: string;
  /** ID of the featured image; 0 for none. */
  readonly featuredMedia: number;
}

export interface TermView {
  readonly id: number;
  readonly taxonomy: string;
  /** Name as HTML. */
  readonly name: string;
  /** Description as HTML, sanitized on save. */
  readonly description: string;
  readonly url: string;
  readonly parent: number;
  /** Number of published entries with the term. */
  readonly count: number;
}

export interface UserView {
  readonly id: number;
  /** Name as HTML. */
  readonly name: string;
  /** Description as HTML. */
  readonly description: string;
  readonly url: string;
  /** Avatar URL with the placeholder `{size}` for the width in pixels; empty when avatars are disabled. */
  readonly avatarUrl: string;
}

/** A file in the media library. URLs are escaped for attributes. */
export interface FileView {
  readonly id: number;
  /** ID of the entry that the file is attached to; 0 for none. */
  readonly parent: number;
  /** Whether the file is public. Otherwise it is visible only with the entry to which it is attached. */
  readonly isPublic: boolean;
  readonly url: string;
  /** URL of the file. */
  readonly fileUrl: string;
  /** Caption as HTML; empty when there is none. */
  readonly caption: string;
  /** Sort key of the title. */
  readonly titleKey: string;
  readonly date: string;
  readonly menuOrder: number;
}

/** An image in the media library. */
export interface ImageView extends FileView {
  readonly isPortrait: boolean;
  /** Returns the unescaped URL and the dimensions of a size, or of the full size if the image does not have it. */
  fileOfSize(size: string): { readonly src: string; readonly width: number; readonly height: number };
  /** Returns the `img` element of a size, or of the full size if the image lacks it. `describedBy` is the ID of the caption, or ''. */
  imgOfSize(size: string, describedBy: string): string;
}

/** An audio or video file in the media library. Texts from the metadata of the file are not escaped. */
export interface TrackView extends FileView {
  readonly medium: 'audio' | 'video';
  /** URL of the file, unescaped. */
  readonly rawFileUrl: string;
  /** Title as HTML. */
  readonly title: string;
  /** Description as text with character references. */
  readonly description: string;
  /** MIME type, such as `audio/mpeg`. */
  readonly type: string;
  readonly artist: string;
  readonly album: string;
  /** Duration, such as `3:05`; empty when unknown. */
  readonly length: string;
  /** Dimensions in pixels; 0 when unknown. */
  readonly width: number;
  readonly height: number;
  /** ID of the cover image; 0 for none. */
  readonly cover: number;
}

/** The iframe with which an entry is embedded. URLs are escaped for attributes. */
export interface EmbedView {
  readonly link: string;
  /** URL of the page in the iframe. */
  readonly frameUrl: string;
  /** Title as HTML. */
  readonly title: string;
}

/** A year, month or day with published posts. */
export interface PeriodView {
  /** The period, such as `2026`, `2026-11` or `2026-11-21`. */
  readonly period: string;
  readonly count: number;
  readonly url: string;
}

/** An approved comment on a public entry. */
export interface CommentView {
  readonly id: number;
  /** ID of the entry. */
  readonly post: number;
  /** ID of the parent comment; 0 for none. */
  readonly parent: number;
  /** Author name as HTML. */
  readonly authorName: string;
  /** Author URL as submitted; empty when there is none. */
  readonly authorUrl: string;
  /** Avatar URL in the format of `UserView`. */
  readonly avatarUrl: string;
  /** Content as HTML, sanitized on save. */
  readonly content: string;
  /** Timestamp in site time, `YYYY-MM-DDTHH:MM:SS`. */
  readonly date: string;
}

/** Comments of an entry. */
export interface CommentsView {
  /**
   * Comments, oldest first: at most `maxCommentsOfEntry` or, of a page, at most `threadsPerPage` top-level comments and the replies to
   * them, at any depth, at most `maxCommentsPerPage` together.
   */
  readonly comments: readonly CommentView[];
  /** Whether the page has more replies. */
  readonly omitsReplies: boolean;
}

/** The numbers of public comments of an entry. */
export interface CommentCountsView {
  readonly total: number;
  /** The number of top-level comments. */
  readonly threads: number;
}

/** The content of an entry that is rendered inside another one. */
export interface ContentView {
  readonly id: number;
  readonly type: string;
  readonly raw: string;
  /** Result of `renderContent`. */
  readonly stored: string;
}

/** Properties of the site that need no query. */
export interface SiteView {
  readonly title: string;
  readonly description: string;
  /** URL of the front end, without a trailing slash. */
  readonly front: string;
  /** Name of the active theme. */
  readonly theme: string;
  /** URL of the API, to which forms are submitted; undefined if the pages of the service accept them. */
  readonly apiUrl: string | undefined;
  /** URL of the sign-in page. */
  readonly signInUrl: string;
  /** ID of the logo image; 0 for none. */
  readonly logo: number;
}
