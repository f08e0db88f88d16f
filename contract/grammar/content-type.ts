// Declares content types and taxonomies: the built-in ones, and those of a site.
import {
  type DeclaredDescription,
  describeTaxonomy,
  describeType,
  type TaxonomyDescription,
  type TypeDescription,
} from './description.ts';
import type { Parameters } from './parameter.ts';
import { type EntryRights, rightsNamed, rightsOfOne, type TermRights } from './rights.ts';
import type { Context } from './schema.ts';

export { rightsNamed, rightsOfOne };

/** Optional features of entries; all entries have an ID, dates, slug, status and URL. */
export const features = [
  'title',
  'editor',
  'author',
  'excerpt',
  'thumbnail',
  'comments',
  'revisions',
  'page-attributes',
  'post-formats',
  'sticky',
  'custom-fields',
] as const;
export type Feature = (typeof features)[number];

/** A content type. Built-in types and those in `octavo.config.ts` are declared in the same way. */
export interface ContentType {
  /** The name, which is stored and returned in `type`: post, page. */
  readonly name: string;
  /** The path of its entries below the namespace. If `below` is set, it begins with the parent's path and ID pattern (protocol.md §15). */
  readonly restBase: string;
  readonly restNamespace: string;
  /**
   * For a type whose entries have paths below those of a parent entry: the REST base of the parent's type, and the path parameter that
   * contains the ID of the parent.
   */
  readonly below?: { readonly restBase: string; readonly parameter: string };
  /** Singular and plural names in lower case, for use in sentences: "post", "posts". */
  readonly noun: { readonly one: string; readonly many: string };
  readonly hierarchical: boolean;
  /** Whether anyone may read its published entries. */
  readonly viewable: boolean;
  /** The setting that makes its published entries public if `viewable` is false. */
  readonly publicSetting?: 'menus_public';
  /** Whether its entries have public pages. */
  readonly hasPages: boolean;
  readonly supports: readonly Feature[];
  /** Names of taxonomies, in the order of their fields. */
  readonly taxonomies: readonly string[];
  readonly rights: EntryRights;
  /** The default of `comment_status` and `ping_status`: a fixed value, or the setting of the site. */
  readonly discussion: 'closed' | 'setting';
  /** Whether an entry may have neither title, content nor excerpt. */
  readonly mayBeEmpty: boolean;
  /** The default status of a new entry. */
  readonly startState: string;
  /** Whether its entries can belong to entries of other types. With the status `inherit`, they have the visibility of their parent. */
  readonly held: boolean;
  /** The types of entries to which its entries can belong; absent unless `held` is true. */
  readonly holders?: readonly ContentType[];
  /** Maximum number of revisions of an entry, without autosaves; the oldest ones are deleted. Absent for no limit. */
  readonly revisionsKept?: number;
  /** Registered meta fields (posts-and-pages.md §10). */
  readonly meta: Parameters;
  /** Meta fields that are also returned as top-level fields, with the schemas of the top-level fields. */
  readonly metaBeside: Parameters;
  /** Contexts that override the defaults, keyed by the dotted name of the field or property: `title.raw`. */
  readonly shown: Readonly<Record<string, readonly Context[]>>;
  /** The group of resources that serves its entries: the common one, `entries`, or that of a special type (contract.ts). */
  readonly servedAs:
    | 'entries'
    | 'media'
    | 'menu-items'
    | 'templates'
    | 'global-styles'
    | 'font-families'
    | 'font-faces';
  /**
   * Templates of URL paths below the site URL (posts-and-pages.md §2, `link`). `{path}` is the slug, preceded by the slugs of the
   * ancestors. `slugMark` stands for the slug in `permalink_template`.
   */
  readonly address: { readonly published: string; readonly other: string; readonly slugMark: string };
  /** The setting that contains the template of its URL paths; it replaces `address.published`. */
  readonly addressSetting?: 'permalink_structure';
  /** Whether the site search finds its entries (protocol.md §18). */
  readonly searched: boolean;
  /** Whether the list of types includes it. Clients can request unlisted types by name, too. */
  readonly listed: boolean;
  /** The description in the types route (protocol.md §15). */
  readonly description: TypeDescription;
}

/** A taxonomy: a classification of entries by terms, such as categories or tags. */
export interface Taxonomy {
  /** The name, which is stored and returned in `taxonomy`: category, post_tag. */
  readonly name: string;
  readonly restBase: string;
  readonly restNamespace: string;
  readonly noun: { readonly one: string; readonly many: string };
  readonly hierarchical: boolean;
  /** Content types whose entries can have its terms. */
  readonly types: readonly string[];
  readonly rights: TermRights;
  /** Template of a term's URL path below the site URL. `{path}` is the slug, preceded by the slugs of the ancestors. */
  readonly address: string;
  /** Prefix of the CSS class of entries that have a term of the taxonomy: `category-`, `tag-`. */
  readonly cssPrefix: string;
  /** Whether its terms have public pages, which the site search finds (protocol.md §18). */
  readonly hasPages: boolean;
  /** The description in the taxonomies route (protocol.md §17). */
  readonly description: TaxonomyDescription;
}

/** The properties of a content type from which the types route builds its records and checks permissions. */
export type DescribedType = Pick<
  ContentType,
  | 'name'
  | 'restBase'
  | 'restNamespace'
  | 'below'
  | 'hierarchical'
  | 'hasPages'
  | 'taxonomies'
  | 'rights'
  | 'listed'
  | 'description'
>;

/** Whether the paths of the entries of a type contain no ID of a parent entry. */
export const isTopLevelType = ({ below }: Pick<ContentType, 'below'>): boolean => below === undefined;

/** A declaration of a content type. Omitted properties have defaults. */
export type DeclaredType = Pick<ContentType, 'name' | 'restBase' | 'noun'> &
  Partial<Omit<ContentType, 'rights' | 'description' | 'servedAs'>> & {
    /** The name of a group of capabilities (`posts`, `pages`), or one capability per action. */
    readonly rights?: string | EntryRights;
    readonly description?: DeclaredDescription;
  };

/** A declaration of a taxonomy. Omitted properties have defaults. */
export type DeclaredTaxonomy = Pick<Taxonomy, 'name' | 'restBase' | 'noun' | 'types'> &
  Partial<Omit<Taxonomy, 'description'>> & { readonly description?: Partial<TaxonomyDescription> };

const defaultFeatures: readonly Feature[] = [
  'title',
  'editor',
  'author',
  'excerpt',
  'thumbnail',
  'revisions',
  'custom-fields',
];

/** Returns a declared content type with defaults. Throws an Error if its name or REST base is invalid. */
export function contentType(declared: DeclaredType, servedAs: ContentType['servedAs'] = 'entries'): ContentType {
  requireNames(declared);
  const { rights = 'posts', restBase, description, below } = declared;
  const hasPages = declared.hasPages ?? declared.viewable ?? true;
  const type = {
    restNamespace: 'cms/v2',
    hierarchical: false,
    viewable: true,
    hasPages,
    supports: defaultFeatures,
    taxonomies: [],
    discussion: 'closed',
    mayBeEmpty: false,
    startState: 'draft',
    held: false,
    meta: {},
    metaBeside: {},
    shown: {},
    address: { published: `/${restBase}/{path}/`, other: '/?p={id}', slugMark: '%postname%' },
    searched: hasPages,
    listed: true,
    ...declared,
    ...(below && { restBase: `${below.restBase}/(?P<${below.parameter}>[\\d]+)/${restBase}` }),
    servedAs,
    rights: typeof rights === 'string' ? rightsNamed(rights) : rights,
  } as const;
  const kind = typeof rights === 'string' ? rights.replace(/s$/, '') : 'post';
  return { ...type, description: describeType(type, kind, description) };
}

/** Returns a declared taxonomy with defaults. Throws an Error if its name or REST base is invalid. */
export function taxonomy(declared: DeclaredTaxonomy): Taxonomy {
  requireNames(declared);
  const capability = 'manage_categories';
  const withDefaults = {
    restNamespace: 'cms/v2',
    hierarchical: false,
    rights: { manage: capability, edit: capability, delete: capability, assign: 'edit_posts' },
    address: `/${declared.restBase}/{path}/`,
    cssPrefix: `${declared.name}-`,
    hasPages: true,
    ...declared,
  };
  return { ...withDefaults, description: describeTaxonomy(withDefaults, declared.description) };
}

function requireNames({ name, restBase }: { readonly name: string; readonly restBase: string }): void {
  if (!/^[a-z][a-z0-9_]{0,19}$/.test(name))
    throw new Error(
      `${JSON.stringify(name)} is not a valid name of a type or taxonomy: use at most 20 lowercase letters, digits and _, beginning with a letter`,
    );
  if (!/^[a-z][a-z0-9_-]{0,39}$/.test(restBase))
    throw new Error(
      `${JSON.stringify(restBase)} is not a valid REST base of ${name}: use at most 40 lowercase letters, digits, _ and -, beginning with a letter`,
    );
}
