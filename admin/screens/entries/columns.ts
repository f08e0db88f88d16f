// The columns and filters that a list has: they depend on the features and the taxonomies of its content type.
import type { ContentType, Taxonomy } from '../../data/bootstrap.ts';
import type { Embeddable } from '../../data/resources/entries.ts';

/** A content type with its taxonomies, as far as its list depends on them. */
export interface ListedType {
  readonly type: ContentType;
  /** The taxonomies of the type whose terms the user may assign. */
  readonly taxonomies: readonly Taxonomy[];
}

const has = ({ type }: ListedType, feature: string): boolean => type.supports[feature] !== undefined;

/** Whether entries of the type have authors. */
export const hasAuthors = (listed: ListedType): boolean => has(listed, 'author');

/** Whether entries of the type have a position among their siblings. */
export const hasOrder = (listed: ListedType): boolean => has(listed, 'page-attributes');

/** Returns the columns that a list displays by default. The title is always displayed. */
export const defaultColumns = (listed: ListedType): string[] => [
  ...(listed.type.hierarchical ? ['parent'] : []),
  ...(hasAuthors(listed) ? ['author'] : []),
  ...['status', 'date'],
];

/** Returns all columns that a list can display, except the title. */
export const allColumns = (listed: ListedType): string[] => [
  ...defaultColumns(listed),
  ...listed.taxonomies.map(columnOfTaxonomy),
  ...(hasOrder(listed) ? ['menu_order'] : []),
  'modified',
];

/** Returns the name of the column and the filter of a taxonomy, which is also that of the parameter in the API and in the URL. */
export const columnOfTaxonomy = ({ rest_base }: Taxonomy): string => rest_base;

/** Returns the relations whose records the columns display. */
export const embeddedRelations = ({ taxonomies }: ListedType, columns: readonly string[]): Embeddable[] => [
  ...(columns.includes('author') ? (['author'] as const) : []),
  ...(columns.includes('parent') ? (['up'] as const) : []),
  ...(taxonomies.some((taxonomy) => columns.includes(columnOfTaxonomy(taxonomy))) ? (['wp:term'] as const) : []),
];
