export interface SettingsTable {
  name: string;
  /** JSON. */
  value: string;
}

/** Rows created for the records of an import, so that an import can be interrupted and run again. */
export interface ImportedTable {
  /** Identifies the site that the file was exported from. */
  source: string;
  kind: string;
  source_id: string;
  own_id: number;
}
