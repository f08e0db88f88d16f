// What the service offers to an extension, and nothing else of it.
import type { Backups } from '../backup/backups.ts';
import type { Judge } from '../cms-v2/comments/judge.ts';
import type { Database, WriteHandle } from '../database/handle.ts';
import type { FetchLimits } from '../fetch/guarded-fetch.ts';
import type { Dispatch } from '../http/pipeline.ts';
import type { Call } from '../http/room.ts';
import type { OutgoingMail } from '../mail/make-mail.ts';
import type { SettingValues } from '../settings/declared.ts';
import type { Site } from '../site.ts';
import type { Clock } from '../time/zone.ts';
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

export interface ExtensionServices {
  readonly database: Database;
  readonly site: Site;
  readonly clock: Clock;
  readonly log: Log;
  /** The extension's own settings. */
  readonly settings: OwnSettings;
  /** Notes in the audit log which of the extension's settings somebody has changed, never to what; in that transaction. */
  noteSettings(tx: WriteHandle, call: Pick<Call, 'actor' | 'from'>, names: readonly string[]): Promise<void>;
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
  /** Backups of the whole site. They hold everything, secrets too: only administrators may have to do with them. */
  readonly backups: Backups;
  /** What limits fetching for others; for `guardedFetch`. */
  readonly fetchLimits: FetchLimits;
  /** What all extensions that judge say of a remark. */
  readonly judge: Judge;
  /** Outgoing mail. */
  readonly mail: Omit<OutgoingMail, 'tryOut'>;
  /** The extensions that come with Octavo and those that are served, by their names. */
  knownExtensions(): Promise<readonly KnownExtension[]>;
}
