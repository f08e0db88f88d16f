// The services that an extension receives when it is opened.
import type { Backups } from '../backup/backups.ts';
import type { Classifier } from '../cms-v2/comments/classifier.ts';
import type { Database, WriteHandle } from '../database/handle.ts';
import type { NewEvent } from '../events/event.ts';
import type { FetchLimits } from '../fetch/guarded-fetch.ts';
import type { Call } from '../http/module.ts';
import type { Dispatch } from '../http/pipeline.ts';
import type { OutgoingMail } from '../mail/make-mail.ts';
import type { SettingValues } from '../settings/declared.ts';
import type { Site } from '../site.ts';
import type { Clock } from '../time/zone.ts';
import type { ExtensionSettings } from './extension-settings.ts';
import type { RateLimit } from './rate-limit.ts';

/** The log of the service. Never log secrets. */
export interface Log {
  info(fields: object, event: string): void;
  warn(fields: object, event: string): void;
}

/** An extension that is available in this instance. */
export interface KnownExtension {
  readonly name: string;
  readonly version: string;
  readonly title: string;
  readonly description: string;
  readonly namespace: string;
  readonly isServed: boolean;
  /** Whether the extension is built in. */
  readonly isBuiltIn: boolean;
}

/** Deleted personal data, as the audit log records it. */
export interface DeletedData {
  /** Type of the deleted objects, such as `submission`. */
  readonly kind: string;
  /** ID of the deleted object; 0 if all objects of a person were deleted. */
  readonly id: number;
  readonly count: number;
}

export interface ExtensionServices {
  readonly database: Database;
  readonly site: Site;
  readonly clock: Clock;
  readonly log: Log;
  /** The extension's own settings. */
  readonly settings: ExtensionSettings;
  /**
   * Records an event of a declared kind in the transaction that causes it. Events identify what changed and never contain
   * content. Throws an Error if the extension does not declare the kind.
   */
  record(tx: WriteHandle, event: NewEvent<string>): Promise<void>;
  /**
   * Records which settings of the extension the caller has changed, without their values, in that transaction: as an audit event
   * and as the event `settings.updated` with the extension's name as type.
   */
  recordSettingsChange(tx: WriteHandle, call: Pick<Call, 'actor' | 'from'>, names: readonly string[]): Promise<void>;
  /** Records the deletion of personal data as an audit event in that transaction: type and count, never content. */
  recordDeletion(tx: WriteHandle, call: Pick<Call, 'actor' | 'from'>, deleted: DeletedData): Promise<void>;
  /** Returns the current settings of the site. */
  siteSettings(): SettingValues;
  /** Performs any API request with the permissions of the credentials in it. */
  readonly dispatch: Dispatch;
  /** Performs any API request with all permissions. Do not pass its response to a caller who may not see the content. */
  readonly dispatchInternally: Dispatch;
  /** Returns a secret of this extension for a purpose, the same in every process of the site. */
  secret(purpose: string): string;
  /** Signs a value that leaves the service, such as a cookie, with an expiry in milliseconds since 1970. */
  seal(purpose: string, value: object, until: number): string;
  /** Returns the value that was sealed for this purpose; undefined if the signature is invalid or has expired. */
  unseal(purpose: string, sealed: string): unknown;
  /** Rate limiter for the public operations of the extension. */
  readonly rateLimit: RateLimit;
  /**
   * Returns whether a submitted password of an entry is correct, compared in constant time. Failures are throttled and counted
   * together with those at the entry's own routes. Throws ApiError 429 `rest_too_many_failed_attempts`.
   */
  checkEntryPassword(
    call: Pick<Call, 'from'>,
    entry: { readonly id: number; readonly password: string },
    submitted: string,
  ): Promise<boolean>;
  /** Backups of the whole site. They contain all data including secrets: give access to administrators only. */
  readonly backups: Backups;
  /** Limits for `guardedFetch`, which requests URLs supplied by users. */
  readonly fetchLimits: FetchLimits;
  /** Returns, by comment ID, the number of approved comments of each comment's author e-mail address. Runs one statement. */
  countApproved(comments: readonly number[]): Promise<ReadonlyMap<number, number>>;
  /** Returns the combined spam classification of all extensions. */
  readonly classifier: Classifier;
  /** The queue of outgoing mail. */
  readonly mail: Omit<OutgoingMail, 'testConnection'>;
  /** Returns the built-in extensions and the served ones, sorted by name. */
  knownExtensions(): Promise<readonly KnownExtension[]>;
}
