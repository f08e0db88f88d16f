// Rows of entries as stores give them.
import type { Selectable } from 'kysely';
import type { EntriesTable } from '../../database/tables/entries.ts';

/** An entry with all its columns. */
export type WholeEntry = Selectable<EntriesTable>;

/** What only those see who may change an entry, or what is needed to make something of it anew. */
export type RawColumn = 'title' | 'content' | 'excerpt';

/** An entry as lists load it: without raw text unless it was asked for. */
export type EntryRow = Omit<WholeEntry, RawColumn | 'title_key' | 'slug_before_trash' | 'theme'> &
  Partial<Pick<WholeEntry, RawColumn>>;

/** The long texts that were made of an entry. */
type MadeText = 'title_rendered' | 'content_rendered' | 'excerpt_rendered';

/** An entry without its texts: what rules look at, and addresses are made of. */
export type EntryHead = Omit<EntryRow, RawColumn | MadeText>;

/** The columns of an entry without its texts, its number first. */
export const headColumns = [
  'id',
  'type',
  'status',
  'rights_status',
  'author',
  'parent',
  'menu_order',
  'slug',
  'path',
  'password',
  'renderer',
  'block_version',
  'date',
  'date_gmt',
  'modified',
  'modified_gmt',
  'comment_status',
  'ping_status',
  'sticky',
  'template',
  'format',
  'featured_media',
  'guid',
  'meta',
  'revision_count',
  'latest_revision',
] as const satisfies readonly (keyof EntryHead)[];

/** The texts that are shown. */
export const shownTexts = [
  'title_rendered',
  'content_rendered',
  'excerpt_rendered',
] as const satisfies readonly (keyof WholeEntry)[];

/** The columns of a row without raw text, its number first. */
export const shownColumns = [...headColumns, ...shownTexts] as const satisfies readonly (keyof WholeEntry)[];

export const rawColumns = ['title', 'content', 'excerpt'] as const satisfies readonly RawColumn[];
