// Everything that is promised, in the order in which the index announces it. A site's own types and taxonomies are
// added to it by the same functions (docs/adding-a-resource.md).
import { abilities, abilityCategories, abilityExecution } from './cms-abilities-v1/abilities.ts';
import type { Abilities } from './cms-abilities-v1/collection-abilities.ts';
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
import { categories } from './cms-v2/categories.ts';
import { patternCategories } from './cms-v2/cms-pattern-category.ts';
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
import { tags } from './cms-v2/tags.ts';
import { taxonomies as describedTaxonomies } from './cms-v2/taxonomies.ts';
import { templateParts } from './cms-v2/template-parts.ts';
import { templates } from './cms-v2/templates.ts';
import { themes } from './cms-v2/themes.ts';
import { types as describedTypes } from './cms-v2/types.ts';
import { users } from './cms-v2/users.ts';
import { viewConfig } from './cms-v2/view-config.ts';
import { sidebars, widgets, widgetTypes } from './cms-v2/widgets.ts';
import type { Ability, AbilityCategory } from './grammar/ability.ts';
import {
  type ContentType,
  contentType,
  type DeclaredTaxonomy,
  type DeclaredType,
  hasOwnAddresses,
  type Taxonomy,
  taxonomy,
} from './grammar/content-type.ts';
import type { Resource } from './grammar/resource.ts';
import { namesOfDeclared, requireUnreserved } from './names/reserved.ts';
import { auditLog } from './octavo-v1/audit-log.ts';
import type { DeclaredEvent } from './octavo-v1/event-kinds.ts';
import { events } from './octavo-v1/events.ts';
import { previews } from './octavo-v1/previews.ts';
import { webhookDeliveries } from './octavo-v1/webhook-deliveries.ts';
import { webhooks } from './octavo-v1/webhooks.ts';
import { oembed } from './oembed-1.0/oembed.ts';
import { entryResource } from './shared/entries.ts';
import { entryFields } from './shared/entry-fields.ts';
import { entryListParameters } from './shared/entry-parameters.ts';
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
  /** The resource of a content type or taxonomy by its name, and the others by their schema's title. */
  readonly resources: ReadonlyMap<string, Resource>;
  /** What programs are offered that look for themselves what can be done. */
  readonly abilities: Abilities;
  /** The kinds of events that extensions tell of beside the service's own. */
  readonly events: ReadonlyMap<string, DeclaredEvent>;
}

/** REST bases of what the service serves beside types and taxonomies. */
const ofService = [
  'users',
  'types',
  'taxonomies',
  'statuses',
  'comments',
  'settings',
  'search',
  'themes',
  'font-collections',
];

/** All that a contract declares, for resources that lead to others. */
interface Whole {
  readonly types: readonly ContentType[];
  readonly taxonomies: readonly Taxonomy[];
}

/** The resources of a content type with the taxonomies that its entries carry, by what it is served as. */
const resourcesOf: Readonly<
  Record<ContentType['servedAs'], (type: ContentType, carried: readonly Taxonomy[], all: Whole) => readonly Resource[]>
> = {
  entries: (type, carried) => {
    const entries = entryResource(type, carried);
    return [entries, ...revisionResources(type, entries.fields)];
  },
  'menu-items': (type, _carried, { types, taxonomies }) => [
    menuItemResource(types.filter(hasOwnAddresses), taxonomies),
    ...revisionResources(type, menuItemFields),
  ],
  templates: templateResources,
  media: (type) => [mediaResource(type)],
  'global-styles': stylesResources,
  'font-families': () => [fontFamilyResource],
  'font-faces': () => [fontFaceResource],
};

/** What the clients of editors ask for beside content, and what operators ask (protocol.md §20). */
const companions: readonly Resource[] = [
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

/** Their REST bases. */
const ofCompanions: ReadonlySet<string> = new Set(
  companions.flatMap(({ routes }) => routes.map(({ path }) => path.split('/')[3] ?? '')),
);

/** What a site adds to the contract. */
export interface Additions {
  readonly types?: readonly DeclaredType[];
  readonly taxonomies?: readonly DeclaredTaxonomy[];
  /** Resources of namespaces beside the service's own. */
  readonly resources?: readonly Resource[];
  /** Abilities of those namespaces, and the categories they belong to. */
  readonly abilities?: readonly Ability[];
  readonly abilityCategories?: readonly AbilityCategory[];
  /** Kinds of events that those namespaces tell of. */
  readonly events?: readonly DeclaredEvent[];
  /** How many revisions of an entry are kept, by the name of its type. */
  readonly revisionsKept?: Readonly<Record<string, number>>;
}

/**
 * The contract of a site: the built-in types and taxonomies, the site's own, and the other resources.
 *
 * Throws Error with one sentence where what the site declares cannot be served.
 */
export function makeContract(own: Additions = {}): Contract {
  requireUnreserved([
    ...(own.types ?? []).flatMap((each) => namesOfDeclared('type', each)),
    ...(own.taxonomies ?? []).flatMap((each) => namesOfDeclared('taxonomy', each)),
  ]);
  const taxonomies = [...builtInTaxonomies, ...(own.taxonomies ?? []).map(taxonomy)];
  const carried = (type: ContentType): ContentType => ({
    ...type,
    ...limitOf(own, type),
    taxonomies: taxonomyNames(type, taxonomies),
  });
  const known = [...builtInTypes, ...(own.types ?? []).map((type) => contentType(type))].map(carried);
  const holders = known.filter(({ held }) => !held);
  const types = known.map((type) => (type.held ? { ...type, holders } : type));
  const unlimited = Object.keys(own.revisionsKept ?? {}).find((name) => !types.some((type) => type.name === name));
  if (unlimited !== undefined)
    throw new Error(`revisions are to be kept of the type ${unlimited}, which is not declared`);
  requireDistinct(types, taxonomies);
  const ofType = (type: ContentType) =>
    type.taxonomies.flatMap((name) => taxonomies.filter((each) => each.name === name));
  for (const type of types) requireFreeFields(type, ofType(type));
  const { events: declared = [] } = own;
  const resources: [string, Resource][] = [
    titled(oembed),
    // Two of them may have a title in common; in the service's own namespace no two have.
    ...(own.resources ?? []).map((each): [string, Resource] => [`${each.namespace} ${each.title}`, each]),
    ...types.flatMap((type) => resourcesOf[type.servedAs](type, ofType(type), { types, taxonomies })).map(titled),
    ...taxonomies.map((each): [string, Resource] => [
      each.name,
      each.name === menus.name ? menuResource : termResource(each, types),
    ]),
    titled(menuLocations),
    ['user', users],
    ['application-password', applicationPasswords],
    titled(commentResource(types.filter(hasOwnAddresses))),
    ['type', describedTypes],
    ['status', statuses],
    ['taxonomy', describedTaxonomies],
    ['search-result', searchResource(types, taxonomies)],
    ['settings', settings],
    ['theme', themes],
    titled(auditLog),
    titled(previews),
    ...[webhooks(declared), webhookDeliveries, events(declared)].map(titled),
    titled(fontCollections),
    ...companions.map(titled),
    titled(abilityCategories),
    titled(abilityExecution),
    titled(abilities),
  ];
  const twice = resources.find(([name], at) => resources.findIndex(([other]) => other === name) !== at);
  if (twice) throw new Error(`the name ${twice[0]} belongs to the service`);
  return {
    types: new Map(types.map((type) => [type.name, type])),
    taxonomies: new Map(taxonomies.map((each) => [each.name, each])),
    resources: new Map(resources),
    abilities: allAbilities(own, contentAbilities(types, taxonomies)),
    events: new Map(declared.map((each) => [each.kind, each])),
  };
}

/** The service's abilities and those that a site adds. Throws Error with one sentence where two have one name. */
function allAbilities(own: Additions, ofContent: Abilities): Abilities {
  const abilities = [...ofContent.abilities, ...(own.abilities ?? [])];
  const categories = [...ofContent.categories, ...(own.abilityCategories ?? [])];
  const twice = (names: readonly string[]) => names.find((name, at) => names.indexOf(name) !== at);
  const name = twice(abilities.map((ability) => ability.name)) ?? twice(categories.map(({ slug }) => slug));
  if (name !== undefined) throw new Error(`two abilities or their categories have the name ${name}`);
  return { abilities, categories };
}

/** What a site says about the revisions of a type. Throws Error with one sentence for what cannot be. */
function limitOf({ revisionsKept: limits = {} }: Additions, { name }: ContentType): Pick<ContentType, 'revisionsKept'> {
  const limit = Object.hasOwn(limits, name) ? limits[name] : undefined;
  if (limit === undefined) return {};
  if (!Number.isSafeInteger(limit) || limit < 0)
    throw new Error(`the number of revisions kept of ${name} must be a whole number, 0 or more`);
  return { revisionsKept: limit };
}

const titled = (resource: Resource): [string, Resource] => [resource.title, resource];

/** The taxonomies that a type names, and those that name the type. */
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
  for (const [at, { name, restBase }] of all.entries()) {
    const others = all.slice(0, at);
    if (others.some((other) => other.name === name)) throw new Error(`two types or taxonomies have the name ${name}`);
    const rival = others.find((other) => other.restBase === restBase);
    if (rival) throw new Error(`${rival.name} and ${name} have the same REST base ${restBase}`);
    if (ofService.includes(restBase) || ofCompanions.has(restBase))
      throw new Error(`the REST base ${restBase} of ${name} belongs to the service`);
  }
  for (const { name, types: named } of taxonomies) {
    const unknown = named.find((each) => !types.some((type) => type.name === each));
    if (unknown !== undefined) throw new Error(`the taxonomy ${name} names the type ${unknown}, which is not declared`);
  }
}

/** Entries carry terms in a field and lists filter by a parameter, both named by the REST base of the taxonomy. */
function requireFreeFields(type: ContentType, taxonomies: readonly Taxonomy[]): void {
  const taken = { ...entryFields(type, []), ...entryListParameters(type, []) };
  const rival = taxonomies.find(({ restBase }) => Object.hasOwn(taken, restBase));
  if (rival)
    throw new Error(`the REST base ${rival.restBase} of ${rival.name} is a field or parameter of ${type.name} already`);
}
