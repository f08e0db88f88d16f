export interface SettingsTable {
  name: string;
  /** The value as JSON. */
  value: string;
}

/** Rows created for the records of an import, so that an import can be interrupted and run again. */
export interface ImportedTable {
  /** Identifier of the site from which the file was exported. */
  source: string;
  kind: string;
  source_id: string;
  own_id: number;
}
