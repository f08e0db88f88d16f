// What the service consists of, joined.
import { type Contract, makeContract } from '../contract/contract.ts';
import { spellAbilities } from '../contract/names/spell.ts';
import { compatibleSpelling, nativeSpelling, type Spelling } from '../contract/names/spelling.ts';
import { type Actor, makeActor } from './access/actor.ts';
import { makeIdentify as makeIdentifyByCredentials } from './access/credentials.ts';
import { type Attempt, type Guessing, makeGuessing } from './access/guessing.ts';
import { makeIdentify } from './access/identify.ts';
import { makeNonces } from './access/nonces.ts';
import { renewActor } from './access/renew.ts';
import { makeRoles, type Roles } from './access/roles.ts';
import { randomSecret } from './access/secrets.ts';
import { makeSessions } from './access/sessions.ts';
import { Tries } from './access/tries.ts';
import { announcedRoutes } from './announced-routes.ts';
import { Failures } from './audit/failures.ts';
import { openBackups } from './backup/backups.ts';
import { openPlace } from './backup/place.ts';
import { countApprovedBeside } from './cms-v2/comments/rivals-store.ts';
import type { Bookmarks } from './cms-v2/entries/pages-of-list.ts';
import type { EntryParts } from './cms-v2/entries/parts.ts';
import { tryPassword } from './cms-v2/entries/try-password.ts';
import type { MediaParts } from './cms-v2/media/parts.ts';
import { mostTold } from './cms-v2/users/tell-of-change.ts';
import type { SiteConfig } from './config/site-config.ts';
import { DatabaseOverloaded } from './database/errors.ts';
import type { Database } from './database/handle.ts';
import { makeMessageOf, type Subscription } from './events/message.ts';
import { forgetEvents, joinListeners, tellEvents } from './events/tell-events.ts';
import { knownExtensions, withExtensions } from './extensions/choose-extensions.ts';
import type { Extension } from './extensions/extension.ts';
import { openExtensions } from './extensions/open-extensions.ts';
import { makeRunJobs } from './extensions/run-jobs.ts';
import type { Log } from './extensions/services.ts';
import type { FetchLimits } from './fetch/guarded-fetch.ts';
import { noStore } from './files/no-store.ts';
import { makeReceive } from './files/receive.ts';
import type { FileStore } from './files/store.ts';
import type { Translate } from './http/answer.ts';
import { type Api, type ApiParts, makeApi } from './http/api.ts';
import { carriedNonce } from './http/carried-nonce.ts';
import { cookieOf, readCookie } from './http/cookies.ts';
import { Kept } from './http/kept.ts';
import type { Dispatch } from './http/pipeline.ts';
import type { Request } from './http/request.ts';
import type { RouteTable } from './http/routes.ts';
import type { AnswerPage } from './look/page.ts';
import { oneLine } from './mail/mailbox.ts';
import { makeMail } from './mail/make-mail.ts';
import type { ConfiguredMail } from './mail/make-transport.ts';
import type { Patience, Transport } from './mail/transport.ts';
import { type BoundAbilities, bindAbilities } from './namespaces/abilities/bound-abilities.ts';
import { makeAnswerPage } from './pages/answer-page.ts';
import { MediaWorkerPool } from './pictures/media-worker-pool.ts';
import { refusalOfStorage } from './refusal-of-storage.ts';
import { refusalOfWork } from './refusal-of-work.ts';
import { readableText } from './rendering/readable-text.ts';
import { TextProcessor } from './rendering/work/text-processor.ts';
import { joinRooms } from './rooms.ts';
import { makeScreens, type Screens } from './screens/screens.ts';
import { keptValue, openSettings, type Settings } from './settings/settings.ts';
import type { Site } from './site.ts';
import { defaultThemeFolder, readTheme } from './theme/read-theme.ts';
import type { Theme } from './theme/theme.ts';
import type { Clock } from './time/zone.ts';
import { makeDeliveries } from './webhooks/make-deliveries.ts';
import { listeningWebhooks } from './webhooks/store.ts';

/** The memory of what is kept ready: records, those for who is signed in, what is embedded in them, totals, where pages begin. Bytes. */
const mostForRecords = 32 * 1024 * 1024;
const mostForViewers = 16 * 1024 * 1024;
const mostForEmbedded = 8 * 1024 * 1024;
const mostForTotals = 1024 * 1024;
const mostForBookmarks = 4 * 1024 * 1024;

/** The largest file that is taken where nothing else is said. Bytes. */
const usualUpload = 512 * 1024 * 1024;

/** What a service is made of. */
export interface ServiceParts {
  readonly database: Database;
  readonly site: Site;
  readonly config?: SiteConfig;
  /** What is served beside content, with tables that are up to date; absent: nothing. */
  readonly extensions?: readonly Extension[];
  /** Where an extension notes what its operator should know. */
  readonly logOf?: (extension: string) => Log;
  /** What limits fetching for others; absent: the usual limits. */
  readonly fetchLimits?: FetchLimits;
  /** The mail server and who mail is from, as they are configured; absent: nothing is. */
  readonly mail?: ConfiguredMail;
  /** How long is waited for a mail server that is tried out; absent: as long as usual. */
  readonly mailPatience?: Patience;
  /** Absent: quarto. */
  readonly theme?: Theme;
  readonly clock?: Clock;
  /** Where uploaded files are kept; absent: none can be. */
  readonly files?: FileStore;
  /** The folder that backups are kept in; absent: none can be made. */
  readonly backups?: string;
  /** The largest file that is taken. Bytes. */
  readonly largestUpload?: number;
  /** The largest body that is read into memory. Bytes; absent: as usual. */
  readonly maxBodyBytes?: number;
  /** How many bytes of UTF-8 a text may have that is sent to be stored; absent: as many as usual. */
  readonly maxTextBytes?: number;
  /** The folder of the site's data, whose disk is looked at; absent: there is none. */
  readonly dataFolder?: string;
  /** Told of what should not have happened, with the id that the caller was told. */
  readonly onFault?: (error: unknown, id: string) => void;
  /** Told when the storage could not do what a request wanted. */
  readonly onStorageFailure?: (error: unknown) => void;
  /** Told of each failed try to sign in, with how many its sender has made within a minute. */
  readonly onFailedAttempt?: (attempt: Attempt, failures: number) => void;
  /** Waits so many milliseconds, where failures are held back. */
  readonly pause?: (milliseconds: number) => Promise<unknown>;
}

/** The API at one mount, with what it offers to programs that look for what can be done. */
export interface MountedApi extends Api {
  readonly abilities: BoundAbilities;
}

export interface Service {
  /** The API in the service's own spelling. */
  readonly native: MountedApi;
  /** Compiles the API in the spelling of existing clients, once, and returns it. */
  openCompatible(): MountedApi;
  /** Answers requests in the service's own spelling. */
  readonly dispatch: Dispatch;
  readonly screens: Screens;
  readonly contract: Contract;
  readonly table: RouteTable;
  readonly abilities: BoundAbilities;
  readonly settings: Settings;
  readonly roles: Roles;
  /** The key of the site's hashes of secrets. */
  readonly key: string;
  /** Returns the error that a failure of the storage means to callers, and reports it; undefined for any other failure. */
  readonly translate: Translate;
  /** The door that every try to sign in goes through. */
  readonly guessing: Guessing;
  /** Failed tries to sign in that wait to be written into the audit log. */
  readonly failures: Failures;
  readonly entries: EntryParts;
  readonly media: MediaParts;
  readonly mediaWorkers: MediaWorkerPool;
  readonly clock: Clock;
  /** The pages of entries, for people. */
  readonly answerPage: AnswerPage;
  /** What mail is sent with at present. */
  readonly transport: Transport;
  /** Does the work of extensions that is due; what fails is told. */
  runJobs(onFailure: (error: unknown, job: string) => void): Promise<void>;
  /** Tells those who listen what has happened; what fails is told. */
  tellEvents(onFailure: (error: unknown, listener: string) => void): Promise<void>;
  /** Puts what has happened into the queues of webhooks. */
  makeDeliveries(): Promise<void>;
  /** Deletes what happened before a moment (milliseconds since 1970) and was told to all who listen. Gives how many. */
  forgetEvents(before: number): Promise<number>;
  /** Ends what extensions have under way. */
  close(): Promise<void>;
}

const silent: Log = { info: () => {}, warn: () => {} };

/** Joins the service on a database whose schema is up to date. Throws where a declaration names what is not there. */
export async function makeService(parts: ServiceParts): Promise<Service> {
  const { database, site, config = {}, clock = Date.now, onFault = () => {} } = parts;
  const { theme = readTheme(defaultThemeFolder), onStorageFailure = () => {}, onFailedAttempt = () => {} } = parts;
  const { maxBodyBytes, maxTextBytes } = parts;
  const { extensions = [], logOf = () => silent, fetchLimits = {} } = parts;
  const contract = makeContract(withExtensions(config, extensions));
  const roles = makeRoles(config.roles);
  const settings = await openSettings(database);
  const key = await keptValue(database, 'secret_key', () => randomSecret(64));
  const templatesOf: EntryParts['templatesOf'] = ({ name }) => [
    ...(config.templates?.[name] ?? []),
    ...[...theme.templates.values()].flatMap(({ slug, postTypes }) => (postTypes?.includes(name) ? [slug] : [])),
  ];
  const failures = new Failures(database, clock);
  const guessing = makeGuessing({
    clock,
    ...(parts.pause && { pause: parts.pause }),
    onFailed: (attempt, count) => {
      // Nobody signs in by the password of an entry.
      if (attempt.secret === 'entry-password') return;
      failures.add(attempt);
      onFailedAttempt(attempt, count);
    },
  });
  const texts = new TextProcessor(maxTextBytes === undefined ? {} : { maxTextBytes });
  const totals = new Kept<number>(database.changes, mostForTotals);
  const bookmarks: Bookmarks = new Kept(database.changes, mostForBookmarks);
  const entries: EntryParts = {
    contract,
    database,
    settings,
    site,
    theme,
    clock,
    key,
    guessing,
    texts,
    totals,
    bookmarks,
    templatesOf,
  };
  const told = new Tries(clock, mostTold);
  const files = parts.files ?? noStore;
  const { largestUpload = usualUpload } = parts;
  const mediaWorkers = new MediaWorkerPool();
  const media: MediaParts = { ...entries, files, mediaWorkers, largestUpload, fetchLimits };
  const messageOf = makeMessageOf(contract);
  const title = async () => {
    await settings.refresh();
    return oneLine(readableText(settings.values.title));
  };
  const mail = makeMail({
    ...{ database, clock, title, home: site.home, offers: () => opened.mailTransports },
    ...(parts.mail && { configured: parts.mail }),
    ...(parts.mailPatience && { patience: parts.mailPatience }),
  });
  // Requests that extensions make for themselves: known by being the very object, which nothing that was sent can be.
  const insiders = new WeakSet<Request>();
  const backups = openBackups({
    ...{ database, files, key, extensions, clock, home: site.home },
    place: parts.backups === undefined ? undefined : openPlace(parts.backups),
    onFailure: (err, backup) => logOf('backup').warn({ err, backup }, 'a backup could not be made or restored'),
  });
  const opened = await openExtensions(extensions, {
    ...{ database, site, clock, key, logOf, fetchLimits, backups },
    siteSettings: () => settings.values,
    checkEntryPassword: ({ from }, entry, submitted) => tryPassword({ guessing, key }, from, entry, submitted),
    countApproved: (comments) => countApprovedBeside(database.read, comments),
    mail,
    knownExtensions: () => knownExtensions(extensions),
    dispatch: (request) => dispatch(request),
    inside: (request) => {
      insiders.add(request);
      return dispatch(request);
    },
  });
  const restOf = (spelling: Spelling) => site.home + spelling.restPath;
  const subscriptionOf = (id: string): Subscription => {
    const spelling = id === compatibleSpelling.id ? compatibleSpelling : nativeSpelling;
    return { spelling, rest: restOf(spelling) };
  };
  const apis = new Map<Spelling, MountedApi>();
  const apiOf = ({ spelling }: { readonly spelling: Spelling }): MountedApi => {
    const api = apis.get(spelling);
    if (!api) throw new Error(`no mount has the ${spelling.id} spelling`);
    return api;
  };
  const modules = joinRooms({
    ...{ entries, media, roles, told, config, extensions, opened, messageOf, fetchLimits },
    ...{ files: parts.files, dataFolder: parts.dataFolder, tryMail: mail.tryOut },
    tableOf: (call) => apiOf(call).table,
    abilitiesOf: (call) => apiOf(call).abilities,
    servePartsOf: (call) => apiOf(call).pipeline,
  });
  const [sessions, nonces] = [makeSessions(database, key, clock), makeNonces(key, clock)];
  const byCredentials = makeIdentifyByCredentials({ database, roles, clock, key, guessing });
  const identify = makeIdentify({ read: database.read, roles, sessions, nonces, byCredentials });
  const cookie = cookieOf(site.home, 'cms_session');
  const translate = (error: unknown) => {
    const refusal = refusalOfStorage(error);
    // A flood of what is rejected would be one of lines in the log; figures count it.
    if (refusal?.status === 503 && !(error instanceof DatabaseOverloaded)) onStorageFailure(error);
    return refusal ?? refusalOfWork(error);
  };
  const ofEverySpelling: ApiParts = {
    routes: announcedRoutes(contract),
    modules,
    caches: {
      records: new Kept(database.changes, mostForRecords),
      recordsForViewers: new Kept(database.changes, mostForViewers),
      embedded: new Kept(database.changes, mostForEmbedded),
    },
    mark: () => {
      database.lookForChanges();
      return database.changes.mark();
    },
    identify: async (request, spelling) => {
      if (insiders.has(request)) return { actor: insider(roles) };
      const { headers, from } = request;
      await settings.refresh();
      const session = readCookie(headers.cookie, cookie.name);
      return identify({ authorization: headers.authorization, session, nonce: carriedNonce(request, spelling), from });
    },
    ...(parts.files && { receive: makeReceive(files.workplace, largestUpload, maxBodyBytes) }),
    ...{ maxBodyBytes, maxTextBytes },
    key,
    report: onFault,
    translate,
    renew: (actor) => renewActor({ read: database.read, roles, clock }, actor),
  };
  const mount = (spelling: Spelling): MountedApi => {
    const api = makeApi(ofEverySpelling, spelling, restOf(spelling));
    const abilities = bindAbilities(spellAbilities(contract.abilities, spelling), api.table);
    const mounted = { ...api, abilities };
    apis.set(spelling, mounted);
    return mounted;
  };
  const native = mount(nativeSpelling);
  const { dispatch, table, abilities } = native;
  const screens = makeScreens({
    ...{ database, key, clock, site, settings, roles, sessions, nonces, guessing, cookie, told },
    canSendMail: mail.canSend,
    translate,
    report: onFault,
  });
  const answerPage = makeAnswerPage({ entries, dispatch, translate, report: onFault });
  const runJobs = makeRunJobs(database, opened.jobs, clock);
  const { listeners } = opened;
  const close = async () => {
    await opened.close();
    texts.close();
    await backups.close();
  };
  await joinListeners({ database, listeners });
  const tell: Service['tellEvents'] = (onFailure) => tellEvents({ database, listeners, clock, onFailure });
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
      guessing,
      failures,
      entries,
      media,
      mediaWorkers,
      clock,
      translate,
    },
    answerPage,
    native,
    openCompatible: () => apis.get(compatibleSpelling) ?? mount(compatibleSpelling),
    transport: mail.transport,
    runJobs,
    tellEvents: tell,
    makeDeliveries: () => makeDeliveries({ database, clock, messageOf, subscriptionOf }),
    forgetEvents: async (before) => {
      const others = await listeningWebhooks(database.read);
      return forgetEvents({ database, listeners: [...listeners, ...others] }, before);
    },
    close,
  };
}

/** The service itself: nobody's account, with the rights of administrators. */
const insider = (roles: Roles): Actor =>
  makeActor({ id: 0, login: '', roles: ['administrator'] }, roles.capabilitiesOf(['administrator']), {
    kind: 'internal',
  });
