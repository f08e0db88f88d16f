// What dynamic blocks show of a site: only what whoever is not signed in may see. Addresses are fit for an attribute.

/** An entry as dynamic blocks show it. */
export interface ShownEntry {
  readonly id: number;
  readonly type: string;
  /** HTML. */
  readonly title: string;
  /** HTML; empty where the entry has a password. */
  readonly excerpt: string;
  readonly address: string;
  /** Site time, `YYYY-MM-DDTHH:MM:SS`. */
  readonly date: string;
  readonly modified: string;
  /** The number of a user. */
  readonly author: number;
  readonly parent: number;
  readonly menuOrder: number;
  /** Declared meta fields, an object in JSON. */
  readonly meta: string;
  /** What lists are ordered by. */
  readonly titleKey: string;
  /** The ID of its featured image; 0: none. */
  readonly featuredMedia: number;
}

export interface ShownTerm {
  readonly id: number;
  readonly taxonomy: string;
  /** HTML. */
  readonly name: string;
  /** HTML, filtered when it was stored. */
  readonly description: string;
  readonly address: string;
  readonly parent: number;
  /** How many published entries carry it. */
  readonly count: number;
}

export interface ShownUser {
  readonly id: number;
  /** HTML. */
  readonly name: string;
  /** HTML. */
  readonly description: string;
  readonly address: string;
  /** The address of a picture, which takes the width in dots in place of `{size}`; empty where none is shown. */
  readonly picture: string;
}

/** A file of the library. Addresses are fit for an attribute. */
export interface ShownFile {
  readonly id: number;
  /** The entry that it belongs to; 0 for none. */
  readonly parent: number;
  /** Whether everybody may see it; else only who sees the entry that it belongs to. */
  readonly isPublic: boolean;
  readonly address: string;
  /** The address of its file. */
  readonly file: string;
  /** HTML; empty where it has none. */
  readonly caption: string;
  /** What lists of files are ordered by. */
  readonly titleKey: string;
  readonly date: string;
  readonly menuOrder: number;
}

/** A picture of the library. */
export interface ShownPicture extends ShownFile {
  readonly isUpright: boolean;
  /** The address and the edges of its file in a size, as they are, fit for no attribute; whole, where it has no such size. */
  fileIn(size: string): { readonly src: string; readonly width: number; readonly height: number };
  /** The element that shows it in a size; whole, where it has no such size. `describedBy`: the id of its caption, or ''. */
  elementIn(size: string, describedBy: string): string;
}

/** A sound or a film of the library. Texts that its file tells are as they are there. */
export interface ShownTrack extends ShownFile {
  readonly medium: 'audio' | 'video';
  /** The address of its file as it is, fit for no attribute. */
  readonly source: string;
  /** HTML. */
  readonly title: string;
  /** Text, in which references stay. */
  readonly description: string;
  /** `audio/mpeg`. */
  readonly type: string;
  readonly artist: string;
  readonly album: string;
  /** `3:05`; empty where it is not known. */
  readonly length: string;
  /** Pixels; 0 where they are not known. */
  readonly width: number;
  readonly height: number;
  /** The number of the picture that stands for it; 0 for none. */
  readonly cover: number;
}

/** An entry as other pages embed it. Addresses are fit for an attribute. */
export interface ShownFrame {
  readonly link: string;
  /** The address of its page for frames. */
  readonly frame: string;
  /** HTML. */
  readonly title: string;
}

/** A year, month or day in which something was published. */
export interface ShownPeriod {
  /** `2026`, `2026-11` or `2026-11-21`. */
  readonly period: string;
  readonly count: number;
  readonly address: string;
}

/** An approved comment on an entry that everybody may read. */
export interface ShownComment {
  readonly id: number;
  /** The entry it is about. */
  readonly post: number;
  /** The comment it answers; 0: none. */
  readonly parent: number;
  /** HTML. */
  readonly authorName: string;
  /** As it was submitted; empty where there is none. */
  readonly authorUrl: string;
  /** As of a user. */
  readonly picture: string;
  /** HTML, filtered when it was stored. */
  readonly content: string;
  /** Site time, `YYYY-MM-DDTHH:MM:SS`. */
  readonly date: string;
}

/** The comments of an entry. */
export interface ShownComments {
  /** The oldest first, at most `maxCommentsOfEntry`. */
  readonly comments: readonly ShownComment[];
  /** How many there are. */
  readonly total: number;
}

/** The text of an entry that is shown as a part of another one. */
export interface ShownContent {
  readonly id: number;
  readonly type: string;
  readonly raw: string;
  /** As `renderContent` made it. */
  readonly stored: string;
}

/** What is known of the site without asking the database. */
export interface ShownSite {
  readonly title: string;
  readonly description: string;
  /** Where the site is shown to people, without a slash at its end. */
  readonly front: string;
  /** The name of the active theme. */
  readonly theme: string;
  /** Where users sign in. */
  readonly signIn: string;
  /** The ID of the image that is the site's logo; 0: none. */
  readonly logo: number;
}
