/** What other sites have answered, for as long as it is taken to be true. */
export interface FetchedTable {
  /** A hash of what was asked for, and how. */
  key: string;
  /** JSON. */
  value: string;
  /** Seconds since 1970. */
  expires: number;
}
