// Assembles the service in order: storage → access → content and modules → extensions → API. Each step takes what exists and returns
// what it has created. The command line opens the database before it, and listens after it.
import type { Contract } from '../contract/contract.ts';
import { compatibleSpelling, nativeSpelling } from '../contract/names/spelling.ts';
import type { Attempt, LoginThrottle } from './access/login-throttle.ts';
import type { Roles } from './access/roles.ts';
import { pruneCounts } from './access/shared-counts-store.ts';
import type { FailedLoginLog } from './audit/failed-logins.ts';
import type { EntryDeps } from './cms-v2/entries/deps.ts';
import { prepareMetaIndexes } from './cms-v2/entries/update-meta-indexes.ts';
import type { MediaDeps } from './cms-v2/media/deps.ts';
import type { SiteConfig } from './config/site-config.ts';
import { DatabaseOverloaded } from './database/errors.ts';
import type { Database } from './database/handle.ts';
import { deliverEvents, pruneDeliveredEvents, registerListeners } from './events/deliver-events.ts';
import { makeMessageOf } from './events/message.ts';
import type { Extension } from './extensions/extension.ts';
import { ExtensionParts } from './extensions/extension-parts.ts';
import { makeRunJobs } from './extensions/run-jobs.ts';
import type { Log } from './extensions/services.ts';
import type { FetchLimits } from './fetch/guarded-fetch.ts';
import { createFileReceiver } from './files/receive-files.ts';
import type { FileStore } from './files/store.ts';
import { Mounts } from './http/mounts.ts';
import type { Dispatch } from './http/pipeline.ts';
import type { ErrorHandling, ReportError, TranslateError } from './http/response.ts';
import type { RouteTable } from './http/routes.ts';
import { ServiceJobs } from './jobs/service-jobs.ts';
import type { ConfiguredMail, MailTimeouts, Transport } from './mail/transport.ts';
import type { MediaWorkerPool } from './media-processing/media-worker-pool.ts';
import { createModules } from './modules.ts';
import { type BoundAbilities, MountAbilities } from './namespaces/abilities/bound-abilities.ts';
import { openBackupUploads } from './namespaces/backups/uploads.ts';
import type { ConfiguredOption } from './namespaces/site-settings/endpoints.ts';
import type { PageHandler } from './page-layout/page.ts';
import { createPageHandler } from './pages/handle-page.ts';
import { RecentErrors } from './recent-errors/recent-errors.ts';
import { makeResetLimiters } from './screens/forgotten-password.ts';
import { createScreens, type Screens } from './screens/screens.ts';
import type { Settings } from './settings/settings.ts';
import type { Site } from './site.ts';
import type { ImportPrograms } from './site-imports/deps.ts';
import { type Imports, openImports } from './site-imports/imports.ts';
import { storageApiError } from './storage-api-error.ts';
import { textWorkApiError } from './text-work-api-error.ts';
import { defaultThemeFolder, readTheme } from './theme/read-theme.ts';
import type { Theme } from './theme/theme.ts';
import type { Clock } from './time/zone.ts';
import { makePurgeTagsOf } from './webhooks/purge-tags.ts';
import { queueDeliveries } from './webhooks/queue-deliveries.ts';
import { listWebhookListeners } from './webhooks/store.ts';
import { openAccess } from './wiring/access.ts';
import { Apis, type MountedApi, makeSubscriptionOf } from './wiring/apis.ts';
import { defaultMaxUploadBytes, openContent } from './wiring/content.ts';
import { openSiteExtensions } from './wiring/extensions.ts';
import { openMail } from './wiring/mail.ts';
import { openStorage } from './wiring/storage.ts';

export type { MountedApi } from './wiring/apis.ts';

/** The site that a service serves. */
export interface ServedSite {
  readonly database: Database;
  readonly site: Site;
  readonly config?: SiteConfig;
  /** Enabled extensions, whose tables must be up to date. Default: none. */
  readonly extensions?: readonly Extension[];
  /** The active theme. Default: quarto. */
  readonly theme?: Theme;
  /** The store of uploaded files. Without it, uploads are not possible. */
  readonly files?: FileStore;
}

export interface ServiceLimits {
  /** Maximum size of an uploaded file, in bytes. */
  readonly maxUploadBytes?: number;
  /** Maximum size of a request body that is read into memory, in bytes. */
  readonly maxBodyBytes?: number;
  /** Maximum size of a submitted text, in bytes of UTF-8. */
  readonly maxTextBytes?: number;
  /** Limits for requests to URLs that users supply. Default: the limits of `guardedFetch`. */
  readonly fetchLimits?: FetchLimits;
}

export interface ServiceFolders {
  /** The folder of backups. Without it, no backups can be made. */
  readonly backups?: string;
  /** The data folder of the site. Site health checks monitor the free space of its disk. */
  readonly data?: string;
}

/** The properties of the program that runs the service. */
export interface ServiceProgram {
  /** The store of export files, and the program that imports them. Without it, no files can be imported through the API. */
  readonly importPrograms?: ImportPrograms;
  /** The options of the configuration that administrators may read. Default: none. */
  readonly configuration?: readonly ConfiguredOption[];
  /** Whether responses to anonymous callers have cache tags. Default: false. */
  readonly collectsTags?: boolean;
}

/** The time of the service. */
export interface ServiceTime {
  /** Default: the clock of the machine. */
  readonly clock?: Clock;
  /** Waits for a number of milliseconds; used to delay failed logins. */
  readonly pause?: (milliseconds: number) => Promise<unknown>;
}

export interface ServiceMail {
  /** The configured mail server and sender. Default: none. */
  readonly configured?: ConfiguredMail;
  /** Timeouts for connection tests of the mail server. */
  readonly timeouts?: MailTimeouts;
}

/** Receivers of errors and failed logins. */
export interface ServiceObservers {
  /** Returns the log of an extension or, with the name `backup` or `import`, of the backups or imports. */
  readonly logOf?: (extension: string) => Log;
  /** Called with an unexpected error and the ID that the response reports for it. */
  readonly onError?: (error: unknown, id: string) => void;
  /** Called for each error that `storageApiError` maps to a 503, except DatabaseOverloaded. */
  readonly onStorageFailure?: (error: unknown) => void;
  /** Called for each failed login, but not for wrong passwords of entries, with the sender's number of failures within a minute. */
  readonly onFailedLogin?: (attempt: Attempt, failedLogins: number) => void;
}

export interface ServiceOptions {
  readonly limits?: ServiceLimits;
  readonly folders?: ServiceFolders;
  readonly mail?: ServiceMail;
  readonly observers?: ServiceObservers;
  readonly program?: ServiceProgram;
  readonly time?: ServiceTime;
}

/** The recurring tasks of a service. */
export interface ServiceTasks {
  /** Runs the extension jobs that are due, and reports failures. */
  runJobs(onFailure: (error: unknown, job: string) => void): Promise<void>;
  /** Delivers pending events to listeners and reports failures. */
  deliverEvents(onFailure: (error: unknown, listener: string) => void): Promise<void>;
  /** Queues pending events as webhook deliveries. Returns whether purges of a CDN were queued, which become due after `purgeDelayMs`. */
  queueDeliveries(): Promise<boolean>;
  /**
   * Deletes the events before a timestamp (milliseconds since 1970) that all listeners, including webhooks, have received. Returns the
   * number of deleted events.
   */
  pruneEvents(before: number): Promise<number>;
  /** Resolves when no backup, check or restore is in progress in this process. */
  waitForBackups(): Promise<void>;
  /** Deletes uploads of backups that have not continued for a day. */
  pruneBackupUploads(): Promise<void>;
  /** Stores the counts of rate limits that have changed in this process, for the others. */
  writeCounts(): Promise<void>;
  /** Deletes counts of rate limits that have expired. */
  pruneCounts(): Promise<void>;
}

/** The assembled service. The command line passes parts of it on. */
export interface Service {
  /** The API in the native spelling. */
  readonly native: MountedApi;
  /** Returns the API in the compatible spelling, which is compiled at the first call. */
  openCompatible(): MountedApi;
  /** Dispatches requests in the native spelling. */
  readonly dispatch: Dispatch;
  readonly screens: Screens;
  readonly contract: Contract;
  readonly table: RouteTable;
  readonly abilities: BoundAbilities;
  readonly settings: Settings;
  readonly roles: Roles;
  /** Secret key of the site's HMACs. */
  readonly key: string;
  /**
   * The handling of errors. `translate` returns the API error for an error of the storage or of text processing, and reports storage
   * failures; it returns undefined for other errors. `report` passes an unexpected error on, and adds it to the latest errors.
   */
  readonly errors: ErrorHandling;
  /** Unexpected errors that have not been stored yet. */
  readonly recentErrors: RecentErrors;
  /** The throttle for logins and for passwords of entries. */
  readonly loginThrottle: LoginThrottle;
  /** Failed logins that have not yet been written to the audit log. */
  readonly failedLogins: FailedLoginLog;
  readonly entries: EntryDeps;
  readonly media: MediaDeps;
  readonly mediaWorkers: MediaWorkerPool;
  readonly clock: Clock;
  /** Serves the HTML pages of entries. */
  readonly servePage: PageHandler;
  /** The mail transport in use. */
  readonly transport: Transport;
  readonly tasks: ServiceTasks;
  /** The recurring jobs of this process, except those of extensions. */
  readonly jobs: ServiceJobs;
  /** The uploaded export files. */
  readonly imports: Imports;
  /** Stops extensions, text processing, backups and imports. */
  close(): Promise<void>;
}

const noopLog: Log = { info: () => {}, warn: () => {} };

/** Assembles the service on a database whose schema is up to date. Throws when a declaration refers to an unknown name. */
export async function makeService(served: ServedSite, options: ServiceOptions = {}): Promise<Service> {
  const { database, site, config = {}, extensions = [], theme = readTheme(defaultThemeFolder), files } = served;
  const { limits = {}, folders = {}, mail: configuredMail = {}, observers = {} } = options;
  const { program = {}, time: { clock = Date.now, pause } = {} } = options;
  const { importPrograms: programs, configuration = [], collectsTags = false } = program;
  const { maxUploadBytes = defaultMaxUploadBytes, maxBodyBytes, maxTextBytes, fetchLimits = {} } = limits;
  const { logOf = () => noopLog, onError = () => {}, onStorageFailure, onFailedLogin } = observers;
  const recentErrors = new RecentErrors(database, clock);
  const errors = { report: makeReport(recentErrors, onError), translate: makeTranslate(onStorageFailure) };
  const parts = new ExtensionParts(logOf('extensions'));

  const storage = await openStorage({ database, site, clock });
  const { settings, key } = storage;
  const access = openAccess(storage, { roles: config.roles, onFailedLogin, pause });
  const { roles, browserSessions, loginThrottle, sharedCounts, failedLogins } = access;
  const content = openContent(storage, access, {
    ...{ config, theme, extensions, files, limits: { fetchLimits, maxUploadBytes, maxTextBytes } },
    backups: {
      folder: folders.backups,
      onFailure: (err, backup) => logOf('backup').warn({ err, backup }, 'backup failed'),
    },
  });
  const { entries, media, mediaWorkers, notifications } = content;
  const { contract, texts } = entries;
  const mail = openMail(storage, { ...configuredMail, transportProviders: () => parts.mailTransports });
  await prepareMetaIndexes(entries);
  const imports = openImports({
    ...{ database, clock, maxUploadBytes, programs },
    onFailure: (err, id) => logOf('import').warn({ err, import: id }, 'import failed'),
  });
  const backupUploads = openBackupUploads({ folder: folders.backups, clock, maxUploadBytes });
  const mounts = new Mounts();
  const abilities = new MountAbilities(contract.abilities, mounts);
  const opened = { storage, access, content, mail, mounts };
  const jobs = new ServiceJobs(database, clock);
  const modules = createModules(opened, {
    ...{ config, extensions, parts, abilities, program: { jobs, configuration } },
    stores: { files, imports, backupUploads, dataFolder: folders.data },
  });
  const closeExtensions = await openSiteExtensions(opened, { extensions, logOf }, parts);
  const receive = files && createFileReceiver(files.workFolder, maxUploadBytes, maxBodyBytes);
  const apis = new Apis(
    ...([storage, access] as const),
    {
      ...{ contract, abilities, mounts, errors, bodies: { maxBodyBytes, maxTextBytes, receive } },
      modules: [...modules, ...parts.modules],
    },
    { collectsTags },
  );
  const native = apis.open(nativeSpelling);
  const messageOf = makeMessageOf(contract);
  const purgeTagsOf = makePurgeTagsOf(contract);

  const { dispatch, table } = native;
  const { listeners } = parts;
  await registerListeners({ database, listeners });
  return {
    ...{ native, dispatch, table, contract, settings, roles, key, clock, errors, recentErrors },
    ...{ loginThrottle, failedLogins, entries, media, mediaWorkers, transport: mail.transport },
    ...{ imports, jobs, abilities: native.abilities },
    openCompatible: () => apis.open(compatibleSpelling),
    screens: createScreens({
      ...{ storage, roles, browserSessions, loginThrottle, errors },
      mail: {
        canSend: mail.canSend,
        notificationLimiter: notifications.notificationLimiter,
        resetLimiters: makeResetLimiters(clock, sharedCounts),
      },
    }),
    servePage: createPageHandler({ entries, dispatch, roles, ...errors }),
    tasks: {
      runJobs: makeRunJobs(database, parts.jobs, clock),
      deliverEvents: (onFailure) => deliverEvents({ database, listeners, clock, onFailure }),
      queueDeliveries: () =>
        queueDeliveries({ database, clock, messageOf, purgeTagsOf, subscriptionOf: makeSubscriptionOf(site.home) }),
      waitForBackups: content.backups.whenIdle,
      pruneBackupUploads: backupUploads.prune,
      writeCounts: () => sharedCounts.write(),
      pruneCounts: () => pruneCounts(database, clock),
      pruneEvents: async (before) => {
        const others = await listWebhookListeners(database.read);
        return pruneDeliveredEvents({ database, listeners: [...listeners, ...others] }, before);
      },
    },
    close: async () => {
      await closeExtensions();
      texts.close();
      await content.backups.close();
      await imports.close();
    },
  };
}

/** Creates the function that passes an unexpected error on, and adds it to the latest errors. */
const makeReport =
  (recentErrors: RecentErrors, onError: (error: unknown, id: string) => void): ReportError =>
  (error, id, request) => {
    onError(error, id);
    recentErrors.add(error, id, request);
  };

/** Creates the function that returns the API error for an error of a lower layer, and reports storage failures. */
const makeTranslate =
  (onStorageFailure: (error: unknown) => void = () => {}): TranslateError =>
  (error) => {
    const apiError = storageApiError(error);
    // Overloads would flood the log; metrics count them instead.
    if (apiError?.status === 503 && !(error instanceof DatabaseOverloaded)) onStorageFailure(error);
    return apiError ?? textWorkApiError(error);
  };
