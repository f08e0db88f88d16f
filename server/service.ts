// The one file that sees every room: what the service consists of, joined.
import { type Contract, makeContract } from '../contract/contract.ts';
import type { Resource } from '../contract/grammar/resource.ts';
import { batch } from '../contract/namespaces/batch.ts';
import { namespaceIndex, siteIndex } from '../contract/namespaces/site-index.ts';
import { type Actor, makeActor } from './access/actor.ts';
import { makeIdentify as makeIdentifyByCredentials } from './access/credentials.ts';
import { type Attempt, type Guessing, makeGuessing } from './access/guessing.ts';
import { makeIdentify } from './access/identify.ts';
import { makeNonces } from './access/nonces.ts';
import { makeRoles, type Roles } from './access/roles.ts';
import { randomSecret } from './access/secrets.ts';
import { makeSessions } from './access/sessions.ts';
import { actorNow } from './access/still-signed-in.ts';
import { Tries } from './access/tries.ts';
import { Failures } from './audit/failures.ts';
import { openBackups } from './backup/backups.ts';
import { openPlace } from './backup/place.ts';
import { applicationPasswordsRoom } from './cms-v2/application-passwords/room.ts';
import { blockPatternsRoom } from './cms-v2/block-patterns/room.ts';
import { blockRendererRoom } from './cms-v2/block-renderer/room.ts';
import { blockTypesRoom } from './cms-v2/block-types/room.ts';
import { commentsRoom } from './cms-v2/comments/room.ts';
import { directoriesRoom } from './cms-v2/directories/room.ts';
import type { EntryParts } from './cms-v2/entries/parts.ts';
import { entriesRoom } from './cms-v2/entries/room.ts';
import { fontCollectionsRoom } from './cms-v2/font-collections/room.ts';
import { fontFacesRoom } from './cms-v2/font-faces/room.ts';
import { fontFamiliesRoom } from './cms-v2/font-families/room.ts';
import { revisedStyles } from './cms-v2/global-styles/revised.ts';
import { globalStylesRoom } from './cms-v2/global-styles/room.ts';
import { iconsRoom } from './cms-v2/icons/room.ts';
import type { MediaParts } from './cms-v2/media/parts.ts';
import { mediaRoom } from './cms-v2/media/room.ts';
import { iconAddress } from './cms-v2/media/site-icon.ts';
import { menuItemsRoom } from './cms-v2/menu-items/room.ts';
import { menuLocationsRoom } from './cms-v2/menu-locations/room.ts';
import type { MenuParts } from './cms-v2/menus/parts.ts';
import { menusRoom } from './cms-v2/menus/room.ts';
import { pluginsRoom } from './cms-v2/plugins/room.ts';
import { previewsRoom } from './cms-v2/previews/room.ts';
import { revisedEntries } from './cms-v2/revisions/revised-entries.ts';
import { revisionsRoom } from './cms-v2/revisions/room.ts';
import { searchRoom } from './cms-v2/search/room.ts';
import { settingsRoom } from './cms-v2/settings/room.ts';
import { statusesRoom } from './cms-v2/statuses/room.ts';
import { taxonomiesRoom } from './cms-v2/taxonomies/room.ts';
import { revisedTemplates } from './cms-v2/templates/revised.ts';
import { templatesRoom } from './cms-v2/templates/room.ts';
import { termsRoom } from './cms-v2/terms/room.ts';
import { themeStylesRoom } from './cms-v2/theme-styles/room.ts';
import { themesRoom } from './cms-v2/themes/room.ts';
import { typesRoom } from './cms-v2/types/room.ts';
import { usersRoom } from './cms-v2/users/room.ts';
import { isWriter } from './cms-v2/users/rules.ts';
import { mostTold } from './cms-v2/users/tell-of-change.ts';
import { viewConfigRoom } from './cms-v2/view-config/room.ts';
import { widgetsRoom } from './cms-v2/widgets/room.ts';
import type { SiteConfig } from './config/site-config.ts';
import { DatabaseBusy, DatabaseUnavailable, DatabaseUnusable, DiskFull, TookTooLong } from './database/errors.ts';
import type { Database } from './database/handle.ts';
import { makeMessageOf } from './events/message.ts';
import { forgetEvents, joinListeners, tellEvents } from './events/tell-events.ts';
import { knownExtensions, withExtensions } from './extensions/choose-extensions.ts';
import type { Extension } from './extensions/extension.ts';
import { openExtensions } from './extensions/open-extensions.ts';
import { makeRunJobs } from './extensions/run-jobs.ts';
import type { Log } from './extensions/services.ts';
import type { FetchLimits } from './fetch/guarded-fetch.ts';
import { noStore } from './files/no-store.ts';
import { makeReceive } from './files/receive.ts';
import { type FileStore, StoreFull, StoreUnavailable } from './files/store.ts';
import { carriedNonce } from './http/carried-nonce.ts';
import { cookieOf, readCookie } from './http/cookies.ts';
import { makeEmbed } from './http/embed.ts';
import { makeFindTargets } from './http/embed-targets.ts';
import { Kept } from './http/kept.ts';
import { type Dispatch, makeDispatch, type PipelineParts } from './http/pipeline.ts';
import { makePresent } from './http/present.ts';
import type { Request } from './http/request.ts';
import { everyone, type Room } from './http/room.ts';
import { type Announced, makeRouteTable, type RouteTable } from './http/routes.ts';
import { followRight } from './live-feed/permissions.ts';
import { liveFeedRoom } from './live-feed/room.ts';
import type { AnswerPage } from './look/page.ts';
import { oneLine } from './mail/mailbox.ts';
import { makeMail } from './mail/make-mail.ts';
import type { ConfiguredMail } from './mail/make-transport.ts';
import type { Patience, Transport } from './mail/transport.ts';
import { type BoundAbilities, bindAbilities } from './namespaces/abilities/bound-abilities.ts';
import { abilitiesRoom, abilityCategoriesRoom } from './namespaces/abilities/room.ts';
import { auditLogRoom } from './namespaces/audit-log/room.ts';
import { batchRoom } from './namespaces/batch/room.ts';
import { blockEditorRoom } from './namespaces/block-editor/room.ts';
import { oembedRoom } from './namespaces/oembed/room.ts';
import { siteHealthRoom } from './namespaces/site-health/room.ts';
import { siteIndexRoom } from './namespaces/site-index/room.ts';
import { makeAnswerPage } from './pages/answer-page.ts';
import { uploadSettings } from './pictures/sizes.ts';
import { openStudio } from './pictures/studio.ts';
import { Refusal } from './refusal.ts';
import { readableText } from './rendering/readable-text.ts';
import { places } from './screens/places.ts';
import { makeScreens, type Screens } from './screens/screens.ts';
import { keptValue, openSettings, type Settings } from './settings/settings.ts';
import type { Site } from './site.ts';
import { defaultThemeFolder, readTheme } from './theme/read-theme.ts';
import type { Theme } from './theme/theme.ts';
import { type Clock, now } from './time/zone.ts';
import { makeDeliveries } from './webhooks/make-deliveries.ts';
import { webhookDeliveriesRoom, webhooksRoom } from './webhooks/room.ts';
import { listeningWebhooks } from './webhooks/store.ts';

/** The memory that records kept ready may take, that of what is embedded in them, and that of totals. Bytes. */
const mostForRecords = 32 * 1024 * 1024;
const mostForEmbedded = 8 * 1024 * 1024;
const mostForTotals = 1024 * 1024;

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

export interface Service {
  readonly dispatch: Dispatch;
  readonly screens: Screens;
  readonly contract: Contract;
  readonly table: RouteTable;
  readonly abilities: BoundAbilities;
  readonly settings: Settings;
  readonly roles: Roles;
  /** The key of the site's hashes of secrets. */
  readonly key: string;
  /** The door that every try to sign in goes through. */
  readonly guessing: Guessing;
  /** Failed tries to sign in that wait to be written into the audit log. */
  readonly failures: Failures;
  readonly entries: EntryParts;
  readonly media: MediaParts;
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
  const totals = new Kept<number>(database.changes, mostForTotals);
  const entries: EntryParts = { contract, database, settings, site, theme, clock, key, guessing, totals, templatesOf };
  const told = new Tries(clock, mostTold);
  const all = { ...entries, roles, entries, told };
  const [ofEntries, ofTerms] = [entriesRoom(entries), termsRoom(entries)];
  const files = parts.files ?? noStore;
  const { largestUpload = usualUpload } = parts;
  const media: MediaParts = { ...entries, files, studio: openStudio(), largestUpload, fetchLimits };
  const menus: MenuParts = {
    ...entries,
    menuLocations: config.menuLocations ?? {},
    listTermsRule: ofTerms.permissions['list-terms'] ?? everyone,
  };
  const webhooks = { database, site, clock, fetchLimits };
  const messageOf = makeMessageOf(contract, site.rest);
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
    mail,
    knownExtensions: () => knownExtensions(extensions),
    dispatch: (request) => dispatch(request),
    inside: (request) => {
      insiders.add(request);
      return dispatch(request);
    },
  });
  const ofAbilities = { abilities: () => abilities, serving: () => pipeline };
  const rooms: Record<string, Room> = {
    ...opened.rooms,
    entries: ofEntries,
    revisions: revisionsRoom(entries, revisedEntries(entries)),
    templates: templatesRoom(entries),
    'revisions:templates': revisionsRoom(entries, revisedTemplates(entries)),
    'global-styles': globalStylesRoom(entries),
    'revisions:global-styles': revisionsRoom(entries, revisedStyles(entries)),
    'theme-styles': themeStylesRoom(entries),
    themes: themesRoom(entries),
    terms: ofTerms,
    media: mediaRoom(media, ofEntries.operations['list-entries']),
    'font-families': fontFamiliesRoom(media, ofEntries.operations['list-entries']),
    'font-faces': fontFacesRoom(media, ofEntries.operations['list-entries']),
    'font-collections': fontCollectionsRoom(config.fontCollections ?? []),
    menus: menusRoom(menus, ofTerms.operations['list-terms']),
    'menu-items': menuItemsRoom(entries, ofEntries.operations['list-entries']),
    'menu-locations': menuLocationsRoom(menus),
    users: usersRoom(all),
    comments: commentsRoom(opened.judge ? { ...all, judge: opened.judge } : all),
    'application-passwords': applicationPasswordsRoom(all),
    types: typesRoom(contract),
    statuses: statusesRoom(contract),
    taxonomies: taxonomiesRoom(contract),
    search: searchRoom(entries),
    settings: settingsRoom(entries),
    'site-index': siteIndexRoom({
      site,
      settings,
      clock,
      activeTheme: ({ actor }) => (isWriter(actor, contract) ? theme.name : undefined),
      iconAddress: (id) => iconAddress(media, id),
      uploadSettings,
      authorization: site.home + places.authorize,
      table: () => table,
    }),
    plugins: pluginsRoom(extensions),
    widgets: widgetsRoom(),
    directories: directoriesRoom(contract),
    'block-patterns': blockPatternsRoom(entries),
    'block-renderer': blockRendererRoom(entries),
    'block-types': blockTypesRoom(contract),
    icons: iconsRoom(contract),
    'view-config': viewConfigRoom(contract),
    'site-health': siteHealthRoom({
      ...{ database, site, clock },
      files: parts.files,
      dataFolder: parts.dataFolder,
      themeFolder: theme.folder,
      jobs: () => [...opened.jobs.keys()],
      tryMail: mail.tryOut,
    }),
    'block-editor': blockEditorRoom(media),
    'audit-log': auditLogRoom(database),
    oembed: oembedRoom(media),
    previews: previewsRoom(entries),
    webhooks: webhooksRoom(webhooks),
    'webhooks:deliveries': webhookDeliveriesRoom(webhooks),
    'live-feed': liveFeedRoom({
      database,
      messageOf,
      mayStill: async (actor) =>
        (await actorNow({ read: database.read, roles }, actor, now(clock)))?.can(followRight) ?? false,
    }),
    batch: batchRoom(() => pipeline),
    abilities: abilitiesRoom(ofAbilities),
    'abilities:categories': abilityCategoriesRoom(ofAbilities),
  };
  const table: RouteTable = makeRouteTable(announce(contract), rooms);
  const abilities = bindAbilities(contract.abilities, table);
  const everyRoom = Object.values(rooms);
  const readers = everyRoom.flatMap((room) => room.embeds ?? []);
  const present = makePresent({
    routes: table.routes,
    rest: site.rest,
    embed: makeEmbed(makeFindTargets(readers, site.rest), new Kept(database.changes, mostForEmbedded)),
    kept: new Kept(database.changes, mostForRecords),
  });
  const [sessions, nonces] = [makeSessions(database, key, clock), makeNonces(key, clock)];
  const byCredentials = makeIdentifyByCredentials({ database, roles, clock, key, guessing });
  const identify = makeIdentify({ read: database.read, roles, sessions, nonces, byCredentials });
  const cookie = cookieOf(site.home, 'cms_session');
  const translate = (error: unknown) => {
    const refusal = refusalOfStorage(error);
    if (refusal?.status === 503) onStorageFailure(error);
    return refusal;
  };
  const pipeline: PipelineParts = {
    table,
    rest: site.rest,
    mark: () => {
      database.lookForChanges();
      return database.changes.mark();
    },
    identify: async (request) => {
      if (insiders.has(request)) return { actor: insider(roles), credentialRefused: false };
      const { headers, from } = request;
      await settings.refresh();
      const session = readCookie(headers.cookie, cookie.name);
      return identify({ authorization: headers.authorization, session, nonce: carriedNonce(request), from });
    },
    ...(parts.files && { receive: makeReceive(files.workplace, largestUpload) }),
    checks: Object.assign({}, ...everyRoom.map((room) => room.checks)),
    present,
    report: onFault,
    translate,
  };
  const dispatch = makeDispatch(pipeline);
  const screens = makeScreens({
    ...{ database, key, clock, site, settings, roles, sessions, nonces, guessing, cookie, told },
    translate,
    report: onFault,
  });
  const answerPage = makeAnswerPage({ entries, dispatch, translate: pipeline.translate, report: onFault });
  const runJobs: Service['runJobs'] = (onFailure) => makeRunJobs(database, opened.jobs, clock, onFailure)();
  const { listeners } = opened;
  const close = async () => {
    await opened.close();
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
      clock,
    },
    answerPage,
    transport: mail.transport,
    runJobs,
    tellEvents: tell,
    makeDeliveries: () => makeDeliveries({ database, clock, messageOf }),
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

/** What the storage says, as callers are told it (architecture.md §8). */
function refusalOfStorage(error: unknown): Refusal | undefined {
  if (error instanceof DatabaseBusy)
    return new Refusal('rest_storage_busy', 503, 'Others are writing; try again.', { retryAfter: 1 });
  // Waiting does not help against what an operator has to mend.
  if (error instanceof DatabaseUnusable)
    return new Refusal('rest_storage_unusable', 503, 'The storage cannot be used until its operator has mended it.');
  if (error instanceof DatabaseUnavailable) {
    return new Refusal('rest_storage_unavailable', 503, 'The storage cannot be reached at present.', { retryAfter: 5 });
  }
  if (error instanceof TookTooLong) {
    return new Refusal('rest_search_too_broad', 400, 'This search takes too long; use words of three letters or more.');
  }
  if (error instanceof StoreUnavailable)
    return new Refusal('rest_storage_unavailable', 503, 'Files cannot be stored at present.', { retryAfter: 5 });
  if (error instanceof DiskFull || error instanceof StoreFull)
    return new Refusal('rest_storage_full', 503, 'There is no room left to store this.', { retryAfter: 60 });
  return undefined;
}

const inner: Resource = { title: 'index', namespace: '', room: 'site-index', fields: {}, links: [], routes: [] };

/** Every route in the order in which the index announces it: the root, then each namespace with its index first. */
export function announce({ resources }: Contract): Announced[] {
  const all = [...resources.values()];
  const namespaces = [...new Set(all.map((resource) => resource.namespace))];
  return [
    { route: siteIndex, namespace: '', resource: inner },
    ...batch.routes.map((route): Announced => ({ route, namespace: '', resource: batch })),
    ...namespaces.flatMap((namespace): Announced[] => [
      { route: namespaceIndex(namespace), namespace, resource: inner },
      ...all
        .filter((resource) => resource.namespace === namespace)
        .flatMap((resource) => resource.routes.map((route): Announced => ({ route, namespace, resource }))),
    ]),
  ];
}
