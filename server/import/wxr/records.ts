/** A local or GMT timestamp as `YYYY-MM-DDTHH:MM:SS`; null when the export contains a zero date, an impossible one or none. */
export type WxrDate = string | null;

/** A meta field as exported; values are often serialized and are not decoded here. */
export interface WxrMeta {
  key: string;
  value: string;
}

/** The site that was exported, from the head of the export. */
export interface WxrSite {
  kind: 'site';
  title: string;
  link: string;
  description: string;
  language: string;
  /** The version of the format, such as `1.2`; empty when the export has none. */
  version: string;
  /** The URL of the site, or that of the network when the export has no other. */
  baseUrl: string;
}

/** An author; items refer to their author by `login`. */
export interface WxrAuthor {
  kind: 'author';
  login: string;
  email: string;
  displayName: string;
  firstName: string;
  lastName: string;
  /** Absent when the export omits it. */
  id?: number;
}

/** The fields that the terms of all taxonomies have. */
export interface WxrTermFields {
  /** 0 when the export has none, as in version 1.0. */
  sourceId: number;
  slug: string;
  name: string;
  description: string;
  /** The slug of the parent in the same taxonomy; empty at the top level. A parent may follow its child. */
  parentSlug: string;
  meta: WxrMeta[];
}

export interface WxrCategory extends WxrTermFields {
  kind: 'category';
}

/** `parentSlug` is always empty. */
export interface WxrTag extends WxrTermFields {
  kind: 'tag';
}

/** A term of any other taxonomy, such as `nav_menu`. Some exports repeat a category here. */
export interface WxrTerm extends WxrTermFields {
  kind: 'term';
  taxonomy: string;
}

/** An assignment of an item to a term; `domain` is the taxonomy. */
export interface WxrItemTerm {
  domain: string;
  slug: string;
  name: string;
}

export interface WxrComment {
  sourceId: number;
  author: string;
  authorEmail: string;
  authorUrl: string;
  authorIp: string;
  date: WxrDate;
  dateGmt: WxrDate;
  content: string;
  /** As exported: `1`, `0`, `spam`, `trash` or `post-trashed`. */
  approved: string;
  /** As exported: empty or `comment` for an ordinary one, otherwise `pingback`, `trackback` or a type of a plugin. */
  type: string;
  /** The source ID of the parent comment; 0 for none. */
  parent: number;
  /** The source ID of the author if signed in; 0 for none. */
  userId: number;
  meta: WxrMeta[];
}

/** A post, page, attachment, menu item or any other typed item. Slugs and source IDs are not necessarily unique. */
export interface WxrItem {
  kind: 'item';
  /** 0 when the export has none. */
  sourceId: number;
  type: string;
  title: string;
  link: string;
  /** The `login` of its author. */
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
  /** Empty for drafts that never had one. Non-ASCII characters may be percent-encoded. */
  slug: string;
  status: string;
  /** The source ID of the parent; 0 for none. A parent may follow its child. */
  parent: number;
  menuOrder: number;
  password: string;
  sticky: boolean;
  /** The URL of an attachment's file; null for every other item. */
  attachmentUrl: string | null;
  categories: WxrItemTerm[];
  meta: WxrMeta[];
  comments: WxrComment[];
}

/** Any record of an export, discriminated by `kind`. */
export type WxrRecord = WxrSite | WxrAuthor | WxrCategory | WxrTag | WxrTerm | WxrItem;
