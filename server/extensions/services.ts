// Defines the services that an extension receives when it is opened.
import type { Actor } from '../access/actor.ts';
import type { Secrets } from '../access/sealed.ts';
import type { Backups } from '../backup/backups.ts';
import type { Classifier } from '../cms-v2/comments/classifier.ts';
import type { Database, WriteHandle } from '../database/handle.ts';
import type { NewEvent } from '../events/event.ts';
import type { FetchLimits } from '../fetch/guarded-fetch.ts';
import type { Call } from '../http/module.ts';
import type { Dispatch, DispatchAs } from '../http/pipeline.ts';
import type { OutgoingMail } from '../mail/make-mail.ts';
import type { SettingValues } from '../settings/declared.ts';
import type { Site } from '../site.ts';
import type { Clock } from '../time/zone.ts';
import type { ExtensionContent } from './content.ts';
import type { ExtensionSettings, SettingSchemas } from './extension-settings.ts';
import type { OAuthClient } from './oauth.ts';
import type { RateLimit } from './rate-limit.ts';

/** The log of the service. Never log secrets. */
export interface Log {
  info(fields: object, event: string): void;
  warn(fields: object, event: string): void;
}

/** An extension that is built in or enabled. */
export interface KnownExtension {
  readonly name: string;
  readonly version: string;
  readonly title: string;
  readonly description: string;
  readonly namespace: string;
  /** Whether the extension is enabled in the configuration. */
  readonly isServed: boolean;
  /** Whether the extension is part of Octavo. */
  readonly isBuiltIn: boolean;
}

/** Deleted personal data, as the audit log records it. */
export interface DeletedData {
  /** Type of the deleted objects, such as `submission`. */
  readonly kind: string;
  /** ID of the deleted object; 0 if several objects were deleted. */
  readonly id: number;
  readonly count: number;
}

/** Exported personal data, as the audit log records it. */
export interface ExportedData {
  /** Type of the exported objects, such as `submission`. */
  readonly kind: string;
  /** ID of the object to which the exported objects belong, such as a form; 0 if there is none. */
  readonly id: number;
  readonly count: number;
}

/** The site as a whole. */
export interface SiteServices {
  readonly urls: Site;
  /** Returns the current settings of the site. */
  settings(): SettingValues;
  /** Returns the built-in extensions and the enabled ones, sorted by name. */
  knownExtensions(): Promise<readonly KnownExtension[]>;
  /** Backups of the whole site. Give only administrators access to them, because they contain all data including secrets. */
  readonly backups: Backups;
}

/** Records changes, in the transactions that make them. */
export interface RecordServices {
  /**
   * Records an event of a declared kind. Events identify the changed resources and never contain content. Throws an Error if the
   * extension does not declare the kind.
   */
  event(tx: WriteHandle, event: NewEvent<string>): Promise<void>;
  /**
   * Records the names of settings that the caller has changed, without their values: as an audit event, and as an event
   * `settings.updated` with the extension's name as type.
   */
  settingsChange(tx: WriteHandle, call: Pick<Call, 'actor' | 'from'>, names: readonly string[]): Promise<void>;
  /** Records the deletion of personal data as an audit event, without the deleted data. */
  deletion(tx: WriteHandle, call: Pick<Call, 'actor' | 'from'>, deleted: DeletedData): Promise<void>;
  /** Records the export of personal data as an audit event, without the exported data. */
  export(tx: WriteHandle, call: Pick<Call, 'actor' | 'from'>, exported: ExportedData): Promise<void>;
}

/** The API of the site. Requests throw an Error until all extensions are opened. */
export interface ApiServices {
  /** Performs an API request with the permissions of the request's credentials. */
  readonly dispatch: Dispatch;
  /** Performs an API request as an actor, such as the one of a call, or `actor`. */
  readonly dispatchAs: DispatchAs;
  /** The extension as an actor with all permissions. Do not pass responses to it to a caller who may not read the content. */
  readonly actor: Actor;
  /**
   * Requires the password of the caller's account again, before operations that must not be possible with a stolen session or
   * application password. Attempts are throttled and recorded like those of signing in. Throws ApiError 403
   * `rest_application_password_restricted` if the caller uses a restricted application password, 403 `rest_incorrect_password`, and
   * 429 `rest_too_many_failed_attempts`.
   */
  requireAccountPassword(call: Pick<Call, 'actor' | 'from'>, submitted: string): Promise<void>;
}

/** Signs values, and protects public operations against abuse. */
export interface SecurityServices extends Secrets {
  /** Limits how often the public operations of the extension are called. */
  readonly rateLimit: RateLimit;
  /**
   * Returns whether a submitted password of an entry is correct. Passwords are compared in constant time. Failed attempts count
   * towards the same limit as on the routes of the entry. Throws ApiError 429 `rest_too_many_failed_attempts` if the limit is
   * exceeded.
   */
  checkEntryPassword(
    call: Pick<Call, 'from'>,
    entry: { readonly id: number; readonly password: string },
    submitted: string,
  ): Promise<boolean>;
  /** Classifies a comment or submission with the spam classifiers of all extensions. */
  readonly classify: Classifier;
}

/** Requests to URLs that users enter. */
export interface HttpServices {
  /** Limits for `guardedFetch` and `guardedPost`. */
  readonly fetchLimits: FetchLimits;
  /** OAuth 2.0 client. Its requests are subject to `fetchLimits`. */
  readonly oauth: OAuthClient;
}

/** The services that an extension can use. S contains the schemas of its settings. */
export interface ExtensionServices<S extends SettingSchemas = SettingSchemas> {
  readonly database: Database;
  /** The settings of the extension. */
  readonly settings: ExtensionSettings<S>;
  /** Typed access to the content of the site. */
  readonly content: ExtensionContent;
  readonly site: SiteServices;
  readonly record: RecordServices;
  readonly api: ApiServices;
  readonly security: SecurityServices;
  readonly http: HttpServices;
  /** The outgoing mail of the site. */
  readonly mail: Omit<OutgoingMail, 'testConnection'>;
  readonly clock: Clock;
  readonly log: Log;
}
