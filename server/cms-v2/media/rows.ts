// Defines the types of the media rows that the store returns.
import type { Selectable } from 'kysely';
import type { MediaTable } from '../../database/tables/media.ts';
import type { EntryRow } from '../entries/rows.ts';
import type { MediaDetails } from './details.ts';

/** File data of a media item, without its entry. */
export type MediaFile = Omit<Selectable<MediaTable>, 'details'> & { readonly details: MediaDetails };

/** Parent entry of a media item, with the columns for permissions and URLs. */
export type ParentEntry = Pick<
  EntryRow,
  'id' | 'type' | 'status' | 'rights_status' | 'author' | 'slug' | 'path' | 'date'
>;

/** A media item with its texts, its file data and its parent entry. */
export type MediaRow = EntryRow &
  Required<Pick<EntryRow, 'title' | 'content' | 'excerpt'>> & {
    readonly media: MediaFile;
    readonly above: ParentEntry | null;
  };
