// Creates the modules of the service.
import { declareExtensionSettings } from '../contract/octavo-v1/extension-settings.ts';
import { accountEmailsEndpoints } from './cms-v2/account-emails/endpoints.ts';
import { applicationPasswordsEndpoints } from './cms-v2/application-passwords/endpoints.ts';
import { autoDraftsEndpoints } from './cms-v2/auto-drafts/endpoints.ts';
import { blockPatternsEndpoints } from './cms-v2/block-patterns/endpoints.ts';
import { blockRendererEndpoints } from './cms-v2/block-renderer/endpoints.ts';
import { blockTypesEndpoints } from './cms-v2/block-types/endpoints.ts';
import { commentsEndpoints } from './cms-v2/comments/endpoints.ts';
import { designPreviewsEndpoints } from './cms-v2/design-previews/endpoints.ts';
import { directoriesEndpoints } from './cms-v2/directories/endpoints.ts';
import { contentOfUsers } from './cms-v2/entries/content-of-users.ts';
import type { EntryListDeps } from './cms-v2/entries/deps.ts';
import { entriesEndpoints } from './cms-v2/entries/endpoints.ts';
import { listEntries } from './cms-v2/entries/list-entries.ts';
import { SearchEstimates } from './cms-v2/entries/search-estimates.ts';
import { entryCountsEndpoints } from './cms-v2/entry-counts/endpoints.ts';
import { termHooks } from './cms-v2/entry-hooks.ts';
import { fontCollectionsEndpoints } from './cms-v2/fonts/collection-endpoints.ts';
import { fontFacesEndpoints } from './cms-v2/fonts/face-endpoints.ts';
import { fontFamiliesEndpoints } from './cms-v2/fonts/family-endpoints.ts';
import { globalStylesEndpoints } from './cms-v2/global-styles/endpoints.ts';
import { stylesRevisionAdapter } from './cms-v2/global-styles/revision-adapter.ts';
import { iconsEndpoints } from './cms-v2/icons/endpoints.ts';
import { invitationsEndpoints } from './cms-v2/invitations/endpoints.ts';
import { locksEndpoints } from './cms-v2/locks/endpoints.ts';
import { mediaEndpoints } from './cms-v2/media/endpoints.ts';
import { iconUrl } from './cms-v2/media/site-icon.ts';
import { mediaLibraryEndpoints } from './cms-v2/media-library/endpoints.ts';
import { listedTargetCondition } from './cms-v2/menu-items/conditions.ts';
import { menuItemsEndpoints } from './cms-v2/menu-items/endpoints.ts';
import { menuLocationsEndpoints } from './cms-v2/menu-locations/endpoints.ts';
import { menusEndpoints } from './cms-v2/menus/endpoints.ts';
import { pluginsEndpoints } from './cms-v2/plugins/endpoints.ts';
import { previewsEndpoints } from './cms-v2/previews/endpoints.ts';
import { profileImagesEndpoints } from './cms-v2/profile-images/endpoints.ts';
import { readTimeContent } from './cms-v2/read-time-content.ts';
import { revisionsEndpoints } from './cms-v2/revisions/endpoints.ts';
import { entryRevisionAdapter } from './cms-v2/revisions/entry-revision-adapter.ts';
import { searchEndpoints } from './cms-v2/search/endpoints.ts';
import { sessionsEndpoints } from './cms-v2/sessions/endpoints.ts';
import { settingsEndpoints } from './cms-v2/settings/endpoints.ts';
import { statusesEndpoints } from './cms-v2/statuses/endpoints.ts';
import { taxonomiesEndpoints } from './cms-v2/taxonomies/endpoints.ts';
import { selectableTemplates } from './cms-v2/templates/custom-templates.ts';
import { templatesEndpoints } from './cms-v2/templates/endpoints.ts';
import { templateRevisionAdapter } from './cms-v2/templates/revision-adapter.ts';
import { termMergesEndpoints } from './cms-v2/term-merges/endpoints.ts';
import { termsEndpoints } from './cms-v2/terms/endpoints.ts';
import { listTerms } from './cms-v2/terms/list-terms.ts';
import { defineTermPermissions } from './cms-v2/terms/permissions.ts';
import { themeStylesEndpoints } from './cms-v2/theme-styles/endpoints.ts';
import { themesEndpoints } from './cms-v2/themes/endpoints.ts';
import { typesEndpoints } from './cms-v2/types/endpoints.ts';
import { isWriter } from './cms-v2/users/conditions.ts';
import { usersEndpoints } from './cms-v2/users/endpoints.ts';
import { viewConfigEndpoints } from './cms-v2/view-config/endpoints.ts';
import { widgetsEndpoints } from './cms-v2/widgets/endpoints.ts';
import type { SiteConfig } from './config/site-config.ts';
import { makeMessageOf } from './events/message.ts';
import type { Extension } from './extensions/extension.ts';
import type { ExtensionParts } from './extensions/extension-parts.ts';
import { makeExtensionSettings } from './extensions/extension-settings.ts';
import { migrationSetsOf } from './extensions/migration-sets.ts';
import { recordExtensionSettings } from './extensions/open-extensions.ts';
import { describeScreens } from './extensions/screens.ts';
import type { FileStore } from './files/store.ts';
import { DependencyCache } from './http/dependency-cache.ts';
import type { Module } from './http/module.ts';
import type { ServiceJobs } from './jobs/service-jobs.ts';
import { liveChannelEndpoints } from './live-channel/endpoints.ts';
import { liveFeedEndpoints } from './live-feed/endpoints.ts';
import { eventKindsEndpoints } from './live-feed/event-kinds.ts';
import { uploadSettings } from './media-processing/sizes.ts';
import type { MountAbilities } from './namespaces/abilities/bound-abilities.ts';
import { abilitiesEndpoints, abilityCategoriesEndpoints } from './namespaces/abilities/endpoints.ts';
import { adminEndpoints } from './namespaces/admin/endpoints.ts';
import { auditLogEndpoints } from './namespaces/audit-log/endpoints.ts';
import { backupsEndpoints } from './namespaces/backups/endpoints.ts';
import { backupUploadsEndpoints } from './namespaces/backups/upload-endpoints.ts';
import type { BackupUploads } from './namespaces/backups/uploads.ts';
import { batchEndpoints } from './namespaces/batch/endpoints.ts';
import { blockEditorEndpoints } from './namespaces/block-editor/endpoints.ts';
import { editorsEndpoints } from './namespaces/editors/endpoints.ts';
import { emailsEndpoints } from './namespaces/emails/endpoints.ts';
import { extensionSettingsEndpoints } from './namespaces/extension-settings/endpoints.ts';
import { jobsEndpoints } from './namespaces/jobs/endpoints.ts';
import { migrationStatusEndpoints } from './namespaces/migration-status/endpoints.ts';
import { oembedEndpoints } from './namespaces/oembed/endpoints.ts';
import { recentErrorsEndpoints } from './namespaces/recent-errors/endpoints.ts';
import { siteHealthEndpoints } from './namespaces/site-health/endpoints.ts';
import { siteIndexEndpoints } from './namespaces/site-index/endpoints.ts';
import { type ConfiguredOption, siteSettingsEndpoints } from './namespaces/site-settings/endpoints.ts';
import { screenPaths } from './screens/paths.ts';
import { importsEndpoints } from './site-imports/endpoints.ts';
import type { Imports } from './site-imports/imports.ts';
import { webhookDeliveriesEndpoints } from './webhooks/deliveries-endpoints.ts';
import { webhooksEndpoints } from './webhooks/endpoints.ts';
import type { OpenedSite } from './wiring/extensions.ts';

/** Memory limits of the caches, in bytes: totals of lists, and page cursors. */
const maxTotalCacheBytes = 1024 * 1024;
const maxCursorCacheBytes = 4 * 1024 * 1024;

/** The stores of files of a site. */
interface SiteStores {
  /** The store of uploaded files; undefined if none is configured. */
  readonly files: FileStore | undefined;
  readonly imports: Imports;
  readonly backupUploads: BackupUploads;
  readonly dataFolder: string | undefined;
}

/** The parts of the program that administrators may see. */
interface ServingProgram {
  /** The recurring jobs of this process, except those of extensions. */
  readonly jobs: ServiceJobs;
  /** The options of the configuration that administrators may read. */
  readonly configuration: readonly ConfiguredOption[];
}

/** Dependencies of the modules that are not part of the opened site. */
export interface ModuleOptions {
  readonly config: SiteConfig;
  readonly extensions: readonly Extension[];
  readonly parts: ExtensionParts;
  readonly abilities: MountAbilities;
  readonly stores: SiteStores;
  readonly program: ServingProgram;
}

/** Returns the modules of the service. Resources name their declarations. */
export function createModules(
  { access, content, mail, mounts }: OpenedSite,
  options: ModuleOptions,
): readonly Module[] {
  const { config, extensions, parts, abilities, stores } = options;
  const { jobs, configuration } = options.program;
  const { files, imports, backupUploads, dataFolder } = stores;
  const { entries, media, notifications, accountEmailLimiter } = content;
  const { contract, database, site, texts, writer, passwords } = entries;
  const { roles } = access;
  const { fetchLimits } = media;
  const added = readTimeContent(entries);
  const lists: EntryListDeps = {
    ...{ contract, database, site, passwords },
    caches: {
      totals: new DependencyCache(database.changes, maxTotalCacheBytes),
      estimates: new SearchEstimates(),
      cursors: new DependencyCache(database.changes, maxCursorCacheBytes),
    },
  };
  const list = listEntries(lists);
  const hooksOfTerms = termHooks(writer);
  const templates = selectableTemplates(database.read, site.theme, config.templates);
  const menus = { contract, database, site, texts, writer, menuLocations: config.menuLocations ?? {} };
  const comments = { contract, database, site, texts, roles, classifier: () => parts.classifier() };
  const users = { contract, database, site, texts, roles, notifications };
  const requiredCapabilities = new Map(
    [...contract.events.values()].map(({ kind, needs: capability }) => [kind, capability]),
  );
  const { urls, clock, key } = site;
  const accountEmails = {
    ...{ database, site: urls, settings: site.settings, clock, key },
    outgoing: { canSend: mail.canSend, limiter: accountEmailLimiter },
  };
  const webhooks = { database, site: urls, clock, fetchLimits, requiredCapabilities };
  return [
    entriesEndpoints(entries, list, templates, added),
    revisionsEndpoints(entries, entryRevisionAdapter(entries, added)),
    templatesEndpoints(entries),
    revisionsEndpoints(entries, templateRevisionAdapter(entries)),
    globalStylesEndpoints(entries),
    revisionsEndpoints(entries, stylesRevisionAdapter(entries)),
    themeStylesEndpoints(entries),
    themesEndpoints(entries),
    termsEndpoints(entries, hooksOfTerms),
    termMergesEndpoints(entries, hooksOfTerms),
    mediaEndpoints(media, list, added),
    mediaLibraryEndpoints(media),
    fontFamiliesEndpoints(media, list),
    fontFacesEndpoints(media, list),
    fontCollectionsEndpoints(config.fontCollections ?? []),
    menusEndpoints(menus, listTerms(entries), defineTermPermissions(entries)['list-terms']),
    menuItemsEndpoints(
      entries,
      listEntries(lists, (actor) => listedTargetCondition(actor, entries)),
    ),
    menuLocationsEndpoints(menus),
    usersEndpoints(users, contentOfUsers(entries)),
    commentsEndpoints(comments, passwords, lists.caches.totals),
    applicationPasswordsEndpoints({ contract, database, clock, key }),
    typesEndpoints(contract),
    statusesEndpoints(contract),
    taxonomiesEndpoints(contract),
    searchEndpoints(lists),
    settingsEndpoints(entries),
    siteSettingsEndpoints({ contract, database, site, extensions, configuration }),
    ...extensions.flatMap((extension) => {
      const declared = declareExtensionSettings(extension);
      if (!declared) return [];
      return extensionSettingsEndpoints(declared, {
        ...{ extension, database, key, rules: () => parts.settingsRulesOf(extension.name) },
        settings: makeExtensionSettings(database, extension.name, extension.settings ?? {}),
        recordChange: (tx, call, names) => recordExtensionSettings(tx, clock, extension, call, names),
      });
    }),
    siteIndexEndpoints({
      ...{ site, mounts },
      activeTheme: ({ actor }) => (isWriter(actor, contract) ? site.theme.name : undefined),
      iconUrl: (id) => iconUrl(entries, id),
      uploadSettings,
      authorization: urls.home + screenPaths.authorize,
    }),
    pluginsEndpoints(extensions),
    widgetsEndpoints(),
    directoriesEndpoints(contract),
    blockPatternsEndpoints(entries),
    blockRendererEndpoints(entries),
    blockTypesEndpoints(contract),
    iconsEndpoints(contract),
    viewConfigEndpoints(entries),
    siteHealthEndpoints({
      ...{ database, site, files, dataFolder },
      jobs: () => [...parts.jobs.keys()],
      testMail: mail.testConnection,
    }),
    blockEditorEndpoints({ contract, database, site, fetchLimits }),
    auditLogEndpoints(database),
    recentErrorsEndpoints(database),
    migrationStatusEndpoints({ contract, database, sets: migrationSetsOf(extensions) }),
    backupsEndpoints({
      storage: { database, site: urls, clock, key },
      ...{ backups: content.backups, roles, loginThrottle: access.loginThrottle },
    }),
    backupUploadsEndpoints({ uploads: backupUploads, database, clock }),
    importsEndpoints({ imports, database }),
    emailsEndpoints({ database, clock }),
    jobsEndpoints({ database, clock, serviceJobs: jobs, extensionJobs: () => parts.jobs }),
    oembedEndpoints({ contract, database, site, fetchLimits }),
    autoDraftsEndpoints(entries),
    adminEndpoints(
      {
        ...{ contract, database, site, mounts },
        access: { roles, nonces: access.browserSessions.nonces },
        canSendMail: mail.canSend,
      },
      media,
      extensions.map(describeScreens),
    ),
    editorsEndpoints({ contract, database, site, mounts, templates, maxUploadBytes: media.maxUploadBytes }),
    invitationsEndpoints({ users, email: accountEmails }),
    sessionsEndpoints({ database, clock }),
    accountEmailsEndpoints(accountEmails),
    profileImagesEndpoints(entries),
    entryCountsEndpoints({ contract, database }),
    previewsEndpoints(entries),
    designPreviewsEndpoints(entries),
    locksEndpoints(entries),
    liveChannelEndpoints({
      ...{ contract, database, clock, refreshSettings: () => site.settings.refresh() },
      findStates: (rows, resource, call) => mounts.of(call).findStates(rows, resource, call),
    }),
    webhooksEndpoints(webhooks),
    webhookDeliveriesEndpoints(webhooks),
    eventKindsEndpoints(contract),
    liveFeedEndpoints({ database, messageOf: makeMessageOf(contract), requiredCapabilities }),
    batchEndpoints({ mounts, database }),
    abilitiesEndpoints(abilities),
    abilityCategoriesEndpoints(abilities),
  ];
}
