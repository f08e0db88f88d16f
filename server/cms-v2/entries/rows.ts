// Declares the row types of entries.
import type { Selectable } from 'kysely';
import { plainColumns } from '../../../contract/columns.ts';
import { columnNames } from '../../../contract/grammar/column.ts';
import type { EntriesTable } from '../../database/tables/entries.ts';

/** An entry with all its columns. */
export type WholeEntry = Selectable<EntriesTable>;

/** Columns of the raw texts. They are needed to edit an entry, and to render it again. */
export type RawColumn = 'title' | 'content' | 'excerpt';

/** An entry as lists load it. Raw texts are loaded only if they are presented. */
export type EntryRow = Omit<WholeEntry, RawColumn | 'title_key' | 'slug_before_trash' | 'theme'> &
  Partial<Pick<WholeEntry, RawColumn>>;

/** Columns of the rendered texts of an entry. */
type RenderedColumn = 'title_rendered' | 'content_rendered' | 'excerpt_rendered';

/** An entry without its texts: the columns for permissions and URLs. */
export type EntryHead = Omit<EntryRow, RawColumn | RenderedColumn>;

/** Names of the columns of an entry without its texts. `id` must be the first. */
export const headColumns = [
  'id',
  'type',
  'status',
  'rights_status',
  'author',
  'parent',
  'slug',
  'path',
  'password',
  'renderer',
  'block_version',
  'date',
  'date_gmt',
  'modified',
  'modified_gmt',
  'featured_media',
  'guid',
  'meta',
  'revision_count',
  'latest_revision',
  ...columnNames(plainColumns.entries),
] as const satisfies readonly (keyof EntryHead)[];

export const renderedColumns = [
  'title_rendered',
  'content_rendered',
  'excerpt_rendered',
] as const satisfies readonly (keyof WholeEntry)[];

/** Names of the columns of an entry without raw texts. `id` must be the first. */
export const presentedColumns = [...headColumns, ...renderedColumns] as const satisfies readonly (keyof WholeEntry)[];

export const rawColumns = ['title', 'content', 'excerpt'] as const satisfies readonly RawColumn[];
