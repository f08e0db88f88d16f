// What the descriptive routes tell of content types and taxonomies (protocol.md §15, §17): for people and for user
// interfaces. What nothing is declared for follows from the rest of the declaration.
import { type Noun, taxonomyLabels, typeLabels } from './labels.ts';
import type { EntryRights, TermRights } from './rights.ts';

/** The words of a user interface. */
export type Labels = Readonly<Record<string, string | null>>;

/** What a content type tells of itself. */
export interface TypeDescription {
  readonly description: string;
  readonly labels: Labels;
  /** The name of a picture. */
  readonly icon: string | null;
  readonly visibility: { readonly show_in_nav_menus: boolean; readonly show_ui: boolean };
  /** What interfaces may offer for its entries: a feature, or a feature with settings. */
  readonly supports: Readonly<Record<string, true | readonly object[]>>;
  /** The right that stands behind each rule, by the rule's name. */
  readonly capabilities: Readonly<Record<string, string>>;
  /** Blocks that a new entry begins with. */
  readonly template: readonly unknown[];
  readonly template_lock: 'all' | 'insert' | 'contentOnly' | false;
}

/** What may be declared of a description; labels and capabilities are added to those that follow by themselves. */
export type DeclaredDescription = Partial<TypeDescription>;

/** What a taxonomy tells of itself. */
export interface TaxonomyDescription {
  readonly description: string;
  readonly labels: Labels;
  readonly show_cloud: boolean;
  readonly visibility: {
    readonly public: boolean;
    readonly publicly_queryable: boolean;
    readonly show_admin_column: boolean;
    readonly show_in_nav_menus: boolean;
    readonly show_in_quick_edit: boolean;
    readonly show_ui: boolean;
  };
  readonly capabilities: Readonly<Record<'manage_terms' | 'edit_terms' | 'delete_terms' | 'assign_terms', string>>;
}

/** What of a declaration its description follows from. */
interface Undescribed<Rights> {
  readonly noun: Noun;
  readonly hierarchical: boolean;
  readonly hasPages: boolean;
  readonly rights: Rights;
}

type UndescribedType = Undescribed<EntryRights> & { readonly supports: readonly string[] };

/** The description of a content type. `kind` is what the rights of a single entry are named by: `post` → edit_post. */
export function describeType(type: UndescribedType, kind: string, declared: DeclaredDescription = {}): TypeDescription {
  const { labels, capabilities, ...rest } = declared;
  return {
    description: '',
    icon: null,
    visibility: { show_in_nav_menus: type.hasPages, show_ui: true },
    supports: supportsOf(type),
    template: [],
    template_lock: false,
    ...rest,
    labels: { ...typeLabels(type.noun, type.hierarchical), ...labels },
    capabilities: { ...capabilitiesOf(type, kind), ...capabilities },
  };
}

/** What its entries have, and that drafts of their texts are kept while they are written. */
const supportsOf = ({ supports }: UndescribedType): TypeDescription['supports'] =>
  Object.fromEntries(
    [...supports.filter((feature) => feature !== 'sticky'), ...(supports.includes('editor') ? ['autosave'] : [])].map(
      (feature) => [feature, true] as const,
    ),
  );

/** The rules by their names; those of single entries are rights of their own, which follow from the others. */
const capabilitiesOf = ({ rights }: UndescribedType, kind: string): TypeDescription['capabilities'] => ({
  edit_post: `edit_${kind}`,
  read_post: `read_${kind}`,
  delete_post: `delete_${kind}`,
  edit_posts: rights.edit,
  edit_others_posts: rights.editOthers,
  delete_posts: rights.delete,
  publish_posts: rights.publish,
  read_private_posts: rights.readPrivate,
  read: 'read',
  delete_private_posts: rights.deletePrivate,
  delete_published_posts: rights.deletePublished,
  delete_others_posts: rights.deleteOthers,
  edit_private_posts: rights.editPrivate,
  edit_published_posts: rights.editPublished,
  create_posts: rights.create,
});

/** The description of a taxonomy. */
export function describeTaxonomy(
  { noun, hierarchical, hasPages, rights }: Undescribed<TermRights>,
  declared: Partial<TaxonomyDescription> = {},
): TaxonomyDescription {
  const { labels, capabilities, visibility, ...rest } = declared;
  return {
    description: '',
    show_cloud: hasPages,
    ...rest,
    labels: { ...taxonomyLabels(noun, hierarchical), ...labels },
    visibility: {
      public: hasPages,
      publicly_queryable: hasPages,
      show_admin_column: true,
      show_in_nav_menus: hasPages,
      show_in_quick_edit: true,
      show_ui: true,
      ...visibility,
    },
    capabilities: {
      manage_terms: rights.manage,
      edit_terms: rights.edit,
      delete_terms: rights.delete,
      assign_terms: rights.assign,
      ...capabilities,
    },
  };
}

/** The capabilities of a taxonomy whose rights are told by the usual names: `categories` → manage_categories … */
export const capabilitiesNamed = (plural: string): TaxonomyDescription['capabilities'] => ({
  manage_terms: `manage_${plural}`,
  edit_terms: `edit_${plural}`,
  delete_terms: `delete_${plural}`,
  assign_terms: `assign_${plural}`,
});
