/** Next run of periodic jobs. */
export interface JobsTable {
  /** Owner and name: `spamfilter:forget`. */
  name: string;
  /** Milliseconds since 1970. */
  due: number;
}
