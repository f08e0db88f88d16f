// Every room of the service, by the name that declarations call it by.

import type { Roles } from './access/roles.ts';
import type { Tries } from './access/tries.ts';
import { applicationPasswordsRoom } from './cms-v2/application-passwords/room.ts';
import { blockPatternsRoom } from './cms-v2/block-patterns/room.ts';
import { blockRendererRoom } from './cms-v2/block-renderer/room.ts';
import { blockTypesRoom } from './cms-v2/block-types/room.ts';
import { commentsRoom } from './cms-v2/comments/room.ts';
import { directoriesRoom } from './cms-v2/directories/room.ts';
import { listEntries as makeListEntries } from './cms-v2/entries/list-entries.ts';
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
import { listedTargets } from './cms-v2/menu-items/rules.ts';
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
import { viewConfigRoom } from './cms-v2/view-config/room.ts';
import { widgetsRoom } from './cms-v2/widgets/room.ts';
import type { SiteConfig } from './config/site-config.ts';
import type { MessageOf } from './events/message.ts';
import type { Extension } from './extensions/extension.ts';
import type { OpenExtensions } from './extensions/open-extensions.ts';
import type { FetchLimits } from './fetch/guarded-fetch.ts';
import type { FileStore } from './files/store.ts';
import { type Call, everyone, type Room } from './http/room.ts';
import type { RouteTable } from './http/routes.ts';
import type { FindServeParts } from './http/serve.ts';
import { liveFeedRoom } from './live-feed/room.ts';
import type { OutgoingMail } from './mail/make-mail.ts';
import type { BoundAbilities } from './namespaces/abilities/bound-abilities.ts';
import { abilitiesRoom, abilityCategoriesRoom } from './namespaces/abilities/room.ts';
import { auditLogRoom } from './namespaces/audit-log/room.ts';
import { batchRoom } from './namespaces/batch/room.ts';
import { blockEditorRoom } from './namespaces/block-editor/room.ts';
import { oembedRoom } from './namespaces/oembed/room.ts';
import { siteHealthRoom } from './namespaces/site-health/room.ts';
import { siteIndexRoom } from './namespaces/site-index/room.ts';
import { uploadSettings } from './pictures/sizes.ts';
import { places } from './screens/places.ts';
import { webhookDeliveriesRoom, webhooksRoom } from './webhooks/room.ts';

/** The dependencies of all modules. Those that depend on the mount of a call are available once the service is made. */
export interface RoomsParts {
  readonly entries: EntryParts;
  readonly media: MediaParts;
  readonly roles: Roles;
  readonly told: Tries;
  readonly config: SiteConfig;
  readonly extensions: readonly Extension[];
  readonly opened: OpenExtensions;
  readonly messageOf: MessageOf;
  readonly fetchLimits: FetchLimits;
  readonly files: FileStore | undefined;
  readonly dataFolder: string | undefined;
  readonly tryMail: OutgoingMail['tryOut'];
  readonly tableOf: (call: Pick<Call, 'spelling'>) => RouteTable;
  readonly abilitiesOf: (call: Pick<Call, 'spelling'>) => BoundAbilities;
  readonly servePartsOf: FindServeParts;
}

/** All rooms, those of extensions included. */
export function joinRooms(parts: RoomsParts): Record<string, Room> {
  const { entries, media, config, extensions, opened, messageOf, fetchLimits, files } = parts;
  const { contract, database, settings, site, theme, clock } = entries;
  const { roles, told, dataFolder, tryMail, tableOf, abilitiesOf, servePartsOf } = parts;
  const all = { ...entries, roles, entries, told };
  const [ofEntries, ofTerms] = [entriesRoom(entries), termsRoom(entries)];
  const listEntries = ofEntries.operations['list-entries'];
  const menus: MenuParts = {
    ...entries,
    menuLocations: config.menuLocations ?? {},
    listTermsRule: ofTerms.permissions['list-terms'] ?? everyone,
  };
  const needs = new Map([...contract.events.values()].map(({ kind, needs: right }) => [kind, right]));
  const webhooks = { database, site, clock, fetchLimits, needs };
  const ofAbilities = { abilitiesOf, servePartsOf };
  return {
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
    media: mediaRoom(media, listEntries),
    'font-families': fontFamiliesRoom(media, listEntries),
    'font-faces': fontFacesRoom(media, listEntries),
    'font-collections': fontCollectionsRoom(config.fontCollections ?? []),
    menus: menusRoom(menus, ofTerms.operations['list-terms']),
    'menu-items': menuItemsRoom(
      entries,
      makeListEntries(entries, (actor) => listedTargets(actor, entries)),
    ),
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
      tableOf,
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
      files,
      dataFolder,
      themeFolder: theme.folder,
      jobs: () => [...opened.jobs.keys()],
      tryMail,
    }),
    'block-editor': blockEditorRoom(media),
    'audit-log': auditLogRoom(database),
    oembed: oembedRoom(media),
    previews: previewsRoom(entries),
    webhooks: webhooksRoom(webhooks),
    'webhooks:deliveries': webhookDeliveriesRoom(webhooks),
    'live-feed': liveFeedRoom({ database, messageOf, needs }),
    batch: batchRoom(servePartsOf),
    abilities: abilitiesRoom(ofAbilities),
    'abilities:categories': abilityCategoriesRoom(ofAbilities),
  };
}
