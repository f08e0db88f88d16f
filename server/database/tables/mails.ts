import type { Generated } from 'kysely';

/** Mails that wait to be sent, and for a while what became of them. */
export interface MailsTable {
  id: Generated<number>;
  /** What it is about, for people who look at the queue: `comment-moderation`. */
  kind: string;
  recipient: string;
  subject: string;
  /** What it says; emptied once it is sent. */
  text: string;
  /** The same as HTML; empty: none. */
  html: string;
  /** Where answers go; empty: to the sender. */
  reply_to: string;
  /** More headers, an object in JSON. */
  headers: string;
  /** `waiting`, `sent`, `failed` (given up), or `unsent`: no mail server was set. */
  state: string;
  /** Begun so often. Together with the number it names one try, so that a late one changes nothing. */
  tries: number;
  /** GMT, `YYYY-MM-DDTHH:MM:SS`, as all moments here. */
  queued: string;
  /** Not tried before this moment. While a process tries, this is when others may take it for dead. */
  due: string;
  /** When it ceased to wait; empty: it waits. */
  settled: string;
  /** Why the last try failed, in words; empty: none has. */
  problem: string;
}
