/** What is known of a media item's file; its texts, state and place are those of its entry, its type is the entry's format. */
export interface MediaTable {
  entry_id: number;
  /** The main file, relative to the uploads: `2026/11/name.jpg`. */
  file: string;
  /** The file as it was uploaded, relative to the uploads. */
  original: string;
  /** The path of the file in lower case, for searching. */
  file_key: string;
  alt_text: string;
  /** Bytes of the main file. */
  filesize: number;
  /** The uploaded picture set upright; 0 for other files. Pixels. */
  width: number;
  height: number;
  /** What is told in `media_details`, an object in JSON. */
  details: string;
}

/**
 * Every stored file, or one about to be stored. One that no entry has is to be removed: its upload has failed or its
 * entry is gone.
 */
export interface MediaFilesTable {
  /** Relative to the uploads. */
  path: string;
  entry_id: number | null;
  /** When it was claimed. Seconds since 1970. */
  claimed: number;
}
