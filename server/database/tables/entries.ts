import type { Generated } from 'kysely';
import type { PlainColumns } from '../../../contract/columns.ts';
import type { StoredColumns } from '../../../contract/grammar/column.ts';

/** All entries: posts, pages, custom types, media items, templates and others. */
export interface EntriesTable extends StoredColumns<PlainColumns<'entries'>> {
  id: Generated<number>;
  type: string;
  status: string;
  /** Status by which permissions are checked: for entries in the trash, their previous status (posts-and-pages.md §3). */
  rights_status: string;
  author: number;
  parent: number;
  slug: string;
  /** Slug before the entry was moved to the trash (posts-and-pages.md §9). */
  slug_before_trash: string | null;
  /** The slug, preceded by the slugs of the ancestors, as in URLs. */
  path: string;
  password: string;
  title: string;
  content: string;
  excerpt: string;
  /** HTML for the properties `rendered`, produced when the entry is written, and the version of the renderer that produced it. */
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
  featured_media: number;
  guid: string;
  /** Declared meta fields, a JSON object. */
  meta: string;
  /** Sort key of the title: case-folded. */
  title_key: string;
  /** Name of the theme that a template or global styles belong to; otherwise empty. */
  theme: string;
  revision_count: number;
  latest_revision: number;
}

/** Case-folded texts of entries for search; long texts are truncated (searched-text.ts). */
export interface EntryTextTable {
  entry_id: number;
  title: string;
  excerpt: string;
  content: string;
  /** 1 if the text is in the search index, as for published entries; 0 if a search reads the text itself. */
  indexed: number;
}

/**
 * IDs of entries whose texts in the search index are missing, outdated or to be deleted. Only on SQLite, where triggers of `entry_text`
 * insert the rows, and background work deletes them when it has updated the index.
 */
export interface PendingTextsTable {
  entry_id: number;
}

/** Terms of entries, with the columns by which lists of the entries with a term are filtered and ordered. */
export interface EntryTermsTable {
  entry_id: number;
  term_id: number;
  taxonomy: string;
  type: string;
  status: string;
  date: string;
}

/**
 * The index of filterable meta fields (docs/decisions/0018-filterable-meta.md). An entry has one row for each field with a value, and
 * two rows for each other field.
 */
export interface EntryMetaTable {
  entry_id: number;
  /** Name of the index of the field: type, field, and a hash of the declaration. */
  field: string;
  status: string;
  /** Encoded value. */
  value: string;
}

/** The indexes of filterable meta fields that contain all entries. */
export interface MetaIndexesTable {
  field: string;
}

/** Number of entries per type and status, and per author; `author` -1 counts all authors. */
export interface EntryCountsTable {
  type: string;
  status: string;
  author: number;
  n: number;
}

/** Previous versions of entries (posts-and-pages.md §15). */
export interface RevisionsTable {
  id: Generated<number>;
  entry_id: number;
  author: number;
  title: string;
  content: string;
  excerpt: string;
  /** Declared meta fields that revisions store, a JSON object. */
  meta: string;
  date: string;
  date_gmt: string;
  /** 1 for the autosave of an author, which the author's next one overwrites (posts-and-pages.md §16). */
  autosave: number;
}

/** Former URL paths of entries, which redirect to their current URLs. */
export interface OldPathsTable {
  /** The path without slashes at its ends, as a key (server/cms-v2/entry-urls/old-path.ts). */
  path: string;
  entry_id: number;
}
