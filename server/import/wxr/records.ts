// Defines the records of a site export.

/** A local or GMT timestamp as `YYYY-MM-DDTHH:MM:SS`; null when the date is missing, invalid or a zero date in the export. */
export type WxrDate = string | null;

/** A meta field. Its value may be serialized and is not decoded. */
export interface WxrMeta {
  key: string;
  value: string;
}

/** The exported site, as the head of the export describes it. */
export interface WxrSite {
  kind: 'site';
  title: string;
  link: string;
  description: string;
  language: string;
  /** The version of the format, such as `1.2`; empty when the export has none. */
  version: string;
  /** The URL of the site, or the URL of the network when the export has no site URL. */
  baseUrl: string;
}

/** An author. Items refer to their author by `login`. */
export interface WxrAuthor {
  kind: 'author';
  login: string;
  email: string;
  displayName: string;
  firstName: string;
  lastName: string;
  /** The ID on the source site; absent if the export has none. */
  id?: number;
}

/** The fields that the terms of all taxonomies have. */
export interface WxrTermFields {
  /** The ID on the source site; 0 when the export has none, as in version 1.0. */
  sourceId: number;
  slug: string;
  name: string;
  description: string;
  /** The slug of the parent in the same taxonomy; empty at the top level. A parent may follow its child. */
  parentSlug: string;
  meta: WxrMeta[];
}

/** A term of the taxonomy `category`. */
export interface WxrCategory extends WxrTermFields {
  kind: 'category';
}

/** A term of the taxonomy `post_tag`. Its `parentSlug` is always empty. */
export interface WxrTag extends WxrTermFields {
  kind: 'tag';
}

/** A term of any other taxonomy, such as `nav_menu`. Some exports also contain their categories in this form. */
export interface WxrTerm extends WxrTermFields {
  kind: 'term';
  taxonomy: string;
}

/** A term that is assigned to an item; `domain` is its taxonomy. */
export interface WxrItemTerm {
  domain: string;
  slug: string;
  name: string;
}

/** A comment of an item. */
export interface WxrComment {
  sourceId: number;
  author: string;
  authorEmail: string;
  authorUrl: string;
  authorIp: string;
  date: WxrDate;
  dateGmt: WxrDate;
  content: string;
  /** The status in the export: `1`, `0`, `spam`, `trash` or `post-trashed`. */
  approved: string;
  /** The type in the export: empty or `comment` for an ordinary comment, `pingback`, `trackback`, or a type defined by a plugin. */
  type: string;
  /** The source ID of the parent comment; 0 for none. */
  parent: number;
  /** The source ID of the author's user account; 0 for an anonymous author. */
  userId: number;
  meta: WxrMeta[];
}

/** A post, page, attachment, menu item or item of another type. Slugs and source IDs are not necessarily unique. */
export interface WxrItem {
  kind: 'item';
  /** The ID on the source site; 0 when the export has none. */
  sourceId: number;
  type: string;
  title: string;
  link: string;
  /** The `login` of the item's author. */
  creator: string;
  guid: string;
  content: string;
  excerpt: string;
  date: WxrDate;
  dateGmt: WxrDate;
  modified: WxrDate;
  modifiedGmt: WxrDate;
  commentStatus: string;
  pingStatus: string;
  /** The slug; empty for drafts that have never had one. Non-ASCII characters may be percent-encoded. */
  slug: string;
  status: string;
  /** The source ID of the parent; 0 for none. A parent may follow its child. */
  parent: number;
  menuOrder: number;
  password: string;
  sticky: boolean;
  /** The URL of an attachment's file; null for items of other types. */
  attachmentUrl: string | null;
  categories: WxrItemTerm[];
  meta: WxrMeta[];
  comments: WxrComment[];
}

/** Any record of an export, discriminated by `kind`. */
export type WxrRecord = WxrSite | WxrAuthor | WxrCategory | WxrTag | WxrTerm | WxrItem;
