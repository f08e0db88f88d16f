import type { PlainColumns } from '../../../contract/columns.ts';
import type { StoredColumns } from '../../../contract/grammar/column.ts';

/** Media columns of an entry. Texts, status and position are columns of the entry; the MIME type is its format. */
export interface MediaTable extends StoredColumns<PlainColumns<'media'>> {
  entry_id: number;
  /** Path of the main file, relative to the root of the uploads: `2026/11/name.jpg`. */
  file: string;
  /** Path of the uploaded file, relative to the root of the uploads. */
  original: string;
  /** Path of the file in lower case, for search. */
  file_key: string;
  /** Size of the main file, in bytes. */
  filesize: number;
  /** Size of the uploaded image after rotation, in pixels; 0 for other files. */
  width: number;
  height: number;
  /** Content of `media_details`, a JSON object. */
  details: string;
}

/**
 * All stored files, and files about to be stored. A file that stays without an entry will be deleted, because its upload failed or its
 * entry was deleted.
 */
export interface MediaFilesTable {
  /** Path, relative to the root of the uploads. */
  path: string;
  entry_id: number | null;
  /** Time at which the path was reserved, in seconds since 1970. */
  claimed: number;
}
