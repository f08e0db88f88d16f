/** Cached responses from other sites. */
export interface FetchedTable {
  /** Hash of the request. */
  key: string;
  /** The response as JSON. */
  value: string;
  /** Time of expiry, in seconds since 1970. */
  expires: number;
}
