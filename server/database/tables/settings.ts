export interface SettingsTable {
  name: string;
  /** JSON. */
  value: string;
}

/** Which records of an import became which of ours, so that it can be interrupted and run again. */
export interface ImportedTable {
  /** Names the site the file was exported from. */
  source: string;
  kind: string;
  source_id: string;
  own_id: number;
}
