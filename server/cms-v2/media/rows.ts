// Rows of media as the store gives them.
import type { Selectable } from 'kysely';
import type { MediaTable } from '../../database/tables/media.ts';
import type { EntryRow } from '../entries/rows.ts';
import type { MediaDetails } from './details.ts';

/** What is known of a file beside its entry. */
export type MediaFile = Omit<Selectable<MediaTable>, 'details'> & { readonly details: MediaDetails };

/** The entry that a file belongs to, as far as rules and addresses look at it. */
export type Holder = Pick<EntryRow, 'id' | 'type' | 'status' | 'rights_status' | 'author' | 'slug' | 'path' | 'date'>;

/** A media item with its texts, its file and what it belongs to. */
export type MediaRow = EntryRow &
  Required<Pick<EntryRow, 'title' | 'content' | 'excerpt'>> & {
    readonly media: MediaFile;
    readonly above: Holder | null;
  };
