/** The counts of rate limits and failed logins. Each process updates only its own rows, so that processes never wait for each other. */
export interface AttemptCountsTable {
  /** A keyed hash of what is counted, which contains IP addresses and submitted usernames. */
  counter: string;
  /** The ID of the process that has counted. It has another one after each start. */
  node: string;
  /** The beginning of the time in which the attempts were counted, in milliseconds since 1970. */
  since: number;
  attempts: number;
  /** The time from which on the row has no effect and is deleted, in milliseconds since 1970. */
  expires: number;
}
