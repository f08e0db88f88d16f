// Content types and taxonomies: what posts, pages and a site's own types are declared with.
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

export { type EntryRights, rightsNamed, rightsOfOne, type TermRights };

/** What the entries of a type may have beyond id, dates, slug, state and address. */
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

/** A kind of content. Built-in types and those of `octavo.config.ts` are declared alike. */
export interface ContentType {
  /** As it is stored and shown in `type`: post, page. */
  readonly name: string;
  /** Where its entries are served; of a type that stands below another, with a pattern for the number of that (protocol.md §15). */
  readonly restBase: string;
  readonly restNamespace: string;
  /** Where the addresses of its entries begin, if with those of another type: the other's REST base, the name of its number. */
  readonly below?: { readonly restBase: string; readonly parameter: string };
  /** What people call one and many: "post", "posts". Lower case, used in sentences. */
  readonly noun: { readonly one: string; readonly many: string };
  readonly hierarchical: boolean;
  /** Whether anyone may read its published entries. */
  readonly viewable: boolean;
  /** The setting that makes its published entries readable for everyone, where `viewable` does not. */
  readonly publicSetting?: 'menus_public';
  /** Whether its entries have pages of their own, which people look at. */
  readonly hasPages: boolean;
  readonly supports: readonly Feature[];
  /** Names of taxonomies, in the order of their fields. */
  readonly taxonomies: readonly string[];
  readonly rights: EntryRights;
  /** State of `comment_status` and `ping_status` of a new entry: a word, or the site's setting. */
  readonly discussion: 'closed' | 'setting';
  /** Whether an entry may have neither title, content nor excerpt. */
  readonly mayBeEmpty: boolean;
  /** The state of a new entry for which none is sent. */
  readonly startState: string;
  /** Whether its entries belong to entries of other types and, with the state `inherit`, are seen as those are. */
  readonly held: boolean;
  /** The types whose entries its own can belong to; absent where it is not held by any. */
  readonly holders?: readonly ContentType[];
  /** How many revisions of an entry are kept, autosaves aside: the newest ones; absent: all. */
  readonly revisionsKept?: number;
  /** Registered meta fields (posts-and-pages.md §10). */
  readonly meta: Parameters;
  /** Meta fields that are shown beside the other fields, though they are written as meta: as they are shown there. */
  readonly metaBeside: Parameters;
  /** Members of fields whose contexts differ from those of most types, by their names with dots: `title.raw`. */
  readonly shown: Readonly<Record<string, readonly Context[]>>;
  /** Which resources serve its entries: the ones that most types have, or others of their own (contract.ts). */
  readonly servedAs:
    | 'entries'
    | 'media'
    | 'menu-items'
    | 'templates'
    | 'global-styles'
    | 'font-families'
    | 'font-faces';
  /** Addresses below the site's home (posts-and-pages.md §2, `link`): `{path}` is the slug below the slugs of the parents. */
  readonly address: { readonly published: string; readonly other: string; readonly slugMark: string };
  /** Whether a search of the whole site finds its entries (protocol.md §18). */
  readonly searched: boolean;
  /** Whether the list of types names it; what it is can be asked by its name anyway. */
  readonly listed: boolean;
  /** What it tells of itself (protocol.md §15). */
  readonly description: TypeDescription;
}

/** A way of ordering entries by terms: categories, tags. */
export interface Taxonomy {
  /** As it is stored and shown in `taxonomy`: category, post_tag. */
  readonly name: string;
  readonly restBase: string;
  readonly restNamespace: string;
  readonly noun: { readonly one: string; readonly many: string };
  readonly hierarchical: boolean;
  /** Content types whose entries carry its terms. */
  readonly types: readonly string[];
  readonly rights: TermRights;
  /** Address of a term below the site's home: `{path}` is the slug below the slugs of the parents. */
  readonly address: string;
  /** The prefix of the class that an entry with a term carries: `category-`, `tag-`. */
  readonly cssPrefix: string;
  /** Whether its terms have pages of their own, which people look at; a search of the whole site finds those (protocol.md §18). */
  readonly hasPages: boolean;
  /** What it tells of itself (protocol.md §17). */
  readonly description: TaxonomyDescription;
}

/** A content type as the descriptive routes show it, whatever serves its entries. */
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

/** Whether the addresses of its entries need nothing but their own numbers. */
export const hasOwnAddresses = ({ below }: Pick<ContentType, 'below'>): boolean => below === undefined;

/** A content type as it is declared: what is left out has the value that most types have. */
export type DeclaredType = Pick<ContentType, 'name' | 'restBase' | 'noun'> &
  Partial<Omit<ContentType, 'rights' | 'description' | 'servedAs'>> & {
    /** The rights of a kind of capabilities (`posts`, `pages`), or each by itself. */
    readonly rights?: string | EntryRights;
    readonly description?: DeclaredDescription;
  };

/** A taxonomy as it is declared. */
export type DeclaredTaxonomy = Pick<Taxonomy, 'name' | 'restBase' | 'noun' | 'types'> &
  Partial<Omit<Taxonomy, 'description'>> & { readonly description?: Partial<TaxonomyDescription> };

const usualFeatures: readonly Feature[] = [
  'title',
  'editor',
  'author',
  'excerpt',
  'thumbnail',
  'revisions',
  'custom-fields',
];

/** The door that every content type comes in by, built-in or a site's own. Throws Error with one sentence for what cannot be. */
export function contentType(declared: DeclaredType, servedAs: ContentType['servedAs'] = 'entries'): ContentType {
  requireNames(declared);
  const { rights = 'posts', restBase, description, below } = declared;
  const hasPages = declared.hasPages ?? declared.viewable ?? true;
  const type = {
    restNamespace: 'cms/v2',
    hierarchical: false,
    viewable: true,
    hasPages,
    supports: usualFeatures,
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

/** The door that every taxonomy comes in by. Throws Error with one sentence for what cannot be. */
export function taxonomy(declared: DeclaredTaxonomy): Taxonomy {
  requireNames(declared);
  const kept = 'manage_categories';
  const made = {
    restNamespace: 'cms/v2',
    hierarchical: false,
    rights: { manage: kept, edit: kept, delete: kept, assign: 'edit_posts' },
    address: `/${declared.restBase}/{path}/`,
    cssPrefix: `${declared.name}-`,
    hasPages: true,
    ...declared,
  };
  return { ...made, description: describeTaxonomy(made, declared.description) };
}

function requireNames({ name, restBase }: { readonly name: string; readonly restBase: string }): void {
  if (!/^[a-z][a-z0-9_]{0,19}$/.test(name))
    throw new Error(
      `${JSON.stringify(name)} cannot be the name of a type or taxonomy: small letters, digits and _, 20 at most`,
    );
  if (!/^[a-z][a-z0-9_-]{0,39}$/.test(restBase))
    throw new Error(
      `${JSON.stringify(restBase)}, the REST base of ${name}, cannot be one: small letters, digits, _ and -`,
    );
}
