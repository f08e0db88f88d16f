/** The next run of each periodic job. */
export interface JobsTable {
  /** Extension and name of the job: `spamfilter:forget`. */
  name: string;
  /** Time of the next run, in milliseconds since 1970. */
  due: number;
}
