// Creates the modules of the service.
import type { RateLimiter } from './access/rate-limiter.ts';
import type { Roles } from './access/roles.ts';
import { applicationPasswordsEndpoints } from './cms-v2/application-passwords/endpoints.ts';
import { blockPatternsEndpoints } from './cms-v2/block-patterns/endpoints.ts';
import { blockRendererEndpoints } from './cms-v2/block-renderer/endpoints.ts';
import { blockTypesEndpoints } from './cms-v2/block-types/endpoints.ts';
import { commentsEndpoints } from './cms-v2/comments/endpoints.ts';
import { directoriesEndpoints } from './cms-v2/directories/endpoints.ts';
import { contentOfUsers } from './cms-v2/entries/content-of-users.ts';
import type { EntryDeps } from './cms-v2/entries/deps.ts';
import { entriesEndpoints } from './cms-v2/entries/endpoints.ts';
import { listEntries } from './cms-v2/entries/list-entries.ts';
import { termHooks } from './cms-v2/entry-hooks.ts';
import { fontCollectionsEndpoints } from './cms-v2/fonts/collection-endpoints.ts';
import { fontFacesEndpoints } from './cms-v2/fonts/face-endpoints.ts';
import { fontFamiliesEndpoints } from './cms-v2/fonts/family-endpoints.ts';
import { globalStylesEndpoints } from './cms-v2/global-styles/endpoints.ts';
import { stylesRevisionAdapter } from './cms-v2/global-styles/revision-adapter.ts';
import { iconsEndpoints } from './cms-v2/icons/endpoints.ts';
import type { MediaDeps } from './cms-v2/media/deps.ts';
import { mediaEndpoints } from './cms-v2/media/endpoints.ts';
import { iconUrl } from './cms-v2/media/site-icon.ts';
import { listedTargetCondition } from './cms-v2/menu-items/conditions.ts';
import { menuItemsEndpoints } from './cms-v2/menu-items/endpoints.ts';
import { menuLocationsEndpoints } from './cms-v2/menu-locations/endpoints.ts';
import type { MenuDeps } from './cms-v2/menus/deps.ts';
import { menusEndpoints } from './cms-v2/menus/endpoints.ts';
import { pluginsEndpoints } from './cms-v2/plugins/endpoints.ts';
import { previewsEndpoints } from './cms-v2/previews/endpoints.ts';
import { revisionsEndpoints } from './cms-v2/revisions/endpoints.ts';
import { entryRevisionAdapter } from './cms-v2/revisions/entry-revision-adapter.ts';
import { searchEndpoints } from './cms-v2/search/endpoints.ts';
import { settingsEndpoints } from './cms-v2/settings/endpoints.ts';
import { statusesEndpoints } from './cms-v2/statuses/endpoints.ts';
import { taxonomiesEndpoints } from './cms-v2/taxonomies/endpoints.ts';
import { templatesEndpoints } from './cms-v2/templates/endpoints.ts';
import { templateRevisionAdapter } from './cms-v2/templates/revision-adapter.ts';
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
import type { MessageOf } from './events/message.ts';
import type { Extension } from './extensions/extension.ts';
import type { ExtensionParts } from './extensions/extension-parts.ts';
import type { FetchLimits } from './fetch/guarded-fetch.ts';
import type { FileStore } from './files/store.ts';
import type { Module } from './http/module.ts';
import type { Mounts } from './http/mounts.ts';
import { liveFeedEndpoints } from './live-feed/endpoints.ts';
import type { OutgoingMail } from './mail/make-mail.ts';
import { uploadSettings } from './media-processing/sizes.ts';
import type { MountAbilities } from './namespaces/abilities/bound-abilities.ts';
import { abilitiesEndpoints, abilityCategoriesEndpoints } from './namespaces/abilities/endpoints.ts';
import { auditLogEndpoints } from './namespaces/audit-log/endpoints.ts';
import { batchEndpoints } from './namespaces/batch/endpoints.ts';
import { blockEditorEndpoints } from './namespaces/block-editor/endpoints.ts';
import { oembedEndpoints } from './namespaces/oembed/endpoints.ts';
import { siteHealthEndpoints } from './namespaces/site-health/endpoints.ts';
import { siteIndexEndpoints } from './namespaces/site-index/endpoints.ts';
import { screenPaths } from './screens/paths.ts';
import { webhookDeliveriesEndpoints, webhooksEndpoints } from './webhooks/endpoints.ts';

/** Dependencies of all modules. */
export interface ModuleDeps {
  readonly entries: EntryDeps;
  readonly media: MediaDeps;
  readonly roles: Roles;
  readonly notificationLimiter: RateLimiter;
  readonly config: SiteConfig;
  readonly extensions: readonly Extension[];
  readonly parts: ExtensionParts;
  readonly messageOf: MessageOf;
  readonly fetchLimits: FetchLimits;
  readonly files: FileStore | undefined;
  readonly dataFolder: string | undefined;
  readonly testMail: OutgoingMail['testConnection'];
  readonly abilities: MountAbilities;
  readonly mounts: Mounts;
}

/** Returns the modules of the service. Resources name their declarations. */
export function createModules(deps: ModuleDeps): readonly Module[] {
  const { entries, media, config, extensions, parts, messageOf, fetchLimits, files } = deps;
  const { contract, database, settings, site, theme, clock } = entries;
  const { roles, notificationLimiter, dataFolder, testMail, abilities, mounts } = deps;
  const all = { ...entries, roles, content: contentOfUsers(entries), notificationLimiter };
  const menus: MenuDeps = {
    ...entries,
    menuLocations: config.menuLocations ?? {},
    listTermsPermission: defineTermPermissions(entries)['list-terms'],
  };
  const requiredCapabilities = new Map(
    [...contract.events.values()].map(({ kind, needs: capability }) => [kind, capability]),
  );
  const webhooks = { database, site, clock, fetchLimits, requiredCapabilities };
  return [
    entriesEndpoints(entries),
    revisionsEndpoints(entries, entryRevisionAdapter(entries)),
    templatesEndpoints(entries),
    revisionsEndpoints(entries, templateRevisionAdapter(entries)),
    globalStylesEndpoints(entries),
    revisionsEndpoints(entries, stylesRevisionAdapter(entries)),
    themeStylesEndpoints(entries),
    themesEndpoints(entries),
    termsEndpoints(entries, termHooks(entries.writer)),
    mediaEndpoints(media, listEntries(entries)),
    fontFamiliesEndpoints(media, listEntries(entries)),
    fontFacesEndpoints(media, listEntries(entries)),
    fontCollectionsEndpoints(config.fontCollections ?? []),
    menusEndpoints(menus, listTerms(entries)),
    menuItemsEndpoints(
      entries,
      listEntries(entries, (actor) => listedTargetCondition(actor, entries)),
    ),
    menuLocationsEndpoints(menus),
    usersEndpoints(all),
    commentsEndpoints({ ...all, classifier: () => parts.classifier() }),
    applicationPasswordsEndpoints(all),
    typesEndpoints(contract),
    statusesEndpoints(contract),
    taxonomiesEndpoints(contract),
    searchEndpoints(entries),
    settingsEndpoints(entries),
    siteIndexEndpoints({
      site,
      settings,
      clock,
      activeTheme: ({ actor }) => (isWriter(actor, contract) ? theme.name : undefined),
      iconUrl: (id) => iconUrl(media, id),
      uploadSettings,
      authorization: site.home + screenPaths.authorize,
      mounts,
    }),
    pluginsEndpoints(extensions),
    widgetsEndpoints(),
    directoriesEndpoints(contract),
    blockPatternsEndpoints(entries),
    blockRendererEndpoints(entries),
    blockTypesEndpoints(contract),
    iconsEndpoints(contract),
    viewConfigEndpoints(contract),
    siteHealthEndpoints({
      ...{ database, site, clock },
      files,
      dataFolder,
      themeFolder: theme.folder,
      jobs: () => [...parts.jobs.keys()],
      testMail,
    }),
    blockEditorEndpoints(media),
    auditLogEndpoints(database),
    oembedEndpoints(media),
    previewsEndpoints(entries),
    webhooksEndpoints(webhooks),
    webhookDeliveriesEndpoints(webhooks),
    liveFeedEndpoints({ database, messageOf, requiredCapabilities }),
    batchEndpoints(mounts),
    abilitiesEndpoints(abilities),
    abilityCategoriesEndpoints(abilities),
  ];
}
