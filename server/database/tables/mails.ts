import type { Generated } from 'kysely';

/** Queued mails and, for a limited time, their outcome. */
export interface MailsTable {
  id: Generated<number>;
  /** Purpose, for readers of the queue: `comment-moderation`. */
  kind: string;
  recipient: string;
  subject: string;
  /** Plain text; emptied after the mail is sent. */
  text: string;
  /** HTML alternative; empty if there is none. */
  html: string;
  /** Reply address; empty for the sender. */
  reply_to: string;
  /** Further headers, a JSON object. */
  headers: string;
  /** `waiting`, `sent`, `failed` (given up), or `unsent` (no mail server configured). */
  state: string;
  /** Number of attempts started. Together with the ID it identifies an attempt, so that a late one changes nothing. */
  tries: number;
  /** GMT, `YYYY-MM-DDTHH:MM:SS`, like all timestamps of this table. */
  queued: string;
  /** Earliest time of the next attempt. During an attempt, the time from which others may consider the process dead. */
  due: string;
  /** Time at which the outcome was final; empty while waiting. */
  settled: string;
  /** Reason of the last failure; empty if there was none. */
  problem: string;
}
