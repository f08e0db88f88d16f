/** Cached responses of other sites. */
export interface FetchedTable {
  /** Hash of the request. */
  key: string;
  /** JSON. */
  value: string;
  /** Seconds since 1970. */
  expires: number;
}
