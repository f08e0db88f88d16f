import type { Generated } from 'kysely';

/** Everything that is an entry: posts, pages and a site's own types; later blocks, media and the rest. */
export interface EntriesTable {
  id: Generated<number>;
  type: string;
  status: string;
  /** The state that rights are judged by: the state itself, and for what is in the trash the one before (posts-and-pages.md §3). */
  rights_status: string;
  author: number;
  parent: number;
  menu_order: number;
  slug: string;
  /** The slug it had before the trash took it (posts-and-pages.md §9). */
  slug_before_trash: string | null;
  /** The slug below the slugs of its parents, as addresses show it. */
  path: string;
  password: string;
  title: string;
  content: string;
  excerpt: string;
  /** What `rendered` shows, made when the entry is written, and the version of the renderer that made it. */
  title_rendered: string;
  content_rendered: string;
  excerpt_rendered: string;
  renderer: number;
  /** 1 when the content has blocks, else 0. */
  block_version: number;
  /** Site time, `YYYY-MM-DDTHH:MM:SS`. */
  date: string;
  /** GMT; null for a floating date (posts-and-pages.md §6). */
  date_gmt: string | null;
  modified: string;
  modified_gmt: string;
  comment_status: string;
  ping_status: string;
  sticky: number;
  template: string;
  format: string;
  featured_media: number;
  guid: string;
  /** Declared meta fields, an object in JSON. */
  meta: string;
  /** The title as it is ordered by: folded. */
  title_key: string;
  /** The name of the theme that a template or global styles belong to; empty for all others. */
  theme: string;
  revision_count: number;
  latest_revision: number;
}

/** The folded text of entries, for searching; of long texts the beginning (searched-text.ts). */
export interface EntryTextTable {
  entry_id: number;
  title: string;
  excerpt: string;
  content: string;
  /** 1: it is in the search index, as the texts of published entries are; 0: it is read where somebody may read the entry. */
  indexed: number;
}

/** The terms an entry carries, with what lists of a term filter and order by. */
export interface EntryTermsTable {
  entry_id: number;
  term_id: number;
  taxonomy: string;
  type: string;
  status: string;
  date: string;
}

/** How many entries there are, per type and state, and the same per author; `author` -1: of all authors. */
export interface EntryCountsTable {
  type: string;
  status: string;
  author: number;
  n: number;
}

/** Former texts of entries (posts-and-pages.md §15). */
export interface RevisionsTable {
  id: Generated<number>;
  entry_id: number;
  author: number;
  title: string;
  content: string;
  excerpt: string;
  /** Declared meta fields that revisions keep, an object in JSON. */
  meta: string;
  date: string;
  date_gmt: string;
  /** 1: a text that one author has saved beside the entry, written over by the next (posts-and-pages.md §16). */
  autosave: number;
}
