// What the service offers to an extension, and nothing else of it.
import type { Backups } from '../backup/backups.ts';
import type { Judge } from '../cms-v2/comments/judge.ts';
import type { Database, WriteHandle } from '../database/handle.ts';
import type { NewEvent } from '../events/event.ts';
import type { FetchLimits } from '../fetch/guarded-fetch.ts';
import type { Dispatch } from '../http/pipeline.ts';
import type { Call } from '../http/room.ts';
import type { OutgoingMail } from '../mail/make-mail.ts';
import type { SettingValues } from '../settings/declared.ts';
import type { Site } from '../site.ts';
import type { Clock } from '../time/zone.ts';
import type { RequireCalm } from './calm.ts';
import type { OwnSettings } from './own-settings.ts';

/** Notes for the operator. Never of secrets. */
export interface Log {
  info(facts: object, sentence: string): void;
  warn(facts: object, sentence: string): void;
}

/** An extension that this instance could serve, and whether it does. */
export interface KnownExtension {
  readonly name: string;
  readonly version: string;
  readonly title: string;
  readonly description: string;
  readonly namespace: string;
  readonly isServed: boolean;
  /** Whether it comes with Octavo. */
  readonly isBuiltIn: boolean;
}

/** What was erased. */
export interface Erased {
  /** What it was: `submission`. */
  readonly kind: string;
  /** Its number; 0: all that somebody has given. */
  readonly id: number;
  readonly count: number;
}

export interface ExtensionServices {
  readonly database: Database;
  readonly site: Site;
  readonly clock: Clock;
  readonly log: Log;
  /** The extension's own settings. */
  readonly settings: OwnSettings;
  /**
   * Writes down that something has happened, of a kind that the extension declares, in the transaction that makes it happen. It
   * says what has happened to what, never what that says. Throws Error for a kind that is not declared.
   */
  record(tx: WriteHandle, event: NewEvent<string>): Promise<void>;
  /**
   * Notes which of the extension's settings somebody has changed, never to what, in that transaction: in the audit log, and as
   * the event `settings.updated` whose type is the extension's name.
   */
  noteSettings(tx: WriteHandle, call: Pick<Call, 'actor' | 'from'>, names: readonly string[]): Promise<void>;
  /** Notes in the audit log that somebody has erased what people have given, and how much, never what it was; in that transaction. */
  noteErased(tx: WriteHandle, call: Pick<Call, 'actor' | 'from'>, erased: Erased): Promise<void>;
  /** The settings of the site that are in force. */
  siteSettings(): SettingValues;
  /** Answers any request as the service would answer it; with the rights of the credentials in it. */
  readonly dispatch: Dispatch;
  /** The same with every right, for the extension's own purposes. Never answer a caller with what it says unless they may see it. */
  readonly inside: Dispatch;
  /** A secret of this extension alone, the same for every process of the site. `purpose` tells several apart. */
  secret(purpose: string): string;
  /** Signs a value that is given into others' hands, a cookie's, until a moment. Milliseconds since 1970. */
  seal(purpose: string, value: object, until: number): string;
  /** The value that was sealed for this purpose; undefined for what was not, was changed, or has ended. */
  unseal(purpose: string, sealed: string): unknown;
  /** Limits how often strangers do what the extension offers to everybody. */
  readonly requireCalm: RequireCalm;
  /**
   * Checks a submitted password of an entry in constant time. Failures are throttled and counted together with those at the
   * entry's own routes. Throws Refusal 429 `rest_too_many_failed_attempts`.
   */
  checkEntryPassword(
    call: Pick<Call, 'from'>,
    entry: { readonly id: number; readonly password: string },
    submitted: string,
  ): Promise<boolean>;
  /** Backups of the whole site. They hold everything, secrets too: only administrators may have to do with them. */
  readonly backups: Backups;
  /** What limits fetching for others; for `guardedFetch`. */
  readonly fetchLimits: FetchLimits;
  /** How many comments were approved of the author's address of each of these that is there, by its number. One statement. */
  countApproved(comments: readonly number[]): Promise<ReadonlyMap<number, number>>;
  /** What all extensions that judge say of a remark. */
  readonly judge: Judge;
  /** Outgoing mail. */
  readonly mail: Omit<OutgoingMail, 'tryOut'>;
  /** The extensions that come with Octavo and those that are served, by their names. */
  knownExtensions(): Promise<readonly KnownExtension[]>;
}
