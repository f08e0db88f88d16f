/** When work that comes back is to begin next. */
export interface JobsTable {
  /** Whose it is and what it is called: `spamfilter:forget`. */
  name: string;
  /** Milliseconds since 1970. */
  due: number;
}
