// Groups the operations of the OpenAPI document by resource, in reading order.
import type { Resource } from '../../../contract/grammar/resource.ts';
import type { BoundRoute } from '../routes.ts';
import { nounOf } from './names.ts';

/** A tag of the document. */
export interface Tag {
  readonly name: string;
  readonly description: string;
  /** The name that documentation tools display. */
  readonly 'x-displayName': string;
}

/** A group of tags, which documentation tools display as a section. */
export interface TagGroup {
  readonly name: string;
  readonly tags: readonly string[];
}

/** Groups of resources of the built-in namespaces by native title, in reading order. Content types of the site join the first group. */
const groups: readonly (readonly [name: string, titles: readonly string[]])[] = [
  ['Content', ['post', 'page', 'attachment', 'comment', 'search-result', 'preview']],
  ['Taxonomies', ['category', 'tag', 'cms_pattern_category']],
  ['Menus', ['nav_menu', 'nav_menu_item', 'menu-location', 'cms_navigation', 'navigation-fallback']],
  ['Users', ['user', 'application-password']],
  ['Site', ['settings', 'type', 'status', 'taxonomy', 'plugin']],
  [
    'Design',
    [
      ...['cms_template', 'cms_template_part', 'cms_global_styles', 'theme-variation', 'theme-styles', 'theme'],
      ...['theme-export', 'cms_font_family', 'cms_font_face', 'font-collection', 'sidebar', 'widget', 'widget-type'],
    ],
  ],
  [
    'Blocks',
    [
      ...['cms_block', 'block-type', 'rendered-block', 'block-pattern', 'block-pattern-category'],
      ...['pattern-directory-item', 'block-directory-item', 'icon', 'icon-collection', 'view-config'],
    ],
  ],
  ['Embeds', ['oembed', 'url-details']],
  ['Events and webhooks', ['webhook', 'webhook-delivery', 'event-kind', 'events', 'audit-record']],
  ['Abilities', ['ability', 'ability-category', 'ability-execution']],
  ['Site health', ['site-health-test', 'directory-sizes', 'job']],
];

/** Namespaces that are part of the service. All others belong to extensions. */
const builtInNamespaces = new Set([
  ...['', 'cms/v2', 'octavo/v1', 'oembed/1.0', 'cms-site-health/v1', 'cms-block-editor/v1', 'cms-abilities/v1'],
]);

const [contentGroup = ''] = groups[0] ?? [];
const [indexGroup, extensionGroup] = ['Indexes and batches', 'Extensions'];

/**
 * Returns the tag of a resource's operations: the schema name of its records. Resources without records share the tag of their namespace,
 * except those of the service.
 */
export function tagOf({ resource, source, namespace }: BoundRoute, names: ReadonlyMap<Resource, string>): string {
  const isIndex = source.title === 'index' || !builtInNamespaces.has(source.namespace);
  return names.get(resource) ?? (isIndex ? namespace || 'root' : resource.title);
}

/** Returns the tags of all routes in reading order, and their groups. */
export function tagsOf(
  routes: readonly BoundRoute[],
  names: ReadonlyMap<Resource, string>,
): { readonly tags: readonly Tag[]; readonly tagGroups: readonly TagGroup[] } {
  const tags = new Map<string, { readonly tag: Tag; readonly group: string; readonly rank: number }>();
  for (const route of routes) {
    const name = tagOf(route, names);
    if (!tags.has(name)) tags.set(name, { tag: makeTag(route, name, names), ...positionOf(route) });
  }
  const groupNames = [...groups.map(([name]) => name), extensionGroup, indexGroup];
  const tagGroups = groupNames.flatMap((name) => {
    const members = [...tags.values()]
      .filter(({ group }) => group === name)
      .toSorted((one, other) => one.rank - other.rank);
    return members.length > 0 ? [{ name, tags: members.map(({ tag }) => tag.name) }] : [];
  });
  return { tags: tagGroups.flatMap((group) => group.tags.flatMap((name) => tags.get(name)?.tag ?? [])), tagGroups };
}

function makeTag(route: BoundRoute, name: string, names: ReadonlyMap<Resource, string>): Tag {
  const { resource, namespace } = route;
  const title = capitalize(nounOf(resource).many);
  if (names.has(resource)) return { name, description: `${title}, in ${namespace}.`, 'x-displayName': title };
  if (name === resource.title) return { name, description: `${title}.`, 'x-displayName': title };
  const description = namespace === '' ? 'Routes without a namespace.' : `Routes of the namespace ${namespace}.`;
  return { name, description, 'x-displayName': namespace === '' ? 'Site index' : namespace };
}

/** Returns the group of a route's tag, and its position in the group. */
function positionOf({ source }: BoundRoute): { readonly group: string; readonly rank: number } {
  if (!builtInNamespaces.has(source.namespace)) return { group: extensionGroup, rank: 0 };
  for (const [group, titles] of groups) {
    const rank = titles.findIndex((title) => source.title === title || source.title.startsWith(`${title}-`));
    if (rank >= 0) return { group, rank };
  }
  return { group: source.type === undefined ? indexGroup : contentGroup, rank: 1000 };
}

const capitalize = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
