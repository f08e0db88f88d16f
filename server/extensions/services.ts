// What the service offers to an extension, and nothing else of it.
import type { Backups } from '../backup/backups.ts';
import type { Judge } from '../cms-v2/comments/judge.ts';
import type { Database, WriteHandle } from '../database/handle.ts';
import type { FetchLimits } from '../fetch/guarded-fetch.ts';
import type { Dispatch } from '../http/pipeline.ts';
import type { Mail } from '../mail/mail.ts';
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
  readonly mail: {
    /**
     * Queues a mail in a transaction: it is sent after the commit, and never where that is rolled back.
     *
     * Throws MailRefused for an address or a header that could not be sent; the transaction can go on.
     */
    queue(tx: WriteHandle, mail: Mail): Promise<void>;
  };
  /** The extensions that come with Octavo and those that are served, by their names. */
  knownExtensions(): Promise<readonly KnownExtension[]>;
}
