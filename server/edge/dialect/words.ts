// The service's own names beside those that existing clients of the contract speak (architecture.md §3). One table, for
// both directions; nothing behind the edge knows of it.

/** Own name, compatible name. Where one begins with another, the longer one stands first. */
export const words: readonly (readonly [own: string, compatible: string])[] = [
  ['cms-site-health', 'wp-site-health'],
  ['cms-block-editor', 'wp-block-editor'],
  ['cms-abilities', 'wp-abilities'],
  ['cms_pattern_category', 'wp_pattern_category'],
  ['cms_pattern_sync_status', 'wp_pattern_sync_status'],
  ['cms_template_part', 'wp_template_part'],
  ['cms_template', 'wp_template'],
  ['cms_global_styles', 'wp_global_styles'],
  ['cms_navigation', 'wp_navigation'],
  ['cms_font_family', 'wp_font_family'],
  ['cms_font_face', 'wp_font_face'],
  ['cms_block', 'wp_block'],
  ['cms_theme', 'wp_theme'],
  ['_cms_note_status', '_wp_note_status'],
  ['cms_note_status', 'wp_note_status'],
  ['is_cms_suggestion', 'is_wp_suggestion'],
  ['cms_id', 'wp_id'],
  ['_cmsnonce', '_wpnonce'],
  ['cms/v2', 'wp/v2'],
  ['cms:', 'wp:'],
  ['X-CMS-', 'X-WP-'],
  ['x-cms-', 'x-wp-'],
  ['spamfilter', 'akismet'],
];

/** Members of JSON whose values are names or addresses. Values of all others are somebody's text, which is never touched. */
export const namingMembers: ReadonlySet<string> = new Set([
  'class_list',
  'code',
  'default',
  'enum',
  'has_published_posts',
  'href',
  'kind',
  'namespace',
  'namespaces',
  'object',
  'object_type',
  'param',
  'path',
  'post_type',
  'prefix',
  'rel',
  'required',
  'rest_base',
  'rest_namespace',
  'route',
  'routes',
  'subtype',
  'taxonomies',
  'taxonomy',
  'type',
  'types',
]);

/** Members whose values are somebody's text, even where an address or a name is all there is in it. */
export const textMembers: ReadonlySet<string> = new Set([
  'raw',
  'rendered',
  'title',
  'name',
  'description',
  'caption',
  'message',
]);

/** Parameters whose values are lists of members, or a namespace: names, with others behind or before them. */
export const listingParameters: ReadonlySet<string> = new Set(['_fields', '_embed', 'namespace']);

/** A relation of links, and what explains it, as compatible clients know them. */
export const compatibleRelations = { root: 'https://api.w.org/', curies: 'https://api.w.org/{rel}' } as const;

const escaped = (text: string): string => text.replace(/[/\\^$*+?.()|[\]{}-]/g, '\\$&');

/** Replaces names where they begin, in a text that consists of names. */
export type Exchange = (text: string) => string;

/** What stands before the beginning of a word: no letter or digit, unless it ends an escape of an address. */
const beginning = '(?<![A-Za-z0-9](?<!%[0-9A-Fa-f]{2}))';

/** Words as they are, and as they stand in the query of an address. */
function exchange(words: readonly (readonly [string, string])[]): Exchange {
  const pairs = words.flatMap((pair) => [pair, pair.map(encodeURIComponent) as unknown as typeof pair]);
  const to = new Map(pairs);
  const any = new RegExp(`${beginning}(?:${[...to.keys()].map(escaped).join('|')})`, 'g');
  return (text) => text.replace(any, (word) => to.get(word) ?? word);
}

const swapped = words.map(([own, compatible]) => [compatible, own] as const);

/** Own names to compatible ones. */
export const toCompatible: Exchange = exchange(words);

/** Compatible names to own ones. An own name becomes a compatible one, which nothing here has: it is unknown on this side. */
export const toOwn: Exchange = exchange([...swapped, ...words]);

const exactToOwn = new Map(swapped);
const own = new Set(words.map(([name]) => name));

/** Whether a text is one of the own names and nothing else. */
export const isName = (text: string): boolean => own.has(text);

/** A compatible name to the own one; other text stays. */
export const nameToOwn = (text: string): string => exactToOwn.get(text) ?? text;

/** The same of each name of a list that is written as one text. */
export const namesToOwn = (text: string): string => text.replace(/[^,\s]+/g, nameToOwn);

/** Whether a text is one name, or names between commas, and no prose. */
export const isListOfNames = (text: string): boolean => /^[\w/-]+(?:, ?[\w/-]+)*$/.test(text);
