// Derives the descriptions of content types and taxonomies that the descriptive routes return for user interfaces (protocol.md §15, §17).
// Declared properties override the derived ones.
import { type Noun, taxonomyLabels, typeLabels } from './labels.ts';
import type { EntryRights, TermRights } from './rights.ts';

/** Labels for user interfaces, keyed by their names in the API. A label that does not apply is null. */
export type Labels = Readonly<Record<string, string | null>>;

/** The description of a content type. */
export interface TypeDescription {
  readonly description: string;
  readonly labels: Labels;
  /** The name of an icon. */
  readonly icon: string | null;
  readonly visibility: { readonly show_in_nav_menus: boolean; readonly show_ui: boolean };
  /** The features that user interfaces may offer for its entries, some with settings. */
  readonly supports: Readonly<Record<string, true | readonly object[]>>;
  /** The required capability for each action. */
  readonly capabilities: Readonly<Record<string, string>>;
  /** The initial blocks of a new entry. */
  readonly template: readonly unknown[];
  readonly template_lock: 'all' | 'insert' | 'contentOnly' | false;
}

/** A declared description, whose properties override the derived ones. Labels and capabilities are overridden individually. */
export type DeclaredDescription = Partial<TypeDescription>;

/** The description of a taxonomy. */
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

/** The properties of a declaration from which its description is derived. */
interface DescriptionInput<Rights> {
  readonly noun: Noun;
  readonly hierarchical: boolean;
  readonly hasPages: boolean;
  readonly rights: Rights;
}

type TypeDescriptionInput = DescriptionInput<EntryRights> & { readonly supports: readonly string[] };

/** Returns the description of a content type. `kind` is the suffix of capabilities for single entries: `post` → edit_post. */
export function describeType(
  type: TypeDescriptionInput,
  kind: string,
  declared: DeclaredDescription = {},
): TypeDescription {
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

/** Returns the features of a type without `sticky`, and additionally `autosave` if the type has an editor. */
const supportsOf = ({ supports }: TypeDescriptionInput): TypeDescription['supports'] =>
  Object.fromEntries(
    [...supports.filter((feature) => feature !== 'sticky'), ...(supports.includes('editor') ? ['autosave'] : [])].map(
      (feature) => [feature, true] as const,
    ),
  );

/** Returns the required capability for each action; for actions on a single entry, a meta capability, which depends on the entry. */
const capabilitiesOf = ({ rights }: TypeDescriptionInput, kind: string): TypeDescription['capabilities'] => ({
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

/** Returns the description of a taxonomy. */
export function describeTaxonomy(
  { noun, hierarchical, hasPages, rights }: DescriptionInput<TermRights>,
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

/** Returns the conventional names of the capabilities of a taxonomy: `categories` → manage_categories … */
export const capabilitiesNamed = (plural: string): TaxonomyDescription['capabilities'] => ({
  manage_terms: `manage_${plural}`,
  edit_terms: `edit_${plural}`,
  delete_terms: `delete_${plural}`,
  assign_terms: `assign_${plural}`,
});
