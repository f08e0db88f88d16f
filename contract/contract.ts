// Assembles the contract: all resources, in the order in which the index lists their routes. The types and taxonomies that a site
// declares are added by the same functions as the built-in ones (docs/content-types.md).
import { abilities, abilityCategories, abilityExecution } from './cms-abilities-v1/abilities.ts';
import { contentAbilities } from './cms-abilities-v1/content-abilities.ts';
import { navigationFallback } from './cms-block-editor-v1/navigation-fallbacks.ts';
import { themeExport } from './cms-block-editor-v1/theme-exports.ts';
import { urlDetails } from './cms-block-editor-v1/url-details.ts';
import { directorySizes, siteHealth } from './cms-site-health-v1/site-health.ts';
import { applicationPasswords } from './cms-v2/application-passwords.ts';
import { blockPatternCategories, blockPatterns } from './cms-v2/block-patterns.ts';
import { blockRenderer } from './cms-v2/block-renderer.ts';
import { blockTypes } from './cms-v2/block-types.ts';
import { blocks } from './cms-v2/blocks.ts';
import { categories, patternCategories, tags } from './cms-v2/built-in-taxonomies.ts';
import { commentResource } from './cms-v2/comments.ts';
import { blockDirectory, patternDirectory } from './cms-v2/directories.ts';
import { fontCollections } from './cms-v2/font-collections.ts';
import { fontFaceResource, fontFaces } from './cms-v2/font-faces.ts';
import { fontFamilies, fontFamilyResource } from './cms-v2/font-families.ts';
import { globalStyles, stylesResources } from './cms-v2/global-styles.ts';
import { iconCollections, icons } from './cms-v2/icons.ts';
import { media, mediaResource } from './cms-v2/media.ts';
import { menuItemFields, menuItemResource, menuItems } from './cms-v2/menu-items.ts';
import { menuLocations } from './cms-v2/menu-locations.ts';
import { menuResource, menus } from './cms-v2/menus.ts';
import { navigation } from './cms-v2/navigation.ts';
import { pages } from './cms-v2/pages.ts';
import { plugins } from './cms-v2/plugins.ts';
import { posts } from './cms-v2/posts.ts';
import { searchResource } from './cms-v2/search.ts';
import { settings } from './cms-v2/settings.ts';
import { statuses } from './cms-v2/statuses.ts';
import { taxonomies as describedTaxonomies } from './cms-v2/taxonomies.ts';
import { templateParts, templates } from './cms-v2/templates.ts';
import { themes } from './cms-v2/themes.ts';
import { types as describedTypes } from './cms-v2/types.ts';
import { users } from './cms-v2/users.ts';
import { viewConfig } from './cms-v2/view-config.ts';
import { sidebars, widgets, widgetTypes } from './cms-v2/widgets.ts';
import type { Abilities, Ability, AbilityCategory } from './grammar/ability.ts';
import {
  type ContentType,
  contentType,
  type DeclaredTaxonomy,
  type DeclaredType,
  isTopLevelType,
  type Taxonomy,
  taxonomy,
} from './grammar/content-type.ts';
import type { Resource } from './grammar/resource.ts';
import { namesOfDeclared, requireUnreserved } from './names/reserved.ts';
import { accountEmails } from './octavo-v1/account-emails.ts';
import { admin } from './octavo-v1/admin.ts';
import { auditLog } from './octavo-v1/audit-log.ts';
import { autoDrafts } from './octavo-v1/auto-drafts.ts';
import { backupUploads } from './octavo-v1/backup-uploads.ts';
import { backups } from './octavo-v1/backups.ts';
import { designPreviews } from './octavo-v1/design-previews.ts';
import { editors } from './octavo-v1/editors.ts';
import { emails } from './octavo-v1/emails.ts';
import { entryCounts } from './octavo-v1/entry-counts.ts';
import { eventKindResource } from './octavo-v1/event-kind-resource.ts';
import type { DeclaredEvent } from './octavo-v1/event-kinds.ts';
import { events } from './octavo-v1/events.ts';
import { imports } from './octavo-v1/imports.ts';
import { invitations } from './octavo-v1/invitations.ts';
import { jobs } from './octavo-v1/jobs.ts';
import { live } from './octavo-v1/live.ts';
import { locks } from './octavo-v1/locks.ts';
import { mediaLibrary } from './octavo-v1/media-library.ts';
import { migrationStatus } from './octavo-v1/migration-status.ts';
import { previews } from './octavo-v1/previews.ts';
import { profileImages } from './octavo-v1/profile-images.ts';
import { recentErrors } from './octavo-v1/recent-errors.ts';
import { sessions } from './octavo-v1/sessions.ts';
import { siteSettings } from './octavo-v1/site-settings.ts';
import { termMerges } from './octavo-v1/term-merges.ts';
import { webhookDeliveries } from './octavo-v1/webhook-deliveries.ts';
import { webhooks } from './octavo-v1/webhooks.ts';
import { oembed } from './oembed-1.0/oembed.ts';
import { entryResource } from './shared/entries.ts';
import { entryFields } from './shared/entry-fields.ts';
import { entryListParameters } from './shared/entry-parameters.ts';
import { requireFilterable } from './shared/filterable-meta.ts';
import { requireRetainableReadonly } from './shared/readonly-meta.ts';
import { revisionResources } from './shared/revisions.ts';
import { templateResources } from './shared/templates.ts';
import { termResource } from './shared/terms.ts';

export const builtInTypes: readonly ContentType[] = [
  posts,
  pages,
  media,
  menuItems,
  blocks,
  templates,
  templateParts,
  globalStyles,
  navigation,
  fontFamilies,
  fontFaces,
];
export const builtInTaxonomies: readonly Taxonomy[] = [categories, tags, patternCategories, menus];

export interface Contract {
  readonly types: ReadonlyMap<string, ContentType>;
  readonly taxonomies: ReadonlyMap<string, Taxonomy>;
  /** Resources of content types and taxonomies by name, other resources by the title of their schema. */
  readonly resources: ReadonlyMap<string, Resource>;
  /** The abilities offered to programs that discover operations at run time, such as language models. */
  readonly abilities: Abilities;
  /** Event kinds that extensions declare in addition to those of the service. */
  readonly events: ReadonlyMap<string, DeclaredEvent>;
}

/** REST bases of resources that are neither types nor taxonomies nor in `supportResources`. */
const reservedRestBases = [
  'users',
  'types',
  'taxonomies',
  'statuses',
  'comments',
  'settings',
  'search',
  'themes',
  'font-collections',
  'menu-locations',
];

/** All types and taxonomies of a contract, for resources that link to other resources. */
interface TypesAndTaxonomies {
  readonly types: readonly ContentType[];
  readonly taxonomies: readonly Taxonomy[];
}

/** Functions that return the resources of a content type, keyed by the value of `servedAs`. `carried` are the taxonomies of the type. */
const resourcesOf: Readonly<
  Record<
    ContentType['servedAs'],
    (type: ContentType, carried: readonly Taxonomy[], all: TypesAndTaxonomies) => readonly Resource[]
  >
> = {
  entries: (type, carried) => {
    const entries = entryResource(type, carried);
    return [entries, ...revisionResources(type, entries.fields)];
  },
  'menu-items': (type, _carried, { types, taxonomies }) => [
    menuItemResource(types.filter(isTopLevelType), taxonomies),
    ...revisionResources(type, menuItemFields),
  ],
  templates: templateResources,
  media: (type) => [mediaResource(type)],
  'global-styles': stylesResources,
  'font-families': () => [fontFamilyResource],
  'font-faces': () => [fontFaceResource],
};

/** Resources other than content, for editor clients and operators (protocol.md §20). */
const supportResources: readonly Resource[] = [
  plugins,
  ...[sidebars, widgetTypes, widgets],
  blockDirectory,
  patternDirectory,
  ...[blockPatterns, blockPatternCategories],
  blockRenderer,
  blockTypes,
  ...[icons, iconCollections],
  viewConfig,
  ...[siteHealth, directorySizes],
  ...[navigationFallback, urlDetails, themeExport],
];

/** REST bases of `supportResources`, which content types and taxonomies may not use. */
const supportRestBases: ReadonlySet<string> = new Set(
  supportResources.flatMap(({ routes }) => routes.map(({ path }) => path.split('/')[3] ?? '')),
);

/** Content types, taxonomies, resources, abilities and events that a site adds to the contract. */
export interface ContractAdditions {
  readonly types?: readonly DeclaredType[];
  readonly taxonomies?: readonly DeclaredTaxonomy[];
  /** Resources of extensions, each in the namespace of its extension. */
  readonly resources?: readonly Resource[];
  /** The settings of extensions, in the namespace of the service. */
  readonly extensionSettings?: readonly Resource[];
  /** Abilities of extensions, which send requests to routes of these resources. */
  readonly abilities?: readonly Ability[];
  readonly abilityCategories?: readonly AbilityCategory[];
  /** Event kinds that extensions declare. */
  readonly events?: readonly DeclaredEvent[];
  /** Maximum number of revisions of an entry, keyed by the name of its type. */
  readonly revisionsKept?: Readonly<Record<string, number>>;
}

/**
 * Returns the contract of a site: the built-in types and taxonomies, those of the site, and the other resources.
 *
 * Throws an Error with a message for the site's administrator if a declaration is invalid.
 */
export function makeContract(additions: ContractAdditions = {}): Contract {
  requireUnreserved([
    ...(additions.types ?? []).flatMap((each) => namesOfDeclared('type', each)),
    ...(additions.taxonomies ?? []).flatMap((each) => namesOfDeclared('taxonomy', each)),
  ]);
  const taxonomies = [...builtInTaxonomies, ...(additions.taxonomies ?? []).map(taxonomy)];
  const withTaxonomies = (type: ContentType): ContentType => ({
    ...type,
    ...revisionLimitOf(additions, type),
    taxonomies: taxonomyNames(type, taxonomies),
  });
  const typesWithTaxonomies = [...builtInTypes, ...(additions.types ?? []).map((type) => contentType(type))].map(
    withTaxonomies,
  );
  const holders = typesWithTaxonomies.filter(({ held }) => !held);
  const types = typesWithTaxonomies.map((type) => (type.held ? { ...type, holders } : type));
  const unknownType = Object.keys(additions.revisionsKept ?? {}).find(
    (name) => !types.some((type) => type.name === name),
  );
  if (unknownType !== undefined)
    throw new Error(`revisionsKept contains the type ${unknownType}, which is not declared`);
  requireDistinct(types, taxonomies);
  const taxonomiesOf = (type: ContentType) =>
    type.taxonomies.flatMap((name) => taxonomies.filter((each) => each.name === name));
  for (const type of types) {
    requireFilterable(type);
    requireRetainableReadonly(type);
    requireUnusedFieldNames(type, taxonomiesOf(type));
  }
  const { events: declared = [] } = additions;
  const resources: [string, Resource][] = [
    byTitle(oembed),
    // Titles are unique in the namespaces of the service, but not across extensions.
    ...(additions.resources ?? []).map((each): [string, Resource] => [`${each.namespace} ${each.title}`, each]),
    ...types
      .flatMap((type) => resourcesOf[type.servedAs](type, taxonomiesOf(type), { types, taxonomies }))
      .map(byTitle),
    ...taxonomies.map((each): [string, Resource] => [
      each.name,
      each.name === menus.name ? menuResource : termResource(each, types),
    ]),
    byTitle(menuLocations),
    ['user', users],
    ['application-password', applicationPasswords],
    byTitle(commentResource(types.filter(isTopLevelType))),
    ['type', describedTypes],
    ['status', statuses],
    ['taxonomy', describedTaxonomies],
    ['search-result', searchResource(types, taxonomies)],
    ['settings', settings],
    ['theme', themes],
    byTitle(auditLog),
    byTitle(recentErrors),
    byTitle(migrationStatus),
    byTitle(backups),
    byTitle(backupUploads),
    byTitle(imports),
    byTitle(emails),
    byTitle(jobs),
    ...[admin, autoDrafts(types), editors].map(byTitle),
    ...[invitations, sessions, accountEmails, profileImages, entryCounts].map(byTitle),
    byTitle(termMerges),
    ...[previews, designPreviews].map(byTitle),
    byTitle(siteSettings),
    ...(additions.extensionSettings ?? []).map(byTitle),
    byTitle(locks),
    byTitle(live),
    byTitle(mediaLibrary),
    ...[webhooks(declared), webhookDeliveries, events(declared)].map(byTitle),
    byTitle(eventKindResource),
    byTitle(fontCollections),
    ...supportResources.map(byTitle),
    byTitle(abilityCategories),
    byTitle(abilityExecution),
    byTitle(abilities),
  ];
  const duplicate = resources.find(([name], at) => resources.findIndex(([other]) => other === name) !== at);
  if (duplicate) throw new Error(`more than one resource has the name ${duplicate[0]}; choose another name`);
  return {
    types: new Map(types.map((type) => [type.name, type])),
    taxonomies: new Map(taxonomies.map((each) => [each.name, each])),
    resources: new Map(resources),
    abilities: allAbilities(additions, contentAbilities(types, taxonomies)),
    events: new Map(declared.map((each) => [each.kind, each])),
  };
}

/** Returns the abilities of the service and the site. Throws an Error if two abilities or two categories have the same name. */
function allAbilities(additions: ContractAdditions, contentApiAbilities: Abilities): Abilities {
  const abilities = [...contentApiAbilities.abilities, ...(additions.abilities ?? [])];
  const categories = [...contentApiAbilities.categories, ...(additions.abilityCategories ?? [])];
  const duplicate = (names: readonly string[]) => names.find((name, at) => names.indexOf(name) !== at);
  const name = duplicate(abilities.map((ability) => ability.name)) ?? duplicate(categories.map(({ slug }) => slug));
  if (name !== undefined) throw new Error(`two abilities or two ability categories have the name ${name}`);
  return { abilities, categories };
}

/** Returns the configured revision limit of a type; an empty object if none is configured. Throws an Error if the limit is invalid. */
function revisionLimitOf(
  { revisionsKept: limits = {} }: ContractAdditions,
  { name }: ContentType,
): Pick<ContentType, 'revisionsKept'> {
  const limit = Object.hasOwn(limits, name) ? limits[name] : undefined;
  if (limit === undefined) return {};
  if (!Number.isSafeInteger(limit) || limit < 0)
    throw new Error(`revisionsKept of ${name} must be a non-negative integer`);
  return { revisionsKept: limit };
}

const byTitle = (resource: Resource): [string, Resource] => [resource.title, resource];

/** Returns the names of the taxonomies that the type lists or that list the type. Throws an Error if the type lists an undeclared one. */
function taxonomyNames(type: ContentType, taxonomies: readonly Taxonomy[]): string[] {
  const unknown = type.taxonomies.find((name) => !taxonomies.some((each) => each.name === name));
  if (unknown !== undefined)
    throw new Error(`the type ${type.name} names the taxonomy ${unknown}, which is not declared`);
  return taxonomies
    .filter((each) => type.taxonomies.includes(each.name) || each.types.includes(type.name))
    .map((each) => each.name);
}

type Declared = Pick<ContentType, 'name' | 'restBase'>;

function requireDistinct(types: readonly Declared[], taxonomies: readonly Taxonomy[]): void {
  const all = [...types, ...taxonomies];
  for (const [index, { name, restBase }] of all.entries()) {
    const others = all.slice(0, index);
    if (others.some((other) => other.name === name)) throw new Error(`two types or taxonomies have the name ${name}`);
    const conflicting = others.find((other) => other.restBase === restBase);
    if (conflicting) throw new Error(`${conflicting.name} and ${name} have the same REST base ${restBase}`);
    if (reservedRestBases.includes(restBase) || supportRestBases.has(restBase))
      throw new Error(`the REST base ${restBase} of ${name} is reserved by the service`);
  }
  for (const { name, types: named } of taxonomies) {
    const unknown = named.find((each) => !types.some((type) => type.name === each));
    if (unknown !== undefined) throw new Error(`the taxonomy ${name} names the type ${unknown}, which is not declared`);
  }
}

/**
 * Throws an Error if the REST base of a taxonomy is already the name of a field or list parameter of the type, because the taxonomy adds
 * a field and a list parameter with this name.
 */
function requireUnusedFieldNames(type: ContentType, taxonomies: readonly Taxonomy[]): void {
  const taken = { ...entryFields(type, []), ...entryListParameters(type, []) };
  const conflicting = taxonomies.find(({ restBase }) => Object.hasOwn(taken, restBase));
  if (conflicting)
    throw new Error(
      `the REST base ${conflicting.restBase} of ${conflicting.name} is already a field or parameter of ${type.name}`,
    );
}
