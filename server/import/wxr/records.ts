/** A local or GMT moment as `YYYY-MM-DDTHH:MM:SS`; null where the export holds a zero date, an impossible one or none. */
export type WxrDate = string | null;

/** One key with its value, as the export wrote both; values are often serialised and are not opened here. */
export interface WxrMeta {
  key: string;
  value: string;
}

/** What the head of the export says about the site it came from. */
export interface WxrSite {
  kind: 'site';
  title: string;
  link: string;
  description: string;
  language: string;
  /** The format's version, such as `1.2`; empty where the export names none. */
  version: string;
  /** The address of the site itself; the network's address only where the export gives no other. */
  baseUrl: string;
}

/** Someone who wrote items; items name their author by `login`. */
export interface WxrAuthor {
  kind: 'author';
  login: string;
  email: string;
  displayName: string;
  firstName: string;
  lastName: string;
  /** Absent in exports that leave it out. */
  id?: number;
}

/** What every taxonomy's terms have in common. */
export interface WxrTermFields {
  /** 0 where the export gives none, as version 1.0 does. */
  sourceId: number;
  slug: string;
  name: string;
  description: string;
  /** The slug of the parent in the same taxonomy; empty at the top. A parent may stand after its child. */
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

/** One assignment of an item to a term; `domain` is the taxonomy. */
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
  /** As written: `1`, `0`, `spam`, `trash` or `post-trashed`. */
  approved: string;
  /** As written: empty or `comment` for an ordinary one, else `pingback`, `trackback` or a word of a plugin's. */
  type: string;
  /** The source id of the comment answered; 0 for none. */
  parent: number;
  /** The source id of the signed-in author; 0 for none. */
  userId: number;
  meta: WxrMeta[];
}

/** A post, page, attachment, menu item or anything else that has a type. Slugs and source ids are not promised unique. */
export interface WxrItem {
  kind: 'item';
  /** 0 where the export gives none. */
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
  /** Empty for drafts that never had one. Non-ASCII letters may stand percent-encoded. */
  slug: string;
  status: string;
  /** The source id of the parent; 0 for none. A parent may stand after its child. */
  parent: number;
  menuOrder: number;
  password: string;
  sticky: boolean;
  /** Where an attachment's file can be fetched; null for every other item. */
  attachmentUrl: string | null;
  categories: WxrItemTerm[];
  meta: WxrMeta[];
  comments: WxrComment[];
}

/** Anything an export holds, told apart by `kind`. */
export type WxrRecord = WxrSite | WxrAuthor | WxrCategory | WxrTag | WxrTerm | WxrItem;
