import type { Generated } from 'kysely';

/** Queued emails and, for a limited time, emails that have been sent or have failed. */
export interface MailsTable {
  id: Generated<number>;
  /** Purpose of the email, for operators who read the queue: `comment-moderation`. */
  kind: string;
  recipient: string;
  subject: string;
  /** Plain text; emptied after the email is sent. */
  text: string;
  /** HTML alternative; empty if there is none. */
  html: string;
  /** Reply address; empty for the sender. */
  reply_to: string;
  /** Further headers, a JSON object. */
  headers: string;
  /** `waiting`, `sent`, `failed` (given up), or `unsent` (no mail server configured). */
  state: string;
  /** Number of attempts started. Together with the ID, it identifies an attempt, so that an attempt that ends late changes nothing. */
  tries: number;
  /** GMT, `YYYY-MM-DDTHH:MM:SS`, like all timestamps of this table. */
  queued: string;
  /**
   * Earliest time of the next attempt. During an attempt, the time after which other processes may assume that the process of the attempt
   * has died.
   */
  due: string;
  /** Time at which the outcome was final; empty while waiting. */
  settled: string;
  /** Reason why the last attempt failed, or why the email was not sent; empty if there is none. */
  problem: string;
}
