// Assembles the service from its database, configuration, extensions and stores.
import { type Contract, makeContract } from '../contract/contract.ts';
import { spellAbilities } from '../contract/names/spell.ts';
import { compatibleSpelling, nativeSpelling, type Spelling } from '../contract/names/spelling.ts';
import { makeIdentify as makeIdentifyByCredentials } from './access/credentials.ts';
import { makeIdentify } from './access/identify.ts';
import { makeInternalActor } from './access/internal-actor.ts';
import { type Attempt, type LoginThrottle, makeLoginThrottle } from './access/login-throttle.ts';
import { makeNonces } from './access/nonces.ts';
import { RateLimiter } from './access/rate-limiter.ts';
import { reloadActor } from './access/renew.ts';
import { makeRoles, type Roles } from './access/roles.ts';
import { randomSecret } from './access/secrets.ts';
import { makeSessions } from './access/sessions.ts';
import { FailedLoginLog } from './audit/failed-logins.ts';
import { openBackupFolder } from './backup/backup-folder.ts';
import { openBackups } from './backup/backups.ts';
import { countApprovedByEmail } from './cms-v2/comments/earlier-comments-store.ts';
import { checkPassword } from './cms-v2/entries/check-password.ts';
import type { EntryDeps } from './cms-v2/entries/deps.ts';
import type { CursorCache } from './cms-v2/entries/entry-list-pages.ts';
import type { MediaDeps } from './cms-v2/media/deps.ts';
import { notificationLimit } from './cms-v2/users/notify-of-change.ts';
import type { SiteConfig } from './config/site-config.ts';
import { DatabaseOverloaded } from './database/errors.ts';
import type { Database } from './database/handle.ts';
import { deliverEvents, pruneDeliveredEvents, registerListeners } from './events/deliver-events.ts';
import { makeMessageOf, type Subscription } from './events/message.ts';
import { knownExtensions, withExtensions } from './extensions/choose-extensions.ts';
import type { Extension } from './extensions/extension.ts';
import { openExtensions } from './extensions/open-extensions.ts';
import { makeRunJobs } from './extensions/run-jobs.ts';
import type { Log } from './extensions/services.ts';
import type { FetchLimits } from './fetch/guarded-fetch.ts';
import { noStore } from './files/no-store.ts';
import { createFileReceiver } from './files/receive-files.ts';
import type { FileStore } from './files/store.ts';
import { type Api, type ApiDeps, makeApi } from './http/api.ts';
import { cookieOf, readCookie } from './http/cookies.ts';
import { DependencyCache } from './http/dependency-cache.ts';
import { InternalCalls } from './http/internal-calls.ts';
import type { Dispatch } from './http/pipeline.ts';
import { readNonce } from './http/request-nonce.ts';
import type { TranslateError } from './http/response.ts';
import type { RouteTable } from './http/routes.ts';
import { listRoutes } from './list-routes.ts';
import { oneLine } from './mail/mailbox.ts';
import { makeMail } from './mail/make-mail.ts';
import type { ConfiguredMail } from './mail/make-transport.ts';
import type { MailTimeouts, Transport } from './mail/transport.ts';
import { MediaWorkerPool } from './media-processing/media-worker-pool.ts';
import { createModules } from './modules.ts';
import { type BoundAbilities, bindAbilities } from './namespaces/abilities/bound-abilities.ts';
import type { PageHandler } from './page-layout/page.ts';
import { createPageHandler } from './pages/handle-page.ts';
import { htmlToPlainText } from './rendering/html-to-plain-text.ts';
import { TextProcessor } from './rendering/work/text-processor.ts';
import { createScreens, type Screens } from './screens/screens.ts';
import { getOrCreateInternalValue, openSettings, type Settings } from './settings/settings.ts';
import type { Site } from './site.ts';
import { storageApiError } from './storage-api-error.ts';
import { textWorkApiError } from './text-work-api-error.ts';
import { defaultThemeFolder, readTheme } from './theme/read-theme.ts';
import type { Theme } from './theme/theme.ts';
import type { Clock } from './time/zone.ts';
import { queueDeliveries } from './webhooks/queue-deliveries.ts';
import { listWebhookListeners } from './webhooks/store.ts';

/** Memory limits of the caches, in bytes: records, records for signed-in users, embedded records, totals, and page cursors. */
const maxRecordCacheBytes = 32 * 1024 * 1024;
const maxViewerCacheBytes = 16 * 1024 * 1024;
const maxEmbeddedCacheBytes = 8 * 1024 * 1024;
const maxTotalCacheBytes = 1024 * 1024;
const maxCursorCacheBytes = 4 * 1024 * 1024;

/** Default maximum size of an uploaded file, in bytes. */
const defaultMaxUploadBytes = 512 * 1024 * 1024;

/** Dependencies and options of a service. */
export interface ServiceDeps {
  readonly database: Database;
  readonly site: Site;
  readonly config?: SiteConfig;
  /** Enabled extensions, whose tables must be up to date. Default: none. */
  readonly extensions?: readonly Extension[];
  /** Returns the log of an extension or, with the name `backup`, of the backups. */
  readonly logOf?: (extension: string) => Log;
  /** Limits for requests to URLs that users supply. Default: the limits of `guardedFetch`. */
  readonly fetchLimits?: FetchLimits;
  /** The configured mail server and sender. Default: none. */
  readonly mail?: ConfiguredMail;
  /** Timeouts for connection tests of the mail server. */
  readonly mailTimeouts?: MailTimeouts;
  /** The active theme. Default: quarto. */
  readonly theme?: Theme;
  readonly clock?: Clock;
  /** The store of uploaded files. Without it, uploads are not possible. */
  readonly files?: FileStore;
  /** The folder of backups. Without it, no backups can be made. */
  readonly backups?: string;
  /** Maximum size of an uploaded file, in bytes. */
  readonly maxUploadBytes?: number;
  /** Maximum size of a request body that is read into memory, in bytes. */
  readonly maxBodyBytes?: number;
  /** Maximum size of a submitted text, in bytes of UTF-8. */
  readonly maxTextBytes?: number;
  /** The data folder of the site. Site health checks monitor the free space of its disk. */
  readonly dataFolder?: string;
  /** Called with an unexpected error and the ID that the response reports for it. */
  readonly onError?: (error: unknown, id: string) => void;
  /** Called for each error that `storageApiError` maps to a 503, except DatabaseOverloaded. */
  readonly onStorageFailure?: (error: unknown) => void;
  /** Called for each failed login, but not for wrong passwords of entries, with the sender's number of failures within a minute. */
  readonly onFailedLogin?: (attempt: Attempt, failedLogins: number) => void;
  /** Waits for a number of milliseconds; used to delay failed logins. */
  readonly pause?: (milliseconds: number) => Promise<unknown>;
}

/** The API at one mount, with its abilities. */
export interface MountedApi extends Api {
  readonly abilities: BoundAbilities;
}

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
   * Returns the API error for an error of the storage or of text processing, and reports storage failures. Returns undefined for other
   * errors.
   */
  readonly translate: TranslateError;
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
  /** Runs the extension jobs that are due, and reports failures. */
  runJobs(onFailure: (error: unknown, job: string) => void): Promise<void>;
  /** Delivers pending events to listeners and reports failures. */
  deliverEvents(onFailure: (error: unknown, listener: string) => void): Promise<void>;
  /** Queues pending events as webhook deliveries. */
  queueDeliveries(): Promise<void>;
  /**
   * Deletes the events before a timestamp (milliseconds since 1970) that all listeners, including webhooks, have received. Returns the
   * number of deleted events.
   */
  pruneEvents(before: number): Promise<number>;
  /** Stops extensions, text processing and backups. */
  close(): Promise<void>;
}

const noopLog: Log = { info: () => {}, warn: () => {} };

/** Assembles the service on a database whose schema is up to date. Throws when a declaration refers to an unknown name. */
export async function makeService(deps: ServiceDeps): Promise<Service> {
  const { database, site, config = {}, clock = Date.now, onError = () => {} } = deps;
  const { theme = readTheme(defaultThemeFolder), onStorageFailure = () => {}, onFailedLogin = () => {} } = deps;
  const { maxBodyBytes, maxTextBytes } = deps;
  const { extensions = [], logOf = () => noopLog, fetchLimits = {} } = deps;
  const contract = makeContract(withExtensions(config, extensions));
  const roles = makeRoles(config.roles);
  const settings = await openSettings(database);
  const key = await getOrCreateInternalValue(database, 'secret_key', () => randomSecret(64));
  const templatesOf: EntryDeps['templatesOf'] = ({ name }) => [
    ...(config.templates?.[name] ?? []),
    ...[...theme.templates.values()].flatMap(({ slug, postTypes }) => (postTypes?.includes(name) ? [slug] : [])),
  ];
  const failedLogins = new FailedLoginLog(database, clock);
  const loginThrottle = makeLoginThrottle({
    clock,
    ...(deps.pause && { pause: deps.pause }),
    onFailed: (attempt, count) => {
      // A wrong password for an entry is not a failed login.
      if (attempt.secret === 'entry-password') return;
      failedLogins.add(attempt);
      onFailedLogin(attempt, count);
    },
  });
  const texts = new TextProcessor(maxTextBytes === undefined ? {} : { maxTextBytes });
  const totals = new DependencyCache<number>(database.changes, maxTotalCacheBytes);
  const cursors: CursorCache = new DependencyCache(database.changes, maxCursorCacheBytes);
  const entries: EntryDeps = {
    contract,
    database,
    settings,
    site,
    theme,
    clock,
    key,
    loginThrottle,
    texts,
    totals,
    cursors,
    templatesOf,
  };
  const notificationLimiter = new RateLimiter(clock, notificationLimit);
  const files = deps.files ?? noStore;
  const { maxUploadBytes = defaultMaxUploadBytes } = deps;
  const mediaWorkers = new MediaWorkerPool();
  const media: MediaDeps = { ...entries, files, mediaWorkers, maxUploadBytes, fetchLimits };
  const messageOf = makeMessageOf(contract);
  const title = async () => {
    await settings.refresh();
    return oneLine(htmlToPlainText(settings.values.title));
  };
  const mail = makeMail({
    ...{ database, clock, title, home: site.home, transportProviders: () => opened.mailTransports },
    ...(deps.mail && { configured: deps.mail }),
    ...(deps.mailTimeouts && { timeouts: deps.mailTimeouts }),
  });
  const calls = new InternalCalls();
  const backups = openBackups({
    ...{ database, files, key, extensions, clock, home: site.home },
    folder: deps.backups === undefined ? undefined : openBackupFolder(deps.backups),
    onFailure: (err, backup) => logOf('backup').warn({ err, backup }, 'backup failed'),
  });
  const opened = await openExtensions(extensions, {
    ...{ database, site, clock, key, logOf, fetchLimits, backups },
    siteSettings: () => settings.values,
    checkEntryPassword: ({ from }, entry, submitted) => checkPassword({ loginThrottle, key }, from, entry, submitted),
    countApproved: (comments) => countApprovedByEmail(database.read, comments),
    mail,
    knownExtensions: () => knownExtensions(extensions),
    dispatch: (request) => calls.dispatch(request),
    dispatchAs: (actor, request) => calls.dispatchAs(actor, request),
    actorOf: (extension) => makeInternalActor(roles, { extension }),
  });
  const restUrlOf = (spelling: Spelling) => site.home + spelling.restPath;
  const subscriptionOf = (id: string): Subscription => {
    const spelling = id === compatibleSpelling.id ? compatibleSpelling : nativeSpelling;
    return { spelling, rest: restUrlOf(spelling) };
  };
  const apis = new Map<Spelling, MountedApi>();
  const apiOf = ({ spelling }: { readonly spelling: Spelling }): MountedApi => {
    const api = apis.get(spelling);
    if (!api) throw new Error(`no mount has the ${spelling.id} spelling`);
    return api;
  };
  const modules = createModules({
    ...{ entries, media, roles, notificationLimiter, config, extensions, opened, messageOf, fetchLimits },
    ...{ files: deps.files, dataFolder: deps.dataFolder, testMail: mail.testConnection },
    tableOf: (call) => apiOf(call).table,
    abilitiesOf: (call) => apiOf(call).abilities,
    serveDepsOf: (call) => apiOf(call).pipeline,
  });
  const [sessions, nonces] = [makeSessions(database, key, clock), makeNonces(key, clock)];
  const byCredentials = makeIdentifyByCredentials({ database, roles, clock, key, loginThrottle });
  const identify = makeIdentify({ read: database.read, roles, sessions, nonces, byCredentials });
  const cookie = cookieOf(site.home, 'cms_session');
  const translate = (error: unknown) => {
    const apiError = storageApiError(error);
    // Overloads would flood the log; metrics count them instead.
    if (apiError?.status === 503 && !(error instanceof DatabaseOverloaded)) onStorageFailure(error);
    return apiError ?? textWorkApiError(error);
  };
  const sharedDeps: ApiDeps = {
    routes: listRoutes(contract),
    modules,
    caches: {
      records: new DependencyCache(database.changes, maxRecordCacheBytes),
      recordsForViewers: new DependencyCache(database.changes, maxViewerCacheBytes),
      embedded: new DependencyCache(database.changes, maxEmbeddedCacheBytes),
    },
    version: () => {
      database.pollChanges();
      return database.changes.version();
    },
    identify: async (request, spelling) => {
      const { headers, from } = request;
      await settings.refresh();
      const session = readCookie(headers.cookie, cookie.name);
      return identify({ authorization: headers.authorization, session, nonce: readNonce(request, spelling), from });
    },
    ...(deps.files && { receive: createFileReceiver(files.workFolder, maxUploadBytes, maxBodyBytes) }),
    ...{ maxBodyBytes, maxTextBytes },
    key,
    report: onError,
    translate,
    renew: (actor) => reloadActor({ read: database.read, roles, clock }, actor),
  };
  const mount = (spelling: Spelling): MountedApi => {
    const api = makeApi(sharedDeps, spelling, restUrlOf(spelling));
    const abilities = bindAbilities(spellAbilities(contract.abilities, spelling), api.table);
    const mounted = { ...api, abilities };
    apis.set(spelling, mounted);
    return mounted;
  };
  const native = mount(nativeSpelling);
  calls.connect(native);
  const { dispatch, table, abilities } = native;
  const screens = createScreens({
    ...{ database, key, clock, site, settings, roles, sessions, nonces, loginThrottle, cookie, notificationLimiter },
    canSendMail: mail.canSend,
    translate,
    report: onError,
  });
  const servePage = createPageHandler({ entries, dispatch, translate, report: onError });
  const runJobs = makeRunJobs(database, opened.jobs, clock);
  const { listeners } = opened;
  const close = async () => {
    await opened.close();
    texts.close();
    await backups.close();
  };
  await registerListeners({ database, listeners });
  const deliver: Service['deliverEvents'] = (onFailure) => deliverEvents({ database, listeners, clock, onFailure });
  return {
    ...{
      dispatch,
      screens,
      contract,
      table,
      abilities,
      settings,
      roles,
      key,
      loginThrottle,
      failedLogins,
      entries,
      media,
      mediaWorkers,
      clock,
      translate,
    },
    servePage,
    native,
    openCompatible: () => apis.get(compatibleSpelling) ?? mount(compatibleSpelling),
    transport: mail.transport,
    runJobs,
    deliverEvents: deliver,
    queueDeliveries: () => queueDeliveries({ database, clock, messageOf, subscriptionOf }),
    pruneEvents: async (before) => {
      const others = await listWebhookListeners(database.read);
      return pruneDeliveredEvents({ database, listeners: [...listeners, ...others] }, before);
    },
    close,
  };
}
